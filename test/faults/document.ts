/** The tables of faults in docs/OPERATING.md: written from what was done, and held against it. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Row } from './fault.ts';

const FILE = new URL('../../docs/OPERATING.md', import.meta.url);
const BEGIN = '<!-- faults: written by test/faults -->';
const END = '<!-- end of faults -->';
const { WRITE_FAULTS } = process.env;

/** Rows of parts that were skipped on this machine are taken as they are written. */
export function checkDocument(part: string, rows: readonly Row[], isComplete: boolean): void {
  const text = readFileSync(FILE, 'utf8');
  const [begin, end] = [BEGIN, END].map((mark) => text.indexOf(mark.replace('-->', `${part} -->`)));
  if (begin === undefined || end === undefined || begin < 0 || end < 0)
    throw new Error(`docs/OPERATING.md has no place for the faults of ${part}`);
  const from = text.indexOf('\n', begin) + 1;
  const written = text.slice(from, end);
  if (WRITE_FAULTS === '1' && isComplete)
    writeFileSync(FILE, text.slice(0, from) + tableOf(rows) + text.slice(end));
  const words = 'run the suite with WRITE_FAULTS=1 to write the table anew';
  if (!isComplete) {
    for (const row of rows) expect(written, words).toContain(lineOf(row));
    return;
  }
  const now = readFileSync(FILE, 'utf8');
  expect(now.slice(from, now.indexOf(END.replace('-->', `${part} -->`))), words).toBe(
    tableOf(rows),
  );
}

/** Advice that several messages end with, written once above the table. */
const ADVICE = {
  A: [
    'Nothing was changed. Put the file back from a copy; "npx perpetua journal verify --data data"',
    'checks every record. Without a copy, moving journal, snapshots and archive away begins a new',
    'venue and loses everything in them',
  ].join(' '),
  B: [
    'to have it written again from the journal move data/archive.sqlite away and start; nothing is',
    'lost, since the journal holds every entry',
  ].join(' '),
  C: 'Entries up to N are safe and can be read; nothing more is taken',
  D: 'stop it first, or give this one a folder of its own (PERPETUA_DATA or --data)',
};
const shorten = (says: string): string =>
  Object.entries(ADVICE).reduce(
    (text, [letter, words]) => text.replace(words, `(${letter})`),
    says,
  );

const legendOf = (rows: readonly Row[]): string =>
  Object.entries(ADVICE)
    .filter(([, words]) => rows.some(({ says }) => says.includes(words)))
    .map(([letter, words]) => `(${letter}) \`${words}\`\n\n`)
    .join('');

const cell = (text: string): string => text.replaceAll('|', '\\|');
const lineOf = ({ fault, outcome, says, kept }: Row): string => {
  const said = says === '' ? 'nothing' : `\`${shorten(says)}\``;
  return `| ${[fault, outcome, said, kept].map(cell).join(' | ')} |\n`;
};

const tableOf = (rows: readonly Row[]): string =>
  [
    legendOf(rows),
    '| what happens | the venue | says | what is kept |\n|---|---|---|---|\n',
    ...rows.map(lineOf),
  ].join('');
