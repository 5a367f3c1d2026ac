/**
 * Runs an arena and writes its result, or plays a result again and compares the bytes. What was
 * answered is kept as it comes, so a run that was interrupted asks nobody twice.
 */
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { formatBoardPicture } from '../contest/board-picture.ts';
import {
  newContest,
  OWN_VERSION,
  readContest,
  readFiles,
  readKey,
  readRecord,
  SECRET_FILE,
} from '../contest/contest-folder.ts';
import {
  type BoardRow,
  compareFiles,
  drawBoard,
  formatHeat,
  formatResult,
  HEATS_FILE,
  type HeatLine,
  PAGE_FILE,
  PICTURE_FILE,
  parseHeats,
  RESULT_FILE,
  tellVersion,
} from '../contest/contest-result.ts';
import { pairOff, parseRules } from '../contest/contest-rules.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTerms,
  heatKeyOf,
  jsonOf,
  PROGRAMS_FOLDER,
  parseKey,
  soundly,
} from '../contest/contest-terms.ts';
import type { Environment } from '../contest/line-talk.ts';
import { findBoxFault } from '../contest/python-box.ts';
import { type HeatRun, type PlannedHeat, runHeats } from '../contest/run-heats.ts';
import { findUnseen, stopsOf, tellUnseen } from '../contest/verify-result.ts';
import type { ContractRow } from '../wire/contract-table.ts';
import { type ArenaRow, aboutArena, formatArenaPage } from './arena-page.ts';
import { type ArenaTerms, type ContestantTerms, parseArena } from './arena-terms.ts';
import { type AskContestant, NotRecorded, recordCassette, replayCassette } from './cassette.ts';
import {
  type ArenaHeat,
  type ArenaPlan,
  type AskedSeats,
  entrantOf,
  openContestants,
  type PlayedHeat,
  seatAsked,
  type Usage,
} from './play-arena.ts';

export const ARENA_FILE = 'arena.json';
export const DECISIONS_FILE = 'decisions.jsonl';
/** While it runs. What was said in a heat is told when the heat is over. */
export const LIVE_FILE = 'live.html';

export interface ArenaRun extends Pick<HeatRun, 'parallel' | 'signal'> {
  /** For one decision of a program; as in a contest where it is left out. */
  readonly patienceMillis?: number;
  /** With the keys of the models. */
  readonly environment: Environment;
  /** Told once, before anyone is asked. */
  readonly begin?: (commitment: string) => void;
  readonly progress: (done: number, all: number) => void;
}

const PATIENCE_MILLIS = 30_000;

/** The file of an arena, as the organiser wrote it; programs lie beside it. */
export function beginArena(file: string, folder: string, rows: readonly ContractRow[]): void {
  const terms = parseArena(readRecord(file));
  if (existsSync(join(folder, CONTEST_FILE))) {
    const begun = join(folder, ARENA_FILE);
    if (existsSync(begun) && readFileSync(begun, 'utf8') === jsonOf(named(terms))) return;
    throw new ContestError(`${folder} has another arena: name another folder with --out`);
  }
  if (existsSync(folder) && readdirSync(folder).length > 0)
    throw new ContestError(`${folder} is not empty: name a folder of its own with --out`);
  if (terms.rules['tapes'] !== undefined)
    throw new ContestError('the markets of an arena are simulated: leave out the rule tapes');
  const boxed = terms.contestants.filter(({ kind }) => kind === 'python');
  const fault = boxed.length === 0 ? undefined : findBoxFault();
  if (fault !== undefined)
    throw new ContestError(`Python programs cannot take part (${boxed[0]?.name}): ${fault}`);
  const programs = terms.contestants.filter((each) => 'file' in each);
  const pathOf = (program: { readonly file: string }) => resolve(dirname(file), program.file);
  const missing = programs.map(pathOf).find((path) => !existsSync(path));
  if (missing !== undefined) throw new ContestError(`${missing} is not there`);
  newContest(folder, terms.rules, rows);
  for (const each of programs)
    copyFileSync(pathOf(each), join(folder, PROGRAMS_FOLDER, programOf(each)));
  writeFileSync(join(folder, ARENA_FILE), jsonOf(named(terms)));
}

/** In the folder of the result each program has the name of its contestant. */
const programOf = ({ name, file }: { readonly name: string; readonly file: string }): string =>
  `${name}${/\.(?:ts|py)$/.exec(file)?.[0] ?? '.js'}`;

function named({ rules, contestants, ...terms }: ArenaTerms): object {
  const { name, ...others } = rules;
  const placed = contestants.map((each) =>
    'file' in each ? { ...each, file: programOf(each) } : each,
  );
  return { name, rules: others, ...terms, contestants: placed };
}

function planOf(folder: string, keyOf: (contest: ContestTerms) => Uint8Array): ArenaPlan {
  const contest = readContest(folder);
  return {
    contest,
    terms: parseArena(readRecord(join(folder, ARENA_FILE))),
    key: keyOf(contest),
    pathOf: (file) => join(folder, PROGRAMS_FOLDER, basename(file)),
  };
}

export async function judgeArena(folder: string, run: ArenaRun) {
  if (existsSync(join(folder, RESULT_FILE)))
    throw new ContestError(`${folder} has its result already: npx perpetua arena board ${folder}`);
  const plan = planOf(folder, (contest) => readKey(folder, contest));
  const { ask, leave } = openContestants(plan, run.environment);
  run.begin?.(plan.contest.commitment);
  const show = (sofar: readonly PlayedHeat[]): void => {
    writeFileSync(join(folder, LIVE_FILE), formatRunning(plan, wholeHeats(plan, sofar)));
  };
  show([]);
  const cassette = recordCassette(folder, ask);
  const played = await playAll(plan, planOut(plan), cassette.ask, run, { leave, show });
  cassette.keepOnly(played.flatMap(({ questions }) => questions));
  rmSync(join(folder, LIVE_FILE), { force: true });
  const files = filesOf(plan, played);
  for (const [name, text] of files.texts) writeFileSync(join(folder, name), text);
  rmSync(join(folder, SECRET_FILE), { force: true });
  const { contest, key } = plan;
  const given = { version: OWN_VERSION };
  const text = formatResult(readFiles(folder), contest, key, files.board, given);
  writeFileSync(join(folder, RESULT_FILE), text);
  return { name: plan.contest.rules.name, board: files.board };
}

/** Needs the published folder alone. */
export async function replayArena(folder: string, run: Omit<ArenaRun, 'environment'>) {
  const published = readRecord(join(folder, RESULT_FILE));
  const plan = planOf(folder, ({ keyHash }) => parseKey(published['key'], keyHash));
  const { contest, terms, key } = plan;
  const { name } = contest.rules;
  const cassette = replayCassette(folder);
  const versions = { madeBy: String(published['version']), version: OWN_VERSION };
  const files = readFiles(folder);
  const heats = new TextDecoder().decode(files.get(HEATS_FILE));
  const claimed = soundly(`${HEATS_FILE}: `, () => parseHeats(heats));
  let played: readonly PlayedHeat[];
  try {
    played = await playAll(plan, planOut(plan, claimed), cassette.ask, run);
  } catch (error) {
    if (!(error instanceof NotRecorded)) throw error;
    const notes = tellVersion(versions, false);
    return { name, board: [], heats: 0, differences: [error.message], notes };
  }
  const { texts, board } = filesOf(plan, played);
  const made = new Map([
    ...texts,
    [ARENA_FILE, jsonOf(named(terms))],
    [RESULT_FILE, formatResult(files, contest, key, board, { version: versions.madeBy })],
  ]);
  const programs = terms.contestants.flatMap((each) => ('file' in each ? [programOf(each)] : []));
  const inFolder = programs.map((file) => `${PROGRAMS_FOLDER}/${file}`);
  const brought = [CONTEST_FILE, ...inFolder, ...cassette.files()];
  const differences = [
    ...(isDeepStrictEqual(parseRules(terms.rules), contest.rules)
      ? []
      : [`${ARENA_FILE} and ${CONTEST_FILE} have different rules`]),
    ...cassette.differences(),
    ...compareFiles({ files, made, brought, ...versions }),
  ];
  const teams = terms.contestants.map((each) => each.name);
  const unseen = played.flatMap((each) => findUnseen({ ...each, doubted: new Set() }, teams));
  // What whoever reads the verdict must know beside it.
  const notes = [...tellUnseen(unseen), ...tellVersion(versions, differences.length === 0)];
  return { name, board, heats: played.length, differences, notes };
}

/** In a result, with the programs that it says were stopped: each is to be seen hanging again. */
function planOut({ contest, terms, key }: ArenaPlan, claimed?: readonly HeatLine[]): PlannedHeat[] {
  const { contestants } = terms;
  const teams = contestants.map(({ name }) => name);
  return pairOff(contest.rules, [...contestants.keys()]).map(({ heat, group: places }) => {
    const planned = { heat, key: heatKeyOf(key, heat), places };
    if (claimed === undefined) return planned;
    const programs = places.filter((place) => contestants[place]?.kind === 'program');
    const stops = stopsOf({ ...planned, places: programs }, claimed, teams);
    return { ...planned, stops, doubted: new Set(stops.keys()) };
  });
}

async function playAll(
  plan: ArenaPlan,
  planned: readonly PlannedHeat[],
  ask: AskContestant,
  run: Omit<ArenaRun, 'environment' | 'begin'>,
  audience?: {
    readonly leave: (planned: ArenaHeat) => void;
    readonly show: (played: readonly PlayedHeat[]) => void;
  },
): Promise<PlayedHeat[]> {
  const { contest, terms, pathOf } = plan;
  const { orderValueMax, dayValueMax, lossMax, readOnly } = terms;
  const seats = new Map<string, AskedSeats>();
  const nameOf = ({ heat, places }: PlannedHeat): string => `${heat} ${places[0]}`;
  const leave = ({ heat, places }: PlannedHeat): void =>
    audience?.leave({ heat, group: places.map((place) => terms.contestants[place]!) });
  const played: PlayedHeat[] = [];
  try {
    await runHeats({
      patienceMillis: PATIENCE_MILLIS,
      ...run,
      rules: contest.rules,
      contracts: contest.contracts,
      programs: terms.contestants.map((contestant) => entrantOf(contestant, pathOf)),
      caps: { orderValueMax, dayValueMax, lossMax, readOnly },
      isNoted: true,
      plan: planned,
      // Where time to think is measured, no other market may take this process meanwhile.
      parallel: terms.thinkingRate > 0 ? 1 : run.parallel,
      sit: (each) => {
        const sat = seatAsked(plan, each.heat, stoppable(ask, run.signal));
        seats.set(nameOf(each), sat);
        return sat.ask;
      },
      over: (ran) => {
        const { usage, questions } = seats.get(nameOf(ran))!;
        const { heat, outcome, decisions = [], stops } = ran;
        played.push({ heat, outcome, decisions, stops, usage: [...usage.values()], questions });
        leave(ran);
        audience?.show(inOrder(plan, played));
        run.progress(played.length, planned.length);
      },
    });
  } finally {
    for (const each of planned) leave(each);
  }
  return inOrder(plan, played);
}

function inOrder({ terms }: ArenaPlan, played: readonly PlayedHeat[]): PlayedHeat[] {
  const placeOf = ({ outcome }: PlayedHeat): number =>
    terms.contestants.findIndex(({ name }) => name === outcome.teams[0]?.team);
  return played.toSorted((one, two) => one.heat - two.heat || placeOf(one) - placeOf(two));
}

const stoppable =
  (ask: AskContestant, signal: AbortSignal | undefined): AskContestant =>
  (question) => {
    signal?.throwIfAborted();
    return ask(question);
  };

/** Of the markets that all contestants have been in. */
function wholeHeats({ terms }: ArenaPlan, played: readonly PlayedHeat[]): PlayedHeat[] {
  const seats = (heat: number): number =>
    played.reduce((sum, one) => sum + (one.heat === heat ? one.outcome.teams.length : 0), 0);
  return played.filter(({ heat }) => seats(heat) === terms.contestants.length);
}

function formatRunning({ contest, terms }: ArenaPlan, played: readonly PlayedHeat[]): string {
  const board = played.length === 0 ? [] : boardOf(terms, played, formatHeats(terms, played));
  return formatArenaPage({ contest, terms, played, board, isRunning: true });
}

function formatHeats({ contestants }: ArenaTerms, played: readonly PlayedHeat[]): string {
  const teams = contestants.map(({ name }) => name);
  return played.map((heat) => `${formatHeat(heat, teams)}\n`).join('');
}

const boardOf = (
  { contestants }: ArenaTerms,
  played: readonly PlayedHeat[],
  heats: string,
): ArenaRow[] => {
  const teams = contestants.map(({ name }) => name);
  return drawBoard(parseHeats(heats), teams).map((row) =>
    withUse(row, contestants.find(({ name }) => name === row.team)!, played),
  );
};

/** Every file that follows from what was played. */
function filesOf({ contest, terms }: ArenaPlan, played: readonly PlayedHeat[]) {
  const heats = formatHeats(terms, played);
  const decisions = played
    .flatMap(({ heat, decisions: rows }) => rows.map((row) => JSON.stringify({ heat, ...row })))
    .map((line) => `${line}\n`)
    .join('');
  const board = boardOf(terms, played, heats);
  const { commitment, rules } = contest;
  const about = aboutArena({ contest, terms });
  const page = formatArenaPage({ contest, terms, played, board });
  const texts: (readonly [string, string])[] = [
    [HEATS_FILE, heats],
    [DECISIONS_FILE, decisions],
    [PAGE_FILE, page],
    [PICTURE_FILE, formatBoardPicture({ name: rules.name, about, board, commitment })],
  ];
  return { texts, board };
}

const MILLION = 1_000_000;

function withUse(
  row: BoardRow,
  contestant: ContestantTerms,
  played: readonly PlayedHeat[],
): ArenaRow {
  const used = played.flatMap(({ usage }) => usage.filter((each) => each.contestant === row.team));
  const sum = (name: Exclude<keyof Usage, 'contestant'>): number =>
    used.reduce((total, each) => total + each[name], 0);
  const [tokensIn, tokensOut] = [sum('tokensIn'), sum('tokensOut')];
  const prices =
    contestant.kind === 'model' && contestant.inputPrice !== undefined ? contestant : undefined;
  const cost =
    prices === undefined
      ? null
      : (tokensIn * (prices.inputPrice ?? 0) + tokensOut * (prices.outputPrice ?? 0)) / MILLION;
  return {
    ...row,
    kind: contestant.kind,
    asked: sum('asked'),
    unanswered: sum('unanswered'),
    tokensIn,
    tokensOut,
    cost,
  };
}

/** Of a result that nobody has played again. */
export function readArenaBoard(folder: string): readonly ArenaRow[] {
  const { board } = readRecord(join(folder, RESULT_FILE));
  if (!Array.isArray(board)) throw new ContestError(`${folder} has no result of an arena`);
  return board;
}
