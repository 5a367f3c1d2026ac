/** The `perpetua` command as a person types it: a process of its own, with an exit code. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

test('[CLI-12] a venue whose launcher is killed stops by itself', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-launcher-'));
  try {
    const ports = ['--port', '0', '--admin-port', '0', '--page', 'off'];
    const args = [launcher, 'start', ...ports, '--data', join(folder, 'data')];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (text.includes('Ctrl-C')) child.kill('SIGKILL');
    });
    // The venue holds the other end of the pipe: it closes when the venue is gone.
    await once(child.stdout, 'close');
    expect(said).toContain('Stopping (its launcher is gone)');
    expect(said).toContain('Stopped after entry');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
