/**
 * Decimal text and the integers behind it. Text becomes an exact integer or nothing at all: no
 * floating point on the way, no exponents, no signs, no silent rounding.
 */

const WHOLE_DIGITS_MAX = 15;
const FRACTION_DIGITS_MAX = 12;

/** The integer count of 10^-decimals, or undefined where the text says anything else. */
export function findDecimal(text: string, decimals: number): bigint | undefined {
  const point = text.indexOf('.');
  const end = point < 0 ? text.length : point;
  const fractionDigits = text.length - end - 1;
  if (end === 0 || end > WHOLE_DIGITS_MAX || !areDigits(text, 0, end, '9')) return undefined;
  if (fractionDigits === 0 || fractionDigits > FRACTION_DIGITS_MAX) return undefined;
  const kept = Math.min(Math.max(fractionDigits, 0), decimals);
  const keptEnd = end + 1 + kept;
  if (!areDigits(text, end + 1, keptEnd, '9')) return undefined;
  // Zeros may follow, however many.
  if (!areDigits(text, keptEnd, text.length, '0')) return undefined;
  const digits = text.slice(0, end) + text.slice(end + 1, keptEnd);
  return BigInt(digits.padEnd(end + decimals, '0'));
}

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
