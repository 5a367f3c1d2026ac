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

const passed = JSON.parse(readFileSync(join(ROOT, 'docs/clients.json'), 'utf8'));

test.each([
  ['ccxt bybit', 'test/bybit', 'methods and every'],
  ['bybit-api', 'test/bybit', 'methods of'],
  ['ccxt hyperliquid', 'test/hyperliquid', 'methods and every'],
  ['@nktkas/hyperliquid', 'test/hyperliquid', 'actions and'],
])('[BYB-17] [BYB-18] [HL-20] each method of %s is called in a test', (client, folder, kind) => {
  const [names, sources]: [string[], string] = [passed[client], sourcesIn(folder)];
  expect(guide.replace(/\s+/g, ' ')).toContain(`${names.length} ${kind}`);
  const isCalled = (name: string): boolean => new RegExp(`\\b${name}\\b`).test(sources);
  expect(names.filter((name) => !isCalled(name))).toEqual([]);
});
