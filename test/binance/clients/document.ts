/**
 * docs/CLIENTS.md, and docs/clients.json with the names of what passed: each suite writes the
 * section and the names of its client, and compares them with the files.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';
import type { Check, Client, Package } from './seat.ts';

const FILE = new URL('../../../docs/CLIENTS.md', import.meta.url);
const NAMES = new URL('../../../docs/clients.json', import.meta.url);
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

function checkNames(name: string, names: readonly string[]): void {
  const kept: unknown = JSON.parse(readFileSync(NAMES, 'utf8'));
  if (WRITE_CLIENTS === '1')
    writeFileSync(
      NAMES,
      `${JSON.stringify(Object.assign({}, kept, { [name]: names }), null, 2)}\n`,
    );
  expect(JSON.parse(readFileSync(NAMES, 'utf8'))).toMatchObject({ [name]: names });
}

/** Those that passed, or those that failed. */
const namesOf = (names: ReadonlyMap<string, boolean>, isWanted = true): string[] =>
  [...names].flatMap(([name, isPassed]) => (isPassed === isWanted ? [name] : []));

const nameOf = ({ calls, streams, frames }: Client, { about }: Check): string =>
  (calls[about] ?? streams?.[about] ?? frames?.[about])?.[0] ?? about;

/** How much passed, and what failed; the names of what passed are checked by themselves. */
export function passedOf(
  client: string,
  passed: ReadonlyMap<string, boolean>,
  stories: ReadonlyMap<string, boolean> = new Map(),
): string[] {
  checkNames(client, namesOf(passed));
  const wrong = [...namesOf(passed, false), ...namesOf(stories, false)];
  const told = stories.size === 0 ? '' : `, ${stories.size} stories`;
  return [
    `Passed: ${namesOf(passed).length} methods and streams${told}. ` +
      `Failed: ${wrong.map((name) => `\`${name}\``).join(', ') || 'nothing'}.`,
    '',
  ];
}

/** A list of what a client cannot do. */
export const limitsOf = (cannot: Package['cannot']): string[] => [
  'It cannot:',
  '',
  ...cannot.map(([what, why]) => `- ${what}: ${why}`),
];

/** The stories; all else compares what a method tells with version 2. */
export const comparedOf = (stories: readonly Check[]): string =>
  [
    '## What is compared',
    '',
    'What each method tells, and, step by step:',
    '',
    ...stories.map(({ about }) => `- ${about}`),
    '',
    '',
  ].join('\n');

export function sectionOf(
  { name, version, cannot }: Pick<Package, 'name' | 'version' | 'cannot'>,
  client: Client,
  passed: ReadonlyMap<Check, boolean>,
  isStory: (check: Check) => boolean,
): string {
  const named = (areStories: boolean) =>
    new Map(
      [...passed]
        .filter(([check]) => isStory(check) === areStories)
        .map(([check, isPassed]) => [nameOf(client, check), isPassed]),
    );
  return [
    `## ${name} ${version}`,
    '',
    ...passedOf(name, named(false), named(true)),
    ...limitsOf(cannot),
    '',
    '',
  ].join('\n');
}
