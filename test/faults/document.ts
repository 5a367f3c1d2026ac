/**
 * The tables of faults in docs/OPERATING.md, and what the venue says of each in says.json: written
 * from what was done, and held against it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Row } from './fault.ts';

const FILE = new URL('../../docs/OPERATING.md', import.meta.url);
const SAYS = new URL('says.json', import.meta.url);
const BEGIN = '<!-- faults: written by test/faults -->';
const END = '<!-- end of faults -->';
const { WRITE_FAULTS } = process.env;

const WORDS = 'run the suite with WRITE_FAULTS=1 to write it anew';

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
  checkSaid(rows);
  if (!isComplete) {
    const lines = written.split('\n');
    for (const row of rows) {
      const alike = lines.find((line) => line.endsWith(`| ${endOf(row)} |`));
      expect(alike, WORDS).toContain(cell(row.fault));
    }
    return;
  }
  const now = readFileSync(FILE, 'utf8');
  expect(now.slice(from, now.indexOf(END.replace('-->', `${part} -->`))), WORDS).toBe(
    tableOf(rows),
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|');
const endOf = ({ outcome, kept }: Row): string => [outcome, kept].map(cell).join(' | ');

/** Faults with the same end are one line, at the place of the first. */
function tableOf(rows: readonly Row[]): string {
  const faults = new Map<string, string[]>();
  for (const row of rows)
    faults.set(endOf(row), [...(faults.get(endOf(row)) ?? []), cell(row.fault)]);
  const lines = [...faults].map(([end, alike]) => `| ${alike.join('; ')} | ${end} |\n`);
  return ['| what happens | the venue | what is kept |\n|---|---|---|\n', ...lines].join('');
}

function checkSaid(rows: readonly Row[]): void {
  const said = Object.fromEntries(rows.map(({ fault, says }) => [fault, says]));
  const kept: object = JSON.parse(readFileSync(SAYS, 'utf8'));
  if (WRITE_FAULTS === '1')
    writeFileSync(SAYS, `${JSON.stringify({ ...kept, ...said }, null, 2)}\n`);
  expect(JSON.parse(readFileSync(SAYS, 'utf8')), WORDS).toMatchObject(said);
}
