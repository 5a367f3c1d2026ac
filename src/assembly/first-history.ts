/**
 * The generated history of a venue. It is made when the venue begins, and the data folder keeps a
 * note with the few numbers it is made from. Snapshots leave it out to stay small; every later
 * start makes the same candles from the note. The funding of that week is a few rows, which
 * snapshots keep.
 */

import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Check } from 'typebox/value';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { findJson } from '../domain/find-json.ts';
import { fineTicks, type Millis, millis } from '../domain/units.ts';
import { writeJsonFile } from '../gateway/data-files.ts';
import type { IndexPrice } from '../market/feed.ts';
import {
  generateHistory,
  HISTORY_VERSION,
  type HistoryTerms,
  type PastMinute,
} from '../market/feeds/history/generate-history.ts';
import type { Read } from '../venue/read.ts';
import type { Venue } from '../venue/venue.ts';
import { generatedUntilOf, underlayHistory } from '../views/candles.ts';
import { MINUTE, openOf } from '../views/interval.ts';
import { HISTORY_TOPIC, venueNote } from '../views/market-memory.ts';
import { type ContractHistory, seedHistory } from '../views/seed-history.ts';
import type { Views } from '../views/views.ts';

/** The few numbers that the generated week is made from. */
export interface HistoryNote {
  readonly version: number;
  /** In hexadecimal digits; it says nothing about the seed of the market. */
  readonly key: string;
  readonly endAt: number;
  /** In the order of contract ids. */
  readonly contracts: readonly NotedContract[];
}

interface NotedContract extends HistoryTerms {
  readonly symbol: string;
  readonly endPrice: number;
  /** The newest minutes, where a file had them: they cannot be generated again. */
  readonly past?: readonly PastMinute[];
}

export interface FirstHistory {
  readonly terms: readonly HistoryTerms[];
  readonly key: Uint8Array;
  /** Asked only if the venue begins. */
  readonly prices: () => readonly IndexPrice[];
  /** What is known of the time before a minute; by contract id. */
  readonly past?: (until: Millis) => Promise<readonly (readonly PastMinute[])[]>;
  readonly at: Millis;
}

/**
 * Runs before the first price of a venue; does nothing once there has been a price. Answers with
 * the note of what it made.
 */
export async function beginHistory(
  { read, putHistory }: Pick<Venue, 'read' | 'putHistory'>,
  path: string | null,
  first: FirstHistory,
): Promise<HistoryNote | undefined> {
  const drawn = drawHistory(read, first);
  if (drawn === undefined) return undefined;
  const past = (await first.past?.(millis(drawn.endAt))) ?? [];
  const contracts = drawn.contracts.map((row, place) => {
    const known = past[place] ?? [];
    return known.length === 0 ? row : { ...row, past: known };
  });
  const note = { ...drawn, contracts };
  await writeJsonFile(path, note);
  putHistory(historyOf(read.listing.contracts(), note));
  return note;
}

/** Undefined once there has been a price. */
export function drawHistory(
  read: Read,
  { terms, key, prices, at }: FirstHistory,
): HistoryNote | undefined {
  const hasPrice = read.listing.list().some(({ index }) => index > 0);
  if (hasPrice || read.market.hasCandles()) return undefined;
  const contracts = read.listing.contracts();
  const first = prices();
  return {
    version: HISTORY_VERSION,
    key: Buffer.from(key).toString('hex'),
    endAt: openOf('1m', at),
    contracts: contracts.map((contract, place) => {
      const [row, price] = [terms[place], first.find((one) => one.contract === contract.id)];
      if (row === undefined || price === undefined)
        throw new Error(`${contract.symbol} has no first price`);
      const { volatility, share, halfSpreadPpm, tradesPerSecond, tradeQuote } = row;
      const { symbol } = contract;
      const said = { volatility, share, halfSpreadPpm, tradesPerSecond, tradeQuote };
      return { symbol, endPrice: price.price, ...said };
    }),
  };
}

/** The candles before the first entry, made again from the note of the first start. */
export function recallHistory(
  path: string | null,
  views: Views,
  warn: (message: string) => void,
): void {
  recallNoted(findNote(path), views, (fault) =>
    warn(`${path}: ${fault}; charts begin with the first trade`),
  );
}

export function recallNoted(
  found: HistoryNote | string | undefined,
  views: Views,
  tell: (fault: string) => void = () => undefined,
): void {
  const until = generatedUntilOf(views.candles);
  const note = judgeNote(found, until);
  if (note === undefined) return;
  const contracts = views.contracts.rows.map(({ contract }) => contract);
  if (typeof note === 'string') tell(note);
  else if (until === 0) seedHistory(views, historyOf(contracts, note));
  else underlayHistory(views.candles, historyOf(contracts, note));
}

/** The note, if it belongs to candles generated up to that moment. */
function judgeNote(
  note: HistoryNote | string | undefined,
  until: Millis,
): HistoryNote | string | undefined {
  if (until === 0 || typeof note === 'string') return note;
  if (note === undefined) return 'it is gone';
  return note.endAt === until ? note : 'it is of other generated history than the snapshot';
}

function historyOf(listed: readonly Contract[], note: HistoryNote): Iterable<ContractHistory> {
  const { key, endAt, contracts: rows } = note;
  return generateHistory({
    contracts: listed.slice(0, rows.length),
    terms: rows,
    key: Buffer.from(key, 'hex'),
    endAt: millis(endAt),
    endPrices: rows.map(({ endPrice }) => fineTicks(endPrice)),
    past: rows.map(({ past }) => past),
  });
}

function findNote(path: string | null): HistoryNote | string | undefined {
  if (path === null) return undefined;
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
  const note = findJson(text);
  if (note === undefined) return 'it is not JSON';
  return isHistoryNote(note) ? note : 'it is not a note of generated history this version can read';
}

const PRICE = Type.Number({ exclusiveMinimum: 0 });
const TRADED = Type.Union([Type.Number({ minimum: 0 }), Type.Null()]);

const HISTORY_NOTE = Type.Object({
  version: Type.Literal(HISTORY_VERSION),
  key: Type.String({ pattern: '^[0-9a-f]{64}$' }),
  endAt: Type.Integer({ multipleOf: MINUTE }),
  contracts: Type.Array(
    Type.Object({
      endPrice: Type.Number(),
      volatility: Type.Number(),
      share: Type.Number(),
      halfSpreadPpm: Type.Number(),
      tradesPerSecond: Type.Number(),
      tradeQuote: Type.Number(),
      past: Type.Optional(Type.Array(Type.Tuple([PRICE, PRICE, PRICE, PRICE, TRADED]))),
    }),
  ),
});

export const isHistoryNote = (value: unknown): value is HistoryNote => Check(HISTORY_NOTE, value);

/**
 * In a cluster these numbers are notes in the log, from which each replica makes the same candles.
 * Together they would be too long for one note. The last one says that all are there.
 */
export function historyCommands({ contracts, ...head }: HistoryNote): Batch['commands'] {
  const rows = contracts.map(({ past: _, ...row }, place) =>
    venueNote(rowTopic(place), JSON.stringify(row)),
  );
  const count = contracts.length;
  return [...rows, venueNote(HISTORY_TOPIC, JSON.stringify({ ...head, count }))];
}

/** For the views of a replica that has just learnt of them. */
export function recallLogged(views: Views): void {
  const { notes } = views.market;
  const head = parse(notes.get(HISTORY_TOPIC));
  const count = 'count' in head ? Number(head.count) : 0;
  const contracts = Array.from({ length: count }, (_, place) => parse(notes.get(rowTopic(place))));
  const note: unknown = { ...head, contracts };
  recallNoted(isHistoryNote(note) ? note : undefined, views);
}

const rowTopic = (place: number): string => `${HISTORY_TOPIC} ${place}`;

function parse(text: string | undefined): object {
  const value: unknown = text === undefined ? {} : JSON.parse(text);
  return typeof value === 'object' && value !== null ? value : {};
}
