/** Takes the examples out of docs/TESTING.md and runs them as their readers would. */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGE = readFileSync(join(ROOT, 'docs/TESTING.md'), 'utf8');
/** A block begins with the name of its file. */
const BLOCK = /^```ts\n\/\/ (\S+)\n([\s\S]*?)^```$/gm;

// Inside the repository, whose own name and whose packages are found from there.
mkdirSync(join(ROOT, 'dist'), { recursive: true });
const folder = mkdtempSync(join(ROOT, 'dist/testing-page-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = new Map<string, string>();
for (const [, name = '', text = ''] of PAGE.matchAll(BLOCK)) {
  files.set(name, text);
  writeFileSync(join(folder, name), text);
}
const namesOf = (runner: string): string[] =>
  [...files].filter(([, text]) => text.includes(`from '${runner}'`)).map(([name]) => name);

const { PATH, NODE_COMPILE_CACHE } = process.env;
const run = (args: readonly string[]) =>
  promisify(execFile)(process.execPath, args, {
    cwd: folder,
    env: {
      ...{ PATH, NODE_COMPILE_CACHE, NO_COLOR: '1' },
      NODE_OPTIONS: '--conditions=perpetua-source',
    },
  });

test('[LIB-12] every block of the page is run', () => {
  expect(PAGE.split('```ts\n').length - 1).toBe(files.size);
  expect([...namesOf('vitest'), ...namesOf('node:test'), 'bot.ts'].sort()).toEqual(
    [...files.keys()].sort(),
  );
});

test('[LIB-12] the page installs the package that there is', () => {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(PAGE).toContain(`\nnpm install --save-dev ./perpetua-${version}.tgz vitest\n`);
});

test('[LIB-12] the examples for Vitest pass', async () => {
  const names = namesOf('vitest');
  const vitest = join(ROOT, 'node_modules/vitest/vitest.mjs');
  // An installed package is imported by Node itself; its source would be rewritten first.
  const settings = ['--experimental.viteModuleRunner=false', '--testTimeout=120000'];
  expect(PAGE).toContain(`\nnpx vitest run                  # ${[...names].sort().join(', ')}\n`);
  const { stdout } = await run([vitest, 'run', '--root', folder, ...settings]);
  expect(stdout).toContain(`Tests  ${names.length} passed`);
});

test('[LIB-12] the example for node:test passes', async () => {
  const command = /^node (--test \S+)/m.exec(PAGE)?.[1]?.split(' ') ?? [];
  expect(command).toEqual(['--test', ...namesOf('node:test')]);
  const { stdout } = await run(command);
  expect(stdout).toMatch(/^. pass 1$/m);
});
