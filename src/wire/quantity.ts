/**
 * Converts prices, sizes and money between decimals of the wire and integers of the engine. Text
 * becomes an exact integer or is refused: there is no floating point, no exponent, no sign and no
 * silent rounding. A reject names the step, so that the caller can correct the value.
 */

import type { Contract } from '../domain/contract.ts';
import { ORDER_LOTS_MAX, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import {
  type FineTicks,
  type FundingRate,
  fineTicks,
  type Lots,
  lots,
  type Money,
  money,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
  toBigInt,
} from '../domain/units.ts';

/**
 * The longest text of a decimal. Some languages write out all digits of a binary fraction; from
 * 0.00001 up they fit. Reading such a text takes microseconds.
 */
export const DECIMAL_LENGTH_MAX = 100;

/** Returns the value as a count of 10^-decimals, or undefined if it is not exactly one. */
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
  // Any number of zeros may follow.
  if (!areDigits(text, keptEnd, text.length, '0')) return undefined;
  const digits = text.slice(0, end) + text.slice(end + 1, keptEnd);
  return BigInt(digits.padEnd(end + decimals, '0'));
}

/** Whether the text is digits with at most one point between them. */
export function isPlainDecimal(text: string): boolean {
  const point = text.indexOf('.');
  if (point < 0) return text.length > 0 && areDigits(text, 0, text.length, '9');
  if (point === 0 || point === text.length - 1) return false;
  return areDigits(text, 0, point, '9') && areDigits(text, point + 1, text.length, '9');
}

/** Whether the text is zero, such as `0`, `0.0` or `000.00`. Callers send it for none. */
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

/** Returns the value with exactly this many decimals. */
export function formatDecimal(value: bigint, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  const sign = value < 0n ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

/** Returns the same without trailing zeros: `0.0002`, `0.01`, `1`. */
export function formatShort(value: bigint, decimals: number): string {
  const text = formatDecimal(value, decimals);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

const MONEY_DECIMALS = 8;
const PPM_DECIMALS = 6;
const FUNDING_DECIMALS = 8;
/** An index price has two decimals more than a tick: one FineTick. */
const FINE_DECIMALS = 2;

export function parseTicks(contract: Contract, text: string): Ticks | Reject {
  const units = findDecimal(text, contract.priceDecimals);
  const step = BigInt(contract.priceEndStep);
  if (units === undefined || units === 0n || units % step !== 0n)
    return reject('price-invalid', { given: text, limit: tickText(contract) });
  const count = units / step;
  if (count > BigInt(PRICE_TICKS_MAX))
    return reject('price-invalid', {
      given: text,
      limit: formatTicks(contract, ticks(PRICE_TICKS_MAX)),
    });
  return ticks(Number(count));
}

export function parseLots(contract: Contract, text: string): Lots | Reject {
  const units = findDecimal(text, contract.sizeDecimals);
  const step = BigInt(contract.lotStep);
  if (units === undefined || units === 0n || units % step !== 0n)
    return reject('size-invalid', { given: text, limit: lotText(contract) });
  const count = units / step;
  if (count > BigInt(ORDER_LOTS_MAX))
    return reject('size-above-maximum', {
      given: text,
      limit: formatLots(contract, contract.orderLotsMax),
    });
  return lots(Number(count));
}

export const findFineTicks = (contract: Contract, text: string): FineTicks | undefined => {
  const units = findDecimal(text, contract.priceDecimals + FINE_DECIMALS);
  if (units === undefined || units % BigInt(contract.priceEndStep) !== 0n) return undefined;
  const count = Number(units / BigInt(contract.priceEndStep));
  return Number.isSafeInteger(count) ? fineTicks(count) : undefined;
};

export const findMoney = (text: string): Money | undefined => {
  const units = findDecimal(text, MONEY_DECIMALS);
  return units === undefined ? undefined : money(units);
};

export const findPpm = (text: string): Ppm | undefined => {
  const units = findDecimal(text, PPM_DECIMALS);
  return units === undefined || units > Number.MAX_SAFE_INTEGER ? undefined : ppm(Number(units));
};

export const formatTicks = (contract: Contract, price: Ticks): string =>
  formatDecimal(BigInt(price) * BigInt(contract.priceEndStep), contract.priceDecimals);

export const formatFineTicks = (contract: Contract, price: FineTicks): string =>
  formatDecimal(
    BigInt(price) * BigInt(contract.priceEndStep),
    contract.priceDecimals + FINE_DECIMALS,
  );

export const formatLots = (contract: Contract, size: Lots): string =>
  formatDecimal(BigInt(size) * BigInt(contract.lotStep), contract.sizeDecimals);

export const formatMoney = (amount: Money): string =>
  formatDecimal(toBigInt(amount), MONEY_DECIMALS);

export const formatPpm = (rate: Ppm): string => formatShort(BigInt(rate), PPM_DECIMALS);

export const formatFundingRate = (rate: FundingRate): string =>
  formatShort(BigInt(rate), FUNDING_DECIMALS);

/** Returns the smallest price step, such as `0.1`. */
export const tickText = (contract: Contract): string =>
  formatShort(BigInt(contract.priceEndStep), contract.priceDecimals);

/** Returns the smallest size step, such as `0.0001` or `10`. */
export const lotText = (contract: Contract): string =>
  formatShort(BigInt(contract.lotStep), contract.sizeDecimals);
