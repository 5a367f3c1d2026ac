/**
 * Records one account from the start of its life to the end, as a fold of the entries that also
 * score it: what it did, what came of it, and why.
 */

import type { Contest } from '../competition/contest.ts';
import { equityAt, grossAt, type Holding } from '../competition/holding.ts';
import type { Score } from '../competition/score.ts';
import type { Contract } from '../domain/contract.ts';
import type { Event, EventOf, FillSettled } from '../domain/event.ts';
import { changesOf, type FillChange, type FillSide } from '../domain/fill.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import { sideOf } from '../domain/side.ts';
import { lots, type Millis, type Money, money, toBigInt } from '../domain/units.ts';
import type { AppliedEntry } from '../views/views.ts';
import { createHoldingPrices } from './holding-prices.ts';
import { type LifeRecord, noSplit, type RefusalCount, type Split } from './life-record.ts';
import { type BookLevels, createMiddles, type Middles } from './middles.ts';
import { createOrderRows, type OrderRows } from './order-rows.ts';
import { closeTrip, endValuesOf, foldTrip, type OpenTrip } from './round-trips.ts';
import type { TableName, TableRow } from './tables.ts';
import { priceOf, priceUnitsOf, sizeUnitsOf } from './units-of.ts';

export interface RecordedLife {
  readonly account: AccountId;
  readonly wallet: Money;
  readonly startAt: Millis;
  readonly endAt: Millis;
  readonly levelsOf: (contract: ContractId) => BookLevels;
  /** The mood of the market now; empty where it has none. */
  readonly regime: () => string;
}

/** As the competition knows the account. */
export interface RecordedStanding {
  readonly contest: Contest;
  readonly score: Score;
  readonly holding: () => Holding;
}

export interface LifeRefusal {
  readonly at: Millis;
  readonly call: string;
  readonly status: number;
  readonly code: string;
  readonly words: string;
}

export interface LifeRecorder {
  /** Before an entry is folded: samples of the time up to it. */
  readonly pass: (at: Millis) => void;
  readonly fold: (entry: AppliedEntry) => void;
  readonly refuse: (refusal: LifeRefusal) => void;
  /** At the end, with the values that the final equity was taken with. */
  readonly finish: (lotValues: readonly bigint[], shares: bigint) => LifeRecord;
}

/** Of each table. A life with more has its sums in full and its first rows. */
const ROWS_MAX = 100_000;
const REFUSAL_KINDS_MAX = 200;
const MINUTE = 60_000;
const NOTHING = money(0n);
const TRIP_PARTS = ['price', 'slippage', 'fees', 'funding', 'liquidation'] as const;

type Rows = { [Name in TableName]: TableRow<Name>[] };

interface Recording extends RecordedStanding {
  readonly life: RecordedLife;
  readonly rows: Rows;
  readonly orders: OrderRows;
  readonly middles: Middles;
  readonly trips: OpenTrip[];
  readonly traded: Set<ContractId>;
  readonly counts: Map<string, RefusalCount>;
  entry: AppliedEntry;
  taken: bigint;
  readonly split: Split;
  tripCount: number;
  /** Of fills, liquidations and refusals, however many are kept. */
  readonly numbers: { fills: number; liquidations: number; refusals: number };
  leftOut: number;
}

export function recordLife(life: RecordedLife, standing: RecordedStanding): LifeRecorder {
  const { contest } = standing;
  const { contracts } = contest;
  const middles = createMiddles(contracts, life.levelsOf);
  const middleOf = (id: ContractId): number => middles.twice(id) || 2 * (contest.marks[id] ?? 0);
  const prices = createHoldingPrices(life, contracts, middleOf);
  const rows: Rows = {
    trades: [],
    fills: [],
    equity: [],
    orders: [],
    positions: [],
    funding: [],
    liquidations: [],
    refusals: [],
  };
  const recording: Recording = {
    ...standing,
    life,
    rows,
    middles,
    trips: [],
    traded: new Set(),
    counts: new Map(),
    orders: createOrderRows(contracts, ROWS_MAX),
    entry: { seq: contest.seq, at: life.startAt, events: [] },
    split: noSplit(),
    taken: 0n,
    tripCount: 0,
    numbers: { fills: 0, liquidations: 0, refusals: 0 },
    leftOut: 0,
  };
  let sampleAt: number = life.startAt;
  const pass = (at: Millis): void => {
    prices.pass(Math.min(at, life.endAt));
    for (; sampleAt <= at && sampleAt < life.endAt; sampleAt += MINUTE)
      sample(recording, sampleAt, toBigInt(equityAt(standing.holding(), contest.lotValues)));
  };
  return {
    pass,
    fold: (entry) => {
      recording.entry = entry;
      for (const event of entry.events) {
        foldEvent(recording, event);
        prices.fold(event);
        middles.fold(event);
      }
    },
    refuse: (refusal) => noteRefusal(recording, refusal),
    finish: (lotValues, shares) => {
      const { trips, traded, orders, score } = recording;
      sample(recording, life.endAt, toBigInt(score.equity));
      const ends = endValuesOf(trips, lotValues, shares);
      for (const [at, trip] of trips.entries()) addTrip(recording, closeTrip(trip, null, ends[at]));
      rows.orders.push(...orders.list());
      return {
        ...recordOf(recording),
        holding: prices.holdingOf(traded, life.wallet),
        strips: prices.stripsOf(traded),
      };
    },
  };
}

function recordOf(recording: Recording): Omit<LifeRecord, 'holding' | 'strips'> {
  const { life, score, rows, orders, counts, split } = recording;
  return {
    startAt: life.startAt,
    endAt: life.endAt,
    wallet: toBigInt(life.wallet),
    result: toBigInt(score.equity) - toBigInt(score.initial) - toBigInt(score.transfers),
    split,
    turnover: toBigInt(score.turnover),
    taken: recording.taken,
    orders: orders.count(),
    exposedMillis: score.exposedMillis,
    refusals: [...counts.values()],
    tables: rows,
    rowsLeftOut: recording.leftOut + orders.leftOut(),
  };
}

function add<Name extends TableName>(recording: Recording, name: Name, row: TableRow<Name>): void {
  const table: TableRow<Name>[] = recording.rows[name];
  if (table.length < ROWS_MAX) table.push(row);
  else recording.leftOut += 1;
}

/** The sums are of all trades, however many are kept. */
function addTrip(recording: Recording, row: TableRow<'trades'>): void {
  for (const name of TRIP_PARTS) recording.split[name] += row[name];
  add(recording, 'trades', row);
}

function sample(recording: Recording, at: number, equity: bigint): void {
  const { contest, holding, life } = recording;
  const held = holding();
  const gross = grossAt(held, contest.lotValues);
  const net = equityAt({ ...held, collateral: NOTHING }, contest.lotValues);
  add(recording, 'equity', {
    at,
    equity,
    gross: toBigInt(gross),
    net: toBigInt(net),
    regime: life.regime(),
  });
}

function foldEvent(recording: Recording, event: Event): void {
  const { life, orders, entry } = recording;
  const { account } = life;
  if (event.kind === 'fill-settled')
    for (const side of [event.maker, event.taker])
      if (side.account === account) foldFill(recording, event, side);
  if (!('account' in event) || event.account !== account) return;
  if (event.kind === 'funding-paid') foldFunding(recording, event);
  else if (event.kind === 'liquidation-started') foldLiquidation(recording, event);
  else if (event.kind === 'deficit-covered') recording.split.covered += toBigInt(event.amount);
  else if (event.kind === 'order-accepted') orders.accept(event, entry);
  else if (event.kind === 'order-canceled') orders.cancel(event, entry);
  else if (event.kind === 'order-amended' || event.kind === 'trigger-amended') orders.amend(event);
}

function foldFill(recording: Recording, fill: FillSettled, side: FillSide): void {
  const isMaker = side === fill.maker;
  const { contest, middles, orders, traded, entry } = recording;
  const contract = contractOf(contest, fill.contract);
  traded.add(fill.contract);
  if (!isMaker) recording.taken += toBigInt(fill.value);
  orders.fill(side.order, side.remaining, entry);
  const twice =
    middles.before(fill.contract, fill.taker.order) || 2 * (contest.marks[fill.contract] ?? 0);
  for (const change of changesOf(fill, side)) {
    const middleValue =
      (BigInt(twice) * BigInt(change.size) * toBigInt(contract.tickLotValue)) / 2n;
    const trip = findTrip(recording, contract, change);
    const isBook = fill.venue === 'book';
    const cost = foldTrip(trip, { change, middleValue, isBook });
    noteFill(recording, { fill, change, trip, isMaker, twice, cost, isBook });
    if (trip.held > 0) continue;
    recording.trips.splice(recording.trips.indexOf(trip), 1);
    addTrip(recording, closeTrip(trip, entry));
  }
}

interface NotedFill {
  readonly fill: FillSettled;
  readonly change: FillChange;
  readonly trip: OpenTrip;
  readonly isMaker: boolean;
  readonly twice: number;
  readonly cost: bigint;
  readonly isBook: boolean;
}

function noteFill(recording: Recording, noted: NotedFill): void {
  const { fill, change, trip, isMaker, twice, cost, isBook } = noted;
  const { side, size, value } = change;
  const { contract } = trip;
  const { at, seq } = recording.entry;
  const { positionSide, effect } = side;
  recording.numbers.fills += 1;
  add(recording, 'fills', {
    fill: recording.numbers.fills,
    at,
    seq,
    trade: trip.trade,
    order: side.order,
    contract: contract.base,
    side: sideOf(positionSide, effect),
    positionSide,
    effect,
    isMaker,
    venue: fill.venue,
    price: priceOf(contract, fill.price),
    middle: (BigInt(twice) * priceUnitsOf(contract)) / 2n,
    size: sizeUnitsOf(contract, size),
    value: toBigInt(value),
    fee: toBigInt(side.fee),
    slippage: isBook ? cost : 0n,
    liquidation: (isBook ? 0n : cost) - toBigInt(side.liquidationFee),
  });
  add(recording, 'positions', {
    at,
    seq,
    contract: contract.base,
    side: positionSide,
    size: sizeUnitsOf(contract, side.positionSize),
    openValue: toBigInt(side.openValue),
  });
}

/** The one that is open, or a new one. */
function findTrip(recording: Recording, contract: Contract, { side }: FillChange): OpenTrip {
  const { trips, entry, life } = recording;
  const found = trips.find((trip) => isOf(trip, contract.id, side.positionSide));
  if (found !== undefined) return found;
  recording.tripCount += 1;
  const trip: OpenTrip = {
    trade: recording.tripCount,
    contract,
    side: side.positionSide,
    openedAt: entry.at,
    openedSeq: entry.seq,
    regime: life.regime(),
    held: lots(0),
    largest: lots(0),
    middleCash: 0n,
    fills: 0,
    bought: { lots: 0n, value: 0n },
    sold: { lots: 0n, value: 0n },
    isLiquidated: false,
    liquidationFees: 0n,
    split: noSplit(),
  };
  trips.push(trip);
  return trip;
}

const isOf = (trip: OpenTrip, contract: ContractId, side: OpenTrip['side']): boolean =>
  trip.contract.id === contract && trip.side === side;

function foldFunding(recording: Recording, paid: EventOf<'funding-paid'>): void {
  const { trips, entry, contest } = recording;
  const { contract, positionSide: side, notional, rate, payment } = paid;
  const trip = trips.find((each) => isOf(each, contract, side));
  if (trip !== undefined) trip.split.funding -= toBigInt(payment);
  const { base } = contractOf(contest, contract);
  const { at, seq } = entry;
  const received = -toBigInt(payment);
  add(recording, 'funding', {
    at,
    seq,
    contract: base,
    side,
    notional: toBigInt(notional),
    rate: BigInt(rate),
    received,
  });
}

/** Every position that the decision was about, with the sums that it was made of. */
function foldLiquidation(recording: Recording, started: EventOf<'liquidation-started'>): void {
  const { contest, entry, numbers } = recording;
  const { scope, backing, equity, requirement } = started;
  const { at, seq } = entry;
  numbers.liquidations += 1;
  for (const row of started.rows) {
    const contract = contractOf(contest, row.contract);
    add(recording, 'liquidations', {
      liquidation: numbers.liquidations,
      at,
      seq,
      scope,
      contract: contract.base,
      side: row.positionSide,
      size: sizeUnitsOf(contract, row.size),
      openValue: toBigInt(row.openValue),
      mark: priceOf(contract, row.mark),
      notional: toBigInt(row.notional),
      unrealised: toBigInt(row.unrealisedPnl),
      backing: toBigInt(backing),
      equity: toBigInt(equity),
      requirement: toBigInt(requirement),
    });
  }
}

function noteRefusal(recording: Recording, refusal: LifeRefusal): void {
  const { counts, numbers, entry } = recording;
  const { at, call, status, code, words } = refusal;
  numbers.refusals += 1;
  const row = { refusal: numbers.refusals, at, seq: entry.seq, call, status, code, words };
  add(recording, 'refusals', row);
  // The numbers in a message differ from one to the next; what it says does not.
  const key = `${call} ${status} ${code} ${words.replace(/\d+/g, '0')}`;
  const found = counts.get(key);
  if (found !== undefined) found.count += 1;
  else if (counts.size < REFUSAL_KINDS_MAX)
    counts.set(key, { call, status, code, words, count: 1 });
}

function contractOf({ contracts }: Contest, id: ContractId): Contract {
  const contract = contracts[id];
  if (contract === undefined) throw new Error(`there is no contract ${id}`);
  return contract;
}
