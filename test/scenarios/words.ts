/** Reading the words of a line from left to right. */
import { findDecimal, formatShort } from '../../src/wire/quantity.ts';
import { failure, type Line } from './parse.ts';

export interface Words {
  readonly line: Line;
  readonly list: readonly string[];
  at: number;
}

export const wordsFrom = (line: Line, list: readonly string[] = line.words): Words => ({
  line,
  list,
  at: 0,
});

export const hasMore = (words: Words): boolean => words.at < words.list.length;

export const peek = (words: Words): string | undefined => words.list[words.at];

/** The next word; `what` says what is missing where there is none. */
export function take(words: Words, what: string): string {
  const word = peek(words);
  if (word === undefined) throw failure(words.line, `${what} is missing`);
  words.at += 1;
  return word;
}

/** The next word, which must be one of these. */
export function takeOneOf<Word extends string>(words: Words, allowed: readonly Word[]): Word {
  const word = take(words, allowed.join(' or '));
  const found = allowed.find((one) => one === word);
  if (found === undefined) throw failure(words.line, `${word} is not ${allowed.join(' or ')}`);
  return found;
}

/** Takes the next word if it is one of these. */
export function takeIf<Word extends string>(
  words: Words,
  ...wanted: readonly Word[]
): Word | undefined {
  const found = wanted.find((one) => one === peek(words));
  if (found !== undefined) words.at += 1;
  return found;
}

export function takeEnd(words: Words): void {
  if (hasMore(words)) throw failure(words.line, `not understood: ${words.list.slice(words.at)}`);
}

export const takeNumber = (words: Words, what: string): number => {
  const word = take(words, what);
  if (!/^\d+$/.test(word)) throw failure(words.line, `${word} is not a whole number`);
  return Number(word);
};

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000 };

/** `31s`, `10m`, `24h`. */
export function takeDuration(words: Words): number {
  const word = take(words, 'a duration');
  const match = /^(\d+)(ms|s|m|h)$/.exec(word);
  if (match === null) throw failure(words.line, `${word} is not a duration such as 31s`);
  return Number(match[1]) * (UNITS[match[2] ?? ''] ?? 0);
}

/** What stands between quotation marks. */
export function takeQuoted(words: Words, what: string): string {
  const word = take(words, what);
  if (!word.startsWith('"')) throw failure(words.line, `${what} stands in quotation marks`);
  return word.slice(1, -1);
}

const DECIMALS = 12;

/** Numbers in one form, however they were written: `90000.0` and `90000` are the same word. */
export function canonical(word: string): string {
  const sign = word.startsWith('-') ? '-' : '';
  const units = findDecimal(word.slice(sign.length), DECIMALS);
  if (units === undefined) return word;
  return `${units === 0n ? '' : sign}${formatShort(units, DECIMALS)}`;
}
