/**
 * Real processes: one with the files and two with the doors. Gateways are killed while a client
 * trades, then the process with the files; what the client was told must be true afterwards.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneMarket } from '../../src/proof/program.ts';
import {
  type Access,
  fieldOf,
  type Response,
  signRequest,
} from '../../src/proof/qualify/signed-client.ts';
import { CHEAP, openStage, type Session, type Stage, until } from '../cli/session.ts';
import { PROGRAM } from '../cli/venue-process.ts';

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
  readonly access: Access;
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
  return { session, baseUrl, access };
}

const pidsOf = (session: Session, role: RegExp): number[] =>
  session
    .processes()
    .filter((line) => role.test(line))
    .map((line) => Number.parseInt(line, 10));

const GATEWAY = /perpetua gateway \d/;
const gatewaysOf = (session: Session): number[] => pidsOf(session, GATEWAY);

/** A connection of its own each time, so that any gateway may get it. */
function send({ baseUrl, access }: Running, path: string, body?: object): Promise<Response> {
  const { target, init, headers } = signRequest(access, { path, body });
  const url = new URL(target, baseUrl.replace('localhost', '127.0.0.1'));
  return new Promise((resolve, reject) => {
    const options = { method: init.method, headers, agent: false as const, timeout: 10_000 };
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

async function farPrice(running: Running): Promise<string> {
  const { body } = await send(running, '/market/ticker?symbol=cmt_btcusdt');
  return `${Math.floor(Number(fieldOf(body, 'last')) * 0.97)}.0`;
}

const order = (price: string, client_oid: string) => ({
  ...{ symbol: 'cmt_btcusdt', client_oid, size: '0.0001', type: '1', order_type: '0' },
  ...{ match_price: '0', price },
});

interface Bot {
  /** The ids of orders that it was told of. */
  readonly placed: Set<string>;
  readonly cancelled: Set<string>;
  readonly failures: number;
  readonly stop: () => Promise<void>;
}

/** Places orders one after the other, cancels every third, and asks again after a failure. */
function trade(running: Running, price: string): Bot {
  const bot = { placed: new Set<string>(), cancelled: new Set<string>(), failures: 0 };
  let isOver = false;
  const insist = async (path: string, body: object): Promise<Response> => {
    for (;;) {
      try {
        const answer = await send(running, path, body);
        if (answer.status !== 429 && answer.status < 500) return answer;
      } catch {
        // Cut off: the same client order id is sent again.
      }
      bot.failures += 1;
      await pause(20);
    }
  };
  const run = async (): Promise<void> => {
    while (!isOver) {
      const id = randomUUID();
      const { status, body } = await insist('/order/placeOrder', order(price, id));
      const isKnown = JSON.stringify(body).includes('client_oid');
      expect(status === 200 || isKnown, JSON.stringify(body)).toBe(true);
      bot.placed.add(id);
      await pause(20);
      if (bot.placed.size % 3 > 0) continue;
      await insist('/order/cancel_order', { clientOid: id });
      bot.cancelled.add(id);
    }
  };
  const running_ = run();
  const stop = async (): Promise<void> => {
    isOver = true;
    await running_;
  };
  return Object.assign(bot, { stop });
}

/** Exactly the orders that the client was told of, each once. */
async function expectTrue(running: Running, { placed, cancelled }: Bot): Promise<void> {
  const open: string[] = [];
  for (let page = 0; open.length === page * 100; page += 1) {
    const { body } = await send(running, `/order/current?limit=100&page=${page}`);
    expect(Array.isArray(body), JSON.stringify(body)).toBe(true);
    if (!Array.isArray(body) || body.length === 0) break;
    open.push(...body.map((row) => String(fieldOf(row, 'client_oid'))));
  }
  const expected = [...placed].filter((id) => !cancelled.has(id));
  expect(open.sort()).toEqual(expected.sort());
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
    const price = await farPrice(first);
    const bot = trade(first, price);
    await until(() => bot.placed.size > 10);
    // The second goes as soon as the first is there again.
    for (const pid of gatewaysOf(first.session)) {
      const before = bot.placed.size;
      process.kill(pid, 'SIGKILL');
      await until(() => bot.placed.size > before + 10);
      await until(() => gatewaysOf(first.session).filter((other) => other !== pid).length === 2);
    }
    expect(bot.failures).toBeGreaterThan(0);
    await bot.stop();
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

/** A system that lets no two processes listen at one port: the owner hands connections on. */
const ELSEWHERE = {
  NODE_OPTIONS:
    "--import=data:text/javascript,Object.defineProperty(process,'platform',{value:'openbsd'})",
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
    const price = await farPrice(running);
    const began = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 60 }, () =>
        send(running, '/order/placeOrder', order(price, randomUUID())),
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
    const asked = await Promise.all(Array.from({ length: 6 }, () => farPrice(running)));
    expect(new Set(asked).size).toBeLessThan(6);
    await until(() => gatewaysOf(running.session).length === 2);
  },
);
