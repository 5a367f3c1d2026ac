/**
 * Three replicas as real processes on three NATS servers and PostgreSQL. A client trades through
 * whichever answers while each of them is killed; what it was told must be true afterwards.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Access, createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import type { Entry } from '../../src/domain/command.ts';
import { seq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { segmentFile } from '../../src/journal/segment-name.ts';
import { farPrice, leftOf, listOpen, type Send, SYMBOL, trade } from '../kit/insisting-bot.ts';
import { useServer } from '../kit/postgres.ts';
import { type Cluster, hasCluster, openCluster, type Replica } from './cluster-kit.ts';

const names = ['a', 'b', 'c'];

interface Running {
  readonly cluster: Cluster;
  /** Those that are killed and started again take the place of the ones before. */
  readonly replicas: Replica[];
}

let starting: Promise<Running> | undefined;

/** The same for all tests of this file, in their order. */
const useReplicas = (): Promise<Running> => {
  starting ??= openCluster().then(async (cluster) => ({
    cluster,
    replicas: await Promise.all(names.map((name) => cluster.start(name))),
  }));
  return starting;
};

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

async function readJournal(dataFolder: string): Promise<Entry[]> {
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
  '[CLU-1] [CLU-4] [CLU-16] three replicas trade as one while one dies and the database is away',
  async () => {
    const { cluster, replicas } = await useReplicas();
    const [first] = replicas as [Replica];
    expect(first.credentials.length).toBeGreaterThan(2);
    for (const { credentials } of replicas) expect(credentials).toEqual(first.credentials);
    await expect.poll(() => findHolder(replicas)).toBeDefined();
    const price = await farPrice(first.callAs(0));
    await expectControls(replicas);
    // Each call goes to another of them.
    let calls = 0;
    const send: Send = (...call) => {
      calls += 1;
      return replicas[calls % replicas.length]!.callAs(0)(...call);
    };
    const bot = trade(send, price, (number) => number % 10 > 0);
    // The one with the market goes, while the database is away too; a start needs it back.
    const place = replicas.indexOf((await findHolder(replicas)) ?? first);
    const database = await useServer();
    await database.stop();
    await replicas[place]!.kill();
    const before = bot.placed.size;
    await expect.poll(() => bot.placed.size).toBeGreaterThan(before + 20);
    const others = replicas.filter((_, other) => other !== place);
    await expect.poll(() => findHolder(others)).toBeDefined();
    await database.start();
    replicas[place] = await cluster.start(names[place]!);
    await bot.stop();
    expect(bot.failures).toBeGreaterThan(0);
    for (const { callAs } of replicas)
      await expect.poll(() => listOpen(callAs(0))).toEqual(leftOf(bot));
    const candles = await Promise.all(replicas.map(candlesOf));
    expect(candles[0]?.length).toBeGreaterThan(900);
    expect(candles[1]).toEqual(candles[0]);
    expect(candles[2]).toEqual(candles[0]);
  },
);

/** A season with one team, each step at another replica. Answers with the access of the team. */
async function beginSeason([a, b, c]: readonly Replica[]): Promise<Access> {
  const [one, two, three] = [a!, b!, c!];
  const rules = { name: 'Cup', startAt: Date.now() + 3_600_000, endAt: Date.now() + 7_200_000 };
  expect(await one.askAdmin('/competition/seasons', rules)).toMatchObject({ season: 1 });
  const opened = await two.askAdmin('/competition/registration', { open: true });
  expect(opened).toMatchObject({ registrationOpen: true });
  const team = { team: 'Foxes', members: ['Fay'], contact: 'fay@example.org', strategy: 'to win' };
  const application = { ...team, addresses: ['127.0.0.1'] };
  const told = await three.askPublic('/competition/registrations', application);
  expect(told).toMatchObject({ state: 'registered' });
  const path = `/competition/registrations/${told.registrationId}`;
  const approved = await one.askAdmin(`${path}/approve`, {});
  const claimed = await two.askPublic(`${path}/credentials`, {}, told.claimToken);
  const { apiKey, secretKey, passphrase } = claimed;
  expect(claimed).toMatchObject({ status: 200, ...approved });
  expect(await three.askAdmin('/competition/reset', {})).toMatchObject({ isSound: true });
  expect(await two.askAdmin('/competition/start', { now: true })).toMatchObject({ season: 1 });
  return { apiKey, secretKey, passphrase };
}

async function tradeAt({ baseUrl }: Replica, access: Access, type: '1' | '3'): Promise<void> {
  const call = createCallVenue(baseUrl, access);
  const body = { symbol: SYMBOL, client_oid: randomUUID(), size: '0.001', type, order_type: '0' };
  const place = () => call('/order/placeOrder', '', { ...body, match_price: '1' });
  await expect.poll(async () => (await place()).status).toBe(200);
}

test.runIf(hasCluster)(
  '[CLU-16] [ORG-11] a season of a cluster outlives its market, and anyone can check it',
  async () => {
    const { cluster, replicas } = await useReplicas();
    const access = await beginSeason(replicas);
    await tradeAt(replicas[1]!, access, '1');
    const place = replicas.indexOf((await findHolder(replicas))!);
    await replicas[place]!.kill();
    const others = replicas.filter((_, other) => other !== place);
    await expect.poll(() => findHolder(others)).toBeDefined();
    await tradeAt(others[0]!, access, '3');
    replicas[place] = await cluster.start(names[place]!);
    await others[1]!.askAdmin('/competition/end', { reason: 'done' });
    await replicas[place]!.askAdmin('/competition/close', {});
    const boards = () =>
      Promise.all(replicas.map((each) => each.askPublic('/competition/leaderboard')));
    await expect.poll(async () => new Set((await boards()).map(textOf)).size).toBe(1);
    expect(textOf((await boards())[0])).toContain('Foxes');
    await expectPublished(replicas);
    expect(await Promise.all(replicas.map(({ stop }) => stop()))).toEqual([0, 0, 0]);
    expectSame(await Promise.all(names.map((name) => readJournal(cluster.dataOf(name)))));
  },
);

const textOf = (value: unknown): string => JSON.stringify(value);

/** By the replica that has every entry: one that began with a snapshot has not. */
async function expectPublished(replicas: readonly Replica[]): Promise<void> {
  const whole = replicas.find(({ data }) =>
    readdirSync(join(data, 'journal')).includes(segmentFile(seq(1))),
  );
  const { askAdmin, data } = whole!;
  const show = async () => (await askAdmin('/competition/publication')).publication;
  // It is refused until the first beat after the end, which draws another seed.
  const publish = async (): Promise<string> => {
    if (/failed|undefined/.test(`${(await show())?.step}`))
      await askAdmin('/competition/publication', {});
    return (await show()).step;
  };
  await expect.poll(publish).toBe('done');
  const { lines } = await show();
  expect(lines.join(' ')).toMatch(/\d+ beats were decided again, and every index price and every/);
  expect(readdirSync(data)).not.toContain('market.seed');
}

/** One order for all, and beats in the order of their numbers. */
function expectSame(journals: readonly (readonly Entry[])[]): void {
  const [first = [], ...others] = journals;
  for (const entries of others) {
    // A replica that began with a snapshot has the entries since then.
    const from = Math.max(first[0]?.seq ?? 0, entries[0]?.seq ?? 0);
    const to = Math.min(first.at(-1)?.seq ?? 0, entries.at(-1)?.seq ?? 0);
    expect(to).toBeGreaterThan(from);
    const isShared = ({ seq }: Entry): boolean => seq >= from && seq <= to;
    expect(entries.filter(isShared)).toEqual(first.filter(isShared));
  }
  const beats = beatsOf(first);
  expect(new Set(beats.map(({ term }) => term)).size).toBeGreaterThan(1);
  for (const [place, { beat, term }] of beats.entries()) {
    const later = beats[place + 1];
    if (later?.term === term) expect(later.beat).toBeGreaterThan(beat);
  }
}
