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

const cell = (text: string): string => text.replaceAll('|', '\\|');
const lineOf = ({ fault, outcome, says, kept }: Row): string =>
  `| ${[fault, outcome, says === '' ? 'nothing' : `\`${says}\``, kept].map(cell).join(' | ')} |\n`;

const tableOf = (rows: readonly Row[]): string =>
  [
    '| what happens | the venue | says | what is kept |\n|---|---|---|---|\n',
    ...rows.map(lineOf),
  ].join('');
