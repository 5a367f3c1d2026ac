/** docs/CLIENTS.md: each suite writes the section of its client, and compares it with the file. */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Check, Client, Package } from './seat.ts';

const FILE = new URL('../../../docs/CLIENTS.md', import.meta.url);
const { WRITE_CLIENTS } = process.env;

/** From the heading of a client to the next one. */
const partOf = (text: string, name: string): string =>
  new RegExp(`^## ${name.replace('/', '.')} .*?(?=^## |$(?![\\s\\S]))`, 'ms').exec(text)?.[0] ?? '';

export function checkSection(name: string, section: string): void {
  const text = readFileSync(FILE, 'utf8');
  const kept = partOf(text, name);
  if (WRITE_CLIENTS === '1' && kept !== section)
    writeFileSync(
      FILE,
      kept === '' ? `${text.trimEnd()}\n\n${section}` : text.replace(kept, () => section),
    );
  expect(
    partOf(readFileSync(FILE, 'utf8'), name),
    'run the suite with WRITE_CLIENTS=1 to write it anew',
  ).toBe(section);
}

const nameOf = ({ calls, streams, frames }: Client, { about }: Check): string =>
  (calls[about] ?? streams?.[about] ?? frames?.[about])?.[0] ?? about;

/** One line of a table; the first cells are given. */
export function rowOf(
  first: string,
  { modes = [], shows }: { readonly modes?: readonly string[]; readonly shows: string },
  isPassed: boolean,
): string {
  const both = modes.length > 1 ? ', both modes' : '';
  return `| ${first} | ${isPassed ? 'passed' : 'FAILED'}${both} | ${shows} |`;
}

export function sectionOf(
  { name, version, cannot }: Pick<Package, 'name' | 'version' | 'cannot'>,
  client: Client,
  passed: ReadonlyMap<Check, boolean>,
  isStory: (check: Check) => boolean,
): string {
  const rowsOf = (areStories: boolean, first: (check: Check) => string): string[] =>
    [...passed]
      .filter(([check]) => isStory(check) === areStories)
      .map(([check, isPassed]) => rowOf(first(check), check, isPassed));
  return [
    `## ${name} ${version}`,
    '',
    '| method | call | result | held against version 2 |',
    '|---|---|---|---|',
    ...rowsOf(false, (check) => `\`${nameOf(client, check)}\` | ${check.about}`),
    '',
    '| story | result | shows |',
    '|---|---|---|',
    ...rowsOf(true, ({ about }) => about),
    '',
    '| what it cannot do itself | |',
    '|---|---|',
    ...cannot.map(([what, why]) => `| ${what} | ${why} |`),
    '',
    '',
  ].join('\n');
}
