/**
 * Index prices from real exchanges, polled in the background: `next` never waits for them. If no
 * source of a contract counts, there is no price for it, and the owner of the feed continues
 * without.
 */

import type { Contract } from '../../../domain/contract.ts';
import { reasonOf } from '../../../domain/reason-of.ts';
import type { IndexPrice } from '../../feed.ts';
import type { OpenFeed } from '../feed-switch.ts';
import { fineOf, fineScaleOf } from '../fine-price.ts';
import type { Exchange, OutsideQuote } from './open-exchanges.ts';
import { waitFor } from './wait-for.ts';
import { type Dropped, type Source, weighSources } from './weigh-sources.ts';

export interface LiveSettings {
  readonly contracts: readonly Contract[];
  readonly exchanges: readonly Exchange[];
  /** In milliseconds, on a clock that nobody sets. */
  readonly now: () => number;
  /** The wall clock, which exchanges use, in milliseconds since 1970. */
  readonly wallNow: () => number;
  /** How long to wait for the first prices. */
  readonly patienceMillis: number;
  readonly tell: (message: string) => void;
}

interface Strand {
  readonly contract: Contract;
  readonly pair: string;
  readonly sources: Map<string, Source>;
  readonly dropped: Dropped;
  index: number | undefined;
  /** When the newest of its sources was seen. */
  learnedAt: number;
  before: number;
  weighedAt: number;
}

const WEIGH_MILLIS = 1_000;
/** An exchange that does not answer is asked less and less often, up to this interval. */
const PAUSE_MILLIS_MAX = 30_000;

export async function openLiveFeed(settings: LiveSettings): Promise<OpenFeed> {
  const { contracts, exchanges, now } = settings;
  const strands = contracts.map(createStrand);
  const pollers = exchanges.map((exchange) => startPolling(settings, strands, exchange));
  const answered = new AbortController();
  void Promise.allSettled(pollers.map(({ first }) => first)).then(() => answered.abort());
  await waitFor(settings.patienceMillis, answered.signal);
  const close = async (): Promise<void> => {
    await Promise.all(pollers.map((poller) => poller.stop()));
  };
  return {
    source: () => describe(strands, exchanges),
    next: () => {
      const prices: IndexPrice[] = [];
      for (const strand of strands) {
        weigh(strand, settings, now());
        if (strand.index === undefined) continue;
        const price = fineOf(strand.index * fineScaleOf(strand.contract));
        prices.push({ contract: strand.contract.id, price, learnedAt: strand.learnedAt });
      }
      return prices;
    },
    close,
  };
}

const createStrand = (contract: Contract): Strand => ({
  contract,
  pair: `${contract.base}/${contract.quote}`,
  sources: new Map(),
  dropped: new Map(),
  index: undefined,
  learnedAt: 0,
  before: 0,
  weighedAt: 0,
});

/** At most once a second, however often the feed is asked. */
function weigh(strand: Strand, { tell }: LiveSettings, now: number): void {
  const elapsed = now - strand.weighedAt;
  if (elapsed < WEIGH_MILLIS) return;
  const { index, told } = weighSources({
    sources: [...strand.sources.values()],
    dropped: strand.dropped,
    before: strand.before,
    elapsedSeconds: strand.weighedAt === 0 ? 0 : elapsed / 1_000,
    now,
  });
  strand.weighedAt = now;
  strand.learnedAt = Math.max(0, ...[...strand.sources.values()].map(({ at }) => at));
  strand.index = index;
  if (index !== undefined) strand.before = index;
  for (const words of told) tell(`${strand.pair} of ${words}`);
}

function startPolling(
  { now, wallNow, tell }: LiveSettings,
  strands: readonly Strand[],
  exchange: Exchange,
) {
  const pairs = strands.map(({ pair }) => pair);
  const stopping = new AbortController();
  let failures = 0;
  const askOnce = async (): Promise<void> => {
    try {
      const quotes = await exchange.ask(pairs);
      if (failures > 0) tell(`${exchange.name} answers again`);
      failures = 0;
      // What came together was seen together.
      const times = { now: now(), wall: wallNow() };
      for (const quote of quotes) note(strands, exchange.name, quote, times);
    } catch (error) {
      if (failures === 0) tell(`${exchange.name} does not answer: ${wordsOf(error)}`);
      failures += 1;
    }
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const pause = exchange.everyMillis * (1 << Math.min(failures, 5));
      await waitFor(Math.min(pause, PAUSE_MILLIS_MAX), stopping.signal);
      if (!stopping.signal.aborted) await askOnce();
    }
  };
  const first = askOnce();
  const running = first.then(run);
  return {
    /** Resolves after the first answer or failure. */
    first,
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}

/** Clocks differ: a quote counts as old by the exchange's own time only beyond this age. */
const SAID_OLD_MILLIS = 60_000;

function note(
  strands: readonly Strand[],
  name: string,
  quote: OutsideQuote,
  { now, wall }: { readonly now: number; readonly wall: number },
): void {
  const strand = strands.find(({ pair }) => pair === quote.pair);
  if (strand === undefined) return;
  const before = strand.sources.get(name);
  const { price, spread } = quote;
  const isSame = before?.price === price && before.spread === spread;
  const saidAge = wall - (quote.at ?? wall);
  const at = saidAge > SAID_OLD_MILLIS ? now - saidAge : now;
  strand.sources.set(name, { name, price, spread, at, changedAt: isSame ? before.changedAt : now });
}

function describe(strands: readonly Strand[], exchanges: readonly Exchange[]): string {
  const names = exchanges
    .map(({ name }) => name)
    .filter((name) =>
      strands.some(({ sources, dropped }) => sources.has(name) && !dropped.has(name)),
    );
  return names.length === 0
    ? `live from ${exchanges.length} exchanges, none of which answers`
    : `live from ${names.join(', ')}`;
}

const wordsOf = (error: unknown): string => reasonOf(error).slice(0, 200);
