import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { openScene, untilOpen } from '../cli/venue-process.ts';

const EXAMPLES = [
  { file: 'python/first_order.py', runs: 'python3', needs: ['python3'] },
  { file: 'shell/first-order.sh', runs: 'sh', needs: ['sh', 'curl', 'openssl', 'awk'] },
] as const;

const { CI, PATH } = process.env;
const START = ['start', '--port', '0', '--admin-port', '0', '--page', 'off'] as const;

const isMissing = (program: string): boolean =>
  spawnSync(program, ['--version']).error !== undefined;

interface Ended {
  readonly code: number;
  readonly said: string;
  readonly complained: string;
}

const runExample = (runs: string, file: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  new Promise((resolve) => {
    const path = fileURLToPath(new URL(`../../examples/${file}`, import.meta.url));
    const child = execFile(runs, [path], { env, timeout: 120_000 }, (_error, said, complained) =>
      resolve({ code: child.exitCode ?? -1, said, complained }),
    );
  });

const scene = openScene();
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  const said = await untilOpen(scene.run(...START, ...oneMarket(scene.folder)));
  env = {
    PATH,
    PERPETUA_URL: /http:\/\/localhost:\d+/.exec(said)?.[0] ?? '',
    PERPETUA_CREDENTIALS: join(scene.folder, 'data/credentials.json'),
  };
});
afterAll(scene.close);

for (const { file, runs, needs } of EXAMPLES) {
  const missing = needs.filter(isMissing);
  const hint = missing.length === 0 ? '' : ` (install ${missing.join(', ')}: apt, brew or dnf)`;
  const isSkipped = missing.length > 0 && CI !== 'true';
  test.skipIf(isSkipped)(
    `[EX-1] [EX-2] examples/${file} trades, or says why not${hint}`,
    async () => {
      const { code, said, complained } = await runExample(runs, file, env);
      expect(complained).toBe('');
      expect(code).toBe(0);
      const order = /^placed +(\d+) buy 0.001 at \d+\.\d$/m.exec(said)?.[1];
      expect(order, said).toBeDefined();
      expect(said).toMatch(new RegExp(`^resting .*\\b${order}\\b.*\\bopen\\b`, 'm'));
      expect(said).toMatch(new RegExp(`^canceled .*\\b${order}\\b.*[Tt]rue`, 'm'));

      const wrong = await runExample(runs, file, {
        ...env,
        API_KEY: 'a',
        SECRET_KEY: 'b',
        PASSPHRASE: 'c',
      });
      expect(wrong.code).toBe(1);
      expect(wrong.complained).toContain('placeOrder failed: code 40006, Invalid ACCESS_KEY');
    },
    300_000,
  );
}

const DECODED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** The shell command of an endpoint, as the page has it for a venue at this address. */
function curlOf(page: string, id: string, baseUrl: string): string {
  const section = page.split(`<section id="${id}" `)[1]?.split('</section>')[0] ?? '';
  const [, code = ''] = /<pre class="curl"[^>]*><code>([^<]*)</.exec(section) ?? [];
  return code
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => DECODED[name] ?? name)
    .replaceAll('http://localhost:8700', baseUrl);
}

test.skipIf(['curl', 'openssl'].some(isMissing) && CI !== 'true')(
  '[DOC-5] the shell commands of /docs run as copied, again and again',
  async () => {
    const { PERPETUA_URL: baseUrl = '', PERPETUA_CREDENTIALS: path = '' } = env;
    const page = await (await fetch(`${baseUrl}/docs`)).text();
    const [who] = JSON.parse(readFileSync(path, 'utf8'));
    const keys = { API_KEY: who.apiKey, SECRET_KEY: who.secretKey, PASSPHRASE: who.passphrase };
    const ask = (id: string): Promise<string> =>
      new Promise((resolve, fail) => {
        const options = { env: { PATH, ...keys }, timeout: 60_000 };
        const line = curlOf(page, id, baseUrl);
        execFile('sh', ['-c', line], options, (error, said) =>
          error ? fail(error) : resolve(said),
        );
      });
    expect(JSON.parse(await ask('marketTicker'))).toMatchObject({ symbol: 'cmt_btcusdt' });
    expect(JSON.parse(await ask('marketDepth'))).toHaveProperty('asks');
    expect(JSON.parse(await ask('accountAssets'))).toMatchObject([{ coinName: 'USDT' }]);
    for (let round = 0; round < 2; round += 1) {
      const { order_id: order } = JSON.parse(await ask('orderPlaceOrder'));
      expect(order).toMatch(/^\d+$/);
      const placed = { symbol: 'BTCUSDT', positionSide: 'LONG', status: 'NEW' };
      expect(JSON.parse(await ask('binanceOrderPlace'))).toMatchObject(placed);
      expect(JSON.parse(await ask('binanceOrderTest'))).toEqual({});
      await new Promise((resolve) => setTimeout(resolve, 1_100));
    }
    expect(JSON.parse(await ask('accountLeverage'))).toMatchObject({ code: '200' });
    expect(JSON.parse(await ask('binanceBalanceV3'))).toContainEqual(
      expect.objectContaining({ asset: 'USDT' }),
    );
  },
  120_000,
);
