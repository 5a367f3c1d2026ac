/**
 * The terms of an arena, as its organiser writes them: the rules of a contest, how long a
 * contestant may think and what that costs, what it may risk, and who takes part.
 */
import { ContestError } from '../contest/contest-terms.ts';
import { judgeNumber, type NumberBounds } from '../domain/number-bounds.ts';

/** A language model behind an address that speaks as OpenAI's does. */
export interface ModelTerms {
  readonly kind: 'model';
  readonly name: string;
  /** Up to the version: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** The variable of the environment that has the key; none for a model on this machine. */
  readonly keyVariable?: string;
  readonly temperature?: number;
  readonly maxTokens?: number;
  /** In dollars for a million tokens, to count what it cost. */
  readonly inputPrice?: number;
  readonly outputPrice?: number;
}

export type ContestantTerms =
  | ModelTerms
  /** A process that is asked in lines of JSON, or one that speaks the Model Context Protocol. */
  | {
      readonly kind: 'command' | 'mcp';
      readonly name: string;
      readonly command: readonly string[];
    }
  /** A program of a contest, or one in Python that is asked in lines of JSON. */
  | { readonly kind: 'program'; readonly name: string; readonly file: string }
  | { readonly kind: 'python'; readonly name: string; readonly file: string };

const NUMBERS = {
  /** Without an answer by then, a contestant does nothing in this turn. */
  answerSeconds: { fallback: 60, least: 1, most: 3_600 },
  /** Venue time that passes while a contestant thinks, for each unit of real time. */
  thinkingRate: { fallback: 0, least: 0, most: 1_000 },
  /** In the quote currency; zero for no cap. */
  orderValueMax: { fallback: 0, least: 0, most: 1e12 },
  dayValueMax: { fallback: 0, least: 0, most: 1e12 },
  lossMax: { fallback: 0, least: 0, most: 1e12 },
} as const satisfies Record<string, NumberBounds>;

export type ArenaNumbers = { readonly [Name in keyof typeof NUMBERS]: number };

export interface ArenaTerms extends ArenaNumbers {
  /** Those of a contest, not read yet. */
  readonly rules: Readonly<Record<string, unknown>>;
  /** What the organiser adds to the words that every contestant gets. */
  readonly prompt: string;
  readonly contestants: readonly ContestantTerms[];
  /** A rehearsal: all are asked, and no order is sent. */
  readonly readOnly?: true;
}

const CONTESTANTS_MAX = 64;
const PROMPT_LENGTH_MAX = 20_000;
const NAME_FORM = /^[A-Za-z0-9][A-Za-z0-9._-]{0,39}$/;
const VARIABLE_FORM = /^[A-Za-z_][A-Za-z0-9_]{0,99}$/;

/** The fields that each kind has, beside its kind and name; with a star those it must have. */
const FIELDS = {
  model: ['url*', 'model*', 'keyVariable', 'temperature', 'maxTokens', 'inputPrice', 'outputPrice'],
  command: ['command*'],
  mcp: ['command*'],
  program: ['file*'],
  python: ['file*'],
} as const satisfies Readonly<Record<ContestantTerms['kind'], readonly string[]>>;

type Fields = Readonly<Record<string, unknown>>;

export function parseArena(value: unknown): ArenaTerms {
  const given = fieldsOf(value, 'an arena');
  const names = ['name', 'rules', 'prompt', 'contestants', 'readOnly', ...Object.keys(NUMBERS)];
  expectKnown(given, names, 'an arena');
  const { rules = {}, prompt = '', contestants, readOnly = false } = given;
  if (typeof prompt !== 'string' || prompt.length > PROMPT_LENGTH_MAX)
    throw new ContestError(`prompt is a text of at most ${PROMPT_LENGTH_MAX} characters`);
  if (typeof readOnly !== 'boolean') throw new ContestError('readOnly is true or false');
  const numberOf = (name: keyof ArenaNumbers): number => {
    const number = given[name] ?? NUMBERS[name].fallback;
    const allowed = judgeNumber(NUMBERS[name], number);
    if (allowed !== undefined) throw new ContestError(`${name} must be ${allowed}`);
    return Number(number);
  };
  return {
    rules: { ...fieldsOf(rules, 'rules'), name: given['name'] },
    prompt,
    contestants: parseContestants(contestants),
    ...(readOnly ? { readOnly } : {}),
    answerSeconds: numberOf('answerSeconds'),
    thinkingRate: numberOf('thinkingRate'),
    orderValueMax: numberOf('orderValueMax'),
    dayValueMax: numberOf('dayValueMax'),
    lossMax: numberOf('lossMax'),
  };
}

function parseContestants(value: unknown): ContestantTerms[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > CONTESTANTS_MAX)
    throw new ContestError(`contestants lists 1 to ${CONTESTANTS_MAX} of them`);
  const contestants = value.map(parseContestant);
  const names = new Set(contestants.map(({ name }) => name));
  if (names.size < contestants.length) throw new ContestError('two contestants have one name');
  return contestants;
}

function parseContestant(value: unknown): ContestantTerms {
  const given = fieldsOf(value, 'a contestant');
  const { kind, name } = given;
  if (typeof name !== 'string' || !NAME_FORM.test(name))
    throw new ContestError(
      'a contestant has a name of 1 to 40 letters, digits, dots, dashes and underscores',
    );
  if (!isKind(kind))
    throw new ContestError(`the kind of ${name} is one of ${Object.keys(FIELDS).join(', ')}`);
  const fields = FIELDS[kind];
  const who = `${name}, a contestant of the kind ${kind},`;
  expectKnown(given, ['kind', 'name', ...fields.map((field) => field.replace('*', ''))], who);
  for (const field of fields)
    if (field.endsWith('*') && given[field.slice(0, -1)] === undefined)
      throw new ContestError(`${who} has no ${field.slice(0, -1)}`);
  switch (kind) {
    case 'model':
      return { kind, name, ...parseModel(given, who) };
    case 'program':
    case 'python':
      return { kind, name, file: textOf(given, 'file', who) };
    default:
      return { kind, name, command: parseCommand(given['command'], who) };
  }
}

const isKind = (kind: unknown): kind is ContestantTerms['kind'] =>
  typeof kind === 'string' && Object.hasOwn(FIELDS, kind);

function parseModel(given: Fields, who: string): Omit<ModelTerms, 'kind' | 'name'> {
  const url = textOf(given, 'url', who);
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new ContestError(`the url of ${who} is not an address such as http://localhost:11434/v1`);
  const { username, password, search, hash } = new URL(url);
  if ([username, password, search, hash].some((part) => part !== ''))
    throw new ContestError(
      `the url of ${who} ends with its path, and has no key in it: name it in keyVariable`,
    );
  const numbers = Object.fromEntries(
    ['temperature', 'maxTokens', 'inputPrice', 'outputPrice'].flatMap((name) => {
      const number = given[name];
      if (number === undefined) return [];
      if (typeof number !== 'number' || !(number >= 0))
        throw new ContestError(`${name} of ${who} is a number, not below zero`);
      return [[name, number]];
    }),
  );
  const { keyVariable } = given;
  if (keyVariable === undefined) return { url, model: textOf(given, 'model', who), ...numbers };
  if (typeof keyVariable !== 'string' || !VARIABLE_FORM.test(keyVariable))
    throw new ContestError(
      `keyVariable of ${who} is the name of a variable, such as OPENAI_API_KEY, not a key`,
    );
  return { url, model: textOf(given, 'model', who), keyVariable, ...numbers };
}

function parseCommand(value: unknown, who: string): string[] {
  const isFit =
    Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === 'string');
  if (isFit) return value;
  throw new ContestError(`the command of ${who} is a list of words, such as ["python3", "a.py"]`);
}

function textOf(given: Fields, name: string, who: string): string {
  const text = given[name];
  if (typeof text === 'string' && text !== '') return text;
  throw new ContestError(`${name} of ${who} is a text`);
}

function fieldsOf(value: unknown, what: string): Fields {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return Object.fromEntries(Object.entries(value));
  throw new ContestError(`${what} is written as { … }`);
}

function expectKnown(given: Fields, names: readonly string[], what: string): void {
  const unknown = Object.keys(given).find((name) => !names.includes(name));
  if (unknown !== undefined)
    throw new ContestError(`${what} has no field ${unknown}; it has ${names.join(', ')}`);
}
