/**
 * What everyone knows of a contest: the rules, the contracts and the commitment to all of it, and
 * the names of the files in which all of it lies. Read from texts, so that a browser can do it too.
 */
import { createHash, createHmac } from 'node:crypto';
import type { Contract } from '../domain/contract.ts';
import { many } from '../domain/many.ts';
import { commitmentOf, KEY_BYTES } from '../market/seed.ts';
import { parseContractTable, readContractTable } from '../wire/contract-table.ts';
import { type ContestRules, contractsOfRules, parseRules } from './contest-rules.ts';
import type { FileLanguage, HeatProgram } from './heat-seat.ts';

export interface ContestTerms {
  readonly rules: ContestRules;
  readonly contracts: readonly Contract[];
  /** To everything else of the file: whoever noted it knows the rules and the key by it. */
  readonly commitment: string;
  /** Fixes the key from which the seeds of all heats are drawn. */
  readonly keyHash: string;
}

export interface Submitted extends HeatProgram {
  /** The name of its file. */
  readonly file: string;
}

export const CONTEST_FILE = 'contest.json';
export const PROGRAMS_FOLDER = 'programs';
export const TAPES_FOLDER = 'tapes';
export const FORM = 'perpetua contest 1';
const LANGUAGES: readonly FileLanguage[] = ['js', 'ts', 'py'];
const FILE_FORM = /^(\d{5,})-(.+)\.(js|ts|py)$/;

/** Something that an organiser or a team gave is not as it must be; nothing has changed. */
export class ContestError extends Error {
  override readonly name = 'ContestError';
}

export const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Throws where it is not the file of a contest. */
export function parseContest(file: Readonly<Record<string, unknown>>, path: string): ContestTerms {
  const { commitment, ...fixed } = file;
  const { form, keyHash, rules, contracts } = fixed;
  if (form !== FORM || typeof commitment !== 'string' || typeof keyHash !== 'string')
    throw new ContestError(`${path} is not the file of a contest`);
  if (commitment !== commitTo(fixed))
    throw new ContestError(
      `${path} is not what its commitment fixes: other rules are for another contest`,
    );
  return soundly(`${path}: `, () => {
    const parsed = parseRules(Object(rules));
    const known = parseContractTable(readContractTable(contracts));
    return { rules: parsed, contracts: contractsOfRules(parsed, known), commitment, keyHash };
  });
}

/** Of the file of a contest, without the commitment itself. */
export const commitTo = (fixed: object): string =>
  sha256Of(`perpetua contest commitment ${JSON.stringify(fixed)}`);

export function parseKey(text: unknown, keyHash: string): Uint8Array {
  const pairs = String(text).match(/[0-9a-f]{2}/g) ?? [];
  const key = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  if (key.length === KEY_BYTES && commitmentOf({ key }) === keyHash) return key;
  throw new ContestError('the key of the seeds is not the one that was committed to');
}

export function parseRecord(text: string, path: string): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(text));
  } catch {
    throw new ContestError(`${path} is not JSON`);
  }
}

export function soundly<Value>(where: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (error instanceof Error) throw new ContestError(where + error.message);
    throw error;
  }
}

/**
 * The market of a heat of this contest. What everyone handed in goes into it: whoever drew the key
 * did not know that then, so nobody chose the market.
 */
export const heatKeyOf = (key: Uint8Array, heat: number, handedIn = ''): Uint8Array =>
  createHmac('sha256', key).update(`perpetua contest heat ${heat} ${handedIn}`).digest();

/**
 * Of the rules, and the files of the programs that count, without their numbers: whoever hands in
 * the same again gets the same markets.
 */
export const hashHandedIn = (
  { commitment }: Pick<ContestTerms, 'commitment'>,
  files: readonly (readonly [string, Uint8Array])[],
): string => {
  const lines = files.map(([file, bytes]) => `${file.replace(/^\d+-/, '')} ${sha256Of(bytes)}\n`);
  return sha256Of(`${commitment}\n${lines.sort().join('')}`);
};

/** A recording that a contest is played on. */
export interface ContestTape {
  /** Without folders. */
  readonly file: string;
  readonly sha256: string;
}

/** What fixes a recording from the beginning on, and tells nobody which one it is. */
export const fixTape = (key: Uint8Array, { file, sha256 }: ContestTape): string =>
  createHmac('sha256', key).update(`perpetua contest tape ${file} ${sha256}`).digest('hex');

/** Throws where these are not the recordings that the contest began with. */
export function judgeTapes(
  { rules }: ContestTerms,
  key: Uint8Array,
  tapes: readonly ContestTape[],
): void {
  const wrong = tapes.find((tape, place) => fixTape(key, tape) !== rules.tapes[place]);
  if (wrong !== undefined)
    throw new ContestError(`${wrong.file} is not the recording that the contest began with`);
  if (tapes.length < rules.tapes.length)
    throw new ContestError(
      `the contest has ${many(rules.tapes.length, 'recording')}; here: ${tapes.length}`,
    );
}

export const sha256Of = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** A market of the board that teams see before the end: none of the contest's own. */
export const boardKeyOf = (key: Uint8Array, heat: number): Uint8Array =>
  createHmac('sha256', key).update(`perpetua contest board ${heat}`).digest();

/** The files of the latest program of each team, in the order in which they came. */
export function latestOf(files: readonly string[]): string[] {
  const latest = new Map<string, string>();
  for (const file of programFiles(files)) {
    const team = teamOf(file);
    latest.delete(team);
    latest.set(team, file);
  }
  return [...latest.values()];
}

export const programFiles = (files: readonly string[]): string[] =>
  files
    .filter((file) => FILE_FORM.test(file))
    .sort((one, two) => Number.parseInt(one, 10) - Number.parseInt(two, 10));

export const teamOf = (file: string): string => FILE_FORM.exec(file)?.[2] ?? '';

/** By the ending of its file. */
export const languageOf = (file: string): FileLanguage | undefined =>
  LANGUAGES.find((language) => file.endsWith(`.${language}`));
