/**
 * A listed perpetual: its steps, limits, fees and margin tiers, all as integers. The wire's
 * decimals are derived from this record and never the other way round.
 */

import { MONEY_MAX, ORDER_LOTS_MAX } from './limits.ts';
import { isExact, MILLION, plus, scaleTruncated, times, wholeDown, wholeUp } from './money.ts';
import {
  CONTRACT_ID,
  COUNT,
  LEVERAGE_TIMES,
  LOTS,
  MILLIS,
  MONEY,
  manyOf,
  optional,
  PPM,
  type RecordOf,
  recordOf,
  TEXT,
  textUpTo,
} from './shape.ts';
import { type Effect, type PositionSide, type Side, sideOf } from './side.ts';
import {
  type Lots,
  type Millis,
  type Money,
  money,
  NO_MONEY,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
} from './units.ts';

/** A band of position notional with its own margin terms. */
const TIER = {
  /** The tier covers notional up to and including this. */
  notionalMax: MONEY,
  leverageMax: LEVERAGE_TIMES,
  maintenanceRate: PPM,
  /** Taken off so that maintenance is continuous where one tier ends and the next begins. */
  maintenanceDeduction: MONEY,
};
export type Tier = RecordOf<typeof TIER>;

export const CONTRACT = {
  id: CONTRACT_ID,
  /** The wire's name, for example `cmt_btcusdt`. */
  symbol: textUpTo(32),
  base: TEXT,
  quote: TEXT,
  /** Decimals of a price on the wire; one tick is 10^-priceDecimals × priceEndStep. */
  priceDecimals: COUNT,
  priceEndStep: COUNT,
  /** Decimals of a size on the wire. */
  sizeDecimals: COUNT,
  /** One lot in units of 10^-sizeDecimals: 1 for BTC (0.0001), 100 for DOGE (100). */
  lotStep: COUNT,
  /** Money of one lot at a price of one tick: notional is exact, never rounded. */
  tickLotValue: MONEY,
  orderLotsMin: LOTS,
  /** What an order that opens must be worth; nothing if missing. */
  notionalMin: optional(MONEY, 2),
  orderLotsMax: LOTS,
  marketOpenLotsMax: LOTS,
  positionLotsMax: LOTS,
  leverageMin: LEVERAGE_TIMES,
  leverageMax: LEVERAGE_TIMES,
  /** How far above mark a buy may trade, and how far below a sell. */
  buyBand: PPM,
  sellBand: PPM,
  makerFee: PPM,
  takerFee: PPM,
  /** Times of day (UTC) at which funding settles, ascending. */
  fundingTimes: manyOf(MILLIS),
  /** Order size at which the impact prices of the funding premium are taken. */
  impactNotional: MONEY,
  tiers: manyOf(recordOf(TIER)),
};
export type Contract = RecordOf<typeof CONTRACT>;

/**
 * Lots at a price: ticks × lots × tickLotValue. Of whole numbers: where the result is exact, so was
 * the product before it, unless there are no lots.
 */
export function notionalOf({ tickLotValue }: Contract, price: Ticks, size: Lots): Money {
  const value = typeof tickLotValue === 'number' ? tickLotValue * price * size : Number.NaN;
  return isExact(value) ? money(value + 0) : times(times(tickLotValue, price), size);
}

type Steps = Pick<Contract, 'priceDecimals' | 'priceEndStep' | 'sizeDecimals' | 'lotStep'>;

/** The money of one lot at one tick; zero where the decimals do not fit into money. */
export function tickLotValueOf(steps: Steps): Money {
  const spare = 8 - steps.priceDecimals - steps.sizeDecimals;
  const step = steps.priceEndStep * steps.lotStep;
  const fits =
    Number.isSafeInteger(step) && Number.isSafeInteger(spare) && spare >= 0 && spare <= 8;
  if (!fits) return NO_MONEY;
  return times(money(10n ** BigInt(spare)), step);
}

/** Fills in each tier's deduction: c_k = c_(k-1) + cap_(k-1) × (rate_k - rate_(k-1)). */
export function tiersFrom(rows: readonly Omit<Tier, 'maintenanceDeduction'>[]): readonly Tier[] {
  let deduction = NO_MONEY;
  let capBefore = NO_MONEY;
  let rateBefore = 0;
  return rows.map((row) => {
    const rise = row.maintenanceRate - rateBefore;
    deduction = plus(deduction, scaleTruncated(capBefore, rise, MILLION));
    capBefore = row.notionalMax;
    rateBefore = row.maintenanceRate;
    return { ...row, maintenanceDeduction: deduction };
  });
}

/** The faults in a contract's terms, in words for the operator who edits them; empty if sound. */
export function contractFaults(contract: Contract): string[] {
  const faults: string[] = [];
  const expect = (sound: boolean, fault: string): void => {
    if (!sound) faults.push(`${contract.symbol}: ${fault}`);
  };
  expect(/^[a-z0-9_]{1,32}$/.test(contract.symbol), 'symbol must be 1-32 of a-z, 0-9, _');
  for (const [field, value] of Object.entries(contract)) {
    if (typeof value === 'number')
      expect(Number.isSafeInteger(value), `${field} is not a whole number`);
  }
  const lotValue = tickLotValueOf(contract);
  expect(lotValue > NO_MONEY, 'price and size decimals must not exceed 8 together');
  expect(contract.tickLotValue === lotValue, 'tickLotValue does not follow from the steps');
  expect(contract.priceEndStep >= 1, 'priceEndStep must be at least 1');
  expect(contract.orderLotsMin >= 1, 'the smallest order must be at least one lot');
  expect(contract.orderLotsMax >= contract.orderLotsMin, 'maxOrderSize is below minOrderSize');
  expect(contract.orderLotsMax <= ORDER_LOTS_MAX, `maxOrderSize is above ${ORDER_LOTS_MAX} lots`);
  expect(contract.marketOpenLotsMax <= contract.orderLotsMax, 'market limit is above maxOrderSize');
  expect(contract.positionLotsMax >= contract.orderLotsMin, 'maxPositionSize is too small');
  const { notionalMin = NO_MONEY } = contract;
  expect(notionalMin >= NO_MONEY && notionalMin <= MONEY_MAX, 'minNotional is not an amount');
  expect(contract.buyBand > 0 && contract.sellBand > 0, 'price limit ratios must be positive');
  expect(
    contract.buyBand < 500_000 && contract.sellBand < 500_000,
    'price limit ratio is above 0.5',
  );
  expect(contract.takerFee >= 0, 'taker fee must not be negative');
  expect(contract.makerFee >= -contract.takerFee, 'a maker rebate must not exceed the taker fee');
  expect(contract.leverageMin >= 1, 'minLeverage must be at least 1');
  expect(contract.leverageMin <= contract.leverageMax, 'minLeverage is above maxLeverage');
  expect(contract.fundingTimes.length > 0, 'at least one funding time is needed');
  expect(isAscending(contract.fundingTimes), 'funding times must ascend within one day');
  expect(contract.impactNotional > NO_MONEY, 'impact notional must be positive');
  expectTiers(contract, expect);
  return faults;
}

/** The fraction of notional kept between the initial margin of a tier and its maintenance. */
const RATIO_BUFFER = 500;

/** Whether opening at the tier's full leverage starts above its maintenance, fees included. */
export const isTierSound = (tier: Tier, takerFee: Ppm): boolean =>
  1_000_000 > (tier.maintenanceRate + takerFee + RATIO_BUFFER) * tier.leverageMax;

function expectTiers(contract: Contract, expect: (sound: boolean, fault: string) => void): void {
  const { tiers } = contract;
  expect(tiers.length > 0, 'at least one margin tier is needed');
  expect(tiers[0]?.leverageMax === contract.leverageMax, 'the first tier must offer maxLeverage');
  for (let at = 0; at < tiers.length; at += 1) {
    const tier = tiers[at];
    const before = tiers[at - 1];
    if (tier === undefined) continue;
    const name = `tier ${at + 1}`;
    expect(
      Number.isSafeInteger(tier.leverageMax) && Number.isSafeInteger(tier.maintenanceRate),
      `${name}: leverage and maintenance must be whole numbers`,
    );
    expect(
      isTierSound(tier, contract.takerFee),
      `${name}: 1/leverage must exceed maintenance + taker fee + 0.0005`,
    );
    expect(tier.notionalMax <= MONEY_MAX, `${name}: cap does not fit 64 bits`);
    if (before === undefined) continue;
    expect(tier.notionalMax > before.notionalMax, `${name}: caps must rise`);
    expect(tier.leverageMax <= before.leverageMax, `${name}: leverage must not rise`);
    expect(tier.maintenanceRate > before.maintenanceRate, `${name}: maintenance must rise`);
  }
}

function isAscending(times: readonly Millis[]): boolean {
  return times.every(
    (time, at) => time >= 0 && time < 86_400_000 && (at === 0 || time > (times[at - 1] ?? 0)),
  );
}

/** A market order that closes may reach further than one that opens: getting out matters more. */
const CLOSE_BAND_MIN = ppm(50_000);
/** A resting price further than this above the mark is a typing mistake. */
const FAR_FACTOR = 10;

/** The highest price a buy, or the lowest a sell, may trade at. Rounded towards the mark. */
export function bandBound(side: Side, mark: Ticks, band: Ppm): Ticks {
  if (side === 'buy') return ticks(wholeDown(mark * (MILLION + band), MILLION));
  return ticks(Math.max(1, wholeUp(mark * (MILLION - band), MILLION)));
}

/** What the working price of an order follows from. A market order has none of its own. */
interface Priced {
  readonly positionSide: PositionSide;
  readonly effect: Effect;
  readonly price: Ticks | null;
}

/**
 * The price that an order works at. An aggressive one outside the band is clipped, not refused: it
 * works at the bound and reads back as it was sent.
 */
export function workingPriceOf(
  contract: Contract,
  { positionSide, effect, price }: Priced,
  mark: Ticks,
): Ticks {
  const side = sideOf(positionSide, effect);
  const band = side === 'buy' ? contract.buyBand : contract.sellBand;
  if (price === null && effect === 'close')
    return bandBound(side, mark, ppm(Math.max(band, CLOSE_BAND_MIN)));
  const bound = bandBound(side, mark, band);
  if (price === null) return bound;
  return side === 'buy' ? ticks(Math.min(price, bound)) : ticks(Math.max(price, bound));
}

export const isPriceTooFar = (price: Ticks, mark: Ticks): boolean => price > mark * FAR_FACTOR;
