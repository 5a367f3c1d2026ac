/**
 * JSON that keeps money exact: a bigint travels as `{"$n":"123"}`, so that it can never be taken
 * for a number or a text.
 */

export const stringifyPlain = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? { $n: inner.toString() } : inner,
  );

export const parsePlain = (text: string): unknown => restoreMoney(JSON.parse(text));

/**
 * Puts the bigints back in place. Walking the parsed value is several times as fast as a reviver
 * that the parser calls for every value, and snapshots are large.
 */
function restoreMoney(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMarked(value)) return BigInt(value.$n);
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === 'object' && inner !== null) Reflect.set(value, key, restoreMoney(inner));
  }
  return value;
}

const isMarked = (value: object): value is { readonly $n: string } =>
  '$n' in value && typeof value.$n === 'string' && /^-?\d+$/.test(value.$n);
