/**
 * The candles of one contract and interval: read from the interface, then updated by the socket.
 * After a lost connection they are read again, so that the chart has no gap.
 */
import type { MarketCandlesAsked, MarketCandlesRow } from '../../client/client.ts';
import { INTERVAL_NAMES } from '../../wire/v2/codes.ts';
import type { SocketKline } from '../../wire/v2/format-socket.ts';
import { ask, publicLink, ROUTINE } from '../client/call.ts';

export interface Bar {
  /** Seconds since 1970. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

export interface CandleListener {
  /** All of them, oldest first. */
  readonly all: (bars: readonly Bar[]) => void;
  /** One that is new or has changed. */
  readonly one: (bar: Bar) => void;
}

export interface Wanted {
  readonly symbol: string;
  readonly interval: MarketCandlesAsked['granularity'];
}

const READ_MAX = 1_000;
const OLDER_MAX = 100;

/** Returns a function that ends it. */
export function followCandles(
  { symbol, interval }: Wanted,
  price: 'LAST' | 'MARK',
  listener: CandleListener,
): () => void {
  let isOver = false;
  let isRead = false;
  const read = async (): Promise<void> => {
    isRead = false;
    const bars = await readBars({ symbol, interval }, price);
    if (isOver || bars === undefined) return;
    isRead = true;
    listener.all(bars);
  };
  const channel = `kline.${price}_PRICE.${symbol}.${INTERVAL_NAMES[interval]}` as const;
  const end = publicLink.subscribe(channel, {
    begin: () => void read(),
    hear: ({ data, type }) => {
      if (isRead && type !== 'snapshot') for (const row of data) listener.one(barOf(row));
    },
  });
  return () => {
    isOver = true;
    end();
  };
}

/** The index has no channel: it is polled. */
export async function readBars(
  { symbol, interval }: Wanted,
  priceType: 'LAST' | 'MARK' | 'INDEX',
  limit = READ_MAX,
): Promise<Bar[] | undefined> {
  const asked = { symbol, granularity: interval, limit, priceType };
  const terms = limit === READ_MAX ? {} : ROUTINE;
  const outcome = await ask(({ market }) => market.candles(asked, terms));
  return outcome.ok ? outcome.value.map(rowBar).reverse() : undefined;
}

/** Candles before the oldest known one. */
export async function readOlder({ symbol, interval }: Wanted, before: number): Promise<Bar[]> {
  const endTime = String(before * 1_000);
  const asked = { symbol, granularity: interval, endTime, limit: OLDER_MAX };
  const outcome = await ask(({ market }) => market.historyCandles(asked));
  return outcome.ok ? outcome.value.map(rowBar).reverse() : [];
}

const rowBar = ([time, open, high, low, close, volume]: MarketCandlesRow): Bar => ({
  time: Number(time) / 1_000,
  open: Number(open),
  high: Number(high),
  low: Number(low),
  close: Number(close),
  volume: Number(volume),
});

const barOf = ({ klineTime, open, high, low, close, size }: SocketKline): Bar =>
  rowBar([klineTime, open, high, low, close, size, '']);
