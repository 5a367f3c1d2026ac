/**
 * Prices, sizes and money between the wire's decimals and the engine's integers. Parsing answers
 * with a reject that names the step, because that is what people need when they got it wrong.
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
} from '../domain/units.ts';
import { findDecimal, formatDecimal, formatShort } from './decimal.ts';

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

export const formatMoney = (amount: Money): string => formatDecimal(amount, MONEY_DECIMALS);

export const formatPpm = (rate: Ppm): string => formatShort(BigInt(rate), PPM_DECIMALS);

export const formatFundingRate = (rate: FundingRate): string =>
  formatShort(BigInt(rate), FUNDING_DECIMALS);

/** The smallest price step as people write it: `0.1`. */
export const tickText = (contract: Contract): string =>
  formatShort(BigInt(contract.priceEndStep), contract.priceDecimals);

/** The smallest size step as people write it: `0.0001`, `10`. */
export const lotText = (contract: Contract): string =>
  formatShort(BigInt(contract.lotStep), contract.sizeDecimals);
