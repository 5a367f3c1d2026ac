/**
 * Reads a scenario: a line is something done or something looked at, and after an arrow what comes
 * of it. The file's name is the scenario's title. README.md tells the language.
 */
import { basename } from 'node:path';

export interface Scenario {
  readonly title: string;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly file: string;
  /** As editors count, from one. */
  readonly number: number;
  readonly text: string;
  readonly words: readonly string[];
  /** What stands after the arrow; null where there is none. */
  readonly expected: readonly Phrase[] | null;
  /** Rows drawn below the line, each behind a bar. */
  readonly rows: readonly (readonly string[])[];
}

export type Phrase = readonly string[];

const ARROW = '->';
const BAR = '|';

export function parseScenario(file: string, text: string): Scenario {
  const lines: Line[] = [];
  for (const [at, raw] of text.split('\n').entries()) {
    const words = wordsOf(raw);
    if (words.length === 0) continue;
    const line = { file, number: at + 1, text: raw.trim() };
    const before = lines.at(-1);
    if (words[0] === ARROW || words[0] === BAR) {
      if (before === undefined) throw failure(line, 'nothing stands above it');
      lines[lines.length - 1] =
        words[0] === BAR ? addRow(before, words.slice(1)) : addExpected(before, words.slice(1));
      continue;
    }
    const arrow = words.indexOf(ARROW);
    const own: Line = { ...line, words, expected: null, rows: [] };
    lines.push(
      arrow < 0
        ? own
        : addExpected({ ...own, words: words.slice(0, arrow) }, words.slice(arrow + 1)),
    );
  }
  return { title: basename(file).replace(/\.txt$/, ''), lines };
}

/** An error that says where, what stood there and what is wrong with it. */
export function failure(line: Pick<Line, 'file' | 'number' | 'text'>, message: string): Error {
  return new Error(`${line.file}:${line.number}\n  ${line.text}\n  ${message}`);
}

const addRow = (line: Line, row: readonly string[]): Line => ({
  ...line,
  rows: [...line.rows, row],
});

const addExpected = (line: Line, words: readonly string[]): Line => ({
  ...line,
  expected: [...(line.expected ?? []), ...phrasesOf(words)],
});

/** Phrases are divided by semicolons. */
function phrasesOf(words: readonly string[]): Phrase[] {
  const phrases: string[][] = [[]];
  for (const word of words) {
    if (word === ';') phrases.push([]);
    else phrases.at(-1)?.push(word);
  }
  return phrases.filter((phrase) => phrase.length > 0);
}

/** Words, "quoted words" and semicolons; a number sign after a space begins a comment. */
function wordsOf(raw: string): string[] {
  const words: string[] = [];
  for (const [word] of raw.matchAll(/"[^"]*"|;|[^\s;"]+/g)) {
    if (word.startsWith('#')) break;
    words.push(word);
  }
  return words;
}
