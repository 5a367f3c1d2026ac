/**
 * Runs a whole contest and writes its result, or runs a result again and compares. What is done is
 * kept as it comes, so a run that was interrupted goes on where it was.
 */
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import {
  hashPrograms,
  listPrograms,
  listTapes,
  OWN_VERSION,
  readContest,
  readFiles,
  readKey,
  tapePathsIn,
} from './contest-folder.ts';
import {
  type BoardRow,
  drawBoard,
  formatHeat,
  formatResult,
  type GivenFiles,
  HEATS_FILE,
  type HeatLine,
  parseHeat,
  parseHeats,
  RESULT_FILE,
} from './contest-result.ts';
import { tryTapes } from './contest-tapes.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTape,
  type ContestTerms,
  judgeTapes,
  PROGRAMS_FOLDER,
  type Submitted,
  sha256Of,
  soundly,
  TAPES_FOLDER,
} from './contest-terms.ts';
import { checkArrived } from './hand-ins.ts';
import { keptLines } from './kept-lines.ts';
import { stripTypes } from './node-program.ts';
import { judgeClass } from './practise.ts';
import { type PlannedHeat, runHeats } from './run-heats.ts';
import { formatFiles, planHeats, type VerifiedContest, verifyResult } from './verify-result.ts';

export interface JudgeOptions {
  readonly parallel: number;
  readonly patienceMillis: number;
  readonly signal?: AbortSignal;
  readonly progress: (done: number, all: number) => void;
}

/** In the folder of the contest, while it runs. */
const PARTIAL_FILE = 'heats.part';
export const RESULT_FOLDER = 'result';

export async function judgeContest(folder: string, options: JudgeOptions) {
  const terms = readContest(folder);
  const key = readKey(folder, terms);
  await checkArrived(folder, terms, options);
  const programs = listPrograms(folder).map((program) => ({
    ...program,
    text:
      program.language === 'ts'
        ? soundly(`${program.file}: `, () => stripTypes(program.text))
        : program.text,
    language: program.language === 'py' ? ('py' as const) : ('js' as const),
  }));
  if (programs.length === 0) throw new ContestError(`${folder} has no program yet`);
  judgeClass(terms, programs);
  const teams = programs.map(({ team }) => team);
  const partial = join(folder, PARTIAL_FILE);
  const lines = recall(partial, nameOf(folder, programs));
  const isDone = ({ heat, places }: PlannedHeat): boolean =>
    lines.some((line) => line.heat === heat && line.teams[0]?.team === teams[places[0]!]);
  const handedIn = hashPrograms(folder);
  const given = { version: OWN_VERSION, handedIn, tapes: listTapes(folder) };
  judgeTapes(terms, key, given.tapes);
  const whole = planHeats(terms, key, programs, handedIn);
  const plan = whole.filter((planned) => !isDone(planned));
  let done = whole.length - plan.length;
  await runHeats({
    ...options,
    rules: terms.rules,
    contracts: terms.contracts,
    programs,
    tapes: tapePathsIn(folder, given.tapes),
    plan,
    over: (ran) => {
      const line = formatHeat(ran, teams);
      appendFileSync(partial, `${line}\n`);
      lines.push(parseHeat(line));
      done += 1;
      options.progress(done, whole.length);
    },
  });
  const board = publish(folder, { terms, key, programs, lines, given });
  rmSync(partial);
  return { terms, board };
}

/** What the lines so far belong to: with another program, or product, they are worth nothing. */
const nameOf = (folder: string, programs: readonly Submitted[]): string =>
  sha256Of(
    JSON.stringify([OWN_VERSION, readFileSync(join(folder, CONTEST_FILE), 'utf8'), programs]),
  );

function recall(partial: string, name: string): HeatLine[] {
  const [first, ...lines] = keptLines(partial);
  if (first === name) return lines.map(parseHeat);
  writeFileSync(partial, `${name}\n`);
  return [];
}

interface RanContest {
  readonly terms: ContestTerms;
  readonly key: Uint8Array;
  readonly programs: readonly Submitted[];
  readonly lines: readonly HeatLine[];
  readonly given: Required<GivenFiles>;
}

function publish(folder: string, { terms, key, programs, lines, given }: RanContest): BoardRow[] {
  const result = join(folder, RESULT_FOLDER);
  rmSync(result, { recursive: true, force: true });
  mkdirSync(join(result, PROGRAMS_FOLDER), { recursive: true });
  const tapes = terms.rules.tapeFiles === 'published' ? given.tapes : [];
  for (const name of [
    CONTEST_FILE,
    ...programs.map(({ file }) => `${PROGRAMS_FOLDER}/${file}`),
    ...tapes.map(({ file }) => `${TAPES_FOLDER}/${file}`),
  ])
    cpSync(join(folder, name), join(result, name));
  const teams = programs.map(({ team }) => team);
  const board = drawBoard(lines, teams);
  for (const [name, text] of formatFiles(terms, lines, programs, board)) {
    mkdirSync(dirname(join(result, name)), { recursive: true });
    writeFileSync(join(result, name), text);
  }
  const text = formatResult(readFiles(result), terms, key, board, given);
  writeFileSync(join(result, RESULT_FILE), text);
  return board;
}

export interface PublishedBoard {
  readonly board: readonly BoardRow[];
  readonly lines: readonly HeatLine[];
}

/** From the heats of a published folder, which nobody has run again. */
export function readBoard(folder: string): PublishedBoard {
  const teams = listPrograms(folder).map(({ team }) => team);
  const text = readFileSync(join(folder, HEATS_FILE), 'utf8');
  const lines = soundly(`${HEATS_FILE}: `, () => parseHeats(text));
  return { board: drawBoard(lines, teams), lines };
}

/** Needs the published folder, and the recordings where it only names them. */
export async function verifyContest(
  folder: string,
  {
    progress,
    tapes: paths = [],
    ...options
  }: JudgeOptions & { readonly tapes?: readonly string[] },
): Promise<VerifiedContest> {
  const files = readFiles(folder);
  const given = paths.map((path) => ({ path, ...tapeAt(path) }));
  const pathOf = ({ file, sha256 }: ContestTape): string =>
    given.find((each) => each.file === file && each.sha256 === sha256)?.path ??
    join(folder, TAPES_FOLDER, file);
  return verifyResult(files, {
    strip: stripTypes,
    version: OWN_VERSION,
    given,
    progress,
    // Who was stopped is asked again, to see that it hangs: else a judge could stop anybody.
    runHeats: async ({ plan, tapes, ...run }) => {
      const doubting = plan.map((each) => ({ ...each, doubted: new Set(each.stops?.keys()) }));
      const played = tapes.map(pathOf);
      await tryTapes(played, run);
      await runHeats({ ...run, ...options, tapes: played, plan: doubting });
    },
  });
}

function tapeAt(path: string): ContestTape {
  if (!existsSync(path)) throw new ContestError(`${path} is not there`);
  return { file: basename(path), sha256: sha256Of(readFileSync(path)) };
}
