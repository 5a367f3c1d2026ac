/** The `perpetua` command as a person types it: a process of its own, with an exit code. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const launcher = fileURLToPath(new URL('../bin/perpetua.mjs', import.meta.url));

function run(...args: string[]) {
  return spawnSync(process.execPath, [launcher, ...args], { encoding: 'utf8' });
}

test('help goes to standard output and exits 0', () => {
  const { status, stdout, stderr } = run('help');
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout).toContain('Usage: perpetua');
});

test('an unknown command goes to standard error and exits 2', () => {
  const { status, stdout, stderr } = run('bnech');
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('did you mean "bench"?');
});

test('tests run on the Node the project needs', () => {
  expect(Number(process.versions.node.split('.')[0])).toBeGreaterThanOrEqual(24);
});
