/**
 * `perpetua verdict`: how often a sweep is right. Variants draw their positions by chance and are
 * valued at the simulated prices, without costs: none can have an edge, and what they earn has the
 * tails of the market. Then one of them is given an edge of a known size.
 */
import { contractId } from '../../src/domain/ids.ts';
import { fineTicks, millis } from '../../src/domain/units.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';
import { DRIVE_START } from '../../src/market/drive-market.ts';
import { createSimulatedFeed } from '../../src/market/feeds/simulated-feed.ts';
import { marketTermsOf } from '../../src/market/market-terms.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { createDraws } from '../../src/verdict/draws.ts';
import { judgeSweep } from '../../src/verdict/judge-sweep.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { proofCommand } from '../proof-command.ts';

const HELP = `Usage: perpetua verdict [options]

  --variants N     in each sweep (64)
  --seeds N        markets of an hour in each sweep (20)
  --repetitions N  sweeps without an edge, and as many with one (100)
  --edge X         the mean of the planted one, in deviations of a life (2)`;

export const runVerdict = proofCommand(HELP, ({ countOf, figureOf }) => {
  const { rows, isGood } = measure({
    variants: countOf('variants'),
    seeds: countOf('seeds'),
    repetitions: countOf('repetitions'),
    edge: figureOf('edge'),
  });
  const table = formatMarkdownTable([['sweeps', 'said', 'times'], ...rows]);
  for (const line of table) TERMINAL.out(line);
  return isGood ? 0 : 1;
});

interface Trial {
  readonly variants: number;
  readonly seeds: number;
  readonly repetitions: number;
  readonly edge: number;
}

/** Of sweeps without an edge, and of those with one. */
const RIGHT_PART = 0.95;

function measure({ variants, seeds, repetitions, edge }: Trial) {
  const counts = { silent: 0, found: 0, alone: 0 };
  for (let turn = 1; turn <= repetitions; turn += 1) {
    const words = Array.from({ length: seeds }, (_, at) => `${turn}-${at + 1}`);
    const lives = words.map((word) => liveByChance(word, variants));
    if (namedIn(words, lives).length === 0) counts.silent += 1;
    const planted = lives.map(([first = 0, ...others]) => [
      first + edge * deviationOf(lives),
      ...others,
    ]);
    const named = namedIn(words, planted);
    if (named.includes(0)) counts.found += 1;
    if (named.length === 1 && named[0] === 0) counts.alone += 1;
    process.stderr.write(`\r${turn} of ${repetitions}`);
  }
  process.stderr.write('\n');
  const of = (count: number): string => `${count} of ${repetitions}`;
  const nonsense = `${variants} variants of chance on ${seeds} markets of an hour`;
  return {
    rows: [
      [nonsense, 'no edge', of(counts.silent)],
      [`the same with an edge of ${edge} deviations in one`, 'that one', of(counts.found)],
      ['', 'that one alone', of(counts.alone)],
    ],
    isGood: counts.silent >= RIGHT_PART * repetitions && counts.found >= RIGHT_PART * repetitions,
  };
}

function namedIn(words: readonly string[], lives: readonly (readonly number[])[]): number[] {
  const width = lives[0]?.length ?? 0;
  const tried = Array.from({ length: width }, (_, place) => ({
    variant: new Map([['chance', String(place)]]),
    returns: new Map(words.map((word, at): [string, number] => [word, lives[at]?.[place] ?? 0])),
  }));
  const { rows } = judgeSweep(tried, width);
  return rows.flatMap(({ hasEdge }, place) => (hasEdge ? [place] : []));
}

/** Of one variant over lives: all have the same. */
function deviationOf(lives: readonly (readonly number[])[]): number {
  const values = lives.flat();
  return Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / values.length);
}

const STEPS = 12;
const STEP_MILLIS = 300_000;

/** The return of each variant: long or short for five minutes at a time, as chance has it. */
function liveByChance(word: string, variants: number): number[] {
  const moves = movesOf(word);
  const draws = createDraws(word);
  return Array.from({ length: variants }, () =>
    moves.reduce((sum, move) => sum + (draws.below(2) === 0 ? move : -move), 0),
  );
}

function movesOf(word: string): number[] {
  const contracts = loadContracts()
    .slice(0, 1)
    .map((contract) => ({ ...contract, id: contractId(0) }));
  const feed = createSimulatedFeed({
    contracts,
    terms: marketTermsOf(contracts),
    seed: seedOfWord(word),
    from: [fineTicks(0)],
  });
  const prices = Array.from({ length: STEPS + 1 }, (_, at) => {
    const [first] = feed.next(millis(DRIVE_START + at * STEP_MILLIS));
    return first?.price ?? 1;
  });
  return prices.slice(1).map((price, at) => Math.log(price / (prices[at] ?? price)));
}
