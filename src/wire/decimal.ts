/**
 * Decimal text and the integers behind it. Text becomes an exact integer or nothing at all: no
 * floating point on the way, no exponents, no signs, no silent rounding.
 */

const PLAIN = /^(\d{1,15})(?:\.(\d{1,12}))?$/;

/** The integer count of 10^-decimals, or undefined where the text says anything else. */
export function findDecimal(text: string, decimals: number): bigint | undefined {
  const match = PLAIN.exec(text);
  if (match === null) return undefined;
  const whole = match[1] ?? '';
  const fraction = (match[2] ?? '').replace(/0+$/, '');
  if (fraction.length > decimals) return undefined;
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

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
