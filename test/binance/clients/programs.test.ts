/** What a newcomer copies: the programs of docs/BOTS.md, and the examples, run as they stand. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, untilOpen } from '../../cli/venue-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PROGRAM = /```ts\n(.*?)```/gs;

const scene = openScene();
const credentials = join(scene.folder, 'data/credentials.json');
let url: string;

beforeAll(async () => {
  const venue = scene.run('start', '--port', '0', '--admin-port', '0', '--page', 'off');
  url = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
});
afterAll(scene.close);

const run = (args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> =>
  new Promise((resolve) => {
    const terms = { cwd: ROOT, env, timeout: 120_000 };
    execFile(process.execPath, args, terms, (_error, said, complained) =>
      resolve(`${said}${complained}`),
    );
  });

/** The programs of the guide, but for the address and the file of keys. */
const programs = [...readFileSync(join(ROOT, 'docs/BOTS.md'), 'utf8').matchAll(PROGRAM)].map(
  ([, code = '']) => code,
);

for (const code of programs) {
  const name = /from '(?!node:)([^']+)'/.exec(code)?.[1];
  test.concurrent(`[BNC-102] the program with ${name} buys and hears the mark`, async () => {
    const own = code
      .replaceAll('http://localhost:8700', url)
      .replace('data/credentials.json', credentials);
    const said = await run(['--input-type=module', '-e', own]);
    expect(said).toMatch(/^\d+ (?:FILLED|closed) BTC(?:USDT|\/USDT:USDT)$/m);
  });
}

test.concurrent.each([
  ['grid.mjs', /^grid +6 orders around \d+.* one-way mode$/m],
  ['maker.mjs', /^quoted +(?:BUY|SELL) \d+/m],
])('[BNC-103] examples/binance/%s trades in one-way mode', async (file, says) => {
  const said = await run([join(ROOT, 'examples/binance', file)], {
    PATH: process.env['PATH'],
    PERPETUA_URL: url,
    PERPETUA_CREDENTIALS: credentials,
    SECONDS: '6',
  });
  expect(said).toMatch(says);
  expect(said).toMatch(/^ended +\d+ fills,.* balance \d+/m);
});
