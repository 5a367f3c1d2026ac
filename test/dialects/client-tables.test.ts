/** What docs/CLIENTS.md says of clients, held against the tests that run them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const guide = readFileSync(join(ROOT, 'docs/CLIENTS.md'), 'utf8');

const sourcesIn = (folder: string): string =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(ROOT, folder, name), 'utf8'))
    .join('\n');

/** Names of methods in the rows of a chapter. */
const namesIn = (chapter: string): string[] => {
  const text = guide.split(`## Clients of the ${chapter} interface`)[1]?.split('\n## ')[0] ?? '';
  const cells = text.split('\n').flatMap((line) => /^\| .* \| (.*) \|$/.exec(line)?.[1] ?? []);
  return [...cells.join(' ').matchAll(/`([a-z]\w+)`/gi)].map(([, name = '']) => name);
};

test.each([
  ['Bybit', 'test/bybit'],
  ['Hyperliquid', 'test/hyperliquid'],
])(
  '[BYB-17] [BYB-18] [HL-20] each method in the table of %s is called in a test',
  (chapter, folder) => {
    const [names, sources] = [namesIn(chapter), sourcesIn(folder)];
    expect(names.length).toBeGreaterThan(40);
    const isCalled = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(sources);
    expect(names.filter((name) => !isCalled(name))).toEqual([]);
  },
);
