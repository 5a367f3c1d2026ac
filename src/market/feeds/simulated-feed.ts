/**
 * Index prices made up by a process that moves like a real market. It steps on a fixed grid of
 * venue time, so the same seed gives the same prices whether it is asked often or rarely and
 * however fast venue time runs. Fractions stay in here; whole fine ticks leave.
 */
import { assert } from '../../domain/assert.ts';
import type { Contract } from '../../domain/contract.ts';
import type { FineTicks } from '../../domain/units.ts';
import type { Feed, IndexPrice } from '../feed.ts';
import type { MarketTerms } from '../market-terms.ts';
import { fineOf, fineScaleOf } from './fine-price.ts';
import { createProcess, forceRegime, type PriceProcess, stepProcess } from './price-process.ts';
import type { Regime } from './regimes.ts';

export interface SimulatedSettings {
  readonly contracts: readonly Contract[];
  /** One for each contract. */
  readonly terms: readonly Pick<MarketTerms, 'startPrice' | 'volatility' | 'share'>[];
  readonly seed: number;
  /** Tells one start of the venue from the next. */
  readonly salt: number;
  /** Where each price stood when the venue stopped; zero where it never had one. */
  readonly from: readonly FineTicks[];
}

export interface SimulatedFeed extends Feed {
  readonly regime: () => Regime;
  /** The market is of this mood until told otherwise; with null it goes on by itself. */
  readonly force: (regime: Regime | null) => void;
}

/** Even in the wildest market a step stays below five basis points of deviation. */
export const STEP_MILLIS = 250;
/** What is late is caught up to here. Beyond it prices stay: nobody is ruined by our absence. */
export const CATCH_UP_MILLIS_MAX = 600_000;

/** As a logarithm: no simulated price gets here by itself, in years. */
const AWAY_MAX = 1;

export function createSimulatedFeed(settings: SimulatedSettings): SimulatedFeed {
  const { contracts, terms, seed, salt, from } = settings;
  assert(terms.length === contracts.length, 'each contract has terms', terms.length);
  const process = createProcess({ terms, seed, salt, stepSeconds: STEP_MILLIS / 1_000 });
  const starts = contracts.map((contract, at) => startOf(contract, terms[at]?.startPrice ?? 0));
  starts.forEach((start, at) => {
    const before = from[at] ?? 0;
    if (before === 0) return;
    const away = Math.log(before / start);
    // So far from its start it came from another feed: it belongs where it is.
    if (Math.abs(away) > AWAY_MAX) starts[at] = before;
    else process.away[at] = away;
  });
  let steps: number | undefined;
  return {
    source: () => `simulated, seed ${seed}`,
    next: (at) => {
      const due = Math.floor(at / STEP_MILLIS);
      if (steps !== undefined) catchUp(process, steps, due);
      steps = Math.max(steps ?? due, due);
      return contracts.map(({ id }, place): IndexPrice => {
        const price = fineOf(starts[place]! * Math.exp(process.away[place]!));
        return { contract: id, price };
      });
    },
    regime: () => process.regime,
    force: (regime) => forceRegime(process, regime),
  };
}

function catchUp(process: PriceProcess, before: number, due: number): void {
  let step = Math.max(before, due - CATCH_UP_MILLIS_MAX / STEP_MILLIS);
  while (step < due) {
    step += 1;
    stepProcess(process, step * STEP_MILLIS);
  }
}

const startOf = (contract: Contract, price: number): number => {
  assert(price > 0, 'a contract has no start price', contract.symbol);
  return Math.round(price * fineScaleOf(contract));
};
