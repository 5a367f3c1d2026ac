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

/** One line of a table. */
export const rowOf = (first: string, { shows }: { readonly shows: string }, isPassed: boolean) =>
  `| ${first} | ${isPassed ? shows : '**FAILED**'} |`;

/** A list of what a client cannot do. */
export const limitsOf = (cannot: Package['cannot']): string[] => [
  'What it cannot do itself:',
  '',
  ...cannot.map(([what, why]) => `- ${what}: ${why}`),
];

/** What clients are asked, and what their answers are held against. */
export const comparedOf = (checks: readonly Check[]): string =>
  [
    '## What is compared',
    '',
    '| call, stream, frame or story | held against version 2 |',
    '|---|---|',
    ...checks.map((check) => rowOf(check.about, check, true)),
    '',
    '',
  ].join('\n');

export function sectionOf(
  { name, version, cannot }: Pick<Package, 'name' | 'version' | 'cannot'>,
  client: Client,
  passed: ReadonlyMap<Check, boolean>,
  isStory: (check: Check) => boolean,
): string {
  const namesOf = (hasPassed: boolean): string =>
    [...passed]
      .filter(([check, isPassed]) => isPassed === hasPassed && !isStory(check))
      .map(([check]) => `\`${nameOf(client, check)}\``)
      .join(', ');
  const stories = [...passed].filter(([check]) => isStory(check));
  const failed = stories.filter(([, isPassed]) => !isPassed).map(([{ about }]) => about);
  const wrong = [namesOf(false), ...failed].filter((text) => text !== '');
  return [
    `## ${name} ${version}`,
    '',
    `Passed: ${namesOf(true)}.`,
    '',
    `Failed: ${wrong.join(', ') || 'nothing'}. Stories: ${stories.length}.`,
    '',
    ...limitsOf(cannot),
    '',
    '',
  ].join('\n');
}
