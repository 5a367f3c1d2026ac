/** What a newcomer copies: the programs that docs/BOTS.md links, run against a started venue. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../../proof/program.ts';
import { openScene, untilOpen } from '../../cli/venue-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LINKED = /\(\.\.\/(examples\/bybit\/[\w-]+\.mjs)\)/g;

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

test('[BYB-19] the guide links a program for each client', () => {
  expect(files.sort()).toEqual(['examples/bybit/bybit-api.mjs', 'examples/bybit/ccxt.mjs']);
});

test.each(files)('[BYB-19] %s fills an order', async (file) => {
  const code = readFileSync(join(ROOT, file), 'utf8')
    .replace('http://localhost:8700', url)
    .replace('data/credentials.json', join(scene.folder, 'data/credentials.json'));
  expect(await run(code)).toMatch(/^\d+ (?:Filled|closed) BTC(?:USDT|\/USDT:USDT)$/m);
});
