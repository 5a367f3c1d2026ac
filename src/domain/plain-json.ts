/**
 * JSON that keeps money exact: a bigint travels as `{"$n":"123"}`, so that it can never be taken
 * for a number or a text.
 */

export const stringifyPlain = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? { $n: inner.toString() } : inner,
  );

export const parsePlain = (text: string): unknown =>
  JSON.parse(text, (_key, inner: unknown) => (isMarked(inner) ? BigInt(inner.$n) : inner));

const isMarked = (value: unknown): value is { readonly $n: string } =>
  typeof value === 'object' &&
  value !== null &&
  '$n' in value &&
  typeof value.$n === 'string' &&
  /^-?\d+$/.test(value.$n);
