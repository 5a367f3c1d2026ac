/** The folder of a run: a file for each life, the tables, the report, and what was tried here. */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { many } from '../../domain/many.ts';
import { readVersion } from '../../gateway/read-version.ts';
import { Misunderstood } from '../../terminal/command.ts';
import { digestLife } from '../../verdict/digest.ts';
import { interruptedAfter, type Judgement, judgeReturns } from '../../verdict/judge.ts';
import { hasLived, type LifeOutcome } from '../../verdict/life.ts';
import { type LifePart, readPart } from '../../verdict/life-part.ts';
import { formatReport } from '../../verdict/report/format-report.ts';
import { judgedReturns } from '../../verdict/report/overview.ts';
import { LIFE_TABLES } from '../../verdict/tables.ts';
import { NO_VARIANT, type Variant, variantsOf, variantText } from '../../verdict/variants.ts';
import { createTableWriter } from '../../verdict/write-tables.ts';
import { livesCsv, livesJson } from './lives-report.ts';
import { shellWord } from './lives-words.ts';
import { FIGURES_FILE, type RunSubject } from './run-subject.ts';
import { countTries, hashWords, planFile } from './tries.ts';
import type { LifeMarket } from './venue-settings.ts';

const NAMES = {
  parts: 'parts',
  report: 'report.html',
  json: FIGURES_FILE,
  csv: 'lives.csv',
  facts: 'run.json',
} as const;

/** One life to live: which variant of the bot, and its market. */
export interface LifeTask {
  /** The place of the variant; zero without any. */
  readonly place: number;
  readonly variant: Variant;
  readonly seed: string;
}

export interface LivedTask extends LifeTask {
  readonly outcome: LifeOutcome;
}

type RunFolder = Pick<RunSubject, 'out'>;

/** Where the record of a life goes. A seed may have any characters, a name of a file may not. */
const partPath = (folder: string, place: number, seed: string): string =>
  join(folder, NAMES.parts, String(place), `${encodeURIComponent(seed)}.life`);

export const partOf = (
  { out }: RunFolder,
  { place, seed }: Pick<LifeTask, 'place' | 'seed'>,
): string => partPath(out, place, seed);

const failureOf = (part: string): string => `${part}.failed`;

/** A failure is an end too: a bot that fails whenever it is behind would win once resumed. */
export function keepFailure(part: string, failure: string): void {
  mkdirSync(dirname(part), { recursive: true });
  writeFileSync(failureOf(part), failure);
}

/** A life that an earlier run came to the end of. */
export function recallLife(part: string, seed: string): LifeOutcome | undefined {
  if (existsSync(failureOf(part))) return { seed, failure: readFileSync(failureOf(part), 'utf8') };
  return existsSync(part) ? { seed, figures: readPart(part).figures, wallSeconds: 0 } : undefined;
}

/** A run begins with nothing of the one before, but for what was tried, or goes on with it. */
export function beginFolder(
  { out, terms, parameters, files }: RunSubject,
  isResumed: boolean,
): void {
  mkdirSync(out, { recursive: true });
  const parts = join(out, NAMES.parts);
  const plan = planFile(out);
  const own = hashWords([terms, parameters, [...files]]);
  if (isResumed && existsSync(plan)) {
    if (readFileSync(plan, 'utf8').startsWith(own)) return;
    throw new Misunderstood(`--resume: the run in ${out} is another one; leave --resume out`);
  }
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts);
  writeFileSync(plan, `${own} ${randomUUID()}`);
}

/** What one report is about: lives of one variant. */
export interface Reported {
  readonly lived: readonly LivedTask[];
  readonly judgement?: Judgement;
  /** How many choices were judged on further seeds; without it the report is of the choice. */
  readonly judged?: number;
  readonly preface?: string;
}

/** The tables of all lives, and the report of those that it is about; returns its verdict. */
export function writeFolder(
  subject: RunSubject,
  lived: readonly LivedTask[],
  reportOn: (tries: number) => Reported,
): Judgement {
  const { out, bot, about, lifeMillis, market, replayOf, against } = subject;
  const write = (name: string, text: string): void => writeFileSync(join(out, name), text);
  writeTables(subject, lived);
  const variants = variantsOf(subject.parameters);
  const asked = new Set(subject.seeds);
  const tried = variants.map((variant, place) => {
    const own = lived.filter((task) => task.place === place && asked.has(task.seed));
    return { variant, seeds: subject.seeds, outcomes: own.map(({ outcome }) => outcome) };
  });
  const tries = countTries(subject, 'tries.json', tried);
  const facts = factsOf(subject);
  const { lived: shown, ...rest } = reportOn(tries);
  const outcomes = shown.map(({ outcome }) => outcome);
  const variant = shown[0]?.variant ?? NO_VARIANT;
  write(NAMES.json, `${livesJson(subject, outcomes, variant)}\n`);
  write(NAMES.csv, livesCsv(outcomes));
  const run = {
    ...Object.fromEntries(facts),
    seedList: subject.seeds,
    tries,
    market,
    variants: variants.map(variantText),
    shown: shown[0]?.place ?? 0,
    tables: LIFE_TABLES,
  };
  write(NAMES.facts, `${JSON.stringify(run, undefined, 2)}\n`);
  const lives = shown.flatMap((task) =>
    hasLived(task.outcome) ? [digestLife(task.seed, readPart(partOf(subject, task)))] : [],
  );
  const failures = outcomes.flatMap((life) => (hasLived(life) ? [] : [life]));
  const isWhole = tried.every((trial) => trial.outcomes.length === asked.size);
  const {
    judgement = isWhole
      ? judgeReturns(judgedReturns(lives), tries, failures.length)
      : interruptedAfter(outcomes.length, asked.size),
    judged,
    preface,
  } = rest;
  const input = {
    bot,
    about: `${many(lives.length, 'life', 'lives')} ${about}`,
    lives,
    failures,
    tries,
    judged,
    facts,
    lifeMillis,
    replayOf: (seed: string) => replayOf(seed, variant),
    openOf:
      market === null
        ? undefined
        : (seed: string, trade: number) =>
            `npx perpetua lives open ${shellWord(out)} --at ${shellWord(`${seed}:${trade}`)}` +
            (variant.size === 0 ? '' : ` --variant ${shellWord(variantText(variant))}`),
    against,
    preface,
  };
  write(NAMES.report, formatReport(input, judgement));
  return judgement;
}

export const reportFile = ({ out }: RunFolder): string => join(out, NAMES.report);

function writeTables(subject: RunSubject, lived: readonly LivedTask[]): void {
  const isSweep = subject.parameters.length > 0;
  const writer = createTableWriter(subject.out, isSweep ? ['variant', 'life'] : ['life']);
  for (const task of lived) {
    if (!hasLived(task.outcome)) continue;
    const lead = isSweep ? [variantText(task.variant), task.seed] : [task.seed];
    writer.add(lead, readPart(partOf(subject, task)).record.tables);
  }
  writer.close();
}

const factsOf = ({ command, seeds, files }: RunSubject): (readonly [string, string])[] => [
  ['command', command],
  ['seeds', `${seeds[0]} to ${seeds.at(-1)}`],
  ...[...files].map(([name, hash]): [string, string] => [name, `sha256 ${hash}`]),
  ['perpetua', readVersion()],
  ['node', `${process.version}, ${process.platform} ${process.arch}`],
];

/** What the file of a run has that its lives are read with. */
interface RunFacts {
  readonly market: LifeMarket | null;
  readonly perpetua: string;
  /** In words, by place; one that is empty where nothing is varied. */
  readonly variants: readonly string[];
  /** The place of the one that the report is about. */
  readonly shown: number;
}

/** One life of a run, and the market it was lived in. */
export interface KeptLife {
  readonly seed: string;
  readonly market: LifeMarket;
  readonly part: LifePart;
}

/** Of the variant that the report is about, unless one is named. Or why it cannot be read. */
export function readLife(
  folder: string,
  seed: string,
  variant: string | undefined,
): KeptLife | string {
  const facts = join(folder, NAMES.facts);
  if (!existsSync(facts)) return `${folder} is not the folder of a run: it has no ${NAMES.facts}`;
  const { market, perpetua, variants, shown }: RunFacts = JSON.parse(readFileSync(facts, 'utf8'));
  if (perpetua !== readVersion())
    return `the run in ${folder} is of version ${perpetua}, and this is ${readVersion()}`;
  if (market === null) return `the lives of ${folder} were no venues of their own`;
  const place = variant === undefined ? shown : variants.indexOf(variant);
  if (place < 0) return `${folder} has no variant "${variant}"; the first is "${variants[0]}"`;
  const path = partPath(folder, place, seed);
  const of = variants[place] ? ` of ${variants[place]}` : '';
  if (!existsSync(path)) return `${folder} has no life ${seed}${of}, or it failed`;
  return { seed, market, part: readPart(path) };
}
