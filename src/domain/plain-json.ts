/**
 * JSON that keeps money and bytes exact: money of any size and every other bigint travel as
 * `{"$n":"123"}` and bytes as `{"$b":"00ff"}`, so that neither can ever be taken for a number or a
 * text. `field` is the name that the value has where it comes from.
 */
import { isMoneyField } from './money-fields.ts';
import { money } from './units.ts';

export const stringifyPlain = (value: unknown, field = ''): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (typeof inner === 'bigint') return { $n: inner.toString() };
    if (inner instanceof Uint8Array) return { $b: hexOf(inner) };
    const isAmount = typeof inner === 'number' || Array.isArray(inner);
    return isAmount && isMoneyField(key === '' ? field : key) ? markMoney(inner) : inner;
  });

const markMoney = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(markMoney);
  return typeof value === 'number' ? { $n: value.toString() } : value;
};

export const parsePlain = (text: string): unknown => unmark(JSON.parse(text), '');

/**
 * Puts money, bigints and bytes back in place. Walking the parsed value is several times as fast as
 * a reviver that the parser calls for every value, and snapshots are large.
 */
function unmark(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isMarked(value)) return isMoneyField(field) ? money(BigInt(value.$n)) : BigInt(value.$n);
  if (isBytes(value)) return bytesOf(value.$b);
  const isList = Array.isArray(value);
  for (const key of Object.keys(value)) {
    const inner: unknown = Reflect.get(value, key);
    if (typeof inner === 'object' && inner !== null)
      Reflect.set(value, key, unmark(inner, isList ? field : key));
  }
  return value;
}

const isMarked = (value: object): value is { readonly $n: string } =>
  '$n' in value && typeof value.$n === 'string' && /^-?\d+$/.test(value.$n);

const isBytes = (value: object): value is { readonly $b: string } =>
  '$b' in value && typeof value.$b === 'string' && /^(?:[0-9a-f]{2})*$/.test(value.$b);

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const bytesOf = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
