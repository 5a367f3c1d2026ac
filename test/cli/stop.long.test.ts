/**
 * How a venue ends, as people and machines end it: Ctrl-C in a real terminal, real signals, a
 * closed window, starts that fail. Each looks for processes of the session that are left.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { CHEAP, findMachineNode, openStage, type Session, type Stage, until } from './session.ts';

const LIMIT = { timeout: 120_000 };
const OPEN = 'Ctrl-C stops it';
const CTRL_C = '\x03';
const MACHINE = [findMachineNode(), 'bin/perpetua.mjs', 'start', ...CHEAP] as const;
const PINNED = [process.execPath, 'bin/perpetua.mjs', 'start', ...CHEAP] as const;
const NPM = ['npm', 'start', '--', ...CHEAP] as const;
const NPX = ['npx', 'perpetua', 'start', ...CHEAP] as const;

/** Whether a program is here; without it tests are skipped, but not where everything must run. */
function isThere(program: string, how: string): boolean {
  if (spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0) return true;
  if (process.env['CI'] === 'true') throw new Error(`${program} is missing: ${how}`);
  process.stderr.write(`stops are not tried in a terminal: ${how}\n`);
  return false;
}

const isLinux = process.platform === 'linux';
const hasTerminal = isLinux && isThere('python3', 'install python3');
const mayUnshare = isLinux && canUnshare();

/** Whether a process may be the first of a space of its own, as in a container. */
function canUnshare(): boolean {
  const { status, error } = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']);
  if (status === 0) return true;
  if (process.env['CI'] === 'true' && error === undefined && process.getuid?.() === 0)
    throw new Error('a venue as process 1 cannot be tried: root may not unshare here');
  process.stderr.write('a venue as process 1 is not tried: run as root, with util-linux\n');
  return false;
}

/** The folder was let go of, and not just left by who held it. */
const isLetGo = (data: string): boolean => !existsSync(join(data, 'venue.holder'));

let lastTurn: Promise<void> = Promise.resolve();

/**
 * Venues start side by side, which takes most of the time. From here to the end of its test one has
 * the turn: the five seconds of its stop are not shared with other stops.
 */
async function takeTurn(stage: Stage): Promise<void> {
  const before = lastTurn;
  const { promise, resolve } = Promise.withResolvers<void>();
  lastTurn = promise;
  stage.finally(resolve);
  await before;
}

async function expectStopped(session: Session, data: string, code = 0): Promise<void> {
  expect(await session.ended, session.said()).toBe(code);
  await session.gone();
  expect(session.said()).toContain('Stopped after entry');
  expect(isLetGo(data)).toBe(true);
}

describe.runIf(hasTerminal).concurrent('in a terminal', LIMIT, () => {
  // Where npx puts a shell before the program that dies of the signal itself, npx says so: 130.
  const ways = [
    ['npm start', NPM, [0]],
    ['npx perpetua start', NPX, [0, 130]],
    ['the Node of the machine', MACHINE, [0]],
    ['the Node of the project', PINNED, [0]],
  ] as const;
  for (const [name, command, codes] of ways)
    test(`[CLI-20] one Ctrl-C ends everything that ${name} began`, async (context) => {
      const stage = openStage(context);
      const data = join(stage.makeFolder(), 'data');
      const session = stage.runInTerminal(command, data);
      await session.says(OPEN);
      await takeTurn(stage);
      session.child.stdin?.write(CTRL_C);
      const code = await session.prompted();
      expect(codes, session.said()).toContain(code);
      await session.gone();
      await session.says('Stopped after entry');
      expect(isLetGo(data)).toBe(true);
    });

  test('[CLI-20] closing the terminal ends it', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.runInTerminal(MACHINE, data);
    await session.says(OPEN);
    await takeTurn(stage);
    session.child.stdin?.end();
    await session.ended;
    await session.gone();
    expect(isLetGo(data)).toBe(true);
  });
});

describe.runIf(isLinux).concurrent('signals', LIMIT, () => {
  test('[CLI-20] a signal to npm ends everything, with code 0', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.run(NPM, data);
    await session.says(OPEN);
    await takeTurn(stage);
    session.child.kill('SIGTERM');
    await expectStopped(session, data);
  });

  test('[CLI-20] a signal to npx ends everything, though its shell dies first', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.run(NPX, data);
    await session.says(OPEN);
    await takeTurn(stage);
    session.child.kill('SIGTERM');
    await session.gone();
    expect(session.said()).toContain('Stopped after entry');
    expect(isLetGo(data)).toBe(true);
  });

  test('[CLI-12] a venue ends when the npx that began it is killed', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.run(NPX, data);
    await session.says(OPEN);
    await takeTurn(stage);
    session.child.kill('SIGKILL');
    await session.gone();
    expect(session.said()).toContain('Stopped after entry');
    expect(isLetGo(data)).toBe(true);
  });

  test('[CLI-20] timeout ends everything when its time is over', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.run(['timeout', '600', ...MACHINE], data);
    await session.says(OPEN);
    await takeTurn(stage);
    // What wakes it when the time is over.
    session.child.kill('SIGALRM');
    await expectStopped(session, data, 124);
  });

  test.runIf(mayUnshare)('[CLI-20] a signal ends it as process 1', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const flags = ['--pid', '--fork', '--mount-proc', '--kill-child'];
    const session = stage.run(['unshare', ...flags, ...MACHINE], data);
    await session.says(OPEN);
    await takeTurn(stage);
    const [, first = ''] = session.processes();
    process.kill(Number.parseInt(first, 10), 'SIGTERM');
    await expectStopped(session, data);
  });
});

describe.runIf(isLinux).concurrent('signals at odd moments', LIMIT, () => {
  test('[CLI-20] a signal before it listens or is open ends it with 0', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    // Here it is the start itself that has to end in time.
    await takeTurn(stage);
    const early = stage.run(PINNED, data);
    await until(() => early.processes().length === 2);
    early.child.kill('SIGINT');
    expect(await early.ended, early.said()).toBe(0);
    await early.gone();
    const late = stage.run(PINNED, data);
    await until(() => !isLetGo(data));
    late.child.kill('SIGTERM');
    expect(await late.ended, late.said()).toBe(0);
    await late.gone();
    expect(late.said()).toMatch(/Stopped (?:before it was open|after entry)/);
    expect(isLetGo(data)).toBe(true);
  });

  test('[CLI-12] a venue whose launcher is killed stops by itself', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const session = stage.run(PINNED, data);
    await session.says(OPEN);
    await takeTurn(stage);
    session.child.kill('SIGKILL');
    await session.gone();
    expect(session.said()).toContain('Stopping (its launcher is gone)');
    expect(session.said()).toContain('Stopped after entry');
  });

  test('a venue that a proof started ends when the proof is killed', async (context) => {
    const stage = openStage(context);
    const folder = stage.makeFolder();
    const program = fileURLToPath(new URL('../../proof/program.ts', import.meta.url));
    const script =
      `import { startVenue } from ${JSON.stringify(program)};\n` +
      `await startVenue({ folder: ${JSON.stringify(folder)}, args: ${JSON.stringify(CHEAP)} });\n` +
      `console.log('${OPEN}');`;
    const session = stage.run([process.execPath, '--input-type=module', '-e', script], folder);
    await session.says(OPEN);
    expect(session.processes()).toHaveLength(2);
    session.child.kill('SIGKILL');
    await session.gone();
  });
});

test.runIf(isLinux)('[CLI-20] a venue killed from outside is reported', LIMIT, async (context) => {
  const stage = openStage(context);
  const session = stage.run(PINNED, join(stage.makeFolder(), 'data'));
  await session.says(OPEN);
  const [, venue = ''] = session.processes();
  process.kill(Number.parseInt(venue, 10), 'SIGKILL');
  expect(await session.ended, session.said()).toBe(137);
  await session.gone();
  expect(session.said()).toMatch(
    /\nperpetua: the venue was killed by SIGKILL; nothing acknowledged is lost: start it again\n$/,
  );
});

const HALF =
  'POST /capi/v2/order/placeOrder HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n{';
const SOCKET =
  'GET /v2/ws/public HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
const QUESTION = 'GET /capi/v2/market/time HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** Says its words, and nothing after them, whatever it hears. */
async function hang(stage: Stage, port: number, words: string, until: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  stage.finally(() => void socket.destroy());
  socket.write(words);
  let heard = '';
  await new Promise<void>((resolve) => {
    socket.on('connect', () => until === '' && resolve());
    socket.on('data', (data) => {
      heard += data.toString('latin1');
      if (until !== '' && heard.includes(until)) resolve();
    });
  });
  return socket;
}

const portOf = (said: string): number => Number(/http:\/\/localhost:(\d+)/.exec(said)?.[1]);

const isRefused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(false)).once('error', () => resolve(true));
    socket.once('connect', () => socket.destroy());
  });

describe.runIf(isLinux)('one venue', LIMIT, () => {
  test('[CLI-6] [CLI-20] [CLI-21] failed starts, hung clients leave none', async (context) => {
    const stage = openStage(context);
    const data = join(stage.makeFolder(), 'data');
    const venue = stage.run(MACHINE, data);
    await venue.says(OPEN);
    const port = portOf(venue.said());

    const locked = stage.run(MACHINE, data);
    const other = join(stage.makeFolder(), 'other');
    const taken = stage.run([...PINNED, '--port', `${port}`], other);
    const wrong = stage.run([...MACHINE, '--speed', 'fast'], data);
    expect([await locked.ended, await taken.ended, await wrong.ended]).toEqual([1, 1, 2]);
    await Promise.all([locked.gone(), taken.gone(), wrong.gone()]);
    expect(locked.said()).toMatch(/^perpetua: .*data is in use by process \d+.*\n$/);
    expect(taken.said()).toBe(
      `perpetua: port ${port} is in use; stop what listens there or choose another with --port\n`,
    );
    expect(existsSync(other)).toBe(false);

    const clients = await Promise.all([
      hang(stage, port, HALF, ''),
      hang(stage, port, SOCKET, '101 Switching Protocols'),
      hang(stage, port, QUESTION, '200 OK'),
    ]);
    const cut = Promise.all(clients.map((client) => new Promise((end) => client.on('close', end))));
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGTERM'] as const) venue.child.kill(signal);
    await expectStopped(venue, data);
    expect(venue.said()).not.toContain('perpetua: ');
    await cut;
    expect(await isRefused(port)).toBe(true);

    spoilJournal(data);
    const damaged = stage.run(PINNED, data);
    expect(await damaged.ended).toBe(1);
    await damaged.gone();
    expect(damaged.said()).toMatch(/^perpetua: .*\.segment, offset \d+: .*\n$/);
    expect(isLetGo(data)).toBe(true);
  });
});

/** One byte of the first entry is another one. */
function spoilJournal(data: string): void {
  const folder = join(data, 'journal');
  const [first = ''] = readdirSync(folder).filter((name) => name.endsWith('.segment'));
  const bytes = readFileSync(join(folder, first));
  const at = bytes.indexOf('cmt_btcusdt');
  expect(at).toBeGreaterThan(0);
  bytes[at] = 0x58;
  writeFileSync(join(folder, first), bytes);
}

describe.runIf(isLinux).concurrent('threads that hang', LIMIT, () => {
  const shim = `--import=${fileURLToPath(new URL('hang-archive.mjs', import.meta.url))}`;
  const ways = [
    ['a loop', 'did not wait longer for the archive; nothing that was acknowledged is lost'],
    ['system', 'killed what did not end; nothing acknowledged is lost'],
  ] as const;
  for (const [where, words] of ways)
    test(`[CLI-20] an archive that hangs in ${where} is left behind and named`, async (context) => {
      const stage = openStage(context);
      const data = join(stage.makeFolder(), 'data');
      // One of them keeps a core busy as long as it runs.
      await takeTurn(stage);
      const session = stage.run(PINNED, data, { NODE_OPTIONS: shim, HANGS_IN: where });
      await session.says(OPEN);
      session.child.kill('SIGTERM');
      expect(await session.ended, session.said()).toBe(1);
      expect(session.said()).toContain(words);
    });
});
