/**
 * The middle of every book at even steps of time, for charts; and from it what a buyer would have
 * made who holds: the wallet's worth at the first price, one taker fee, and every funding.
 */
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { FUNDING_SCALE, MONEY_SCALE, type Money, PPM_SCALE } from '../domain/units.ts';
import type { PriceStrip } from './life-record.ts';
import { priceUnitsOf } from './units-of.ts';

const STEPS_MAX = 20_000;
const SECOND = 1_000;

export function createHoldingPrices(
  { startAt, endAt }: { readonly startAt: number; readonly endAt: number },
  contracts: readonly Contract[],
  twiceMiddle: (contract: ContractId) => number,
) {
  const stepMillis = Math.max(1, Math.ceil((endAt - startAt) / STEPS_MAX / SECOND)) * SECOND;
  const count = Math.floor((endAt - startAt) / stepMillis) + 1;
  const strips = contracts.map((contract) => ({
    contract,
    tick: Number(priceUnitsOf(contract)) / Number(MONEY_SCALE),
    prices: new Float64Array(count),
    /** Paid for one coin since the start. */
    funding: 0,
  }));
  let taken = 0;
  const chosen = (traded: ReadonlySet<ContractId>) =>
    strips.filter(({ contract }) => traded.size === 0 || traded.has(contract.id));
  return {
    /** Samples of the time up to this moment. */
    pass: (at: number): void => {
      for (; taken < count && startAt + taken * stepMillis <= at; taken += 1)
        for (const { contract, tick, prices } of strips)
          prices[taken] = (twiceMiddle(contract.id) * tick) / 2;
    },
    fold: (event: Event): void => {
      const strip = event.kind === 'funding-settled' ? strips[event.contract] : undefined;
      if (event.kind !== 'funding-settled' || strip === undefined) return;
      strip.funding += (event.mark * strip.tick * event.rate) / Number(FUNDING_SCALE);
    },
    stripsOf: (traded: ReadonlySet<ContractId>): PriceStrip[] =>
      chosen(traded).map(({ contract, prices }) => ({
        contract: contract.base,
        from: startAt,
        stepMillis,
        prices: prices.slice(0, taken),
      })),
    /** The traded contracts in equal parts, or all of them if none was traded. */
    holdingOf: (traded: ReadonlySet<ContractId>, wallet: Money): bigint => {
      const held = chosen(traded);
      const part = Number(wallet) / held.length;
      const result = held.reduce((sum, { contract, prices, funding }) => {
        const [first, last] = [prices[0] ?? 0, prices[taken - 1] ?? 0];
        if (first === 0) return sum;
        const fee = contract.takerFee / Number(PPM_SCALE);
        return sum + part * ((last - first - funding) / first - fee);
      }, 0);
      return BigInt(Math.round(result));
    },
  };
}
