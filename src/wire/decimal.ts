/**
 * Decimal text and the integers behind it. Text becomes an exact integer or nothing at all: no
 * floating point on the way, no exponents, no signs, no silent rounding.
 */
import { DECIMAL_LENGTH_MAX } from './limits.ts';

/** The integer count of 10^-decimals, or undefined where the text says anything else. */
export function findDecimal(text: string, decimals: number): bigint | undefined {
  if (text.length > DECIMAL_LENGTH_MAX) return undefined;
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  if (end === 0 || !areDigits(text, 0, end, '9')) return undefined;
  const fractionDigits = text.length - end - 1;
  if (fractionDigits === 0) return undefined;
  const kept = Math.min(Math.max(fractionDigits, 0), decimals);
  const keptEnd = end + 1 + kept;
  if (!areDigits(text, end + 1, keptEnd, '9')) return undefined;
  // Zeros may follow, however many.
  if (!areDigits(text, keptEnd, text.length, '0')) return undefined;
  const digits = text.slice(0, end) + text.slice(end + 1, keptEnd);
  return BigInt(digits.padEnd(end + decimals, '0'));
}

/** Digits, with one point between them at most: what has a value, whatever its number of digits. */
export function isPlainDecimal(text: string): boolean {
  const point = text.indexOf('.');
  if (point < 0) return text.length > 0 && areDigits(text, 0, text.length, '9');
  if (point === 0 || point === text.length - 1) return false;
  return areDigits(text, 0, point, '9') && areDigits(text, point + 1, text.length, '9');
}

/** `0`, `0.0`, `000.00`: how callers say that they want none. */
export const isZeroDecimal = (text: string): boolean => findDecimal(text, 0) === 0n;

/** Whether there is nothing but digits up to the given one. */
function areDigits(text: string, from: number, to: number, most: '0' | '9'): boolean {
  const last = most.charCodeAt(0);
  for (let at = from; at < to; at += 1) {
    const code = text.charCodeAt(at);
    if (code < ZERO || code > last) return false;
  }
  return true;
}

const ZERO = 0x30;

/** With exactly this many decimals. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** The same without trailing zeros: `0.0002`, `0.01`, `1`. */
export function formatShort(value: bigint, decimals: number): string {
  const text = formatDecimal(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}
