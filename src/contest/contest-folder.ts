/**
 * A contest as files: the public `contest.json` with the rules, the contracts and the commitment to
 * them and the seeds; `secret.json`, which only the organiser has until the end; and the programs,
 * numbered as they came.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { readVersion } from '../gateway/read-version.ts';
import { commitmentOf, drawSeed } from '../market/seed.ts';
import { type ContractRow, parseContractTable } from '../wire/contract-table.ts';
import type { ResultFiles } from './contest-result.ts';
import { contractsOfRules, parseRules } from './contest-rules.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTape,
  type ContestTerms,
  commitTo,
  FORM,
  fixTape,
  hashHandedIn,
  jsonOf,
  languageOf,
  latestOf,
  PROGRAMS_FOLDER,
  parseContest,
  parseKey,
  parseRecord,
  programFiles,
  type Submitted,
  sha256Of,
  soundly,
  TAPES_FOLDER,
  teamOf,
} from './contest-terms.ts';
import type { HeatProgram } from './heat-seat.ts';

export const SECRET_FILE = 'secret.json';
/** What arrived over the network, until its check is over. */
export const ARRIVED_FOLDER = 'arrived';
/** Of this product: results name it. */
export const OWN_VERSION = readVersion();
const TAPE_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$/;
const TEAM_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
export const PROGRAM_BYTES_MAX = 256 * 1_024;

/** The key is drawn here, so nobody has known the markets of the contest before. */
export function newContest(
  folder: string,
  chosen: Readonly<Record<string, unknown>>,
  known: readonly ContractRow[],
): ContestTerms {
  const given = soundly('', () => parseRules(chosen));
  const rows = given.contracts.flatMap((base) => known.filter((row) => row.base === base));
  const contracts = soundly('', () => contractsOfRules(given, parseContractTable(rows)));
  const { key } = drawSeed();
  const rules = { ...given, tapes: keepTapes(folder, given.tapes, key) };
  const keyHash = commitmentOf({ key });
  const fixed = { form: FORM, keyHash, rules, contracts: rows };
  const commitment = commitTo(fixed);
  mkdirSync(join(folder, PROGRAMS_FOLDER), { recursive: true });
  writeNew(join(folder, SECRET_FILE), jsonOf({ key: Buffer.from(key).toString('hex') }), 0o600);
  writeNew(join(folder, CONTEST_FILE), jsonOf({ ...fixed, commitment }), 0o644);
  return { rules, contracts, commitment, keyHash };
}

/** Copies, so that the very bytes are played that are fixed now; in the order of their names. */
function keepTapes(folder: string, paths: readonly string[], key: Uint8Array): string[] {
  const files = paths.map((path) => basename(path));
  if (new Set(files).size < files.length || !files.every((file) => TAPE_FORM.test(file)))
    throw new ContestError(
      'each tape has a name of its own, of letters, digits, dots, dashes and underscores',
    );
  if (existsSync(join(folder, CONTEST_FILE))) return [];
  if (paths.length > 0) mkdirSync(join(folder, TAPES_FOLDER), { recursive: true });
  for (const path of paths) cpSync(path, join(folder, TAPES_FOLDER, basename(path)));
  return listTapes(folder).map((tape) => fixTape(key, tape));
}

/** Those that lie in the folder of a contest, or of a result. */
export function listTapes(folder: string): ContestTape[] {
  const home = join(folder, TAPES_FOLDER);
  if (!existsSync(home)) return [];
  return readdirSync(home)
    .sort()
    .map((file) => ({ file, sha256: sha256Of(readFileSync(join(home, file))) }));
}

export const tapePathsIn = (folder: string, tapes: readonly ContestTape[]): string[] =>
  tapes.map(({ file }) => join(folder, TAPES_FOLDER, file));

function writeNew(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx', flush: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new ContestError(`${path} is there already: a contest begins in a folder of its own`);
    throw error;
  }
}

export function readContest(folder: string): ContestTerms {
  const path = join(folder, CONTEST_FILE);
  return parseContest(readRecord(path), path);
}

/** The secret of the organiser, held against the commitment. */
export function readKey(folder: string, { keyHash }: ContestTerms): Uint8Array {
  const { key } = readRecord(join(folder, SECRET_FILE));
  return parseKey(key, keyHash);
}

/** A file that somebody wrote, or should have. */
export function readRecord(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) throw new ContestError(`${path} is not there`);
  return parseRecord(readFileSync(path, 'utf8'), path);
}

export function judgeTeam(team: string): void {
  if (!TEAM_FORM.test(team))
    throw new ContestError(
      'a team is a word of 1 to 40 letters, digits, dots, dashes and underscores',
    );
}

export function readProgram(path: string, team: string): HeatProgram {
  judgeTeam(team);
  const language = languageOf(path);
  if (language === undefined)
    throw new ContestError(`a program is one .js, .ts or .py file, and ${path} is not`);
  const bytes = readFileSync(path);
  if (bytes.length > PROGRAM_BYTES_MAX)
    throw new ContestError(
      `${path} has ${bytes.length} bytes; a program has at most ${PROGRAM_BYTES_MAX}`,
    );
  return { team, text: bytes.toString('utf8'), language };
}

/** The latest of each team, in the order in which they came. */
export const listPrograms = (folder: string): Submitted[] =>
  latestOf(readdirSync(join(folder, PROGRAMS_FOLDER))).map((file) => readSubmitted(folder, file));

/** Of the rules and the programs that count so far: teams note it, and find it in the result. */
export const hashPrograms = (folder: string): string => {
  const home = join(folder, PROGRAMS_FOLDER);
  const bytesOf = (file: string): Uint8Array => readFileSync(join(home, file));
  const files = latestOf(readdirSync(home)).map((file) => [file, bytesOf(file)] as const);
  return hashHandedIn(readContest(folder), files);
};

export const readSubmitted = (
  folder: string,
  file: string,
  within: string = PROGRAMS_FOLDER,
): Submitted => ({ ...readProgram(join(folder, within, file), teamOf(file)), file });

/** Keeps the program as the latest of its team; returns the name of its file, which is new. */
export function keepProgram(
  folder: string,
  { team, text, language }: HeatProgram,
  within: string = PROGRAMS_FOLDER,
  used: readonly string[] = [],
): string {
  const homes = [PROGRAMS_FOLDER, ARRIVED_FOLDER].map((name) => join(folder, name));
  const kept = homes.flatMap((home) => (existsSync(home) ? readdirSync(home) : []));
  const last = programFiles([...kept, ...used]).at(-1) ?? '0';
  const number = String(Number.parseInt(last, 10) + 1).padStart(5, '0');
  const file = `${number}-${team}.${language}`;
  writeNew(join(folder, within, file), text, 0o644);
  return file;
}

/** Of a published folder, in the folders within it too. */
export const readFiles = (folder: string): ResultFiles =>
  new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .sort()
      .map((path) => [relative(folder, path).replaceAll('\\', '/'), readFileSync(path)]),
  );
