/**
 * Setting up a fresh clone, with the real npm: a small clone whose installation writes down that it
 * ran and then waits for a file.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const SETUP = new URL('../scripts/setup.mjs', import.meta.url);
const INSTALL = `
const fs = require('node:fs');
fs.writeFileSync('installer', String(process.pid));
fs.appendFileSync('installs.log', 'installed\\n');
const areTestsGone = () => {
  try {
    return !process.kill(${process.pid}, 0);
  } catch {
    return true;
  }
};
const isOver = () => fs.existsSync('go') || !fs.existsSync('package.json') || areTestsGone();
const timer = setInterval(() => isOver() && clearInterval(timer), 20);
`;
const about = { name: 'clone', version: '1.0.0', dependencies: { part: 'file:part' } };
/** Part of the clone is the Node that it is pinned to, here one that leaves its name. */
const part = { version: '1.0.0', bin: { node: 'node.sh' } };
const nodeOf = (name: string): string =>
  `#!/bin/sh\nNODE_BY=${name} exec '${process.execPath}' "$@"\n`;

function makeClone() {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-clone-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, content: string | object): void =>
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content),
    );
  for (const inner of ['scripts', 'part']) mkdirSync(join(folder, inner));
  copyFileSync(SETUP, join(folder, 'scripts/setup.mjs'));
  write('scripts/make-client.mjs', 'export const makeClient = () => 0;');
  write('part/package.json', { name: 'part', ...part });
  write('part/node.sh', nodeOf('pinned'));
  write('install.cjs', INSTALL);
  write('package.json', { ...about, scripts: { preinstall: 'node install.cjs' } });
  write('package-lock.json', {
    ...{ name: 'clone', version: '1.0.0', lockfileVersion: 3, requires: true },
    packages: {
      '': { ...about, hasInstallScript: true },
      part,
      'node_modules/part': { resolved: 'part', link: true },
    },
  });
  const lock = join(folder, '.setup.lock');
  return {
    write,
    folder,
    lock,
    start: () => startSetup(folder),
    installs: () => readFileSync(join(folder, 'installs.log'), 'utf8').trim().split('\n').length,
    isInstalled: () => existsSync(join(folder, 'node_modules/.package-lock.json')),
  };
}

interface Run {
  readonly child: ChildProcess;
  readonly exit: Promise<number | null>;
  readonly said: () => string;
  /** Resolves when it has said so; rejects where it ends without. */
  readonly says: (text: string) => Promise<void>;
}

function startSetup(folder: string): Run {
  const child = spawn(process.execPath, ['scripts/setup.mjs'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  let look = (): void => undefined;
  child.stderr.on('data', (chunk) => {
    said += chunk;
    look();
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      look = () => said.includes(text) && resolve();
      look();
      void exit.then(() => reject(new Error(`ended without: ${text}\n${said}`)));
    });
  return { child, exit, said: () => said, says };
}

const findDeadProcess = (): number => spawnSync(process.execPath, ['-e', '0']).pid;

test('[SETUP-1] of two starts one installs, the other waits and finds it done', async () => {
  const clone = makeClone();
  const first = clone.start();
  await first.says('installing dependencies (npm ci)');
  const second = clone.start();
  await second.says(`process ${first.child.pid} is installing dependencies; waiting`);
  clone.write('go', '');
  expect([await first.exit, await second.exit], first.said()).toEqual([0, 0]);
  expect(clone.installs()).toBe(1);
  expect(clone.isInstalled()).toBe(true);
  expect(second.said()).not.toContain('npm ci');
  expect(existsSync(clone.lock)).toBe(false);
  const third = clone.start();
  expect([await third.exit, third.said()]).toEqual([0, '']);
});

test('[SETUP-1] a lock of a process that is no more is taken over, by one of several', async () => {
  const clone = makeClone();
  clone.write('.setup.lock', `${findDeadProcess()} ${hostname()}`);
  clone.write('.setup.lock.stale', `${findDeadProcess()} ${hostname()}`);
  clone.write('go', '');
  const runs = [clone.start(), clone.start(), clone.start()];
  for (const { exit, said } of runs) expect(await exit, said()).toBe(0);
  expect(clone.installs()).toBe(1);
  expect([existsSync(clone.lock), existsSync(`${clone.lock}.stale`)]).toEqual([false, false]);
});

test('[SETUP-1] an installation that fails leaves no lock for the next one', async () => {
  const clone = makeClone();
  clone.write('go', '');
  clone.write('install.cjs', 'process.exit(3);');
  const failed = clone.start();
  expect(await failed.exit).not.toBe(0);
  expect(failed.said()).toContain('npm ci failed');
  expect(existsSync(clone.lock)).toBe(false);
  clone.write('install.cjs', INSTALL);
  expect(await clone.start().exit).toBe(0);
});

test('[SETUP-2] a signal ends an installation with all that it started', async () => {
  const clone = makeClone();
  const stopped = clone.start();
  await stopped.says('installing dependencies (npm ci)');
  const waiting = clone.start();
  await waiting.says('waiting for it');
  waiting.child.kill('SIGINT');
  expect(await waiting.exit).toBe(130);
  const pidFile = join(clone.folder, 'installer');
  await expect.poll(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8')).toMatch(/^\d+$/);
  const installer = Number(readFileSync(pidFile, 'utf8'));
  stopped.child.kill('SIGTERM');
  expect(await stopped.exit).toBe(143);
  expect(stopped.said()).not.toContain('npm ci failed');
  await expect.poll(() => isRunning(installer)).toBe(false);
  expect(existsSync(clone.lock)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('[SETUP-3] a package is built by the pinned Node, also right after its installation', () => {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  const { folder, write } = makeClone();
  const { prepack } = scripts;
  write('package.json', { ...about, scripts: { preinstall: 'node install.cjs', prepack } });
  write(
    'scripts/build-package.mjs',
    `import { writeFileSync } from 'node:fs'; writeFileSync('built', process.env.NODE_BY);`,
  );
  write('go', '');
  mkdirSync(join(folder, 'older'));
  writeFileSync(join(folder, 'older/node'), nodeOf('older'), { mode: 0o755 });
  const env = {
    ...process.env,
    PATH: [join(folder, 'older'), process.env['PATH']].join(delimiter),
    ...{ npm_config_offline: 'true', npm_config_cache: join(folder, 'cache') },
  };
  const options = { cwd: folder, env, encoding: 'utf8' } as const;
  const { status, stderr } = spawnSync('npm', ['pack'], options);
  expect(status, stderr).toBe(0);
  expect(readFileSync(join(folder, 'built'), 'utf8')).toBe('pinned');
});
