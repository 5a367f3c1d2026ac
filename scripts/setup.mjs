/**
 * Makes a fresh clone ready to run: installs what package-lock.json names when node_modules is
 * missing or older than it, and says so in one line. Does nothing otherwise.
 *
 * Plain JavaScript that an older Node can run too, since the Node this project is pinned to is one
 * of the things being installed.
 */
import { spawnSync } from 'node:child_process';
import { lstatSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

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

/** Installs when needed. Returns an exit code: 0 when the clone is ready. */
export function setUp() {
  if (isInstalled()) {
    return 0;
  }
  if (isLinked()) {
    process.stderr.write('perpetua: node_modules is a link and out of date; run npm ci yourself\n');
    return 1;
  }
  process.stderr.write('perpetua: installing dependencies (npm ci) …\n');
  const flags = ['--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const result = spawnSync('npm', ['ci', ...flags, '--loglevel=error'], {
    cwd: root,
    // Standard output belongs to the command that follows.
    stdio: ['ignore', 'ignore', 'inherit'],
    // On Windows npm is a script, which only a shell can start.
    shell: process.platform === 'win32',
  });
  if (result.error) {
    process.stderr.write(`perpetua: npm could not be started: ${result.error.message}\n`);
    return 1;
  }
  if (result.status !== 0) {
    process.stderr.write('perpetua: npm ci failed; see above\n');
  }
  return result.status ?? 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.exitCode = setUp();
}
