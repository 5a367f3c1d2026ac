/** Amounts in answers: prices, sizes, money and rates in decimals, and moments. */
import { dateOf } from '../domain/calendar.ts';
import type { Contract } from '../domain/contract.ts';
import { DAY } from '../domain/limits.ts';
import { divideHalfEven, wholeDown } from '../domain/money.ts';
import {
  type FineTicks,
  type FundingRate,
  type Lots,
  type Millis,
  type Money,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import { formatDecimal, formatLots, formatMoney, formatShort, formatTicks } from './quantity.ts';

const MONEY_DECIMALS = 8;
const RATE_DECIMALS = 6;

/** `0.35340409`, `-0.02697000`, `0`. */
export const moneyText = (amount: Money): string =>
  amount === NO_MONEY ? '0' : formatMoney(amount);

/** `0.0093`, `1100`, `0`. */
export const lotsText = (contract: Contract, size: Lots): string =>
  size === 0 ? '0' : formatLots(contract, size);

/** `90755.4`, and `0` for no price. */
export const priceText = (contract: Contract, price: Ticks): string =>
  price === NO_TICKS ? '0' : formatTicks(contract, price);

export const presetText = (contract: Contract, price: Ticks): string | null =>
  price === NO_TICKS ? null : formatTicks(contract, price);

/** Returns a value with the decimals of a price and a size together. */
export function valueText(contract: Contract, value: Money): string {
  const decimals = contract.priceDecimals + contract.sizeDecimals;
  return formatDecimal(toBigInt(value) / 10n ** BigInt(MONEY_DECIMALS - decimals), decimals);
}

/** The average price of lots that cost this much, in the decimals of a price; `0` for no lots. */
export function averageText(contract: Contract, value: Money, size: Lots): string {
  if (size === 0) return '0';
  const units = divideHalfEven(
    toBigInt(value) * BigInt(contract.priceEndStep),
    toBigInt(contract.tickLotValue) * BigInt(size),
  );
  return formatDecimal(units, contract.priceDecimals);
}

/** A rate with all its decimals: `0.000474`. */
export const fractionText = (rate: Ppm): string => formatDecimal(BigInt(rate), RATE_DECIMALS);

/** Returns a rate with eight decimals: `0.00080000`. */
export const feeRateText = (rate: Ppm): string =>
  formatDecimal(BigInt(rate) * 100n, MONEY_DECIMALS);

/** `20.00`. */
export const leverageText = (leverage: number): string => `${leverage}.00`;

/** `2026-01-01T00:00:00.123Z`. */
export function formatIso(at: Millis): string {
  const { year, month, day } = dateOf(at);
  const date = `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
  return `${date}T${formatTimeOfDay(at)}.${padded(at % 1_000, 3)}Z`;
}

/** `08:00:00`. */
export function formatTimeOfDay(at: Millis): string {
  const second = wholeDown(at % DAY, 1_000);
  const minute = wholeDown(second, 60);
  return `${padded(wholeDown(minute, 60), 2)}:${padded(minute % 60, 2)}:${padded(second % 60, 2)}`;
}

export const padded = (value: number, digits: number): string =>
  String(value).padStart(digits, '0');

/** Some dialects write marks and money with eight decimals, also where zero. */
const LONG_DECIMALS = 8;
const FINE_DECIMALS = 2;

/** `90100.00000000`. */
export const longPrice = (contract: Contract, price: Ticks): string =>
  longUnits(BigInt(price) * BigInt(contract.priceEndStep), contract.priceDecimals);

/** The same of an index price. */
export const longFinePrice = (contract: Contract, price: FineTicks): string =>
  longUnits(BigInt(price) * BigInt(contract.priceEndStep), contract.priceDecimals + FINE_DECIMALS);

/** Digits beyond the eighth are cut off. */
const longUnits = (units: bigint, decimals: number): string =>
  decimals > LONG_DECIMALS
    ? formatDecimal(units / 10n ** BigInt(decimals - LONG_DECIMALS), LONG_DECIMALS)
    : formatDecimal(units * 10n ** BigInt(LONG_DECIMALS - decimals), LONG_DECIMALS);

/** `0.00010000`. */
export const longRate = (rate: FundingRate | bigint): string =>
  formatDecimal(BigInt(rate), LONG_DECIMALS);

/** Decimals beyond the tick in the average of a position. */
const AVERAGE_EXTRA = 4;

/** The average price of lots: `90000.0`, and up to four decimals more where it is between ticks. */
export function averagePrice(contract: Contract, value: bigint, size: Lots): string {
  const decimals = contract.priceDecimals;
  if (size === 0) return formatDecimal(0n, decimals);
  const units = divideHalfEven(
    value * BigInt(contract.priceEndStep) * 10n ** BigInt(AVERAGE_EXTRA),
    toBigInt(contract.tickLotValue) * BigInt(size),
  );
  const extra = 10n ** BigInt(AVERAGE_EXTRA);
  return units % extra === 0n
    ? formatDecimal(units / extra, decimals)
    : formatShort(units, decimals + AVERAGE_EXTRA);
}

/** The limits of positions in whole coins: `20000000`. */
export const wholeCoins = (amount: Money): string => formatShort(toBigInt(amount), LONG_DECIMALS);
