/**
 * A contest as files: the public `contest.json` with the rules, the contracts and the commitment to
 * the seeds; `secret.json`, which only the organiser has until the end; and the programs, numbered
 * as they came.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { commitmentOf, drawSeed } from '../market/seed.ts';
import { type ContractRow, parseContractTable } from '../wire/contract-table.ts';
import type { ResultFiles } from './contest-result.ts';
import { contractsOfRules, parseRules } from './contest-rules.ts';
import {
  CONTEST_FILE,
  ContestError,
  type ContestTerms,
  FORM,
  jsonOf,
  languageOf,
  latestOf,
  PROGRAMS_FOLDER,
  parseContest,
  parseKey,
  parseRecord,
  programFiles,
  type Submitted,
  soundly,
  teamOf,
} from './contest-terms.ts';
import type { HeatProgram } from './heat-seat.ts';

export const SECRET_FILE = 'secret.json';
const TEAM_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
export const PROGRAM_BYTES_MAX = 256 * 1_024;

/** The key is drawn here, so nobody has known the markets of the contest before. */
export function newContest(
  folder: string,
  chosen: Readonly<Record<string, unknown>>,
  known: readonly ContractRow[],
): ContestTerms {
  const rules = soundly('', () => parseRules(chosen));
  const rows = rules.contracts.flatMap((base) => known.filter((row) => row.base === base));
  const contracts = soundly('', () => contractsOfRules(rules, parseContractTable(rows)));
  const { key } = drawSeed();
  const commitment = commitmentOf({ key });
  mkdirSync(join(folder, PROGRAMS_FOLDER), { recursive: true });
  writeNew(join(folder, SECRET_FILE), jsonOf({ key: Buffer.from(key).toString('hex') }), 0o600);
  const terms = { form: FORM, commitment, rules, contracts: rows };
  writeNew(join(folder, CONTEST_FILE), jsonOf(terms), 0o644);
  return { rules, contracts, commitment };
}

function writeNew(path: string, text: string, mode: number): void {
  try {
    writeFileSync(path, text, { mode, flag: 'wx' });
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
export function readKey(folder: string, { commitment }: ContestTerms): Uint8Array {
  const { key } = readRecord(join(folder, SECRET_FILE));
  return parseKey(key, commitment);
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

export const readSubmitted = (folder: string, file: string): Submitted => ({
  ...readProgram(join(folder, PROGRAMS_FOLDER, file), teamOf(file)),
  file,
});

/** Keeps the program as the latest of its team; returns the name of its file. */
export function keepProgram(folder: string, { team, text, language }: HeatProgram): string {
  const last = programFiles(readdirSync(join(folder, PROGRAMS_FOLDER))).at(-1) ?? '0';
  const number = String(Number.parseInt(last, 10) + 1).padStart(5, '0');
  const file = `${number}-${team}.${language}`;
  writeNew(join(folder, PROGRAMS_FOLDER, file), text, 0o644);
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
