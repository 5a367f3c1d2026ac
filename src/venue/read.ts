/**
 * Everything that may be asked of a venue. There is no other way: the engine's state does not leave
 * this folder. An answer is as new as the last acknowledgement. Callers cannot tell which engine
 * answers: the one that trades in this process, or one that follows the journal of another.
 *
 * Answers are new records. Orders and positions are the exception: they are shown, not copied,
 * because the house looks at hundreds of them twice a second. They change with later entries, and a
 * closed position shows a size of zero.
 */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { FundingRow } from '../domain/history.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import type { MarkState } from '../domain/replica-command.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import type {
  Entrant,
  Sanction,
  SeasonNumber,
  SeasonPhase,
  SeasonRules,
} from '../domain/season.ts';
import type { Side } from '../domain/side.ts';
import {
  type FineTicks,
  type Lots,
  type Millis,
  millis,
  type Seq,
  type Ticks,
} from '../domain/units.ts';
import { levelAfter, type QueueVisitor, soleLots, visitQueue } from '../engine/impact-price.ts';
import { type Answered, findAnswered } from '../engine/request-memory.ts';
import { stateHash } from '../engine/snapshot.ts';
import type { Listing, VenueState } from '../engine/state.ts';
import type { Candle } from '../views/candle-ring.ts';
import { generatedUntilOf, hasCandles, type PriceKind, seriesOf } from '../views/candles.ts';
import { openInterestOf, type Prices, pricesOf } from '../views/contracts.ts';
import {
  type DepthChange,
  depthOf,
  enterDepth,
  type Level,
  leaveDepth,
  openWindow,
  takeDepthChange,
  takeWindowChange,
  topLevels,
  windowSnapshot,
} from '../views/depth.ts';
import { type Funding, fundingOf, nextSettlement, settledFunding } from '../views/funding.ts';
import { openOf } from '../views/interval.ts';
import {
  MARKET_TOPIC,
  type MarketMemory,
  type MarketNote,
  parseMarketNote,
  TAPE_TOPIC,
} from '../views/market-memory.ts';
import { type CandleQuery, readCandles } from '../views/read-candles.ts';
import { readTicker, type Ticker } from '../views/ticker.ts';
import { newestTrades, type Trade } from '../views/trades.ts';
import type { Views } from '../views/views.ts';
import { type Attestation, attestReset } from './attest-reset.ts';
import type { Clock } from './clock.ts';
import { type AccountRead, createAccountRead } from './read-account.ts';
import { createStateHash } from './replica/state-hash-watch.ts';

export interface Read {
  readonly account: AccountRead;
  readonly listing: ListingRead;
  readonly market: MarketRead;
  readonly season: SeasonRead;
  /** The last entry, and its venue time. */
  readonly seq: () => Seq;
  readonly at: () => Millis;
  /** Venue time: the clock's, or the last entry's if the clock was set back behind it. */
  readonly now: () => Millis;
  /** The answer a signed request got before; undefined if it led to no command lately. */
  readonly answered: (request: RequestIdentity) => Answered | undefined;
  /** The hash of everything the engine remembers. It takes long: it visits all of it. */
  readonly hash: () => string;
  /** The same, with the last entry and what the log was like: for others to compare with. */
  readonly stateHash: () => MarkState;
}

/** What the answers come from. */
export interface ReadSource {
  readonly state: VenueState;
  readonly views: Views;
}

export function createRead({ state, views }: ReadSource, clock: Pick<Clock, 'venueNow'>): Read {
  const now = (): Millis => millis(Math.max(state.now, clock.venueNow()));
  return {
    account: createAccountRead(state, views),
    listing: createListingRead(state),
    market: createMarketRead(views, now, () => state.now),
    season: createSeasonRead(state),
    seq: () => state.seq,
    at: () => state.now,
    now,
    answered: ({ words }) => findAnswered(state.requests, words),
    hash: () => stateHash(state),
    stateHash: () => createStateHash(state),
  };
}

/** The contracts and the prices they stand at. */
export interface ListingRead {
  /** By id, in the order of listing. */
  readonly contracts: () => readonly Contract[];
  readonly find: (symbol: string) => Contract | undefined;
  /** The contract must be listed. */
  readonly contract: (id: ContractId) => Contract;
  readonly isHalted: (id: ContractId) => boolean;
  readonly record: (id: ContractId) => ListingRecord;
  /** By id, in the order of listing. */
  readonly list: () => ListingRecord[];
  /** The level behind this one, or the best for `NO_TICKS`; `NO_TICKS` where there is none. */
  readonly levelAfter: (id: ContractId, side: Side, price: Ticks) => Ticks;
  /** The orders at a price, from the front of the queue to its end. */
  readonly visitQueue: (id: ContractId, side: Side, price: Ticks, visit: QueueVisitor) => void;
  /** The lots there if one order of the account is all there is; minus one where others stand. */
  readonly soleLots: (id: ContractId, side: Side, price: Ticks, account: AccountId) => number;
}

export interface ListingRecord {
  readonly contract: Contract;
  readonly isHalted: boolean;
  /** The index and its time; zero until the first one. */
  readonly index: FineTicks;
  readonly indexAt: Millis;
  readonly mark: Ticks;
  readonly last: Ticks;
}

function createListingRead({ listings }: VenueState): ListingRead {
  // Contracts are only ever added, so the lists grow and never change.
  let known: readonly Contract[] = [];
  const bySymbol = new Map<string, Contract>();
  const contracts = (): readonly Contract[] => {
    if (known.length === listings.length) return known;
    known = listings.map(({ contract }) => contract);
    for (const contract of known) bySymbol.set(contract.symbol, contract);
    return known;
  };
  const get = (id: ContractId): Listing => {
    const listing = listings[id];
    assert(listing !== undefined, 'no such contract is listed', id);
    return listing;
  };
  return {
    contracts,
    find: (symbol) => {
      contracts();
      return bySymbol.get(symbol);
    },
    contract: (id) => get(id).contract,
    isHalted: (id) => get(id).halted,
    record: (id) => recordOf(get(id)),
    list: () => listings.map(recordOf),
    levelAfter: (id, side, price) => levelAfter(get(id), side, price),
    visitQueue: (id, side, price, visit) => visitQueue(get(id), side, price, visit),
    soleLots: (id, side, price, account) => soleLots(get(id), side, price, account),
  };
}

const recordOf = ({ contract, halted, index, indexAt, mark, last }: Listing): ListingRecord => ({
  contract,
  isHalted: halted,
  index,
  indexAt,
  mark,
  last,
});

/** The season of the competition as the engine runs it. */
export interface SeasonRead {
  /** The last season opened; null before the first. */
  readonly current: () => CurrentSeason | null;
  /** The entrants of that season, in the order of enrolment. */
  readonly entrants: () => Readonly<Entrant>[];
  /** The account of a team of that season, by its folded name. */
  readonly findTeam: (folded: string) => AccountId | undefined;
  /** Undefined unless the account is enrolled in a season that is not closed. */
  readonly sanction: (account: AccountId) => Sanction | undefined;
  /** The attestation of a reset; undefined without a season. It looks at every account. */
  readonly attest: () => Attestation | undefined;
}

export interface CurrentSeason {
  readonly number: SeasonNumber;
  readonly rules: SeasonRules;
  readonly phase: SeasonPhase;
  /** When its trading ended; null before. */
  readonly endedAt: Millis | null;
}

const createSeasonRead = (state: VenueState): SeasonRead => ({
  current: () => {
    if (state.season === null) return null;
    const { number, rules, phase, endedAt } = state.season;
    return { number, rules, phase, endedAt };
  },
  entrants: () => [...(state.season?.entrants.values() ?? [])].map((entrant) => ({ ...entrant })),
  findTeam: (folded) => state.season?.teams.get(folded),
  sanction: (account) => state.accounts[account]?.season?.entrants.get(account)?.sanction,
  attest: () => attestReset(state),
});

export interface MarketRead {
  readonly ticker: (contract: ContractId) => Ticker;
  /** From the best outward, at most so many of each side. */
  readonly levels: (contract: ContractId, limit: number) => TopLevels;
  /** The same, followed from now on. */
  readonly watchDepth: (contract: ContractId, limit: number) => WatchedDepth;
  /** All levels, however many. */
  readonly followDepth: (contract: ContractId) => FollowedDepth;
  /** Newest first. */
  readonly trades: (contract: ContractId, limit: number) => Trade[];
  /** Oldest first, up to the candle that covers this moment. */
  readonly candles: (series: CandleSeries, query: CandleRange) => Candle[];
  /** Candles that begin before this are over: no later entry changes them. */
  readonly candlesOverBefore: (interval: CandleRange['interval']) => Millis;
  /** Whether any candle is known, traded or generated. */
  readonly hasCandles: () => boolean;
  /** Candles that begin before this were generated, not traded; null where none was. */
  readonly generatedUntil: () => Millis | null;
  readonly prices: (contract: ContractId) => Prices;
  readonly openInterest: (contract: ContractId) => Lots;
  readonly funding: (contract: ContractId) => Funding;
  readonly nextSettlement: (contract: ContractId) => Millis;
  /** What the market keeps in the journal. It is shown, not copied: it changes with each beat. */
  readonly memory: () => MarketMemory;
  /** What everyone may know about where the market comes from; null without one. */
  readonly note: () => MarketNote | null;
  /** How a recorded queue shrinks; `exact` where every order of the book is a real one. */
  readonly queueModel: () => string;
  /** What is played, for people; null where nothing recorded is. */
  readonly tape: () => string | null;
  /** Newest first. */
  readonly settlements: (contract: ContractId, limit: number) => readonly FundingRow[];
}

export interface TopLevels {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
  /** Grows with every change of the book. */
  readonly version: number;
}

/** The best levels as their subscribers hold them. */
export interface WatchedDepth {
  /** As the last change left them: what a new subscriber starts from. */
  readonly snapshot: () => DepthChange;
  /** What changed since; undefined where nothing did. The next change follows this one. */
  readonly takeChange: () => DepthChange | undefined;
}

/** The changes of a whole book. */
export interface FollowedDepth {
  /** What changed since; undefined where nothing did. The next change follows this one. */
  readonly takeChange: () => DepthChange | undefined;
  readonly stop: () => void;
}

export interface CandleSeries {
  readonly contract: ContractId;
  readonly price: PriceKind;
}

export type CandleRange = Omit<CandleQuery, 'now'>;

/** `at` is the time of the last entry, `now` may be later. */
export function createMarketRead(views: Views, now: () => Millis, at: () => Millis): MarketRead {
  return {
    ticker: (contract) => readTicker(views, contract, now()),
    levels: (contract, limit) => {
      const { asks, bids, version } = depthOf(views.depth, contract);
      return { asks: topLevels(asks, limit), bids: topLevels(bids, limit), version };
    },
    watchDepth: (contract, limit) => {
      const depth = depthOf(views.depth, contract);
      const window = openWindow(depth, limit);
      return {
        snapshot: () => windowSnapshot(depth, window),
        takeChange: () => takeWindowChange(depth, window),
      };
    },
    followDepth: (contract) => {
      const depth = depthOf(views.depth, contract);
      const follower = enterDepth(depth);
      return {
        takeChange: () => takeDepthChange(depth, follower),
        stop: () => leaveDepth(depth, follower),
      };
    },
    trades: (contract, limit) => newestTrades(views.trades, contract, limit),
    candles: ({ contract, price }, query) =>
      readCandles(seriesOf(views.candles, contract, price), { ...query, now: now() }),
    candlesOverBefore: (interval) => openOf(interval, at()),
    hasCandles: () => hasCandles(views.candles),
    generatedUntil: () => {
      const until = generatedUntilOf(views.candles);
      return until === 0 ? null : until;
    },
    prices: (contract) => ({ ...pricesOf(views.prices, contract) }),
    openInterest: (contract) => openInterestOf(views.openInterest, contract),
    funding: (contract) => ({ ...fundingOf(views.funding, contract) }),
    nextSettlement: (contract) => nextSettlement(fundingOf(views.funding, contract), now()),
    memory: () => views.market,
    note: () => parseMarketNote(views.market.notes.get(MARKET_TOPIC)),
    tape: () => views.market.notes.get(TAPE_TOPIC) ?? null,
    queueModel: () =>
      /; queue (\S+);/.exec(views.market.notes.get(TAPE_TOPIC) ?? '')?.[1] ?? 'exact',
    settlements: (contract, limit) => settledFunding(views.funding, contract, limit),
  };
}
