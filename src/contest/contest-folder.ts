/**
 * A contest as files: the public `contest.json` with the rules, the contracts and the commitment to
 * the seeds; `secret.json`, which only the organiser has until the end; and the programs, numbered
 * as they came.
 */
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Contract } from '../domain/contract.ts';
import { commitmentOf, drawSeed, KEY_BYTES } from '../market/seed.ts';
import { type ContractRow, parseContractTable, readContractTable } from '../wire/contract-table.ts';
import { type ContestRules, contractsOfRules, parseRules } from './contest-rules.ts';
import type { HeatProgram } from './heat-seat.ts';

export interface ContestTerms {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  /** To the key from which the seeds of all heats are drawn. */
  readonly commitment: string;
}

export interface Submitted extends HeatProgram {
  /** The name of its file. */
  readonly file: string;
}

export const CONTEST_FILE = 'contest.json';
export const SECRET_FILE = 'secret.json';
export const PROGRAMS_FOLDER = 'programs';
const FORM = 'perpetua contest 1';
const TEAM_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const FILE_FORM = /^(\d{5})-(.+)\.(js|ts)$/;
export const PROGRAM_BYTES_MAX = 256 * 1_024;

/** Something that an organiser or a team gave is not as it must be; nothing has changed. */
export class ContestError extends Error {
  override readonly name = 'ContestError';
}

/** The key is drawn here, so nobody has known the markets of the contest before. */
export function newContest(
  folder: string,
  chosen: Readonly<Record<string, unknown>>,
  known: readonly ContractRow[],
): ContestTerms {
  const rules = soundly(() => parseRules(chosen));
  const rows = rules.contracts.flatMap((base) => known.filter((row) => row.base === base));
  const contracts = soundly(() => contractsOfRules(rules, parseContractTable(rows)));
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

export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export function readContest(folder: string): ContestTerms {
  const { form, commitment, rules, contracts } = readRecord(join(folder, CONTEST_FILE));
  if (form !== FORM || typeof commitment !== 'string')
    throw new ContestError(`${join(folder, CONTEST_FILE)} is not the file of a contest`);
  return soundly(() => {
    const parsed = parseRules(Object(rules));
    const known = parseContractTable(readContractTable(contracts));
    return { rules: parsed, contracts: contractsOfRules(parsed, known), commitment };
  });
}

/** The secret of the organiser, held against the commitment. */
export function readKey(folder: string, { commitment }: ContestTerms): Uint8Array {
  const { key } = readRecord(join(folder, SECRET_FILE));
  return parseKey(key, commitment);
}

export function parseKey(text: unknown, commitment: string): Uint8Array {
  const key = Buffer.from(String(text), 'hex');
  if (key.length === KEY_BYTES && commitmentOf({ key }) === commitment) return key;
  throw new ContestError('the key of the seeds is not the one that was committed to');
}

/** A file that somebody wrote, or should have. */
export function readRecord(path: string): Readonly<Record<string, unknown>> {
  if (!existsSync(path)) throw new ContestError(`${path} is not there`);
  const text = readFileSync(path, 'utf8');
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new ContestError(`${path} is not JSON`);
  }
}

function soundly<Value>(read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) throw new ContestError(error.message);
    throw error;
  }
}

/** The market of a heat of this contest. */
export const heatKeyOf = (key: Uint8Array, heat: number): Uint8Array =>
  createHmac('sha256', key).update(`perpetua contest heat ${heat}`).digest();

/** A market of the board that teams see before the end: none of the contest's own. */
export const boardKeyOf = (key: Uint8Array, heat: number): Uint8Array =>
  createHmac('sha256', key).update(`perpetua contest board ${heat}`).digest();

export function judgeTeam(team: string): void {
  if (!TEAM_FORM.test(team))
    throw new ContestError(
      'a team is a word of 1 to 40 letters, digits, dots, dashes and underscores',
    );
}

export function readProgram(path: string, team: string): HeatProgram {
  judgeTeam(team);
  const kind = extname(path);
  if (kind !== '.js' && kind !== '.ts')
    throw new ContestError(`a program is one .js or .ts file, and ${path} is not`);
  const bytes = readFileSync(path);
  if (bytes.length > PROGRAM_BYTES_MAX)
    throw new ContestError(
      `${path} has ${bytes.length} bytes; a program has at most ${PROGRAM_BYTES_MAX}`,
    );
  return { team, text: bytes.toString('utf8'), isTyped: kind === '.ts' };
}

/** The latest of each team, in the order in which they came. */
export function listPrograms(folder: string): Submitted[] {
  const latest = new Map<string, string>();
  for (const file of programFiles(folder)) {
    const team = teamOf(file);
    latest.delete(team);
    latest.set(team, file);
  }
  return Array.from(latest.values(), (file) => readSubmitted(folder, file));
}

export const readSubmitted = (folder: string, file: string): Submitted => ({
  ...readProgram(join(folder, PROGRAMS_FOLDER, file), teamOf(file)),
  file,
});

const teamOf = (file: string): string => FILE_FORM.exec(file)?.[2] ?? '';

const programFiles = (folder: string): string[] =>
  readdirSync(join(folder, PROGRAMS_FOLDER))
    .filter((file) => FILE_FORM.test(file))
    .sort();

/** Keeps the program as the latest of its team; returns the name of its file. */
export function keepProgram(folder: string, { team, text, isTyped }: HeatProgram): string {
  const last = programFiles(folder).at(-1) ?? '0';
  const number = String(Number.parseInt(last, 10) + 1).padStart(5, '0');
  const file = `${number}-${team}.${isTyped ? 'ts' : 'js'}`;
  writeNew(join(folder, PROGRAMS_FOLDER, file), text, 0o644);
  return file;
}
