/** Makes everything that a report tells: divides it into jobs and puts the results together. */
import {
  FORECASTS,
  MANIPULATION_NAMES,
  RULE_NAMES,
  type RuleChoice,
  SHAKEN_NAMES,
} from './adversaries/choose-rules.ts';
import type { AdversaryResult } from './adversaries/run-adversaries.ts';
import { type RuleSummary, summarise } from './adversaries/summarise.ts';
import type { Month } from './drive-month.ts';
import { type Fact, judgeFact } from './judge-fact.ts';
import type { Impact } from './probe-impact.ts';
import { findMetaorderFacts, type Metaorder } from './probe-metaorders.ts';
import { type Finished, type Job, runJobs } from './report-jobs.ts';
import { checkFacts } from './stylised-facts.ts';

interface TrialSize {
  readonly seeds: number;
  readonly hours: number;
}

export interface ReportSettings {
  readonly seed: string;
  readonly days: number;
  readonly together: TrialSize;
  readonly alone: TrialSize;
}

/** What some rules earned, each against the same seeds. */
export interface RuleTrial extends TrialSize {
  readonly title: string;
  /** Whether they know the seed, or can find it: then they should earn. */
  readonly isInformed: boolean;
  readonly rules: readonly RuleSummary[];
}

export interface Report {
  readonly settings: ReportSettings;
  readonly month: Month;
  readonly facts: readonly Fact[];
  readonly impacts: readonly Impact[];
  readonly metaorders: readonly Metaorder[];
  readonly trials: readonly RuleTrial[];
}

const IMPACT_SEEDS = 20;
/** For each day, and at most: each runs once for every size and side, and once without any. */
const METAORDER_SEEDS = 36;
/** A deep market and a thin one: alone in all eight, nineteen rules would take hours. */
export const ALONE_BASES: readonly string[] = ['BTC', 'DOGE'];

/** Whoever finds an old quote once in a hundred pieces of news needs so many times the seeds. */
export const SHAKEN_TIMES = 3;

/** Each kind of trouble comes a hundred times in sixteen hours. */
export const JUMP_EVERY = 100_000;

interface Trial extends TrialSize {
  readonly title: string;
  readonly isInformed: boolean;
  readonly choice: RuleChoice;
  readonly jumpEveryMillis?: number;
  readonly isUntilEnough?: true;
  readonly seedOf: (number: number) => string;
}

/** Everything in it that runs by itself; the month takes longest, so it begins first. */
function planJobs(settings: ReportSettings): Job[] {
  const { seed, days } = settings;
  const seedsOf = (length: number): string[] =>
    Array.from({ length }, (_, at) => `${seed} impact ${at + 1}`);
  const impacts = (['impact', 'metaorders'] as const).flatMap((kind) =>
    ['BTC', 'DOGE'].map(
      (base): Job => ({
        kind,
        base,
        seeds: seedsOf(
          kind === 'impact' ? IMPACT_SEEDS : Math.ceil(METAORDER_SEEDS * Math.min(1, days)),
        ),
      }),
    ),
  );
  return [{ kind: 'month', seed, days }, ...impacts, ...planTrials(settings).flatMap(jobsOf)];
}

export async function makeReport(
  settings: ReportSettings,
  threads: number,
  progress: (done: number) => void,
  folder?: string,
): Promise<Report> {
  const jobs = planJobs(settings);
  const weights = jobs.map(weightOf);
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const tell = (done: readonly number[]): void =>
    progress(done.reduce((sum, part, at) => sum + part * (weights[at] ?? 0), 0) / all);
  const finished = await runJobs(jobs, threads, tell, folder);
  return assemble(settings, finished);
}

/** Nobody guesses these seeds: they are as good as drawn ones, and the report can be repeated. */
function planTrials({ seed, together, alone }: ReportSettings): Trial[] {
  const usual = { isInformed: false, seedOf: (number: number) => `${seed} rules ${number}` };
  const forecast = (title: string, name: string): Trial => ({
    ...usual,
    ...together,
    title,
    choice: { alone: name },
    isInformed: true,
  });
  const single = { ...usual, ...alone, isUntilEnough: true } as const;
  return [
    { ...usual, ...together, title: 'together', choice: 'all' },
    ...RULE_NAMES.map((name): Trial => ({ ...single, title: 'alone', choice: { alone: name } })),
    ...SHAKEN_NAMES.map(
      (name): Trial => ({
        ...single,
        seeds: alone.seeds * SHAKEN_TIMES,
        title: 'jumps',
        choice: { alone: name },
        jumpEveryMillis: JUMP_EVERY,
      }),
    ),
    ...MANIPULATION_NAMES.map(
      (name): Trial => ({ ...single, title: 'manipulations', choice: { alone: name } }),
    ),
    { ...forecast('seeds that are in no list', FORECASTS.searching), isInformed: false },
    forecast('the same seeds, and it is told them', FORECASTS.informed),
    { ...forecast('seeds 1, 2, 3 and so on', FORECASTS.searching), seedOf: String },
  ];
}

/** Whoever is alone trades until it had occasions enough; others have a job for each seed. */
const jobsOf = ({ choice, seeds, hours, seedOf, jumpEveryMillis, isUntilEnough }: Trial): Job[] =>
  splitSeeds(
    Array.from({ length: seeds }, (_, at) => seedOf(at + 1)),
    isUntilEnough === true,
  ).map((own) => ({
    kind: 'rules',
    choice,
    seeds: own,
    hours,
    ...(typeof choice === 'string' ? {} : { bases: ALONE_BASES }),
    ...(jumpEveryMillis === undefined ? {} : { jumpEveryMillis }),
  }));

const splitSeeds = (seeds: readonly string[], isOne: boolean): (readonly string[])[] =>
  isOne && seeds.length > 0 ? [seeds] : seeds.map((seed) => [seed]);

/** About how long a job takes, in hours of one market. */
function weightOf(job: Job): number {
  if (job.kind === 'month') return job.days * 24 * 8;
  if (job.kind === 'impact') return job.seeds.length / 10;
  if (job.kind === 'metaorders') return job.seeds.length * 4;
  return Math.min(job.seeds.length, 12) * job.hours * (job.bases?.length ?? 8);
}

function assemble(settings: ReportSettings, finished: readonly Finished[]): Report {
  const months = finished.flatMap((row) => (row.kind === 'month' ? [row.month] : []));
  const [month] = months;
  if (month === undefined) throw new Error('the month is missing');
  const impacts = finished.flatMap((row) => (row.kind === 'impact' ? [row.impact] : []));
  const metaorders = finished.flatMap((row) => (row.kind === 'metaorders' ? row.metaorders : []));
  const done = finished.flatMap((row) => (row.kind === 'rules' ? [row.runs] : []));
  const tried = 2 * RULE_NAMES.length + SHAKEN_NAMES.length + MANIPULATION_NAMES.length + 1;
  let taken = 0;
  const summaries = planTrials(settings).map((trial): RuleTrial => {
    const jobs = jobsOf(trial).length;
    const own: AdversaryResult[][] = done.slice(taken, taken + jobs).flat();
    taken += jobs;
    const { title, isInformed, seeds, hours } = trial;
    // An attack that must succeed is one planned test, not the luckiest of many.
    const rules = summarise(own, hours, isInformed ? 1 : tried);
    return { title, isInformed, seeds, hours, rules };
  });
  const answers = findMetaorderFacts(metaorders).map((row) => judgeFact(row, settings.days));
  const facts = [...checkFacts(month), ...answers];
  return { settings, month, facts, impacts, metaorders, trials: joined(summaries) };
}

/** One trial for each title: those of single rules become one. */
function joined(trials: readonly RuleTrial[]): RuleTrial[] {
  const byTitle = new Map<string, RuleTrial>();
  for (const trial of trials) {
    const before = byTitle.get(trial.title);
    byTitle.set(trial.title, { ...trial, rules: [...(before?.rules ?? []), ...trial.rules] });
  }
  return [...byTitle.values()];
}
