/** What is in a tape: its span, how much of everything, and what is odd about it. */
import type { TapeSteps } from './disguise.ts';
import { createTapeBook, setLevels } from './tape-book.ts';
import type { TapeCounts, TapeEvent } from './tape-event.ts';
import type { ReadTape } from './tape-lines.ts';

export interface TapeFindings extends TapeCounts {
  readonly format: string;
  readonly symbols: readonly BookFindings[];
}

export type BookFindings = Inspected['findings'];

export interface Delay {
  least: number;
  most: number;
  sum: number;
  count: number;
}

type Inspected = ReturnType<typeof begin>;

/** Finer steps than this are told as this. */
const DECIMALS_MAX = 10;

export async function inspectTape(tape: ReadTape): Promise<TapeFindings> {
  const symbols = new Map<string, Inspected>();
  for await (const piece of tape.events) takeAll(symbols, piece);
  return {
    ...tape.counts,
    format: tape.format()?.name ?? 'empty',
    symbols: [...symbols.values()].map(({ findings }) => findings),
  };
}

function takeAll(symbols: Map<string, Inspected>, events: readonly TapeEvent[]): void {
  for (const event of events) {
    const known = symbols.get(event.symbol) ?? begin(event);
    symbols.set(event.symbol, known);
    take(known, event);
  }
}

const begin = ({ symbol, at }: TapeEvent) => ({
  book: createTapeBook(),
  findings: {
    symbol,
    firstAt: at,
    lastAt: at,
    snapshots: 0,
    /** Changes of the book that count, and the levels in them. */
    changes: 0,
    levels: 0,
    trades: 0,
    quotes: 0,
    indexes: 0,
    /** After how many changes the best bid was not below the best ask. */
    crossings: 0,
    /** The smallest steps in which all its prices and sizes can be counted. */
    tick: 1,
    lot: 1,
    /** By kind of event: how long the recorder got it after the engine's time, in milliseconds. */
    delays: new Map<TapeEvent['kind'], Delay>(),
  },
});

function take({ findings, book }: Inspected, event: TapeEvent): void {
  const { at, receivedAt, kind } = event;
  findings.lastAt = at;
  if (receivedAt > 0) addDelay(findings, kind, (receivedAt - at) / 1_000);
  switch (kind) {
    case 'levels':
      if (event.isSnapshot) findings.snapshots += 1;
      else findings.changes += 1;
      findings.levels += event.isSnapshot ? 0 : (event.bids.length + event.asks.length) / 2;
      setLevels(book, event);
      if (book.bestBid >= book.bestAsk) findings.crossings += 1;
      for (const side of [event.bids, event.asks])
        side.forEach((value, place) => {
          refine(findings, place % 2 === 0 ? 'tick' : 'lot', value);
        });
      return;
    case 'order':
    case 'trade':
      findings[kind === 'order' ? 'changes' : 'trades'] += 1;
      refine(findings, 'tick', event.price);
      refine(findings, 'lot', event.size);
      return;
    case 'quote':
      findings.quotes += 1;
      return;
    case 'index':
      findings.indexes += 1;
  }
}

function addDelay({ delays }: BookFindings, kind: TapeEvent['kind'], delay: number): void {
  const known = delays.get(kind);
  if (known === undefined) {
    delays.set(kind, { least: delay, most: delay, sum: delay, count: 1 });
    return;
  }
  known.least = Math.min(known.least, delay);
  known.most = Math.max(known.most, delay);
  known.sum += delay;
  known.count += 1;
}

/** The steps of the prices and sizes in these events, by symbol. */
export function findSteps(events: readonly TapeEvent[]): ReadonlyMap<string, TapeSteps> {
  const found = new Map<string, Inspected>();
  takeAll(found, events);
  return new Map([...found].map(([symbol, { findings }]) => [symbol, findings]));
}

/** Steps are powers of ten: what an exchange rounds to is rarely anything else. */
function refine(findings: BookFindings, step: 'tick' | 'lot', value: number): void {
  let decimals = Math.round(-Math.log10(findings[step]));
  while (decimals < DECIMALS_MAX && !isWhole(value * 10 ** decimals)) decimals += 1;
  findings[step] = 10 ** -decimals;
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < 1e-6;
