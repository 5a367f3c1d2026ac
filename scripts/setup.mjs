/**
 * Makes a fresh clone ready to run: installs what package-lock.json names when node_modules is
 * missing or older than it, and says so in one line; makes what is made from the sources and not
 * kept. Does nothing otherwise. Of several starts at the same time one installs and the others
 * wait, because installing begins by emptying the folder.
 *
 * Plain JavaScript that an older Node can run too, since the Node this project is pinned to is one
 * of the things being installed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants, hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { makeClient } from './make-client.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = fileURLToPath(new URL('../.setup.lock', import.meta.url));
/** Held for a moment, by who removes a lock that was left behind. */
const broom = `${lock}.stale`;
const LOOK_EVERY_MILLIS = 200;
/** A file is written right after it is made; one that stays empty has no owner. */
const EMPTY_MILLIS = 10_000;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** How long an installation that is told to stop may go on. */
const KILL_MILLIS = 3_000;

/** When the file last changed, in milliseconds; 0 when there is no such file. */
function changedAt(file) {
  return statSync(new URL(`../${file}`, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

function isInstalled() {
  const installedAt = changedAt('node_modules/.package-lock.json');
  return installedAt > 0 && installedAt >= changedAt('package-lock.json');
}

/** A linked folder belongs to someone else, and installing begins by emptying it. */
function isLinked() {
  const folder = new URL('../node_modules', import.meta.url);
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

/** Whether the file was made by this call; false where it was there already. */
function make(file) {
  try {
    writeFileSync(file, `${process.pid} ${hostname()}`, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') {
      return false;
    }
    throw error;
  }
}

/** Who made the file: empty where that is not written in it, undefined where there is none. */
function ownerOf(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') {
      return undefined;
    }
    throw error;
  }
}

/** Of another machine one cannot tell, so it counts as alive. */
function isLeftBehind(file) {
  const owner = ownerOf(file);
  if (owner === undefined) {
    return false;
  }
  const [pid, ...host] = owner.split(' ');
  if (!/^\d+$/.test(pid)) {
    const madeAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    return Date.now() - madeAt > EMPTY_MILLIS;
  }
  if (host.join(' ') !== hostname()) {
    return false;
  }
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/** One at a time, so that nobody removes the lock that another has just taken instead. */
async function sweep() {
  if (!make(broom)) {
    if (isLeftBehind(broom)) {
      rmSync(broom, { force: true });
    }
    await sleep(LOOK_EVERY_MILLIS);
    return;
  }
  try {
    if (isLeftBehind(lock)) {
      rmSync(lock, { force: true });
    }
  } finally {
    rmSync(broom, { force: true });
  }
}

/** Resolves when the lock is ours; false where the wait was told to stop. */
async function takeLock(stop) {
  let told = '';
  while (!make(lock)) {
    if (stop.aborted) {
      return false;
    }
    if (isLeftBehind(lock)) {
      await sweep();
      continue;
    }
    const owner = ownerOf(lock)?.split(' ')[0] ?? '';
    if (owner !== '' && owner !== told) {
      process.stderr.write(
        `perpetua: process ${owner} is installing dependencies; waiting for it ` +
          `(if there is no such process, remove ${lock}) …\n`,
      );
      told = owner;
    }
    await sleep(LOOK_EVERY_MILLIS);
  }
  return true;
}

/**
 * Installs when needed. Resolves with an exit code: 0 when the clone is ready, that of the signal
 * where one stopped it.
 */
export async function setUp() {
  const code = await installWhereNeeded();
  return code === 0 ? makeClient() : code;
}

async function installWhereNeeded() {
  // npm marks the folder as installed before it has run every script, so a lock counts more.
  if (isInstalled() && ownerOf(lock) === undefined) {
    return 0;
  }
  if (isLinked()) {
    process.stderr.write('perpetua: node_modules is a link and out of date; run npm ci yourself\n');
    return 1;
  }
  const controller = new AbortController();
  const stop = (signal) => controller.abort(signal);
  for (const signal of STOP_SIGNALS) {
    process.on(signal, stop);
  }
  try {
    const code = await installAlone(controller.signal);
    const { aborted, reason } = controller.signal;
    if (!aborted) {
      return code;
    }
    process.stderr.write('perpetua: stopped before everything was installed\n');
    return 128 + constants.signals[reason];
  } finally {
    for (const signal of STOP_SIGNALS) {
      process.removeListener(signal, stop);
    }
  }
}

async function installAlone(stop) {
  try {
    if (!(await takeLock(stop))) {
      return 1;
    }
  } catch (error) {
    process.stderr.write(`perpetua: ${lock} could not be taken: ${error.message}\n`);
    return 1;
  }
  try {
    return isInstalled() ? 0 : await install(stop);
  } finally {
    rmSync(lock, { force: true });
  }
}

async function install(stop) {
  process.stderr.write('perpetua: installing dependencies (npm ci) …\n');
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const npm = spawn('npm', ['ci', ...flags, '--loglevel=error'], {
    cwd: root,
    // Standard output belongs to the command that follows.
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
    // A group of its own, which can be ended whole: npm does not end all that it started.
    detached: process.platform !== 'win32',
  });
  const passOn = () => {
    endGroup(npm, 'SIGTERM');
    setTimeout(() => endGroup(npm, 'SIGKILL'), KILL_MILLIS).unref();
  };
  stop.addEventListener('abort', passOn);
  if (stop.aborted) {
    passOn();
  }
  try {
    const [code] = await once(npm, 'exit');
    if (code !== 0 && !stop.aborted) {
      process.stderr.write('perpetua: npm ci failed; see above\n');
    }
    return code ?? 1;
  } catch (error) {
    process.stderr.write(`perpetua: npm could not be started: ${error.message}\n`);
    return 1;
  }
}

function endGroup(child, signal) {
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') {
      throw error;
    }
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = await setUp();
}
