/**
 * The result of a contest: a folder with everything that somebody needs who wants to run it again.
 * Its files follow from each other, so a verifier makes them anew and compares the bytes.
 */
import { type ContestTape, type ContestTerms, jsonOf, sha256Of } from './contest-terms.ts';
import type { TeamHeat } from './heat.ts';
import type { RecordedAnswer } from './heat-seat.ts';
import { rankField } from './rank-field.ts';
import { isRecord } from './read-answer.ts';
import type { RanHeat } from './run-heats.ts';

export const HEATS_FILE = 'heats.jsonl';
export const RESULT_FILE = 'result.json';
export const PAGE_FILE = 'report.html';
export const PICTURE_FILE = 'board.svg';
const FORM = 'perpetua contest result 1';

/** Of a published folder, by their paths in it. */
export type ResultFiles = ReadonlyMap<string, Uint8Array>;

/** One line of the file of heats. */
export interface HeatLine {
  readonly heat: number;
  readonly hash: string;
  /** Teams that were stopped from outside, with the decision. */
  readonly stops: readonly (readonly [team: string, decision: number])[];
  /** Of teams whose programs nobody can run again. */
  readonly answers?: readonly (readonly [team: string, answers: readonly RecordedAnswer[]])[];
  readonly teams: readonly TeamHeat[];
}

/** What is published of a heat that was run. */
export type HeatRecord = Pick<RanHeat, 'heat' | 'outcome' | 'stops'> &
  Partial<Pick<RanHeat, 'answers'>>;

export function formatHeat(ran: HeatRecord, teams: readonly string[]): string {
  const { heat, outcome, stops = [], answers = [] } = ran;
  const stopped = Array.from(stops, ([place, decision]) => [teams[place]!, decision] as const);
  const told = Array.from(answers, ([place, own]) => [teams[place]!, own] as const);
  const { hash, teams: rows } = outcome;
  const recorded = told.length === 0 ? {} : { answers: told };
  const line: HeatLine = { heat, hash, stops: stopped, ...recorded, teams: rows };
  return JSON.stringify(line);
}

export interface BoardRow {
  readonly rank: number;
  readonly rankFrom: number;
  readonly rankTo: number;
  readonly team: string;
  /** The mean over all heats, in 1e-8 of the capital, with its interval. */
  readonly score: number;
  readonly scoreFrom: number;
  readonly scoreTo: number;
  /** Whether it can be told from the row below. */
  readonly isApart: boolean;
  readonly fills: number;
  readonly liquidations: number;
  readonly faults: number;
  readonly fault: string | null;
}

/** Teams in the order in which they came. */
export function drawBoard(lines: readonly HeatLine[], teams: readonly string[]): BoardRow[] {
  const rows = teams.map((team) =>
    lines
      .toSorted((one, two) => one.heat - two.heat)
      .flatMap((line) => line.teams.filter((row) => row.team === team)),
  );
  return rankField(rows.map((own) => own.map(({ score }) => score))).map((ranked) => {
    const own = rows[ranked.place]!;
    const sum = (name: 'fills' | 'liquidations' | 'faults'): number =>
      own.reduce((total, row) => total + row[name], 0);
    const { rank, rankFrom, rankTo, isApart } = ranked;
    return {
      rank,
      rankFrom,
      rankTo,
      team: teams[ranked.place]!,
      score: Math.round(ranked.mean),
      scoreFrom: Math.round(ranked.meanFrom),
      scoreTo: Math.round(ranked.meanTo),
      isApart,
      fills: sum('fills'),
      liquidations: sum('liquidations'),
      faults: sum('faults'),
      fault: own.find(({ fault }) => fault !== null)?.fault ?? null,
    };
  });
}

/** What the markets follow from beside the key, and who made the result. */
export interface GivenFiles {
  /** Of the product: another one may draw other pages. */
  readonly version: string;
  /** Of all programs at the close. */
  readonly handedIn?: string;
  /** Empty where markets are simulated. */
  readonly tapes?: readonly ContestTape[];
}

/** What the file of the result says; it names the hash of every other file. */
export function formatResult(
  files: ResultFiles,
  { commitment, rules }: ContestTerms,
  key: Uint8Array,
  board: readonly BoardRow[],
  given: GivenFiles,
): string {
  const names = [...files.keys()].filter((name) => name !== RESULT_FILE).sort();
  const hashes = Object.fromEntries(names.map((name) => [name, sha256Of(files.get(name)!)]));
  const revealed = Array.from(key, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const { name } = rules;
  return jsonOf({ form: FORM, name, commitment, key: revealed, ...given, board, files: hashes });
}

interface Versions {
  readonly madeBy: string;
  readonly version: string;
}

export interface ComparedFiles extends Versions {
  readonly files: ResultFiles;
  /** What this product makes of them. */
  readonly made: ReadonlyMap<string, string>;
  /** Those that the others follow from. */
  readonly brought: readonly string[];
}

/** The first version that published results. */
const FIRST_VERSION = '0.2.0';

const isBefore = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;

/** An earlier version may have drawn other pages of the same. */
const isEarlier = ({ madeBy, version }: Versions): boolean =>
  /^\d+\.\d+\.\d+$/.test(madeBy) && isBefore(madeBy, version) && !isBefore(madeBy, FIRST_VERSION);

/** Bytes, because a decoder forgives much. */
export function compareFiles({ files, made, brought, ...versions }: ComparedFiles): string[] {
  const { madeBy, version } = versions;
  const isDrawn = (name: string): boolean => [PAGE_FILE, PICTURE_FILE].includes(name);
  const differs = ([name, text]: readonly [string, string]): boolean => {
    if (isEarlier(versions) && isDrawn(name)) return false;
    const [published, bytes] = [files.get(name), new TextEncoder().encode(text)];
    return published?.length !== bytes.length || bytes.some((byte, at) => byte !== published[at]);
  };
  const strangers = [...files.keys()].filter((name) => !made.has(name) && !brought.includes(name));
  return [
    ...[...made].filter(differs).map(([name]) => `${name} is not what the others give`),
    ...strangers.map((name) => `${name} is no part of the result`),
    ...(madeBy === version || isEarlier(versions)
      ? []
      : [`${RESULT_FILE} names version ${madeBy}, which version ${version} does not know`]),
  ];
}

/** Nothing where the same product made it. */
export function tellVersion(versions: Versions, isSame: boolean): string[] {
  const { madeBy, version } = versions;
  const advice = isSame
    ? `${PAGE_FILE} and ${PICTURE_FILE} were not compared`
    : 'check it with that one';
  return isEarlier(versions)
    ? [`The result was made by version ${madeBy}, and this is ${version}: ${advice}.`]
    : [];
}

/** Of a team, by market. */
export const scoresIn =
  (lines: readonly HeatLine[]) =>
  (team: string): number[] =>
    lines
      .toSorted((one, two) => one.heat - two.heat)
      .flatMap((line) => line.teams.flatMap((row) => (row.team === team ? [row.score] : [])));

/** Throws where a line is not of the form of one. */
export const parseHeats = (text: string): HeatLine[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line, at) => {
      const heat = parseHeat(line);
      if (isFormed(Object(heat))) return heat;
      throw new Error(`line ${at + 1} is no heat`);
    });

const isFormed = ({ teams, stops, answers = [] }: Partial<HeatLine>): boolean =>
  isList(teams) &&
  teams.every(isRecord) &&
  [stops, answers].every((pairs) => isList(pairs) && pairs.every(isList)) &&
  answers.every(([, own]) => isList(own));

const isList: (value: unknown) => value is readonly unknown[] = Array.isArray;

export const parseHeat = (line: string): HeatLine => JSON.parse(line);
