/**
 * The trades of a contract, each once and in order. The channel has no snapshot, so after a lost
 * connection the newest trades are read by HTTP, and those between what was heard before and what
 * is heard now are put in between. The channel does not number its trades: they are matched by
 * time, price, size and side, as the run of trades that both lists share.
 */

import type { MarketCalls, MarketTradesRow, PublicPayloads, TradesPayload } from './calls.ts';
import { startTimer } from './client-timers.ts';
import type { LiveSocket } from './live-socket.ts';

export type ToldTrade = TradesPayload['data'][number];

export interface TradesWanted {
  readonly symbol: string;
  /** How many trades of the past to begin with; none unless told. */
  readonly past?: number;
}

type Trades = Pick<MarketCalls, 'trades'>;

const READ_MAX = 1_000;
const PAUSE_MILLIS = 1_000;

/**
 * Returns a function that ends it. The first call has the trades of the past, of which there may be
 * none; later ones have what is new. `hasGap` is true if the connection was lost for longer than
 * the newest thousand trades: some before these are missing.
 */
export function followTrades(
  { market }: { readonly market: Trades },
  socket: LiveSocket<PublicPayloads>,
  { symbol, past = 0 }: TradesWanted,
  hear: (trades: readonly ToldTrade[], hasGap: boolean) => void,
): () => void {
  /** The newest that were told or, before any was, that there were; undefined at first. */
  let known: readonly ToldTrade[] | undefined;
  /** Those that came while the past is read; undefined if it is not. */
  let early: ToldTrade[] | undefined;
  /** Trades that were read and may still be heard: what is heard can be behind what is read. */
  let ahead: readonly ToldTrade[] = [];
  let round = 0;
  const tell = (trades: readonly ToldTrade[], hasGap = false): void => {
    const isFirst = known === undefined;
    known = [...(known ?? []), ...trades].slice(-READ_MAX);
    if (trades.length > 0 || hasGap || isFirst) hear(trades, hasGap);
  };
  const isNew = (trade: ToldTrade): boolean => {
    const place = ahead.findIndex((read) => isAlike(read, trade));
    ahead = place < 0 ? [] : ahead.slice(place + 1);
    return place < 0;
  };
  const repair = async (): Promise<void> => {
    round += 1;
    const own = round;
    early = [];
    const limit = known === undefined ? Math.max(past, 1) : READ_MAX;
    const rows = await readPast(market, { symbol, limit }, () => own !== round);
    if (rows === undefined) return;
    const later = early;
    early = undefined;
    ahead = rows;
    const place = known === undefined ? Math.max(0, rows.length - past) : placeAfter(known, rows);
    const hasGap = known !== undefined && place === 0 && rows.length === READ_MAX;
    const older = known === undefined ? rows.slice(0, place) : [];
    tell([...rows.slice(place), ...later.filter(isNew)], hasGap);
    known = [...older, ...(known ?? [])];
  };
  const end = socket.subscribe(`trades.${symbol}`, {
    begin: () => void repair(),
    hear: ({ data }) => {
      if (early === undefined) tell(data.filter(isNew));
      else early = [...early, ...data].slice(-READ_MAX);
    },
  });
  return () => {
    round += 1;
    end();
  };
}

/** Oldest first; undefined if nobody wants them any more. */
async function readPast(
  market: Trades,
  asked: { readonly symbol: string; readonly limit: number },
  isOver: () => boolean,
): Promise<ToldTrade[] | undefined> {
  while (!isOver()) {
    const rows = await market.trades(asked).catch(() => undefined);
    if (isOver()) break;
    if (rows !== undefined) return rows.map(asLive).reverse();
    await new Promise((resolve) => {
      startTimer(resolve, PAUSE_MILLIS);
    });
  }
  return undefined;
}

const asLive = ({ time, isBuyerMaker, ...row }: MarketTradesRow): ToldTrade => ({
  time: String(time),
  price: row.price,
  size: row.size,
  value: row.value,
  buyerMaker: isBuyerMaker,
});

/** The place in a list after the last trade of the list before it; 0 if it is not there. */
function placeAfter(before: readonly ToldTrade[], list: readonly ToldTrade[]): number {
  if (before.length === 0) return 0;
  for (let place = list.length; place > 0; place -= 1) {
    const count = Math.min(place, before.length);
    const shared = list.slice(place - count, place);
    if (shared.every((trade, at) => isAlike(trade, before[before.length - count + at])))
      return place;
  }
  return 0;
}

const isAlike = (one: ToldTrade, other: ToldTrade | undefined): boolean =>
  one.time === other?.time &&
  one.price === other.price &&
  one.size === other.size &&
  one.buyerMaker === other.buyerMaker;
