/**
 * One life, which clients call an episode: a venue with one market and one account, from a seed to
 * its end. Nothing of it depends on the clock of the machine or on other lives, so the same seed
 * and the same actions give the same numbers.
 */
import { type AccountId, contractId } from '../domain/ids.ts';
import type { RejectReason } from '../domain/reject.ts';
import { type Lots, lots, type Money } from '../domain/units.ts';
import { openBareMarket } from '../market/bare-market.ts';
import type { MarketDrive } from '../market/drive-market.ts';
import { seedOfWord } from '../market/seed.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import type { LabTerms } from './lab-terms.ts';

export type LabLifeStatus = 'running' | 'terminated' | 'truncated';

/** The only contract of a lab's venue. */
export const LAB_CONTRACT = contractId(0);

export interface LabLife {
  readonly terms: LabTerms;
  readonly venue: BareVenue;
  readonly drive: MarketDrive;
  readonly account: AccountId;
  /** The largest position and the largest order, at the first middle of the life. */
  positionLots: Lots;
  orderLots: Lots;
  steps: number;
  status: LabLifeStatus;
  readonly tally: LifeTally;
}

/** Sums of what the events said: the account's since the reset, the volumes of one step. */
export interface LifeTally {
  fees: number;
  funding: number;
  fills: number;
  filledLots: number;
  liquidations: number;
  rejects: number;
  lastReject: RejectReason | null;
  boughtLots: number;
  soldLots: number;
}

const MONEY_UNITS = 1e8;

export const amountOf = (amount: Money): number => Number(amount) / MONEY_UNITS;

/** The price of one tick, and the size of one lot. */
export const tickOf = ({ contract }: LabTerms): number =>
  contract.priceEndStep / 10 ** contract.priceDecimals;
export const lotOf = ({ contract }: LabTerms): number =>
  contract.lotStep / 10 ** contract.sizeDecimals;

export function beginLife(terms: LabTerms, seed: string): LabLife {
  const { venue, drive, accounts } = openBareMarket({
    contracts: [terms.contract],
    seed: seedOfWord(seed),
    accounts: 1,
    positionMode: 'hedge',
    wallet: terms.wallet,
    leverage: terms.leverage,
    warmUpBeats: terms.warmUpBeats,
  });
  const account = accounts[0]!;
  const tally = blankTally();
  const lotValue = findMiddle(venue) * tickOf(terms) * lotOf(terms);
  const { orderLotsMin, marketOpenLotsMax } = terms.contract;
  const lotsOf = (value: number): Lots =>
    lots(Math.min(marketOpenLotsMax, Math.max(orderLotsMin, Math.round(value / lotValue))));
  const positionLots = lotsOf(terms.positionValue);
  const orderLots = lotsOf(Math.min(terms.positionValue, terms.orderValue));
  const places = { positionLots, orderLots, steps: 0, status: 'running', tally } as const;
  return { terms, venue, drive, account, ...places };
}

const blankTally = (): LifeTally => ({
  fees: 0,
  funding: 0,
  fills: 0,
  filledLots: 0,
  liquidations: 0,
  rejects: 0,
  lastReject: null,
  boughtLots: 0,
  soldLots: 0,
});

/** Between the best prices, in ticks; the mark where a side of the book is empty. */
export function findMiddle({ visitLevels, read }: BareVenue): number {
  let [sum, sides] = [0, 0];
  const add = (price: number): void => {
    sum += price;
    sides += 1;
  };
  visitLevels({ contract: LAB_CONTRACT, side: 'buy', limit: 1 }, add);
  visitLevels({ contract: LAB_CONTRACT, side: 'sell', limit: 1 }, add);
  return sides === 2 ? sum / 2 : read.listing.record(LAB_CONTRACT).mark;
}
