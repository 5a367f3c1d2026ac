/** Bounds on both sides: a market that stands still fails every fact, and so does a wild one. */
import { expect, test } from 'vitest';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { KeyedRandom, nextNormal } from '../../src/market/random.ts';
import { seedOfWord } from '../../src/market/seed.ts';
import { judgeFact, type MonthEvidence } from './judge-fact.ts';
import { createLeadLag, observePrices } from './lead-lag.ts';
import type { MinuteColumns } from './record-market.ts';
import { Tape } from './record-tape.ts';
import { studentQuantile } from './statistics.ts';
import { checkFacts } from './stylised-facts.ts';

const BASES = ['BTC', 'ETH', 'SOL', 'DOGE', 'XRP', 'ADA', 'BNB', 'LTC'];
const MINUTES = 3 * 1_440;

/** The market that nothing happens in: all eight are alike, and nothing ever changes. */
function standStill(days: number): MonthEvidence {
  const constant = (value: number): number[] => new Array<number>(MINUTES).fill(value);
  const columns = BASES.map(
    (base): MinuteColumns => ({
      base,
      last: constant(1_000),
      mid: constant(1_000),
      index: constant(1_000),
      volume: constant(50_000),
      spread: constant(1),
      spreadTicks: constant(9),
      depth: constant(1e6),
      openInterest: constant(1e4),
      liquidations: constant(0),
      basis: constant(0),
      wildness: constant(1),
      fundingRates: new Array<number>(90).fill(0.0001),
      flow: constant(0),
      tape: new Tape(),
      now: { volume: 0, flow: 0, spread: 0, basis: 0, samples: 0, liquidations: 0 },
    }),
  );
  const leadLag = createLeadLag(BASES.length);
  for (let step = 0; step < 100; step += 1)
    observePrices(
      leadLag,
      BASES.map(() => 1_000),
    );
  const hour = { accountHours: 1_000, deaths: 0 };
  const regimes = new Array<Regime>(MINUTES).fill('calm').fill('stress', MINUTES / 2);
  return {
    settings: { days },
    recording: {
      ...{ columns, leadLag, regimes },
      ...{ rejects: 0, trades: 0, takeovers: 0, deleveragings: 0 },
    },
    books: BASES.map(() => ({
      ...{ reaches: [0, 0], costs: [10, 10], depths: [], count: 2 },
      ...{ near: 1, round: 0.1 },
    })),
    leveraged: {
      ...{ accounts: [], moods: new Set(), hasBegun: true },
      tally: { calm: hour, trend: hour, stress: hour },
    },
  };
}

test('[HSE-10] a market that stands still fails every fact', () => {
  const facts = checkFacts(standStill(30));
  expect(facts.length).toBeGreaterThan(30);
  expect(facts.filter(({ verdict }) => verdict !== 'fails')).toEqual([]);
});

test('[HSE-10] every bound has two sides, and no value beyond either of them holds', () => {
  for (const fact of checkFacts(standStill(30))) {
    const { from, to, days } = fact.bounds;
    expect(Number.isFinite(from) && Number.isFinite(to) && from < to, fact.what).toBe(true);
    const verdict = (value: number) =>
      judgeFact({ ...fact, values: [value, value, value] }, days).verdict;
    expect(verdict((from + to) / 2), fact.what).toBe('holds');
    for (const value of [from - 1e-6, to + 1e-6, Number.NaN, Number.POSITIVE_INFINITY])
      expect(verdict(value), fact.what).toBe('fails');
  }
});

test('[HSE-10] a run too short for a fact neither holds nor fails it', () => {
  const facts = checkFacts(standStill(1));
  const unsaid = facts.filter(({ verdict }) => verdict === 'too short to say');
  expect(unsaid.length).toBeGreaterThan(20);
  for (const { bounds } of unsaid) expect(bounds.days).toBeGreaterThan(1);
  for (const { bounds, verdict } of facts) if (bounds.days <= 1) expect(verdict).toBe('fails');
  expect(facts.every(({ bounds }) => bounds.days <= 30)).toBe(true);
});

test('[HSE-10] a follower is told from a leader', () => {
  const sums = createLeadLag(2);
  let [leader, follower, before] = [1_000, 1_000, 0];
  for (let step = 0; step < 2_000; step += 1) {
    const move = Math.sin(step * step * 0.37) * 1e-4;
    leader *= 1 + move;
    follower *= 1 + before;
    before = move;
    observePrices(sums, [leader, follower]);
  }
  const evidence = standStill(30);
  const { columns } = evidence.recording;
  const recording = { ...evidence.recording, columns: columns.slice(0, 2), leadLag: sums };
  const facts = checkFacts({ ...evidence, recording });
  const [after, less] = facts.filter(({ name }) => name === 'the others follow BTC');
  expect(after!.values[0]).toBeGreaterThan(0.9);
  expect(less!.values[0]).toBeGreaterThan(0.5);
});

/** A month of a price whose volatility clusters; this part of a return comes again later. */
function clustered(word: string, memory: number): number[] {
  const random = new KeyedRandom(seedOfWord(word).key);
  const prices = [1_000];
  let [wave, before] = [0, 0];
  for (let minute = 0; minute < 30 * 1_440; minute += 1) {
    wave = wave * 0.99 + 0.1 * nextNormal(random);
    const draw = nextNormal(random);
    prices.push(prices.at(-1)! * Math.exp(5e-4 * Math.exp(wave) * (draw + memory * before)));
    before = draw;
  }
  return prices;
}

test('[HSE-10] clustered volatility is not taken for memory, and memory is found in it', () => {
  const evidence = standStill(30);
  const verdictWith = (memory: number): string | undefined => {
    const columns = evidence.recording.columns.slice(0, 3).map((row) => ({
      ...row,
      mid: clustered(`clustered ${row.base}`, memory),
    }));
    const facts = checkFacts({ ...evidence, recording: { ...evidence.recording, columns } });
    return facts.find(({ name }) => name === 'no linear memory')?.verdict;
  };
  expect(verdictWith(0)).toBe('holds');
  expect(verdictWith(0.05)).toBe('fails');
  expect(verdictWith(-0.05)).toBe('fails');
});

test("Student's quantile is that of the tables", () => {
  expect(studentQuantile(0.025, 10)).toBeCloseTo(2.262, 2);
  expect(studentQuantile(0.025, 1_000)).toBeCloseTo(1.962, 2);
  expect(studentQuantile(0.001, 8)).toBeCloseTo(4.785, 1);
  expect(studentQuantile(0.01, 1)).toBe(Number.POSITIVE_INFINITY);
});
