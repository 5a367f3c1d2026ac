/** Funding: the rate as it is forming, when it settles next, and the last settlements. */
import { assert, getRow, unreachable } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractListed, EventOf, FundingSettled, PricesMarked } from '../domain/event.ts';
import { fundingIntervalBefore, nextFundingAt } from '../domain/funding.ts';
import type { FundingRow } from '../domain/history.ts';
import type { ContractId } from '../domain/ids.ts';
import { type FundingRate, fundingRate, type Millis } from '../domain/units.ts';
import { createRing, newestItems, pushItem, type Ring } from './ring.ts';

export interface Funding {
  readonly contract: Contract;
  /** The estimate of the running interval; until its first sample, of the one before. */
  estimate: FundingRate;
  samples: number;
  lastRate: FundingRate;
  /** The settlement due next, and the length of the interval that it ends. */
  nextAt: Millis;
  interval: Millis;
  readonly settled: Ring<FundingRow>;
}

export interface FundingView {
  readonly rows: Funding[];
}

/** Three a day: about a year. */
export const SETTLEMENTS_KEPT = 1_000;

export const createFundingView = (): FundingView => ({ rows: [] });

export function foldFunding(
  view: FundingView,
  event: ContractListed | EventOf<'funding-estimated'> | PricesMarked | FundingSettled,
  at: Millis,
): void {
  switch (event.kind) {
    case 'contract-listed':
      view.rows.push(createFunding(event.contract, at));
      return;
    case 'funding-estimated': {
      const row = fundingOf(view, event.contract);
      row.estimate = event.estimate;
      row.samples = event.samples;
      return;
    }
    case 'prices-marked':
      if (event.funding !== undefined)
        Object.assign(fundingOf(view, event.contract), event.funding);
      return;
    case 'funding-settled': {
      const row = fundingOf(view, event.contract);
      row.lastRate = event.rate;
      pushItem(row.settled, fundingRowOf(event));
      startInterval(row, event.settledAt);
      return;
    }
    default:
      unreachable(event);
  }
}

/** Adds generated settlements, oldest first, before any real one. */
export function seedFunding(
  view: FundingView,
  contract: ContractId,
  settled: readonly FundingRow[],
): void {
  const ring = fundingOf(view, contract).settled;
  assert(newestItems(ring, 1).length === 0, 'funding is generated after real funding', contract);
  for (const row of settled) pushItem(ring, row);
}

export const fundingOf = (view: FundingView, contract: ContractId): Funding =>
  getRow(view.rows, contract);

/** The next settlement seen from now: a contract that was never priced has let some pass. */
export const nextSettlement = (row: Funding, now: Millis): Millis =>
  row.nextAt > now ? row.nextAt : nextFundingAt(row.contract, now);

/** Newest first. */
export const settledFunding = (view: FundingView, contract: ContractId, limit: number) =>
  newestItems(fundingOf(view, contract).settled, limit);

export const fundingRowOf = (event: FundingSettled): FundingRow => ({
  contract: event.contract,
  settledAt: event.settledAt,
  rate: event.rate,
  mark: event.mark,
});

function createFunding(contract: Contract, at: Millis): Funding {
  const nextAt = nextFundingAt(contract, at);
  return {
    contract,
    estimate: fundingRate(0),
    samples: 0,
    lastRate: fundingRate(0),
    nextAt,
    interval: fundingIntervalBefore(contract, nextAt),
    settled: createRing(SETTLEMENTS_KEPT),
  };
}

function startInterval(row: Funding, after: Millis): void {
  row.nextAt = nextFundingAt(row.contract, after);
  row.interval = fundingIntervalBefore(row.contract, row.nextAt);
  row.samples = 0;
}
