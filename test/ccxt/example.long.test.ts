import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { openScene, untilOpen } from '../cli/venue-process.ts';

const hasPython = spawnSync('python3', ['-c', 'import ccxt']).status === 0;

const EXAMPLES = [
  { file: 'bot.mjs', runs: process.execPath, isThere: true },
  { file: 'bot.py', runs: 'python3', isThere: hasPython },
] as const;

const run = (program: string, file: string, env: NodeJS.ProcessEnv): Promise<string[]> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL(`../../examples/ccxt/${file}`, import.meta.url));
    execFile(program, [path], { env, timeout: 150_000 }, (_error, said, complained) =>
      resolve([said, complained]),
    );
  });

const scene = openScene();
const credentials = join(scene.folder, 'data/credentials.json');
let url: string;

beforeAll(async () => {
  const start = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'];
  const venue = scene.run(...start, ...oneMarket(scene.folder));
  url = /http:\/\/localhost:\d+/.exec(await untilOpen(venue))?.[0] ?? '';
});
afterAll(scene.close);

for (const { file, runs, isThere } of EXAMPLES) {
  const hint = isThere ? '' : ' (pip install ccxt)';
  test.skipIf(!isThere)(
    `[DIA-11] examples/ccxt/${file} trades at a venue${hint}`,
    async () => {
      const [said, complained] = await run(runs, file, {
        PATH: process.env['PATH'],
        PERPETUA_URL: url,
        PERPETUA_CREDENTIALS: credentials,
      });
      expect(complained).toBe('');
      expect(said).toMatch(/^bought +\d+ 0\.001 at \d+/m);
      expect(said).toMatch(/^position long 0\.001 /m);
      expect(said).toMatch(/^closed +2 trades, fees 0\.\d+/m);
      expect(said).toMatch(/^balance +9999\.\d+ USDT/m);
    },
    300_000,
  );
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = /```ts\n(.*?)```/gs;

/** The programs of a document as they are written, but for the address and the file of keys. */
const programsIn = (document: string, url: string, credentials: string): string[] =>
  [...readFileSync(join(ROOT, document), 'utf8').matchAll(PROGRAM)].map(([, code = '']) =>
    code
      .replaceAll('//localhost:8700', url.slice('http:'.length))
      .replace('data/credentials.json', credentials),
  );

test('[DIA-11] the programs of docs/CCXT.md run as they are written', async () => {
  const programs = programsIn('docs/CCXT.md', url, credentials);
  const said: string[] = [];
  for (const code of programs) {
    said.push(
      await new Promise((resolve) => {
        const program = ['--input-type=module', '-e', code];
        execFile(process.execPath, program, { cwd: ROOT }, (_error, out, complained) =>
          resolve(`${out}${complained}`),
        );
      }),
    );
  }
  expect(said).toEqual([
    expect.stringMatching(/^\d+ \{ free: 99\d\d\.\d+, used: \d/),
    expect.stringMatching(/^\d+(?:\.\d)?\n$/),
  ]);
}, 300_000);
