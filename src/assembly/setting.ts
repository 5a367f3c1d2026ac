/**
 * One setting: its name, the values it may have, and its default. A value arrives as text from a
 * flag or the environment, or as JSON from the file, and every kind of setting reads both.
 */

export interface Setting<Value> {
  readonly summary: string;
  /** The allowed values, as words that follow "must be". */
  readonly allowed: string;
  readonly fallback: Value;
  /** Undefined if the value is not allowed. */
  readonly parse: (given: unknown) => Value | undefined;
  format(value: Value): string;
  /** The default, formatted. */
  readonly otherwise: string;
  /** A name in the environment besides the usual one. */
  readonly alias?: string;
  /** A value that cannot be read is not repeated in messages: it may have a password in it. */
  readonly isSecret?: true;
  /** Whether it is on or off: `--doors` alone turns it on, and `--no-doors` off. */
  readonly isSwitch?: true;
}

/** `adminPort` on the command line: `--admin-port`. */
export const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** `adminPort` in the environment: `PERPETUA_ADMIN_PORT`. */
export const variableOf = (name: string): string =>
  `PERPETUA_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/** A setting without its type: enough for the help. */
export interface SettingWords
  extends Pick<Setting<unknown>, 'summary' | 'allowed' | 'otherwise' | 'alias' | 'isSwitch'> {
  /** As it is spelt in the file: `adminPort`. */
  readonly name: string;
}

const define = <Value>(
  summary: string,
  terms: Omit<Setting<Value>, 'summary' | 'otherwise'>,
): Setting<Value> => ({ summary, ...terms, otherwise: terms.format(terms.fallback) });

/** The least and the most that is allowed. */
type Range = readonly [least: number, most: number];

const numberLike = (
  summary: string,
  fallback: number,
  allowed: string,
  isFit: (value: number) => boolean,
): Setting<number> =>
  define(summary, {
    allowed,
    fallback,
    parse: (given) => {
      const value = readNumber(given);
      return value !== undefined && isFit(value) ? value : undefined;
    },
    format: String,
  });

const isWithin = (value: number, [least, most]: Range): boolean => value >= least && value <= most;

export const wholeNumber = (summary: string, range: Range, fallback: number): Setting<number> =>
  numberLike(
    summary,
    fallback,
    `a whole number from ${range[0]} to ${range[1]}`,
    (value) => Number.isSafeInteger(value) && isWithin(value, range),
  );

/** A number, or a word instead of it, such as `all`. */
export const wholeNumberOr = <Word extends string>(
  summary: string,
  range: Range,
  fallback: number | Word,
  word: Word,
): Setting<number | Word> => {
  const number = wholeNumber(summary, range, range[0]);
  return define<number | Word>(summary, {
    fallback,
    allowed: `"${word}", or ${number.allowed}`,
    parse: (given) => (given === word ? word : number.parse(given)),
    format: String,
  });
};

export const factor = (summary: string, range: Range): Setting<number> =>
  numberLike(summary, 1, `a number from ${range[0]} to ${range[1]}`, (value) =>
    isWithin(value, range),
  );

export const oneOf = <Word extends string>(
  summary: string,
  choices: readonly Word[],
  fallback: Word,
): Setting<Word> =>
  define(summary, {
    allowed: `one of ${choices.join(', ')}`,
    fallback,
    parse: (given) => choices.find((choice) => choice === given),
    format: String,
  });

export const onOrOff = (summary: string, fallback: boolean): Setting<boolean> =>
  define(summary, {
    allowed: 'on or off',
    isSwitch: true,
    fallback,
    parse: (given) => {
      if (typeof given === 'boolean') return given;
      if (given === 'on' || given === 'true') return true;
      return given === 'off' || given === 'false' ? false : undefined;
    },
    format: (value) => (value ? 'on' : 'off'),
  });

export const someText = (summary: string, allowed: string, fallback: string): Setting<string> =>
  define(summary, {
    allowed,
    fallback,
    parse: (given) => (typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined),
    format: (value) => value,
  });

/** Text of a certain form, or a word instead of it. What is secret in it is not shown. */
export const textLike = (
  summary: string,
  {
    allowed,
    isForm,
    instead,
    ...more
  }: { allowed: string; isForm: (text: string) => boolean; instead: string; isSecret?: true },
): Setting<string> =>
  define(summary, {
    allowed: `${allowed}, or "${instead}"`,
    fallback: instead,
    ...more,
    parse: (given) => {
      const text = typeof given === 'string' ? given.trim() : '';
      return text === instead || isForm(text) ? text : undefined;
    },
    format: hideSecrets,
  });

/**
 * Passwords in addresses, of which there may be several. A name without a password is a secret too,
 * as NATS servers take it for a token; only in a database it is a user.
 */
export const hideSecrets = (text: string): string =>
  text
    .split(/,(?=\w+:\/\/)/)
    .map((address) =>
      address
        .replace(/:\/\/([^/:@]*):.*@/, '://$1:***@')
        .replace(/^(?!postgres)(\w+:\/\/)[^:]*@/, '$1***@'),
    )
    .join();

/** A word; one of them stands for something else. A number in the file is a word too. */
export const chosenWord = (
  summary: string,
  { longest, instead, fallback }: { longest: number; instead: string; fallback: string },
): Setting<string> =>
  define(summary, {
    allowed: `a word of 1 to ${longest} characters, or "${fallback}" for one ${instead}`,
    fallback,
    parse: (given) => {
      const text = typeof given === 'number' ? String(given) : given;
      if (typeof text !== 'string') return undefined;
      const trimmed = text.trim();
      return trimmed.length >= 1 && trimmed.length <= longest ? trimmed : undefined;
    },
    format: (value) => value,
  });

/** A moment as ISO 8601 or in milliseconds since 1970, or a word instead of it. */
export const momentOr = <Word extends string>(
  summary: string,
  word: Word,
): Setting<number | Word> =>
  define<number | Word>(summary, {
    allowed:
      `"${word}", or a date such as 2026-01-31 or 2026-01-31T12:00:00Z, ` +
      'or milliseconds since 1970',
    fallback: word,
    parse: (given) => {
      if (given === word) return word;
      const isDate = typeof given === 'string' && ISO_MOMENT.test(given);
      const at = isDate ? Date.parse(given) : readNumber(given);
      return at !== undefined && at >= MOMENT_MIN && at < MOMENT_MAX ? Math.floor(at) : undefined;
    },
    format: (value) => (typeof value === 'number' ? new Date(value).toISOString() : value),
  });

/** A number outside of this century is a slip of the keyboard, such as seconds. */
const [MOMENT_MIN, MOMENT_MAX] = [Date.UTC(2000, 0), Date.UTC(2100, 0)];
const ISO_MOMENT = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/;

/** A list in the file; elsewhere its parts are separated by commas. */
export const listOf = (
  summary: string,
  allowed: string,
  isPart: (part: string) => boolean,
  { fallback, least }: { fallback: readonly string[]; least: number } = { fallback: [], least: 0 },
): Setting<readonly string[]> =>
  define<readonly string[]>(summary, {
    allowed,
    fallback,
    parse: (given) => {
      const parts = typeof given === 'string' ? splitList(given) : given;
      if (!Array.isArray(parts)) return undefined;
      const known = parts.filter(
        (part): part is string => typeof part === 'string' && isPart(part.trim()),
      );
      const isWhole = known.length === parts.length && new Set(known).size >= least;
      return isWhole ? known.map((part) => part.trim()) : undefined;
    },
    format: (value) => (value.length === 0 ? 'none' : value.join(',')),
  });

/** An object of numbers in the file, `BTC=90000,ETH=3100` elsewhere. */
export const numbersByName = (
  summary: string,
  allowed: string,
  isEntry: (name: string, value: number) => boolean,
  none: string,
): Setting<Readonly<Record<string, number>>> =>
  define(summary, {
    allowed,
    fallback: {},
    parse: (given) => {
      const pairs = typeof given === 'string' ? splitPairs(given) : pairsOf(given);
      if (pairs === undefined) return undefined;
      const entries = pairs.map(
        ([name, value]) => [name.toUpperCase(), readNumber(value)] as const,
      );
      const sound = entries.filter(
        (entry): entry is readonly [string, number] =>
          entry[1] !== undefined && isEntry(entry[0], entry[1]),
      );
      return sound.length === pairs.length ? Object.fromEntries(sound) : undefined;
    },
    format: (value) => {
      const parts = Object.entries(value).map(([name, number]) => `${name}=${number}`);
      return parts.length === 0 ? none : parts.join(',');
    },
  });

function readNumber(given: unknown): number | undefined {
  if (typeof given === 'number') return Number.isFinite(given) ? given : undefined;
  if (typeof given !== 'string' || !/^\d+(?:\.\d+)?$/.test(given.trim())) return undefined;
  return Number(given);
}

const splitList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const splitPairs = (text: string): [string, unknown][] =>
  splitList(text).map((part) => {
    const [name = '', ...rest] = part.split('=');
    return [name.trim(), rest.join('=')];
  });

const pairsOf = (given: unknown): [string, unknown][] | undefined =>
  typeof given === 'object' && given !== null && !Array.isArray(given)
    ? Object.entries(given)
    : undefined;

/** A value as its author wrote it, for messages. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return `"${value.slice(0, 60)}"`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid Date' : 'a Date';
  if (typeof value === 'function') return 'a function';
  // JSON has no NaN and no Infinity.
  if (typeof value === 'number') return String(value);
  return (JSON.stringify(value) ?? String(value)).slice(0, 60);
}
