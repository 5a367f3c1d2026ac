/** The rules of a contest of programs, as its organiser writes them, and what each may be. */
import type { Contract } from '../domain/contract.ts';
import { contractId } from '../domain/ids.ts';
import { judgeNumber, type NumberBounds } from '../domain/number-bounds.ts';
import { STEP_SECONDS } from '../market/bare-market.ts';

const NUMBERS = {
  /** Of every program in every heat, in whole units of the quote currency. */
  capital: { fallback: 10_000, least: 1, most: 50_000_000, step: 1 },
  leverage: { fallback: 10, least: 1, most: 1_000, step: 1 },
  /** From a decision until its orders reach the venue. */
  latencyMillis: { fallback: 50, least: 0, most: 60_000, step: 1 },
  /** Of venue time, in each heat. */
  hours: { fallback: 1, least: 0.01, most: 168 },
  /** Between two decisions. */
  cadenceSeconds: { fallback: 1, least: STEP_SECONDS, most: 3_600, step: STEP_SECONDS },
  /** Of market before the first decision. */
  warmUpSeconds: { fallback: 60, least: 5, most: 86_400, step: STEP_SECONDS },
  /** How many heats, each with a market of its own. */
  seeds: { fallback: 20, least: 1, most: 1_000, step: 1 },
  /** Of a decision; a unit is ten thousand calls or turns of loops. */
  gas: { fallback: 20, least: 1, most: 10_000, step: 1 },
  /** Of the whole sandbox of a program. */
  memoryMegabytes: { fallback: 32, least: 17, most: 1_024, step: 1 },
  /** Of each side of the book, that programs see. */
  levels: { fallback: 5, least: 1, most: 50, step: 1 },
  /** How many programs of a team are run for the board within a day, while the contest is open. */
  dailyRuns: { fallback: 5, least: 0, most: 1_000, step: 1 },
  /** How many markets of the board each of them meets: enough to tell some of them apart. */
  boardSeeds: { fallback: 10, least: 1, most: 1_000, step: 1 },
  /** Of a decision. */
  ordersMax: { fallback: 20, least: 1, most: 100, step: 1 },
} as const satisfies Record<string, NumberBounds>;

const WORDS = {
  /** Whether the programs of a heat trade in one book, or each against a market of its own. */
  book: ['alone', 'together'],
  score: ['return', 'return-less-drawdown'],
  /** Whether a recording is played so that nobody recognises it. */
  disguise: ['on', 'off'],
  /** Whether the result holds the recordings, or only names them. */
  tapeFiles: ['published', 'named'],
  /** Whether programs in Python take part, which are not run again. */
  python: ['off', 'on'],
} as const;

export const CONTRACTS_MAX = 8;
const TAPES_MAX = 16;
const NAME_LENGTH_MAX = 60;

type NumberRules = { readonly [Name in keyof typeof NUMBERS]: number };
type WordRules = { readonly [Name in keyof typeof WORDS]: (typeof WORDS)[Name][number] };

export interface ContestRules extends NumberRules, WordRules {
  readonly name: string;
  /** By their bases. */
  readonly contracts: readonly string[];
  /** Recordings that are played as markets; none where these are simulated. */
  readonly tapes: readonly string[];
}

/** Throws with a reason for the organiser. What is not said is as usual. */
export function parseRules(chosen: Readonly<Record<string, unknown>>): ContestRules {
  const names = ['name', 'contracts', 'tapes', ...Object.keys(NUMBERS), ...Object.keys(WORDS)];
  const unknown = Object.keys(chosen).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new Error(`there is no rule ${unknown}; there are ${names.join(', ')}`);
  const numberOf = (name: keyof NumberRules): number => {
    const value = chosen[name] ?? NUMBERS[name].fallback;
    const allowed = judgeNumber(NUMBERS[name], value);
    if (allowed !== undefined) throw new Error(`the rule ${name} must be ${allowed}`);
    return Number(value);
  };
  const wordOf = <Word extends string>(name: keyof WordRules, words: readonly Word[]): Word => {
    const word = words.find((each) => each === (chosen[name] ?? words[0]));
    if (word === undefined) throw new Error(`the rule ${name} must be one of ${words.join(', ')}`);
    return word;
  };
  return {
    name: parseName(chosen['name']),
    contracts: parseBases(chosen['contracts'] ?? ['BTC']),
    tapes: parseTapes(chosen['tapes'] ?? []),
    capital: numberOf('capital'),
    leverage: numberOf('leverage'),
    latencyMillis: numberOf('latencyMillis'),
    hours: numberOf('hours'),
    cadenceSeconds: numberOf('cadenceSeconds'),
    warmUpSeconds: numberOf('warmUpSeconds'),
    seeds: numberOf('seeds'),
    gas: numberOf('gas'),
    memoryMegabytes: numberOf('memoryMegabytes'),
    levels: numberOf('levels'),
    dailyRuns: numberOf('dailyRuns'),
    boardSeeds: numberOf('boardSeeds'),
    ordersMax: numberOf('ordersMax'),
    book: wordOf('book', WORDS.book),
    score: wordOf('score', WORDS.score),
    disguise: wordOf('disguise', WORDS.disguise),
    tapeFiles: wordOf('tapeFiles', WORDS.tapeFiles),
    python: wordOf('python', WORDS.python),
  };
}

function parseName(name: unknown): string {
  if (typeof name === 'string' && name.length > 0 && name.length <= NAME_LENGTH_MAX) return name;
  throw new Error(`a contest has a name of 1 to ${NAME_LENGTH_MAX} characters`);
}

function parseBases(bases: unknown): string[] {
  const isFit =
    Array.isArray(bases) &&
    bases.length > 0 &&
    bases.length <= CONTRACTS_MAX &&
    new Set(bases).size === bases.length &&
    bases.every((base) => typeof base === 'string');
  if (isFit) return bases;
  throw new Error(`the rule contracts must list 1 to ${CONTRACTS_MAX} contracts, such as "BTC"`);
}

function parseTapes(tapes: unknown): string[] {
  const isFit =
    Array.isArray(tapes) &&
    tapes.length <= TAPES_MAX &&
    tapes.every((tape) => typeof tape === 'string' && tape.length > 0);
  if (isFit) return tapes;
  throw new Error(`the rule tapes must list at most ${TAPES_MAX} files`);
}

/** In the order of the rules, with the ids that they have in the venue of a heat. */
export function contractsOfRules(
  { contracts: bases, leverage }: ContestRules,
  known: readonly Contract[],
): Contract[] {
  return bases.map((base, place) => {
    const found = known.find((contract) => contract.base === base);
    if (found === undefined)
      throw new Error(
        `there is no contract ${base}; there are ${known.map((each) => each.base).join(', ')}`,
      );
    const { leverageMin, leverageMax } = found;
    if (leverage < leverageMin || leverage > leverageMax)
      throw new Error(`the leverage of ${base} is from ${leverageMin} to ${leverageMax}`);
    return { ...found, id: contractId(place) };
  });
}

/** Of a heat. */
export const decisionsOf = ({ hours, cadenceSeconds }: ContestRules): number =>
  Math.max(1, Math.floor((hours * 3_600) / cadenceSeconds));

/** Who meets whom, in the markets of all seeds. */
export function pairOff<Entrant>(
  { seeds, book }: Pick<ContestRules, 'seeds' | 'book'>,
  entrants: readonly Entrant[],
): { readonly heat: number; readonly group: readonly Entrant[] }[] {
  const groups = book === 'together' ? [entrants] : entrants.map((entrant) => [entrant]);
  return Array.from({ length: seeds }, (_, heat) =>
    groups.map((group) => ({ heat, group })),
  ).flat();
}
