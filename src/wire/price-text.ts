/** Amounts as this dialect writes them: marks and money with eight decimals, also where zero. */

import type { Contract } from '../domain/contract.ts';
import { divideHalfEven } from '../domain/money.ts';
import {
  type FineTicks,
  type FundingRate,
  type Lots,
  type Money,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import { formatDecimal, formatShort } from './quantity.ts';

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
