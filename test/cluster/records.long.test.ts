/**
 * Two replicas with one database: what is asked of one the other knows, and both trade on while the
 * database is away.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createCallVenue, fieldOf } from '../../src/cli/qualify/signed-client.ts';
import { findAdminAddress } from '../../src/gateway/data-files.ts';
import { untilOpen } from '../cli/venue-process.ts';
import { useServer } from '../kit/postgres.ts';
import { type Cluster, hasCluster, openCluster, type Replica } from './cluster-kit.ts';

const SYMBOL = 'cmt_btcusdt';
const HOUR = 3_600_000;

interface Pair extends Cluster {
  readonly replicas: readonly [Replica, Replica];
}

let opening: Promise<Pair> | undefined;

function usePair(): Promise<Pair> {
  opening ??= openCluster({ servers: 1 }).then(async (cluster) => {
    const starting = ['one', 'two'].map((name) => cluster.start(name, '--unsafe'));
    const [one, two] = await Promise.all(starting);
    return { ...cluster, replicas: [one!, two!] };
  });
  return opening;
}

const application = (team: string) => ({
  ...{ team, members: [`${team} one`], contact: `${team}@example.org`, strategy: 'to win' },
  addresses: ['127.0.0.1'],
});

const send = ({ askPublic }: Replica, path: string, body: object, token?: string) =>
  askPublic(`/competition${path}`, body, token);

test.runIf(hasCluster)('[REC-5] a replica has the token files that its start names', async () => {
  const { replicas } = await usePair();
  const [first, second] = replicas.map(({ data }) =>
    ['admin.token', 'observer.token'].map((name) => readFileSync(join(data, name), 'utf8').trim()),
  );
  expect(first).toEqual(second);
  const admin = findAdminAddress(join(replicas[0].data, 'admin.json'));
  expect(admin?.token).toBe(first?.[0]);
  const look = async (token: string | undefined): Promise<number> =>
    (await fetch(`${admin?.address}/status`, { headers: { authorization: `Bearer ${token}` } }))
      .status;
  expect(await Promise.all([...(first ?? []), 'guess'].map(look))).toEqual([200, 200, 403]);
  const files = ['admin.token', 'observer.token'].map((name) => join(replicas[1].data, name));
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test.runIf(hasCluster)('[REC-7] [REC-8] a season is the same at every replica', async () => {
  const [one, two] = (await usePair()).replicas;
  const organise = (at: Replica, path: string, body?: object) =>
    at.askAdmin(`/competition${path}`, body);
  const now = Date.now();
  const season = { name: 'Shared', startAt: now + HOUR, endAt: now + 2 * HOUR };
  const opened = await organise(one, '/seasons', { ...season, requiresAiLog: true });
  expect(opened).toMatchObject({ season: 1, phase: 'enrolling' });
  const registration = await organise(two, '/registration', { open: true, teams: 2 });
  expect(registration).toMatchObject({ registrationOpen: true });

  // The same name at both replicas at once: one of them gets it.
  const applied = await Promise.all(
    [one, two].map((at) => send(at, '/registrations', application('Foxes'))),
  );
  expect(applied.map(({ status }) => status).sort()).toEqual([200, 400]);
  const foxes = applied.find(({ status }) => status === 200);
  const owls = await send(two, '/registrations', application('Owls'));
  expect(await send(one, '/registrations', application('Late'))).toMatchObject({ status: 400 });

  const id = foxes.registrationId;
  const approved = await organise(two, `/registrations/${id}/approve`, {});
  await organise(one, `/registrations/${owls.registrationId}/approve`, {});
  const path = `/registrations/${id}/credentials`;
  const claims = [one, two, one].map((at) => send(at, path, {}, foxes.claimToken));
  const claimed = (await Promise.all(claims)).filter(({ status }) => status === 200);
  expect(claimed).toHaveLength(1);
  const { apiKey, secretKey, passphrase, account } = claimed[0];
  expect(account).toBe(approved.account);

  // The team shows what it can do, at whichever replica it meets.
  const access = { apiKey, secretKey, passphrase };
  const [atOne, atTwo] = [one, two].map(({ baseUrl }) => createCallVenue(baseUrl, access));
  await expect.poll(async () => (await atTwo!('/account/assets', '')).status).toBe(200);
  // No key is named: the call counts for those who sign calls from the same address, elsewhere.
  const ticker = await fetch(`${one.baseUrl}/capi/v2/market/ticker?symbol=${SYMBOL}`);
  const price = Number(fieldOf(await ticker.json(), 'last'));
  const place = (client_oid: string) => ({
    ...{ symbol: SYMBOL, client_oid, size: '0.0002', type: '1', order_type: '0' },
    ...{ match_price: '0', price: String(Math.round(price * 0.97)) },
  });
  const lever = { symbol: SYMBOL, marginMode: 1, longLeverage: '5', shortLeverage: '5' };
  expect((await atTwo!('/account/leverage', '', lever)).status).toBe(200);
  expect((await atTwo!('/order/fills', `symbol=${SYMBOL}`)).status).toBe(200);
  expect((await atTwo!('/order/placeOrder', '', place('first'))).status).toBe(200);
  for (const replica of [one, two])
    await expect
      .poll(async () => (await organise(replica, '/qualification?find=foxes')).rows[0])
      .toMatchObject({ account, qualified: true });

  await organise(one, '/reset', {});
  await organise(two, '/start', { now: true });
  for (const replica of [one, two])
    await expect.poll(async () => (await organise(replica, '')).phase).toBe('active');
  const placed = await atTwo!('/order/placeOrder', '', place('second'));
  const orderId = String(fieldOf(placed.body, 'order_id'));
  const log = { stage: 'decision', model: 'm-1', input: {}, output: {}, explanation: 'up' };
  // The order is known here once its entry has come: nothing asked for it.
  const upload = async () => (await atOne!('/order/uploadAiLog', '', { ...log, orderId })).status;
  await expect.poll(upload).toBe(200);
  for (const replica of [one, two]) {
    const { rows } = await organise(replica, `/ai-logs?account=${account}`);
    expect(rows).toMatchObject([{ account, stage: 'decision' }]);
  }
  await organise(two, '/end', { reason: 'enough' });
  await expect.poll(async () => (await organise(one, '')).phase).toBe('ended');
  const [here, there] = [await organise(one, '/audit'), await organise(two, '/audit')];
  expect(here.rows.length).toBeGreaterThanOrEqual(7);
  expect(there).toEqual(here);
});

/** Places an order that is far from the market and takes it back. Answers with its id. */
async function trade(replica: Replica, client_oid: string): Promise<string> {
  const call = replica.callAs(0);
  const order = { symbol: SYMBOL, client_oid, size: '0.0001', type: '1', order_type: '0' };
  const limit = { match_price: '0', price: '80000' };
  const placed = await call('/order/placeOrder', '', { ...order, ...limit });
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  const orderId = String(fieldOf(placed.body, 'order_id'));
  expect(await call('/order/cancel_order', '', { orderId })).toMatchObject({ status: 200 });
  return orderId;
}

const history = (replica: Replica) =>
  replica.callAs(0)('/order/history', `symbol=${SYMBOL}&pageSize=100`);

const idsIn = (body: unknown): string[] =>
  Array.isArray(body) ? body.map((row) => String(fieldOf(row, 'order_id'))).sort() : [];

/** Somebody who looks at the tables by hand keeps the writer waiting, until the server dies. */
async function lockArchive(database: string): Promise<void> {
  const client = new Client(database);
  client.on('error', () => undefined);
  await client.connect();
  await client.query('BEGIN; LOCK TABLE perpetua.archive IN EXCLUSIVE MODE');
}

async function awaitedLocks(database: string): Promise<number> {
  const client = new Client(database);
  await client.connect();
  const { rowCount } = await client.query('SELECT 1 FROM pg_locks WHERE NOT granted');
  await client.end();
  return rowCount ?? 0;
}

const makeKey = async ({ askAdmin, credentials: [first] }: Replica): Promise<string> =>
  JSON.stringify(await askAdmin('/keys', { account: first?.accountId, name: 'new' }));

test.runIf(hasCluster)(
  '[REC-2] [REC-3] [REC-6] with its database killed the venue trades on, and a start waits for it',
  async () => {
    const { replicas, database, run } = await usePair();
    const [one, two] = replicas;
    const ids = [await trade(one, 'first'), await trade(two, 'second')];
    const untilComplete = async (): Promise<void> => {
      for (const replica of replicas)
        await expect
          .poll(async () => idsIn((await history(replica)).body))
          .toEqual([...ids].sort());
    };
    await untilComplete();
    const server = await useServer();
    await lockArchive(database);
    ids.push(await trade(one, 'locked'));
    await expect.poll(() => awaitedLocks(database)).toBeGreaterThan(0);
    await server.stop('SIGKILL');
    const third = run('three', '--unsafe');
    for (let at = 0; at < 20; at += 1) ids.push(await trade(replicas[at & 1]!, `away-${at}`));
    for (const replica of replicas) {
      const { status, body } = await history(replica);
      expect(status).toBe(503);
      expect(JSON.stringify(body)).toContain('database of the venue cannot be reached');
      expect(JSON.stringify(body)).not.toContain('postgres');
      expect(await makeKey(replica)).toContain('cannot be asked');
    }
    await expect
      .poll(() => third.complained())
      .toMatch(/the start waits for the database, \d+ s so far/);
    await server.start();
    await untilComplete();
    await expect.poll(() => makeKey(two)).toContain('perp_');
    await untilOpen(third);
    third.child.kill('SIGTERM');
    expect(await third.ended).toBe(0);
    expect([await one.stop(), await two.stop()]).toEqual([0, 0]);
  },
);
