/**
 * A capture of the public streams of Bybit, or a dump of its books: the message, with or without
 * the recorder's time in nanoseconds before it. `cts` is the time of the engine, which trades have
 * too; changes of one push are merged. A snapshot may come at any time, and one with `u` 1 after a
 * restart.
 */
import { MICROS_PER_MILLI, type TapeCounts, type TapeEvent } from './tape-event.ts';
import {
  flattenLevels,
  indexEvents,
  type LineReader,
  microsOf,
  splitReceived,
  type TapeFormat,
  toAmount,
} from './tape-format.ts';

interface Message {
  readonly topic?: string;
  readonly type?: string;
  readonly ts?: number;
  readonly cts?: number;
  readonly data?: Book | Ticker | readonly Trade[];
}

interface Book {
  readonly s?: string;
  readonly b?: unknown;
  readonly a?: unknown;
  readonly u?: number;
}

/** A change has only what is new. */
interface Ticker {
  readonly symbol?: string;
  readonly indexPrice?: string;
  readonly markPrice?: string;
  readonly fundingRate?: string;
  readonly nextFundingTime?: string;
}

interface Trade {
  readonly T?: number;
  readonly s?: string;
  readonly S?: string;
  readonly v?: string;
  readonly p?: string;
}

const SHAPE = /^(?:\d{16,20} )?\{.*"topic":"(?:orderbook|publicTrade|tickers)\./;

export const BYBIT_CAPTURE: TapeFormat = {
  name: 'capture of Bybit streams',
  isBegunBy: (text) => SHAPE.test(text),
  createReader: createCaptureReader,
};

function createCaptureReader(counts: TapeCounts): LineReader {
  /** The last change of each book; a book without one has no snapshot yet. */
  const lasts = new Map<string, number>();
  const read = (text: string): readonly TapeEvent[] => {
    const [receivedAt, rest] = splitReceived(text);
    const { topic = '', type, ts, cts, data }: Message = JSON.parse(rest);
    if (topic.startsWith('publicTrade.') && isTrades(data))
      return data.map((trade) => tradeOf(trade, receivedAt));
    if (topic.startsWith('tickers.') && isTicker(data)) return tickerOf(data, ts, receivedAt);
    if (!topic.startsWith('orderbook.') || !isBook(data)) {
      counts.unread += 1;
      return [];
    }
    const { s: symbol = '', b, a, u = 0 } = data;
    const isSnapshot = type === 'snapshot';
    const last = lasts.get(symbol);
    if (!isSnapshot && last === undefined) {
      counts.early += 1;
      return [];
    }
    if (!isSnapshot && u !== last! + 1) counts.gaps += 1;
    lasts.set(symbol, u);
    const at = timeOf(cts ?? ts);
    const [bids, asks] = [flattenLevels(b), flattenLevels(a)];
    return [{ kind: 'levels', at, receivedAt, symbol, isSnapshot, bids, asks }];
  };
  return { read, end: () => [] };
}

const isBook = (data: Message['data']): data is Book => data !== undefined && !isTrades(data);

const isTicker = (data: Message['data']): data is Ticker => data !== undefined && 'symbol' in data;

function tickerOf(
  { symbol = '', indexPrice, markPrice, fundingRate, nextFundingTime }: Ticker,
  ts: number | undefined,
  receivedAt: number,
): readonly TapeEvent[] {
  return indexEvents(
    { at: timeOf(ts), receivedAt, symbol },
    { price: indexPrice, mark: markPrice, fundingRate, fundingAt: microsOf(nextFundingTime) },
  );
}

const isTrades = (data: Message['data']): data is readonly Trade[] => Array.isArray(data);

function tradeOf({ T, s, S, v, p }: Trade, receivedAt: number): TapeEvent {
  if (s === undefined || (S !== 'Buy' && S !== 'Sell'))
    throw new Error('a trade has no symbol or no side');
  return {
    kind: 'trade',
    at: timeOf(T),
    receivedAt,
    symbol: s,
    price: toAmount(p),
    size: toAmount(v),
    takerSide: S === 'Buy' ? 'buy' : 'sell',
  };
}

function timeOf(millis: number | undefined): number {
  if (millis === undefined || !(millis > 0)) throw new Error('the message has no time');
  return Math.round(millis * MICROS_PER_MILLI);
}
