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
import type { RequestIdentity } from '../domain/request-identity.ts';
import type { Entrant, Sanction } from '../domain/season.ts';
import type { Side } from '../domain/side.ts';
import {
  type FineTicks,
  type Millis,
  type Money,
  millis,
  money,
  NO_MONEY,
  type Seq,
  type Ticks,
  toBigInt,
} from '../domain/units.ts';
import { levelAfter, type QueueVisitor, soleLots, visitQueue } from '../engine/impact-price.ts';
import { type Answered, findAnswered } from '../engine/request-memory.ts';
import { stateHash } from '../engine/snapshot.ts';
import { type Account, getAccount, type Listing, type VenueState } from '../engine/state.ts';
import { generatedUntilOf, hasCandles, type PriceKind, seriesOf } from '../views/candles.ts';
import { openInterestOf, type Prices, pricesOf } from '../views/contracts.ts';
import {
  depthOf,
  enterDepth,
  leaveDepth,
  openWindow,
  takeDepthChange,
  takeWindowChange,
  topLevels,
  windowSnapshot,
} from '../views/depth.ts';
import { type Funding, fundingOf, nextSettlement, settledFunding } from '../views/funding.ts';
import { openOf } from '../views/interval.ts';
import { MARKET_TOPIC, parseMarketNote, TAPE_TOPIC } from '../views/market-memory.ts';
import { type CandleQuery, readCandles } from '../views/read-candles.ts';
import { readTicker } from '../views/ticker.ts';
import { newestTrades } from '../views/trades.ts';
import type { Views } from '../views/views.ts';
import type { Clock } from './clock.ts';
import { createAccountRead } from './read-account.ts';
import { createStateHash } from './replica/state-hash-watch.ts';

export type Read = ReturnType<typeof createRead>;

export interface ReadSource {
  readonly state: VenueState;
  readonly views: Views;
}

export function createRead({ state, views }: ReadSource, clock: Pick<Clock, 'venueNow'>) {
  const now = (): Millis => millis(Math.max(state.now, clock.venueNow()));
  return {
    account: createAccountRead(state, views),
    listing: createListingRead(state),
    market: createMarketRead(views, now, () => state.now),
    season: createSeasonRead(state),
    /** The last entry, and its venue time. */
    seq: (): Seq => state.seq,
    at: (): Millis => state.now,
    /** Venue time: the clock's, or the last entry's if the clock was set back behind it. */
    now,
    /** The answer a signed request got before; undefined if it led to no command lately. */
    answered: ({ words }: RequestIdentity): Answered | undefined =>
      findAnswered(state.requests, words),
    /** The hash of everything the engine remembers. It takes long: it visits all of it. */
    hash: () => stateHash(state),
    /** The same, with the last entry and what the log was like: for others to compare with. */
    stateHash: () => createStateHash(state),
  };
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

export type ListingRead = ReturnType<typeof createListingRead>;

/** The contracts and the prices they stand at. */
function createListingRead({ listings }: VenueState) {
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
    /** By id, in the order of listing. */
    contracts,
    find: (symbol: string) => {
      contracts();
      return bySymbol.get(symbol);
    },
    /** The contract must be listed. */
    contract: (id: ContractId) => get(id).contract,
    isHalted: (id: ContractId) => get(id).halted,
    record: (id: ContractId) => recordOf(get(id)),
    /** By id, in the order of listing. */
    list: () => listings.map(recordOf),
    /** The level behind this one, or the best for `NO_TICKS`; `NO_TICKS` where there is none. */
    levelAfter: (id: ContractId, side: Side, price: Ticks): Ticks =>
      levelAfter(get(id), side, price),
    /** The orders at a price, from the front of the queue to its end. */
    visitQueue: (id: ContractId, side: Side, price: Ticks, visit: QueueVisitor): void =>
      visitQueue(get(id), side, price, visit),
    /** The lots there if one order of the account is all there is; minus one where others stand. */
    soleLots: (id: ContractId, side: Side, price: Ticks, account: AccountId): number =>
      soleLots(get(id), side, price, account),
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
const createSeasonRead = (state: VenueState) => ({
  /** The last season opened; null before the first. */
  current: () => {
    if (state.season === null) return null;
    const { number, rules, phase, endedAt } = state.season;
    // When its trading ended; null before.
    return { number, rules, phase, endedAt };
  },
  /** The entrants of that season, in the order of enrolment. */
  entrants: (): Readonly<Entrant>[] =>
    [...(state.season?.entrants.values() ?? [])].map((entrant) => ({ ...entrant })),
  /** The account of a team of that season, by its folded name. */
  findTeam: (folded: string): AccountId | undefined => state.season?.teams.get(folded),
  /** Undefined unless the account is enrolled in a season that is not closed. */
  sanction: (account: AccountId): Sanction | undefined =>
    state.accounts[account]?.season?.entrants.get(account)?.sanction,
  /** The attestation of a reset; undefined without a season. It looks at every account. */
  attest: () => attestReset(state),
});

export interface CandleSeries {
  readonly contract: ContractId;
  readonly price: PriceKind;
}

export type CandleRange = Omit<CandleQuery, 'now'>;

/** `at` is the time of the last entry, `now` may be later. */
function createMarketRead(views: Views, now: () => Millis, at: () => Millis) {
  const { market } = views;
  return {
    ticker: (contract: ContractId) => readTicker(views, contract, now()),
    /** From the best outward, at most so many of each side. */
    levels: (contract: ContractId, limit: number) => {
      const { asks, bids, version } = depthOf(views.depth, contract);
      // The version grows with every change of the book.
      return { asks: topLevels(asks, limit), bids: topLevels(bids, limit), version };
    },
    /** The same, followed from now on, as its subscribers hold it. */
    watchDepth: (contract: ContractId, limit: number) => {
      const depth = depthOf(views.depth, contract);
      const window = openWindow(depth, limit);
      return {
        /** As the last change left them: what a new subscriber starts from. */
        snapshot: () => windowSnapshot(depth, window),
        /** What changed since; undefined where nothing did. The next change follows this one. */
        takeChange: () => takeWindowChange(depth, window),
      };
    },
    /** All levels, however many. */
    followDepth: (contract: ContractId) => {
      const depth = depthOf(views.depth, contract);
      const follower = enterDepth(depth);
      return {
        /** The same of the whole book. */
        takeChange: () => takeDepthChange(depth, follower),
        stop: () => leaveDepth(depth, follower),
      };
    },
    /** Newest first. */
    trades: (contract: ContractId, limit: number) => newestTrades(views.trades, contract, limit),
    /** Oldest first, up to the candle that covers this moment. */
    candles: ({ contract, price }: CandleSeries, query: CandleRange) =>
      readCandles(seriesOf(views.candles, contract, price), { ...query, now: now() }),
    /** Candles that begin before this are over: no later entry changes them. */
    candlesOverBefore: (interval: CandleRange['interval']) => openOf(interval, at()),
    /** Whether any candle is known, traded or generated. */
    hasCandles: () => hasCandles(views.candles),
    /** Candles that begin before this were generated, not traded; null where none was. */
    generatedUntil: (): Millis | null => {
      const until = generatedUntilOf(views.candles);
      return until === 0 ? null : until;
    },
    prices: (contract: ContractId): Prices => ({ ...pricesOf(views.prices, contract) }),
    openInterest: (contract: ContractId) => openInterestOf(views.openInterest, contract),
    funding: (contract: ContractId): Funding => ({ ...fundingOf(views.funding, contract) }),
    nextSettlement: (contract: ContractId) =>
      nextSettlement(fundingOf(views.funding, contract), now()),
    /** What the market keeps in the journal. It is shown, not copied: it changes with each beat. */
    memory: () => market,
    /** What everyone may know about where the market comes from; null without one. */
    note: () => parseMarketNote(market.notes.get(MARKET_TOPIC)),
    /** What is played, for people; null where nothing recorded is. */
    tape: () => market.notes.get(TAPE_TOPIC) ?? null,
    /** How a recorded queue shrinks; `exact` where every order of the book is a real one. */
    queueModel: () => /; queue (\S+);/.exec(market.notes.get(TAPE_TOPIC) ?? '')?.[1] ?? 'exact',
    /** Newest first. */
    settlements: (contract: ContractId, limit: number): readonly FundingRow[] =>
      settledFunding(views.funding, contract, limit),
  };
}

/**
 * It does not trust the command: it counts every entrant, compares its wallet, checks that
 * positions and orders are gone, and adds up all money.
 */
export function attestReset(state: VenueState) {
  const { season } = state;
  if (season === null) return undefined;
  const { wallet } = season.rules;
  const accounts = [...season.entrants.values()].map((entrant) =>
    getAccount(state, entrant.account),
  );
  let collateral = 0n;
  for (const account of state.accounts) collateral += toBigInt(account?.collateral ?? NO_MONEY);
  return {
    season: season.number,
    accounts: accounts.length,
    wallet,
    /** Accounts that are not as the reset should have left them; empty when all is well. */
    unclean: accounts.filter((account) => !isClean(account, wallet)).map(({ id }) => id),
    /** The sum of all collateral, and all deposits less withdrawals: they must be equal. */
    collateral: money(collateral),
    deposits: state.depositsNet,
    /** The last entry when this was attested, its time, and the hash of the state. */
    seq: state.seq,
    at: state.now,
    stateHash: stateHash(state),
  };
}

const isClean = (account: Account, wallet: Money): boolean =>
  account.wallet === wallet &&
  account.collateral === wallet &&
  account.frozen === NO_MONEY &&
  account.crossPositions === 0 &&
  account.isolatedPositions === 0 &&
  account.desks.every(
    (desk) => desk === undefined || desk.working.count + desk.untriggered.count === 0,
  );
