/**
 * A small recording in the form of a capture of Binance USDⓈ-M streams, drawn from a seed: a book
 * that walks, trades that take from it, streams that are not in order with one another.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

export interface Recording {
  readonly path: string;
  readonly lines: readonly string[];
  readonly changes: number;
  readonly trades: number;
}

/** Small and repeatable; the quality of its draws does not matter here. */
function createDice(seed: number): (most: number) => number {
  let state = seed >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

const BEGIN = Date.UTC(2026, 2, 3, 12);
/** The recorder's clock is behind the exchange's. */
const BEHIND_MILLIS = 1_270;
/** In ticks of 0.1. */
const FIRST_PRICE = 618_000;
const REACH = 300;

const priceText = (ticks: number): string => (ticks / 10).toFixed(2);
const sizeText = (thousandths: number): string => (thousandths / 1_000).toFixed(3);

interface Side {
  readonly levels: Map<number, number>;
  readonly sign: 1 | -1;
}

const bestOf = ({ levels, sign }: Side): number => {
  let best = Number.POSITIVE_INFINITY;
  for (const price of levels.keys()) best = Math.min(best, price * sign);
  return best * sign;
};

function beginSide(sign: Side['sign'], roll: (most: number) => number): Side {
  const levels = new Map<number, number>();
  const best = FIRST_PRICE + (sign === 1 ? 1 : 0);
  for (let away = 0; away < REACH; away += 1)
    if (away === 0 || roll(3) > 0) levels.set(best + sign * away, 1 + roll(5_000));
  return { levels, sign };
}

const pairs = (levels: Iterable<readonly [number, number]>): [string, string][] =>
  [...levels].map(([price, size]) => [priceText(price), sizeText(size)]);

const stream = (name: string, data: object): object => ({ stream: `btcusdt@${name}`, data });

const quoteOf = (at: number, u: number, bid: number, ask: number): object =>
  stream('bookTicker', {
    ...{ e: 'bookTicker', u, s: 'BTCUSDT', T: at, E: at },
    ...{ b: priceText(bid), B: '1.000', a: priceText(ask), A: '1.000' },
  });

interface Row {
  readonly arrivesAt: number;
  readonly message: object;
}

const inOrderOfArrival = (rows: readonly Row[]): string[] =>
  rows
    .toSorted((one, other) => one.arrivesAt - other.arrivesAt)
    .map(({ arrivesAt, message }) => `${arrivesAt}000000 ${JSON.stringify(message)}`);

/** `sabotage` changes the finished lines. */
export function makeRecording(
  path: string,
  { seed = 1, changes = 200, sabotage = (lines: string[]): string[] => lines } = {},
): Recording {
  const roll = createDice(seed);
  const bids = beginSide(-1, roll);
  const asks = beginSide(1, roll);
  const rows: Row[] = [];
  const write = (at: number, delay: number, message: object): void => {
    rows.push({ arrivesAt: at - BEHIND_MILLIS + delay, message });
  };
  let [at, u, trade, trades] = [BEGIN, 1_000, 1, 0];
  const change = (moved: readonly [Map<number, number>, Map<number, number>], pu: number): void =>
    write(at, roll(20), {
      ...stream('depth@0ms', {
        ...{ e: 'depthUpdate', E: at, T: at, s: 'BTCUSDT', U: pu + 1, u, pu },
        ...{ b: pairs(moved[0]), a: pairs(moved[1]) },
      }),
    });
  for (let count = 0; count < changes; count += 1) {
    const moved: [Map<number, number>, Map<number, number>] = [new Map(), new Map()];
    const set = (side: Side, price: number, size: number): void => {
      if (size > 0) side.levels.set(price, size);
      else side.levels.delete(price);
      moved[side.sign === -1 ? 0 : 1].set(price, size);
    };
    at += 20 + roll(60);
    for (let taken = roll(4); taken > 0; taken -= 1) {
      const tradedAt = at - 4 * taken;
      const side = roll(2) === 0 ? bids : asks;
      const price = bestOf(side);
      const left = side.levels.get(price) ?? 0;
      const size = Math.min(left, 1 + roll(4_000));
      write(tradedAt, roll(4), {
        ...stream('trade', {
          ...{ e: 'trade', E: tradedAt, T: tradedAt, s: 'BTCUSDT', t: trade, X: 'MARKET' },
          ...{ p: priceText(price), q: sizeText(size), m: side === bids },
        }),
      });
      trade += 1;
      trades += 1;
      set(side, price, left - size);
    }
    for (let touched = 2 + roll(8); touched > 0; touched -= 1) {
      const side = roll(2) === 0 ? bids : asks;
      const other = side === bids ? asks : bids;
      // Never at or beyond the other side: a recorded book is not crossed.
      const nearest = bestOf(other) - side.sign * -1;
      const price = nearest + side.sign * roll(REACH);
      set(side, price, roll(3) === 0 && side.levels.size > 2 ? 0 : 1 + roll(5_000));
    }
    const pu = u;
    u += 1 + roll(50);
    change(moved, pu);
    write(at, roll(90), quoteOf(at, u, bestOf(bids), bestOf(asks)));
    // It arrives late: changes that came before it go on after it.
    if (count === 3)
      write(at, 250, {
        ...{ lastUpdateId: u, E: at, T: at },
        ...{ bids: pairs(bids.levels), asks: pairs(asks.levels) },
      });
  }
  const lines = sabotage(inOrderOfArrival(rows));
  const text = `${lines.join('\n')}\n`;
  writeFileSync(path, path.endsWith('.gz') ? gzipSync(text) : text);
  return { path, lines, changes, trades };
}
