/** Amounts as this dialect writes them: marks and money with eight decimals, also where zero. */
import type { Contract } from '../../domain/contract.ts';
import type { FineTicks, FundingRate, Ticks } from '../../domain/units.ts';
import { formatDecimal } from '../quantity.ts';

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
