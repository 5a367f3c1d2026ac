/**
 * What surveillance remembers of a running season, all of it bounded: counters for each entrant,
 * the latest net changes of its positions, and tables of the pairs that stand out so far. A test
 * only raises a question; people answer it.
 */
import type { AccountId, ContractId, TradeId } from '../../domain/ids.ts';
import type { Side } from '../../domain/side.ts';
import {
  type Lots,
  type Millis,
  type Money,
  millis,
  NO_MONEY,
  type Ticks,
} from '../../domain/units.ts';

export interface Watch {
  /** Value of all fills of the venue, both sides, house and others included. */
  volume: Money;
  /** Tables of pairs, found by `pairKey`, in the order of first sight. */
  pairs: Map<number, PairRow>;
  /** Who changed a position soon after whom, the same way. */
  follows: Map<number, FollowRow>;
  /** Who changed a position against whom in the same minute. */
  mirrors: Map<number, MirrorRow>;
  /** Changes of the last two seconds, oldest first; by contract id. */
  recent: RecentChange[][];
  /** Net changes of the entry being folded, and of the minute that runs. */
  entry: Map<number, NetChange>;
  minute: Map<number, NetChange>;
  /** When the index of each contract last jumped; by contract id. */
  jumps: Millis[];
  /** Fills soon after a jump that wait for the mark a second later. */
  markOuts: MarkOut[];
  /** Occasions that are not over, by account and contract, oldest first. */
  aheads: Map<number, Occasion>;
  moves: Map<number, Occasion>;
}

/** What is remembered of one entrant. */
export interface WatchRow {
  /** The last net changes of positions, oldest first: when, where, and how much value. */
  times: Millis[];
  contracts: ContractId[];
  values: number[];
  changes: number;
  orders: number;
  cancels: number;
  selfTrades: number;
  spoofs: number;
  /** The entrant's last fill at each contract; null if there is none. */
  lastFills: (OwnFill | null)[];
  /** The gain within a second of fills soon after a jump of the index, and their number. */
  jumpFills: number;
  jumpGain: Money;
  /** In the last minutes: value given away to the market in the direction of the position. */
  pushFills: number;
  pushCost: Money;
  pushValue: Money;
  /** Taking what had not yet followed another contract; moving a price and gaining elsewhere. */
  aheads: OccasionSums;
  moves: OccasionSums;
}

export type OccasionSums = ReturnType<typeof createSums>;

/** A short time of one entrant at one contract, judged by the marks at its end. */
export interface Occasion {
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly at: Millis;
  /** Where the entrant moved the price to: the side it took. */
  readonly side: Side;
  readonly stakes: Stake[];
  /** Given away to the market, and funding received. */
  cost: Money;
  funding: Money;
}

/** Lots that gain by the way of the mark from here on; negative where they gain by its fall. */
export interface Stake {
  readonly contract: ContractId;
  readonly lots: number;
  readonly from: Ticks;
}

export interface OwnFill {
  readonly at: Millis;
  readonly side: Side;
  /** What remained of the order before the fill. */
  readonly size: Lots;
}

export interface PairRow {
  readonly first: AccountId;
  readonly second: AccountId;
  fills: number;
  value: Money;
  /** The gain of the second account against the mark a second before, which the first lost. */
  transferred: Money;
  /** The fills that moved most value. */
  evidence: PairEvidence[];
}

export interface PairEvidence {
  readonly trade: TradeId;
  readonly at: Millis;
  readonly contract: ContractId;
  readonly price: Ticks;
  readonly fair: Ticks;
  readonly size: Lots;
  readonly transferred: Money;
}

export interface FollowRow {
  readonly leader: AccountId;
  readonly follower: AccountId;
  hits: number;
  lastAt: Millis;
}

export interface MirrorRow {
  readonly first: AccountId;
  readonly second: AccountId;
  hits: number;
}

export interface RecentChange {
  readonly account: AccountId;
  readonly at: Millis;
  readonly isUp: boolean;
}

export interface NetChange {
  readonly account: AccountId;
  readonly contract: ContractId;
  /** Positive towards long. */
  lots: number;
}

export interface MarkOut {
  readonly account: AccountId;
  readonly contract: ContractId;
  readonly at: Millis;
  readonly side: Side;
  readonly price: Ticks;
  readonly size: Lots;
}

/** One number for two small ones: ids of accounts stay far below this. */
const KEY_BASE = 2 ** 26;
export const pairKey = (first: number, second: number): number => first * KEY_BASE + second;

export const createWatch = (): Watch => ({
  volume: NO_MONEY,
  pairs: new Map(),
  follows: new Map(),
  mirrors: new Map(),
  recent: [],
  entry: new Map(),
  minute: new Map(),
  jumps: [],
  markOuts: [],
  aheads: new Map(),
  moves: new Map(),
});

/** Of occasions that are over. */
export const createSums = () => ({
  occasions: 0,
  gain: NO_MONEY,
  cost: NO_MONEY,
  /** The squares of what each earned after its cost. */
  squares: 0n,
});

/** The season starts: only from here on is anything counted. */
export const startWatch = (contracts: number): Watch => ({
  ...createWatch(),
  recent: Array.from({ length: contracts }, () => []),
  jumps: Array.from({ length: contracts }, () => millis(0)),
});

export const createWatchRow = (): WatchRow => ({
  times: [],
  contracts: [],
  values: [],
  changes: 0,
  orders: 0,
  cancels: 0,
  selfTrades: 0,
  spoofs: 0,
  lastFills: [],
  jumpFills: 0,
  jumpGain: NO_MONEY,
  pushFills: 0,
  pushCost: NO_MONEY,
  pushValue: NO_MONEY,
  aheads: createSums(),
  moves: createSums(),
});
