/**
 * One life, which clients call an episode: a venue with its markets and the accounts of agents,
 * from a seed to its end. Nothing of it depends on the clock of the machine or on other lives, so
 * the same seed and the same actions give the same numbers.
 */
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import type { RejectReason } from '../domain/reject.ts';
import { type Lots, lots, type Money } from '../domain/units.ts';
import { type BareDrive, drawMarket, openBareMarket } from '../market/bare-market.ts';
import { seedOfWord } from '../market/seed.ts';
import { playKept } from '../tape/kept-tape.ts';
import { lotOf, tickOf } from '../tape/tape-scale.ts';
import type { BareVenue } from '../venue/bare-venue.ts';
import { type LabChaos, planChaos } from './lab-chaos.ts';
import type { LabTerms } from './lab-terms.ts';

export type LabLifeStatus = 'running' | 'terminated' | 'truncated';

export interface LabLife {
  readonly terms: LabTerms;
  readonly venue: BareVenue;
  readonly drive: BareDrive;
  /** Whether a recording has come to its end. */
  readonly isOver: () => boolean;
  readonly markets: readonly LabMarket[];
  readonly seats: readonly LabSeat[];
  readonly chaos: LabChaos | undefined;
  /** Commands on their way, the first due first; those due together as they were sent. */
  readonly underway: { readonly dueAt: number; readonly commands: Batch['commands'] }[];
  steps: number;
}

/** One contract of the life. */
export interface LabMarket {
  readonly contract: Contract;
  /** The price of one tick, and the size of one lot. */
  readonly tick: number;
  readonly lot: number;
  /** Of the book at the start, in ticks. */
  readonly firstMiddle: number;
  /** The largest position and the largest order, at the first middle of the life. */
  readonly positionLots: Lots;
  readonly orderLots: Lots;
  /** Of the book as agents last saw it, in ticks. */
  middle: number;
  /** What takers traded since then. */
  boughtLots: number;
  soldLots: number;
}

/** The account of one agent. */
export interface LabSeat {
  readonly account: AccountId;
  status: LabLifeStatus;
  readonly tally: SeatTally;
  told: SeatTold;
}

/** What an agent knows of its own account, which may be a while ago. */
export type SeatTold = ReturnType<typeof tellOf>;

/** Sums of what the events said since the reset. */
export interface SeatTally {
  fees: number;
  funding: number;
  fills: number;
  /** In lots, by contract. */
  readonly filledLots: number[];
  liquidations: number;
  rejects: number;
  lastReject: RejectReason | null;
}

const MONEY_UNITS = 1e8;

export const amountOf = (amount: Money): number => Number(amount) / MONEY_UNITS;

export function beginLife(terms: LabTerms, seed: string): LabLife {
  const { accounts, ...market } = openMarket(terms, seed);
  const { venue } = market;
  return {
    ...market,
    terms,
    markets: terms.contracts.map((contract) => beginMarket(terms, venue, contract)),
    seats: accounts.map((account) => ({
      account,
      status: 'running',
      tally: blankTally(terms.contracts.length),
      told: tellOf(venue, terms, account),
    })),
    underway: [],
    steps: 0,
  };
}

/** As it is now. What is told late is a copy, because the orders of the venue live on. */
export function tellOf(
  { read }: BareVenue,
  { contracts, latency }: Pick<LabTerms, 'contracts' | 'latency'>,
  account: AccountId,
) {
  const isLate = latency.answer.length > 0;
  const standings = contracts.map(({ id }) => {
    const standing = read.account.standing(account, id);
    return isLate
      ? { ...standing, orders: standing.orders.map((each) => ({ ...each })) }
      : standing;
  });
  return { standings, money: read.account.money(account) };
}

/** Simulated, or what was recorded: without a disguise that is the same whatever the seed. */
function openMarket(terms: LabTerms, seed: string) {
  const { contracts, agents: accounts, wallet, leverage, warmUpMillis, moments } = terms;
  const common = {
    contracts,
    accounts,
    wallet,
    leverage,
    warmUpMillis,
    positionMode: 'hedge',
  } as const;
  const drawn = seedOfWord(seed);
  if (moments !== undefined) {
    const tape = playKept({ contracts, moments, key: terms.isDisguised ? drawn.key : undefined });
    const market = openBareMarket(common, tape);
    return { ...market, chaos: undefined, isOver: market.drive.isOver };
  }
  const source = drawMarket({ contracts, seed: drawn, regime: terms.regime });
  const market = openBareMarket(common, source);
  return { ...market, chaos: planChaos(market.drive, terms.chaos), isOver: () => false };
}

function beginMarket(terms: LabTerms, venue: BareVenue, contract: Contract): LabMarket {
  const [tick, lot] = [tickOf(contract), lotOf(contract)];
  const firstMiddle = findMiddle(venue, contract.id);
  const lotValue = firstMiddle * tick * lot;
  const { orderLotsMin, marketOpenLotsMax } = contract;
  const lotsOf = (value: number): Lots =>
    lots(Math.min(marketOpenLotsMax, Math.max(orderLotsMin, Math.round(value / lotValue))));
  return {
    contract,
    tick,
    lot,
    firstMiddle,
    positionLots: lotsOf(terms.positionValue),
    orderLots: lotsOf(Math.min(terms.positionValue, terms.orderValue)),
    middle: firstMiddle,
    boughtLots: 0,
    soldLots: 0,
  };
}

const blankTally = (contracts: number): SeatTally => ({
  fees: 0,
  funding: 0,
  fills: 0,
  filledLots: new Array<number>(contracts).fill(0),
  liquidations: 0,
  rejects: 0,
  lastReject: null,
});

/** Between the best prices, in ticks; the mark where a side of the book is empty. */
export function findMiddle({ visitLevels, read }: BareVenue, contract: ContractId): number {
  let [sum, sides] = [0, 0];
  const add = (price: number): void => {
    sum += price;
    sides += 1;
  };
  visitLevels({ contract, side: 'buy', limit: 1 }, add);
  visitLevels({ contract, side: 'sell', limit: 1 }, add);
  return sides === 2 ? sum / 2 : read.listing.record(contract).mark;
}
