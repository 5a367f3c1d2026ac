/** What a newcomer copies: programs that docs/BOTS.md links, and examples, run as they stand. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../../proof/program.ts';
import { openScene, untilOpen, withScene } from '../../cli/venue-process.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CERT = join(ROOT, 'test/kit/tls/cert.pem');
const TRUSTING = { ...process.env, NODE_EXTRA_CA_CERTS: CERT };
const LINKED = /\(\.\.\/(examples\/binance\/clients\/[\w-]+\.mjs)\)/g;

const scene = openScene();
const START = [
  ...['start', '--port', '0', '--admin-port', '0', '--page', 'off'],
  ...oneMarket(scene.folder),
];
const credentials = join(scene.folder, 'data/credentials.json');
let url: string;

beforeAll(async () => {
  const venue = scene.run(...START);
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

const GUIDE = readFileSync(join(ROOT, 'docs/BOTS.md'), 'utf8');

/** The programs of the guide, but for the address and the file of keys. */
const programs = [...GUIDE.matchAll(LINKED)].map(([, file = '']) =>
  readFileSync(join(ROOT, file), 'utf8'),
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

const POOR = `
await exchange.createOrder('BTC/USDT:USDT', 'limit', 'buy', 300, 50_000).catch((thrown) => {
  console.log(thrown.constructor.name, /-[0-9]+/.exec(thrown.message)[0]);
});
await exchange.close();`;

test('[BNC-102] [BNC-26] ccxt knows the codes of futures at the address of TLS', async () => {
  const [program = ''] = programs;
  const withPoor = program.replace('await exchange.close();', POOR);
  const plain = withPoor.replace('http://localhost:8700', url);
  const keysOf = (code: string, folder: string): string =>
    code.replace('data/credentials.json', join(folder, 'data/credentials.json'));
  const over = (code: string) => run(['--input-type=module', '-e', code], TRUSTING);
  expect(await over(keysOf(plain, scene.folder))).toMatch(/^InsufficientFunds -2019$/m);
  const bare = withPoor.replace(/^ +exceptions: .*$/m, '');
  const unknown = await over(keysOf(bare.replace('http://localhost:8700', url), scene.folder));
  expect(unknown).toMatch(/^ExchangeError -2019$/m);
  await withScene(async (own) => {
    const venue = own.run(...START, '--tls-cert', CERT, '--tls-key', CERT.replace('cert', 'key'));
    const port = /https:\/\/localhost:(\d+)/.exec(await untilOpen(venue))?.[1];
    const line = /^`(const http = 'https:.*';)`$/m.exec(GUIDE)?.[1] ?? '';
    const tls = bare.replace(/^const http = .*$/m, line.replace('8700', `${port}`));
    const said = await over(keysOf(tls, own.folder));
    expect(said).toMatch(/^\d+ closed BTC\/USDT:USDT$/m);
    expect(said).toMatch(/^InsufficientFunds -2019$/m);
  });
});

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
