/**
 * Watches a market and records what the report needs: one row a minute for each contract, the tape,
 * funding, and liquidations.
 */
import { bestTicks } from '../../src/book/book.ts';
import { assert } from '../../src/domain/assert.ts';
import type { Event } from '../../src/domain/event.ts';
import { FINE_PER_TICK, NO_TICKS } from '../../src/domain/units.ts';
import type { LiquidationStarted } from '../../src/domain/why.ts';
import { getAccount, type Listing } from '../../src/engine/state.ts';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { wildness } from '../../src/market/mind.ts';
import { depthWithin, midOf } from './book-depth.ts';
import type { Drive } from './drive-market.ts';
import { createLeadLag, LAG_MILLIS, observePrices } from './lead-lag.ts';
import { recordTape, recordTapeSecond, Tape } from './record-tape.ts';

/** Columns of one contract, one number a minute; prices in ticks, distances in basis points. */
export class MinuteColumns {
  readonly base: string;
  readonly last: number[] = [];
  readonly mid: number[] = [];
  readonly index: number[] = [];
  /** In the quote currency. */
  readonly volume: number[] = [];
  /** The mean of the minute, and how many ticks it was as the minute ended. */
  readonly spread: number[] = [];
  readonly spreadTicks: number[] = [];
  /** What rests on both sides near the index as the minute ends, in the quote currency. */
  readonly depth: number[] = [];
  /** Lots that are open as the minute ends. */
  readonly openInterest: number[] = [];
  /** How many positions of simulated traders began to be liquidated. */
  readonly liquidations: number[] = [];
  readonly basis: number[] = [];
  readonly wildness: number[] = [];
  readonly fundingRates: number[] = [];
  /** What takers bought less what they sold, in the quote currency. */
  readonly flow: number[] = [];
  readonly tape = new Tape();
  /** Of the minute under way. */
  now = blankMinute();

  constructor(base: string) {
    this.base = base;
  }
}

function blankMinute() {
  return { volume: 0, flow: 0, spread: 0, basis: 0, samples: 0, liquidations: 0 };
}

const MINUTE = 60_000;
/** Depth is what rests up to this far from the index. */
export const DEPTH_BP = 20;

export type Recording = ReturnType<typeof createRecording>;

export function createRecording({ state }: Drive) {
  const regimes: Regime[] = [];
  return {
    columns: state.listings.map(({ contract }) => new MinuteColumns(contract.base)),
    /** How the prices follow the first one, which is BTC. */
    leadLag: createLeadLag(state.listings.length),
    /** The mood of the market, minute by minute. */
    regimes,
    /** Refusals of the house's commands. */
    rejects: 0,
    trades: 0,
    /** Forced closings outside the book. */
    takeovers: 0,
    deleveragings: 0,
  };
}

export function recordEvents(
  recording: Recording,
  { state, at }: Drive,
  events: readonly Event[],
): void {
  recordTape(
    recording.columns.map(({ tape }) => tape),
    at,
    events,
  );
  for (const event of events) {
    if (event.kind === 'fill-settled') {
      if (event.venue !== 'book') recording.takeovers += 1;
      else recordTrade(recording, event);
    } else if (event.kind === 'command-rejected') recording.rejects += 1;
    else if (event.kind === 'deleveraged') recording.deleveragings += 1;
    else if (event.kind === 'liquidation-started') {
      if (getAccount(state, event.account).role === 'house') recordLiquidation(recording, event);
    }
  }
}

function recordLiquidation(recording: Recording, { rows }: LiquidationStarted): void {
  for (const { contract } of rows) {
    const now = recording.columns[contract]?.now;
    if (now !== undefined) now.liquidations += 1;
  }
}

function recordTrade(recording: Recording, fill: Extract<Event, { kind: 'fill-settled' }>): void {
  const columns = recording.columns[fill.contract];
  assert(columns !== undefined, 'a trade of an unknown contract', fill.contract);
  recording.trades += 1;
  const { now } = columns;
  const value = Number(fill.value) / 1e8;
  now.volume += value;
  now.flow += fill.takerSide === 'buy' ? value : -value;
}

/** To be called after every second: samples the books, and ends the minute when it is over. */
export function recordSecond(recording: Recording, drive: Drive): void {
  for (const listing of drive.state.listings) {
    const columns = recording.columns[listing.contract.id];
    if (columns === undefined) continue;
    sampleBook(columns, listing);
    recordTapeSecond(columns.tape, drive.at, listing);
  }
  if (drive.at % LAG_MILLIS === 0)
    observePrices(recording.leadLag, drive.state.listings.map(midOf));
  if (drive.at % MINUTE !== 0) return;
  recording.regimes.push(drive.market.feed.regime() ?? 'calm');
  for (const listing of drive.state.listings) endMinute(recording, drive, listing);
}

function sampleBook({ now }: MinuteColumns, { book, index }: Listing): void {
  const bid = bestTicks(book, 'buy');
  const ask = bestTicks(book, 'sell');
  if (bid === NO_TICKS || ask === NO_TICKS) return;
  const mid = (bid + ask) / 2;
  now.spread += ((ask - bid) / mid) * 1e4;
  now.basis += (mid / (index / FINE_PER_TICK) - 1) * 1e4;
  now.samples += 1;
}

function endMinute(recording: Recording, { market }: Drive, listing: Listing): void {
  const { book, last, index, contract } = listing;
  const columns = recording.columns[contract.id];
  assert(columns !== undefined, 'an unknown contract', contract.id);
  const { now } = columns;
  const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
  const mid = (bid + ask) / 2;
  const mind = market.house.minds[contract.id];
  columns.last.push(last);
  columns.mid.push(mid);
  columns.spreadTicks.push(ask - bid);
  columns.depth.push(depthWithin(listing, DEPTH_BP));
  columns.openInterest.push(listing.longLots);
  columns.liquidations.push(now.liquidations);
  columns.index.push(index / FINE_PER_TICK);
  columns.volume.push(now.volume);
  columns.flow.push(now.flow);
  columns.spread.push(now.spread / Math.max(1, now.samples));
  columns.basis.push(now.basis / Math.max(1, now.samples));
  columns.wildness.push(mind === undefined ? 1 : wildness(mind));
  columns.now = blankMinute();
}
