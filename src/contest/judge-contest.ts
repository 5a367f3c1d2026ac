/**
 * Runs a whole contest and writes its result, or runs a result again and compares. What is done is
 * kept as it comes, so a run that was interrupted goes on where it was.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { formatBoardPage } from './board-page.ts';
import { formatBoardPicture } from './board-picture.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTerms,
  heatKeyOf,
  listPrograms,
  PROGRAMS_FOLDER,
  parseKey,
  readContest,
  readKey,
  readRecord,
  type Submitted,
} from './contest-folder.ts';
import {
  type BoardRow,
  drawBoard,
  formatHeat,
  formatResult,
  HEATS_FILE,
  type HeatLine,
  PAGE_FILE,
  PICTURE_FILE,
  parseHeat,
  parseHeats,
  RESULT_FILE,
  scoresIn,
  sha256Of,
} from './contest-result.ts';
import { pairOff } from './contest-rules.ts';
import { keptLines } from './kept-lines.ts';
import { type PlannedHeat, type RanHeat, runHeats } from './run-heats.ts';

export interface JudgeOptions {
  readonly parallel: number;
  readonly patienceMillis: number;
  readonly signal?: AbortSignal;
  readonly progress: (done: number, all: number) => void;
}

export interface JudgedContest {
  readonly terms: ContestTerms;
  readonly board: readonly BoardRow[];
}

/** In the folder of the contest, while it runs. */
const PARTIAL_FILE = 'heats.part';
export const RESULT_FOLDER = 'result';

export async function judgeContest(folder: string, options: JudgeOptions): Promise<JudgedContest> {
  const terms = readContest(folder);
  const key = readKey(folder, terms);
  const programs = listPrograms(folder);
  if (programs.length === 0) throw new ContestError(`${folder} has no program yet`);
  const teams = programs.map(({ team }) => team);
  const partial = join(folder, PARTIAL_FILE);
  const lines = recall(partial, nameOf(folder, programs));
  const isDone = ({ heat, places }: PlannedHeat): boolean =>
    lines.some((line) => line.heat === heat && line.teams[0]?.team === teams[places[0]!]);
  const whole = planHeats(terms, key, programs);
  const plan = whole.filter((planned) => !isDone(planned));
  let done = whole.length - plan.length;
  await runHeats({
    ...options,
    rules: terms.rules,
    contracts: terms.contracts,
    programs,
    plan,
    over: (ran) => {
      const line = formatHeat(ran, teams);
      appendFileSync(partial, `${line}\n`);
      lines.push(parseHeat(line));
      done += 1;
      options.progress(done, whole.length);
    },
  });
  const board = publish(folder, terms, key, programs, lines);
  rmSync(partial);
  return { terms, board };
}

/** What the lines so far belong to: with another program they are worth nothing. */
const nameOf = (folder: string, programs: readonly Submitted[]): string =>
  sha256Of(JSON.stringify([readFileSync(join(folder, CONTEST_FILE), 'utf8'), programs]));

function recall(partial: string, name: string): HeatLine[] {
  const [first, ...lines] = keptLines(partial);
  if (first === name) return lines.map(parseHeat);
  writeFileSync(partial, `${name}\n`);
  return [];
}

function planHeats(
  { rules }: ContestTerms,
  key: Uint8Array,
  programs: readonly Submitted[],
): PlannedHeat[] {
  const all = pairOff(rules, [...programs.keys()]);
  return all.map(({ heat, group }) => ({
    heat,
    key: heatKeyOf(key, heat),
    places: group,
    stops: new Map<number, number>(),
  }));
}

function publish(
  folder: string,
  terms: ContestTerms,
  key: Uint8Array,
  programs: readonly Submitted[],
  lines: readonly HeatLine[],
): BoardRow[] {
  const result = join(folder, RESULT_FOLDER);
  rmSync(result, { recursive: true, force: true });
  mkdirSync(join(result, PROGRAMS_FOLDER), { recursive: true });
  for (const name of [CONTEST_FILE, ...programs.map(({ file }) => `${PROGRAMS_FOLDER}/${file}`)])
    cpSync(join(folder, name), join(result, name));
  const teams = programs.map(({ team }) => team);
  const board = drawBoard(lines, teams);
  for (const [name, text] of filesOf(terms, lines, teams, board))
    writeFileSync(join(result, name), text);
  writeFileSync(join(result, RESULT_FILE), formatResult(result, terms, key, board));
  return board;
}

/** Every file that follows from what was run. */
function filesOf(
  { rules, commitment }: ContestTerms,
  lines: readonly HeatLine[],
  teams: readonly string[],
  board: readonly BoardRow[],
): readonly (readonly [string, string])[] {
  const { name, seeds, hours, cadenceSeconds } = rules;
  const about =
    `${board.length} programs, ${seeds} markets of ${hours} h, ` +
    `a decision every ${cadenceSeconds} s`;
  const page = formatBoardPage({
    kind: 'contest',
    name,
    about,
    board,
    columns: [{ head: 'failed', cell: ({ faults }) => String(faults) }],
    scoresOf: scoresIn(lines),
    commitment,
    evidence:
      'The folder that this page lies in has the key and every program. To make the markets ' +
      'again, run every program again, and compare every order, fill and score:',
    check: 'npx perpetua contest verify FOLDER',
  });
  return [
    [HEATS_FILE, formatHeats(lines, teams)],
    [PAGE_FILE, page],
    [PICTURE_FILE, formatBoardPicture({ name, about, board, commitment })],
  ];
}

/** By heat, then in the order in which the teams came. */
function formatHeats(lines: readonly HeatLine[], teams: readonly string[]): string {
  const placeOf = (line: HeatLine): number => teams.indexOf(line.teams[0]?.team ?? '');
  return lines
    .toSorted((one, two) => one.heat - two.heat || placeOf(one) - placeOf(two))
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('');
}

export interface PublishedBoard {
  readonly board: readonly BoardRow[];
  readonly lines: readonly HeatLine[];
}

/** From the heats of a published folder, which nobody has run again. */
export function readBoard(folder: string): PublishedBoard {
  const teams = listPrograms(folder).map(({ team }) => team);
  const lines = parseHeats(readFileSync(join(folder, HEATS_FILE), 'utf8'));
  return { board: drawBoard(lines, teams), lines };
}

export interface VerifiedContest extends JudgedContest {
  readonly heats: number;
  /** Empty where everything is as it was published. */
  readonly differences: readonly string[];
}

/** Needs the published folder and nothing else. */
export async function verifyContest(
  folder: string,
  options: Omit<JudgeOptions, 'patienceMillis'>,
): Promise<VerifiedContest> {
  const terms = readContest(folder);
  const { key: revealed } = readRecord(join(folder, RESULT_FILE));
  const key = parseKey(revealed, terms.commitment);
  const programs = listPrograms(folder);
  const teams = programs.map(({ team }) => team);
  const text = readFileSync(join(folder, HEATS_FILE), 'utf8');
  const claimed = parseHeats(text);
  const stopsOf = (heat: number): Map<number, number> =>
    new Map(
      claimed
        .filter((line) => line.heat === heat)
        .flatMap(({ stops }) => stops.map(([team, at]) => [teams.indexOf(team), at] as const)),
    );
  const plan = planHeats(terms, key, programs).map((planned) => ({
    ...planned,
    stops: new Map([...stopsOf(planned.heat)].filter(([place]) => planned.places.includes(place))),
  }));
  const differences: string[] = [];
  const lines: HeatLine[] = [];
  await runHeats({
    ...options,
    rules: terms.rules,
    contracts: terms.contracts,
    programs,
    plan,
    // Who hangs here hung there, and is in the list of those who were stopped.
    patienceMillis: Number.POSITIVE_INFINITY,
    over: (ran) => {
      const line = parseHeat(formatHeat(ran, teams));
      lines.push(line);
      differences.push(...compareHeat(ran, line, claimed));
      options.progress(lines.length, plan.length);
    },
  });
  const board = drawBoard(lines, teams);
  for (const [name, made] of filesOf(terms, lines, teams, board))
    if (!existsSync(join(folder, name)) || readFileSync(join(folder, name), 'utf8') !== made)
      differences.push(`${name} is not what they give`);
  if (formatResult(folder, terms, key, board) !== readFileSync(join(folder, RESULT_FILE), 'utf8'))
    differences.push(`${RESULT_FILE} is not what the files give`);
  const strangers = readdirSync(folder).filter((name) => !KNOWN.includes(name));
  for (const name of strangers) differences.push(`${name} is no part of the result`);
  return { terms, board, heats: plan.length, differences };
}

const KNOWN: readonly string[] = [
  CONTEST_FILE,
  HEATS_FILE,
  PAGE_FILE,
  PICTURE_FILE,
  PROGRAMS_FOLDER,
  RESULT_FILE,
];

function compareHeat(
  { heat, places }: RanHeat,
  found: HeatLine,
  claimed: readonly HeatLine[],
): string[] {
  const team = found.teams[0]?.team;
  const said = claimed.find((line) => line.heat === heat && line.teams[0]?.team === team);
  if (said === undefined)
    return [`heat ${heat}: ${places.length} programs ran, and the result says nothing of them`];
  return found.teams.flatMap((row, place) => {
    const other = said.teams[place];
    const names = Object.keys(row).filter(
      (name) => Reflect.get(row, name) !== Reflect.get(Object(other), name),
    );
    return names.length === 0 ? [] : [`heat ${heat}, ${row.team}: ${names.join(', ')} differ`];
  });
}
