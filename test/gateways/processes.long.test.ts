/**
 * Real processes: one with the files and two with the doors. Gateways are killed while a client
 * trades, then the process with the files; what the client was told must be true afterwards.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { type Access, type Response, signRequest } from '../../src/cli/qualify/signed-client.ts';
import { CHEAP, openStage, type Session, type Stage, until } from '../cli/session.ts';
import { PROGRAM } from '../cli/venue-process.ts';
import {
  type Bot,
  farPrice,
  leftOf,
  listOpen,
  restingOrder,
  type Send,
  trade,
} from '../kit/insisting-bot.ts';

const LIMIT = { timeout: 300_000 };
const OPEN = 'Ctrl-C stops it';
const START = [
  ...[process.execPath, PROGRAM, 'start', '--gateways', '2'],
  ...['--port', '0', '--admin-port', '0', '--page', 'off', '--activity', '0'],
  ...['--oneway-accounts', '0', '--address-weight', '100000', '--account-weight', '100000'],
] as const;

interface Running {
  readonly session: Session;
  readonly baseUrl: string;
  readonly send: Send;
}

interface Starting {
  readonly more?: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
}

async function start(
  stage: Stage,
  data: string,
  { more = [], environment = {} }: Starting = {},
): Promise<Running> {
  const session = stage.run(
    [...START, ...oneMarket(stage.makeFolder()), ...more],
    data,
    environment,
  );
  await session.says(OPEN);
  const baseUrl = /http:\/\/localhost:\d+/.exec(session.said())?.[0] ?? '';
  const [access] = JSON.parse(readFileSync(join(data, 'credentials.json'), 'utf8'));
  return {
    session,
    baseUrl,
    send: (path, query, body) => send(baseUrl, access, path, query, body),
  };
}

const pidsOf = (session: Session, role: RegExp): number[] =>
  session
    .processes()
    .filter((line) => role.test(line))
    .map((line) => Number.parseInt(line, 10));

const GATEWAY = /perpetua gateway \d/;
const gatewaysOf = (session: Session): number[] => pidsOf(session, GATEWAY);

/** A connection of its own each time, so that any gateway may get it. */
function send(
  baseUrl: string,
  access: Access,
  path: string,
  query: string,
  body: object | undefined,
): Promise<Response> {
  const { target, init, headers } = signRequest(access, { path, query, body });
  const url = new URL(target, baseUrl.replace('localhost', '127.0.0.1'));
  return new Promise((resolve, reject) => {
    const options = { method: init.method, headers, agent: false as const, timeout: 30_000 };
    const outgoing = request(url, options, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      incoming.on('error', reject);
      incoming.on('end', () =>
        resolve({ status: incoming.statusCode ?? 0, body: JSON.parse(text) }),
      );
    });
    outgoing.on('error', reject).on('timeout', () => outgoing.destroy(new Error('no answer')));
    outgoing.end(init.body);
  });
}

/** Exactly the orders that the client was told of, each once. */
async function expectTrue(running: Running, bot: Bot): Promise<void> {
  expect(await listOpen(running.send)).toEqual(leftOf(bot));
}

const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch {
    return true;
  }
};

test(
  '[CLU-1] [CLU-4] [CLI-29] killed gateways and a killed owner lose and double nothing',
  LIMIT,
  async (context) => {
    const stage = openStage(context);
    const data = stage.makeFolder();
    const more = ['--orders-per-second', '1000'];
    const first = await start(stage, data, { more });
    expect(statSync(join(data, 'owner.sock')).mode & 0o777).toBe(0o600);
    expect(gatewaysOf(first.session)).toHaveLength(2);
    const price = await farPrice(first.send);
    const bot = trade(first.send, price, (number) => number % 3 === 0);
    await until(() => bot.placed.size > 10);
    // The second goes as soon as the first is there again.
    for (const pid of gatewaysOf(first.session)) {
      const before = bot.placed.size;
      process.kill(pid, 'SIGKILL');
      await until(() => bot.placed.size > before + 10);
      await until(() => gatewaysOf(first.session).filter((other) => other !== pid).length === 2);
    }
    // What is under way is cut, wherever it is.
    while (bot.failures === 0) {
      const [pids, before] = [gatewaysOf(first.session), bot.placed.size];
      await until(() => bot.isWaiting);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
      await until(() => bot.placed.size > before + 10);
    }
    await bot.stop();
    await until(() => gatewaysOf(first.session).length === 2);
    await expectTrue(first, bot);

    const gateways = gatewaysOf(first.session);
    const [owner] = pidsOf(first.session, /perpetua owner/);
    process.kill(owner ?? 0, 'SIGKILL');
    await until(() => gateways.every(isGone));
    const again = await start(stage, data, { more });
    await expectTrue(again, bot);
    again.session.child.kill('SIGTERM');
    expect(await again.session.ended).toBe(0);
    await again.session.gone();
    expect(again.session.said()).toContain('Stopped after entry');
  },
);

/** A system where processes inherit no sockets: the owner hands connections on. */
const ELSEWHERE = {
  NODE_OPTIONS:
    "--import=data:text/javascript,import%20net%20from'net';net._createServerHandle=undefined",
};

test(
  '[GATE-12] [CLI-29] where a port is not shared, a key has one budget, and a port one venue',
  LIMIT,
  async (context) => {
    const stage = openStage(context);
    const data = stage.makeFolder();
    const running = await start(stage, data, { environment: ELSEWHERE });
    const admin = JSON.parse(readFileSync(join(data, 'admin.json'), 'utf8'));
    const authorization = `Bearer ${admin.token}`;
    const overview = await fetch(`${admin.address}/overview`, { headers: { authorization } });
    expect(await overview.json()).toMatchObject({
      gateways: [
        { number: 1, isOpen: true },
        { number: 2, isOpen: true },
      ],
    });
    const { port } = new URL(running.baseUrl);
    const second = stage.run([...START, ...CHEAP, '--port', port], stage.makeFolder());
    const price = await farPrice(running.send);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        running.send('/order/placeOrder', '', restingOrder(price, randomUUID())),
      ),
    );
    const seconds = (performance.now() - began) / 1_000;
    const taken = answers.filter(({ status }) => status === 200).length;
    expect(taken).toBeGreaterThanOrEqual(10);
    expect(taken).toBeLessThanOrEqual(10 + Math.ceil(seconds * 10));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(60 - taken);
    expect(await second.ended).toBe(1);
    await second.gone();
    expect(second.said()).toContain(`port ${port}`);
    const [victim] = gatewaysOf(running.session);
    process.kill(victim ?? 0, 'SIGKILL');
    await until(() => isGone(victim ?? 0));
    const asked = await Promise.all(Array.from({ length: 6 }, () => farPrice(running.send)));
    expect(new Set(asked).size).toBeLessThan(6);
    await until(() => gatewaysOf(running.session).length === 2);
  },
);

/** The status of an answer over a connection of its own; zero if it was refused or cut. */
const askTime = async ({ send }: Running): Promise<number> => {
  const outcome = await send('/market/time', '', undefined).catch(() => undefined);
  return outcome?.status ?? 0;
};

const askTimes = async (running: Running, times: number): Promise<number[]> => {
  const statuses: number[] = [];
  for (let n = 0; n < times; n += 1) statuses.push(await askTime(running));
  return statuses;
};

const isServed = (status: number): boolean => status === 200;

test(
  '[CLU-30] [CLU-31] gateways that hang or die are hardly noticed, a silent owner is told of',
  LIMIT,
  async (context) => {
    const stage = openStage(context);
    const running = await start(stage, stage.makeFolder());
    const { session } = running;
    const isReplaced = (gone: readonly number[]): boolean => {
      const now = gatewaysOf(session);
      return now.length === 2 && !now.some((pid) => gone.includes(pid));
    };

    const [hung = 0] = gatewaysOf(session);
    process.kill(hung, 'SIGSTOP');
    const hungAt = performance.now();
    const beside = await askTimes(running, 40);
    expect(beside.every(isServed), beside.join()).toBe(true);
    await until(() => isGone(hung) && isReplaced([hung]));
    // Five seconds are promised on a machine that has time; as ever, this one may do much else.
    expect(performance.now() - hungAt).toBeLessThan(60_000);
    expect(session.said()).toContain('a gateway does not answer and is ended');

    // All of them: whoever connects now waits for the next.
    const killed = gatewaysOf(session);
    const asking = askTimes(running, 40);
    for (const pid of killed) process.kill(pid, 'SIGKILL');
    const meanwhile = await asking;
    expect(meanwhile.filter((status) => !isServed(status)).length).toBeLessThanOrEqual(2);
    await until(() => isReplaced(killed));

    const gateways = gatewaysOf(session);
    const [owner = 0] = pidsOf(session, /perpetua owner/);
    process.kill(owner, 'SIGSTOP');
    const unreached = await askTimes(running, 3);
    process.kill(owner, 'SIGCONT');
    expect(unreached).toEqual([503, 503, 503]);
    await expect.poll(() => askTime(running)).toBe(200);
    expect(gatewaysOf(session)).toEqual(gateways);
    session.child.kill('SIGTERM');
    expect(await session.ended).toBe(0);
    await session.gone();
  },
);
