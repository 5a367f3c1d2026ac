/**
 * JSON that keeps money and bytes exact: a bigint travels as `{"$n":"123"}` and bytes as
 * `{"$b":"00ff"}`, so that neither can ever be taken for a number or a text.
 */

export const stringifyPlain = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'bigint') return { $n: inner.toString() };
    return inner instanceof Uint8Array ? { $b: hexOf(inner) } : inner;
  });

export const parsePlain = (text: string): unknown => unmark(JSON.parse(text));

/**
 * Puts bigints and bytes back in place. Walking the parsed value is several times as fast as a
 * reviver that the parser calls for every value, and snapshots are large.
 */
function unmark(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMoney(value)) return BigInt(value.$n);
  if (isBytes(value)) return bytesOf(value.$b);
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === 'object' && inner !== null) Reflect.set(value, key, unmark(inner));
  }
  return value;
}

const isMoney = (value: object): value is { readonly $n: string } =>
  '$n' in value && typeof value.$n === 'string' && /^-?\d+$/.test(value.$n);

const isBytes = (value: object): value is { readonly $b: string } =>
  '$b' in value && typeof value.$b === 'string' && /^(?:[0-9a-f]{2})*$/.test(value.$b);

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
