/**
 * Three replicas as real processes on three NATS servers and PostgreSQL. A client trades through
 * whichever answers while each of them is killed; what it was told must be true afterwards.
 */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Entry } from '../../src/domain/command.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { fieldOf, type Response } from '../../src/proof/qualify/signed-client.ts';
import { hasCluster, openCluster, type Replica } from './cluster-kit.ts';

const SYMBOL = 'cmt_btcusdt';

const order = (price: string, client_oid: string) => ({
  ...{ symbol: SYMBOL, client_oid, size: '0.0001', type: '1', order_type: '0' },
  ...{ match_price: '0', price },
});

interface Bot {
  readonly placed: Set<string>;
  readonly cancelled: Set<string>;
  readonly failures: number;
  readonly stop: () => Promise<void>;
}

/** Places orders and cancels nine of ten; asks the next replica after a failure. */
function trade(replicas: readonly Replica[], price: string): Bot {
  const bot = { placed: new Set<string>(), cancelled: new Set<string>(), failures: 0 };
  let isOver = false;
  let at = 0;
  const insist = async (path: string, body: object): Promise<Response> => {
    for (;;) {
      try {
        const answer = await replicas[at % replicas.length]!.callAs(0)(path, '', body);
        if (answer.status < 500) return answer;
      } catch {
        // Cut off: the same client order id is sent again.
      }
      bot.failures += 1;
      at += 1;
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
      await pause(10);
      if (bot.placed.size % 10 === 0) continue;
      await insist('/order/cancel_order', { clientOid: id });
      bot.cancelled.add(id);
      at += 1;
    }
  };
  const running = run();
  const stop = async (): Promise<void> => {
    isOver = true;
    await running;
  };
  return Object.assign(bot, { stop });
}

async function openOrders(replica: Replica): Promise<string[]> {
  const open: string[] = [];
  for (let page = 0; open.length === page * 100; page += 1) {
    const { body } = await replica.callAs(0)('/order/current', `limit=100&page=${page}`);
    if (!Array.isArray(body) || body.length === 0) break;
    open.push(...body.map((row) => String(fieldOf(row, 'client_oid'))));
  }
  return open.sort();
}

const holdsMarket = async ({ askAdmin }: Replica): Promise<boolean> =>
  String((await askAdmin('/market')).source).startsWith('simulated');

async function findHolder(replicas: readonly Replica[]): Promise<Replica | undefined> {
  const held = await Promise.all(replicas.map(holdsMarket));
  expect(held.filter((is) => is).length).toBeLessThanOrEqual(1);
  return replicas[held.indexOf(true)];
}

/** Chaos is asked for where the market is; the time is nobody's. One token opens all doors. */
async function expectControls(replicas: readonly Replica[]): Promise<void> {
  const holder = await findHolder(replicas);
  const wanted = { symbol: SYMBOL, depth: '0.5', for: '1h' };
  for (const { name, askAdmin } of replicas) {
    const answer = await askAdmin('/chaos/thin', wanted);
    if (name === holder?.name) expect(answer).toMatchObject([{ kind: 'thin' }]);
    else expect(answer.msg).toMatch(/the market is with another replica \(session [0-9a-f]{16}\)/);
    expect((await askAdmin('/time/speed', { speed: 10 })).msg).toMatch(/that of its log/);
  }
  const tokens = replicas.map(({ data }) => readFileSync(join(data, 'admin.json'), 'utf8'));
  expect(new Set(tokens.map((text) => JSON.parse(text).token)).size).toBe(1);
  await holder?.askAdmin('/chaos/calm', {});
}

/** Without the candle that is forming. */
async function candlesOf({ baseUrl }: Replica): Promise<unknown[]> {
  const query = `symbol=${SYMBOL}&granularity=1m&limit=1000`;
  const rows: unknown[] = await (await fetch(`${baseUrl}/capi/v2/market/candles?${query}`)).json();
  return rows.slice(2);
}

async function entriesOf(dataFolder: string): Promise<Entry[]> {
  const journal = await openJournal({ dataFolder, version: 'test' });
  const found: Entry[] = [];
  for await (const entries of journal.read(journal.firstSeq)) found.push(...entries);
  await journal.close();
  return found;
}

/** The numbers of beats that counted, with the terms under which they were sent. */
const beatsOf = (entries: readonly Entry[]) =>
  entries.flatMap(({ command, mandate }) => {
    const first = command.kind === 'batch' ? command.commands[0] : undefined;
    return first?.kind === 'market-beat' ? [{ beat: first.beat, term: mandate?.term ?? 0 }] : [];
  });

test.runIf(hasCluster)(
  '[CLU-1] [CLU-4] [CLU-16] three replicas trade as one, whichever of them is killed',
  async () => {
    const cluster = await openCluster();
    const names = ['a', 'b', 'c'];
    const replicas = await Promise.all(names.map((name) => cluster.start(name)));
    const [first] = replicas as [Replica];
    expect(first.credentials.length).toBeGreaterThan(2);
    for (const { credentials } of replicas) expect(credentials).toEqual(first.credentials);
    await expect.poll(() => findHolder(replicas)).toBeDefined();
    const { body } = await first.callAs(0)('/market/ticker', `symbol=${SYMBOL}`);
    const price = `${Math.floor(Number(fieldOf(body, 'last')) * 0.97)}.0`;
    await expectControls(replicas);
    const bot = trade(replicas, price);
    // The one with the market goes first, and comes back before one without it goes.
    const holder = (await findHolder(replicas)) ?? first;
    const without = names.filter((name) => name !== holder.name);
    for (const name of [holder.name, ...without.slice(0, 1)]) {
      const place = names.indexOf(name);
      await replicas[place]!.kill();
      const before = bot.placed.size;
      await expect.poll(() => bot.placed.size).toBeGreaterThan(before + 20);
      const others = replicas.filter((_, other) => other !== place);
      await expect.poll(() => findHolder(others)).toBeDefined();
      replicas[place] = await cluster.start(name);
    }
    await bot.stop();
    expect(bot.failures).toBeGreaterThan(0);
    const expected = [...bot.placed].filter((id) => !bot.cancelled.has(id)).sort();
    for (const replica of replicas) await expect.poll(() => openOrders(replica)).toEqual(expected);
    const candles = await Promise.all(replicas.map(candlesOf));
    expect(candles[0]?.length).toBeGreaterThan(900);
    expect(candles[1]).toEqual(candles[0]);
    expect(candles[2]).toEqual(candles[0]);
    expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual([0, 0, 0]);
    const journals = await Promise.all(names.map((name) => entriesOf(cluster.dataOf(name))));
    const shortest = Math.min(...journals.map(({ length }) => length));
    for (const entries of journals.slice(1))
      expect(entries.slice(0, shortest)).toEqual(journals[0]?.slice(0, shortest));
    const beats = beatsOf(journals[0] ?? []);
    expect(new Set(beats.map(({ term }) => term)).size).toBeGreaterThan(1);
    for (const [place, { beat, term }] of beats.entries()) {
      const later = beats[place + 1];
      if (later?.term === term) expect(later.beat).toBeGreaterThan(beat);
    }
  },
);
