import { execFile, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
  const said = await untilOpen(scene.run(...START));
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
