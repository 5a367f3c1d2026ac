/** The folder of a run: a file for each life, the tables, the report, and what was tried here. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDuration } from '../../domain/duration.ts';
import { readVersion } from '../../gateway/read-version.ts';
import { Misunderstood } from '../../terminal/command.ts';
import { digestLife } from '../../verdict/digest.ts';
import { type Judgement, judgeReturns } from '../../verdict/judge.ts';
import { hasLived, type LifeOutcome } from '../../verdict/life.ts';
import { type LifePart, readPart } from '../../verdict/life-part.ts';
import { formatReport } from '../../verdict/report/format-report.ts';
import { returnsOf } from '../../verdict/report/overview.ts';
import type { Against } from '../../verdict/report/report-input.ts';
import { type Variant, variantsOf, variantText } from '../../verdict/variants.ts';
import { createTableWriter } from '../../verdict/write-tables.ts';
import { livesCsv, livesJson } from './lives-report.ts';
import { commandOf, type LivesChoice, replayCommand } from './lives-words.ts';
import type { LifeMarket } from './venue-settings.ts';

const NAMES = {
  parts: 'parts',
  report: 'report.html',
  json: 'lives.json',
  csv: 'lives.csv',
  facts: 'run.json',
  tries: 'tries.json',
  plan: 'plan',
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

/** Where the record of a life goes. A seed may have any characters, a name of a file may not. */
const partPath = (folder: string, place: number, seed: string): string =>
  join(folder, NAMES.parts, String(place), `${encodeURIComponent(seed)}.life`);

export const partOf = ({ out }: LivesChoice, { place, seed }: LifeTask): string =>
  partPath(out, place, seed);

/** A run begins with nothing of the one before, but for what was tried, or goes on with it. */
export function beginFolder(choice: LivesChoice): void {
  const { out, isResumed } = choice;
  mkdirSync(out, { recursive: true });
  const parts = join(out, NAMES.parts);
  const plan = join(parts, NAMES.plan);
  const own = hashOf([termsOf(choice), choice.parameters]);
  if (isResumed && existsSync(plan)) {
    if (readFileSync(plan, 'utf8') === own) return;
    throw new Misunderstood(`--resume: the run in ${out} is another one; leave --resume out`);
  }
  rmSync(parts, { recursive: true, force: true });
  mkdirSync(parts);
  writeFileSync(plan, own);
}

/** What one report is about: lives of one variant. */
export interface Reported {
  readonly lived: readonly LivedTask[];
  readonly judgement?: Judgement;
  readonly preface?: string;
}

/** The tables of all lives, and the report of those that it is about. */
export function writeFolder(
  choice: LivesChoice,
  lived: readonly LivedTask[],
  reportOn: (tries: number) => Reported,
): void {
  const { out } = choice;
  const write = (name: string, text: string): void => writeFileSync(join(out, name), text);
  writeTables(choice, lived);
  const files = hashFiles(choice.bot);
  const variants = variantsOf(choice.parameters);
  const tries = countTries(choice, files, variants);
  const facts = factsOf(choice, files);
  const { lived: shown, ...rest } = reportOn(tries);
  const outcomes = shown.map(({ outcome }) => outcome);
  write(NAMES.json, `${livesJson(choice, outcomes)}\n`);
  write(NAMES.csv, livesCsv(outcomes));
  const { startAt, wallet, speed, only, settings } = choice;
  const market = { startAt, wallet, speed, only, settings };
  const run = { ...Object.fromEntries(facts), seedList: choice.seeds, tries, market };
  write(NAMES.facts, `${JSON.stringify(run, undefined, 2)}\n`);
  const lives = shown.flatMap((task) =>
    hasLived(task.outcome) ? [digestLife(task.seed, readPart(partOf(choice, task)))] : [],
  );
  const failures = outcomes.flatMap((life) => (hasLived(life) ? [] : [life]));
  const { judgement = judgeReturns(returnsOf(lives), tries), preface } = rest;
  const input = {
    bot: choice.bot,
    about: aboutOf(choice, lives.length),
    lives,
    failures,
    tries,
    facts,
    lifeMillis: Math.round(choice.hours * 3_600) * 1_000,
    replayOf: (seed: string) => replayCommand(choice, seed),
    against: choice.against === undefined ? undefined : readAgainst(choice.against),
    preface,
  };
  write(NAMES.report, formatReport(input, judgement));
}

export const reportFile = ({ out }: LivesChoice): string => join(out, NAMES.report);

function writeTables(choice: LivesChoice, lived: readonly LivedTask[]): void {
  const isSweep = choice.parameters.length > 0;
  const writer = createTableWriter(choice.out, isSweep ? ['variant', 'life'] : ['life']);
  for (const task of lived) {
    if (!hasLived(task.outcome)) continue;
    const lead = isSweep ? [variantText(task.variant), task.seed] : [task.seed];
    writer.add(lead, readPart(partOf(choice, task)).record.tables);
  }
  writer.close();
}

function aboutOf({ hours, only, startAt, wallet, settings }: LivesChoice, count: number): string {
  const length = formatDuration(Math.round(hours * 3_600) * 1_000);
  const contracts = only.length === 0 ? 'all contracts' : only.join(', ');
  const more = settings.length === 0 ? '' : `, with ${settings.join(' ')}`;
  const lives = count === 1 ? '1 life' : `${count} lives`;
  return `${lives} of ${length} with ${contracts} from ${startAt}, ${wallet} USDT each${more}`;
}

const factsOf = (
  choice: LivesChoice,
  files: ReadonlyMap<string, string>,
): (readonly [string, string])[] => [
  ['command', commandOf(choice)],
  ['seeds', `${choice.seeds[0]} to ${choice.seeds.at(-1)}`],
  ...[...files].map(([name, hash]): [string, string] => [name, `sha256 ${hash}`]),
  ['perpetua', readVersion()],
  ['node', `${process.version}, ${process.platform} ${process.arch}`],
];

/** The files that the command of the bot names: with another content it is another bot. */
function hashFiles(bot: string): Map<string, string> {
  const words = bot.split(/[\s"']+/).filter((word) => word !== '' && !word.startsWith('-'));
  const files = words.filter((word) => statSync(word, { throwIfNoEntry: false })?.isFile());
  return new Map(
    files.map((name) => [name, createHash('sha256').update(readFileSync(name)).digest('hex')]),
  );
}

/** A bot, or a version of it, with what it was told. The same one again is no new try. */
function countTries(
  choice: LivesChoice,
  files: ReadonlyMap<string, string>,
  variants: readonly Variant[],
): number {
  const path = join(choice.out, NAMES.tries);
  const tried: Record<string, string> = existsSync(path)
    ? JSON.parse(readFileSync(path, 'utf8'))
    : {};
  for (const variant of variants)
    tried[hashOf([termsOf(choice), [...files], [...variant]])] ??=
      `${choice.bot} ${variantText(variant)}`.trim();
  writeFileSync(path, `${JSON.stringify(tried, undefined, 2)}\n`);
  return Object.keys(tried).length;
}

/** What a life depends on beside its seed. */
const termsOf = (choice: LivesChoice): unknown => {
  const { bot, hours, startAt, wallet, speed, only, settings } = choice;
  return [bot, hours, startAt, wallet, speed, only, settings];
};

const hashOf = (words: unknown): string =>
  createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16);

/** One life of a run without a sweep, and the market it was lived in. */
export interface KeptLife {
  readonly seed: string;
  readonly market: LifeMarket;
  readonly part: LifePart;
}

/** Or why it cannot be read. */
export function readLife(folder: string, seed: string): KeptLife | string {
  const facts = join(folder, NAMES.facts);
  if (!existsSync(facts)) return `${folder} is not the folder of a run: it has no ${NAMES.facts}`;
  const { market, perpetua }: { market: LifeMarket; perpetua: string } = JSON.parse(
    readFileSync(facts, 'utf8'),
  );
  if (perpetua !== readVersion())
    return `the run in ${folder} is of version ${perpetua}, and this is ${readVersion()}`;
  const path = partPath(folder, 0, seed);
  if (!existsSync(path)) return `${folder} has no life ${seed}, or it failed`;
  return { seed, market, part: readPart(path) };
}

/** The returns of another run, by seed. */
export function readAgainst(folder: string): Against {
  try {
    const { lives }: { lives: { seed: string; return?: unknown }[] } = JSON.parse(
      readFileSync(join(folder, NAMES.json), 'utf8'),
    );
    const returns = lives.flatMap(({ seed, return: earned }): [string, number][] =>
      typeof earned === 'number' ? [[seed, earned]] : [],
    );
    return { name: folder, returns: new Map(returns) };
  } catch {
    throw new Misunderstood(`--against names the folder of another run; ${folder} is none`);
  }
}
