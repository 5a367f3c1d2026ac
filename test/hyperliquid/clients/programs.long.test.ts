/** What a newcomer copies: the programs that docs/BOTS.md links, run against a started venue. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../../proof/program.ts';
import { openScene, untilOpen } from '../../cli/venue-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LINKED = /\(\.\.\/(examples\/hyperliquid\/[\w-]+\.mjs)\)/g;

const scene = openScene();
let url: string;
beforeAll(async () => {
  const quiet = ['--port', '0', '--admin-port', '0', '--page', 'off'];
  const venue = scene.run('start', ...quiet, ...oneMarket(scene.folder));
  url = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
});
afterAll(scene.close);

const run = (code: string): Promise<string> =>
  new Promise((resolve) => {
    const args = ['--input-type=module', '-e', code];
    execFile(process.execPath, args, { cwd: ROOT, timeout: 120_000 }, (_error, said, complained) =>
      resolve(`${said}${complained}`),
    );
  });

const guide = readFileSync(join(ROOT, 'docs/BOTS.md'), 'utf8');
const files = [...new Set([...guide.matchAll(LINKED)].map(([, file = '']) => file))];

test('[HL-21] the guide links a program for each client', () => {
  expect(files.sort()).toEqual([
    'examples/hyperliquid/ccxt.mjs',
    'examples/hyperliquid/nktkas.mjs',
  ]);
});

test.each(files)('[HL-21] %s fills an order', async (file) => {
  const code = readFileSync(join(ROOT, file), 'utf8')
    .replace('http://localhost:8700', url)
    .replace('data/credentials.json', join(scene.folder, 'data/credentials.json'))
    // The library that makes a wallet of a private key is not installed here; ours does the same.
    .replace('{ privateKeyToAccount }', '{ walletOf as privateKeyToAccount }')
    .replace('viem/accounts', new URL('../wallet.ts', import.meta.url).href);
  expect(await run(code)).toMatch(/^\d+ (?:filled|closed) 0\.001$/m);
});
