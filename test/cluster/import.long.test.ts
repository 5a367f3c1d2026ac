/** A venue that had its folder for itself is stopped, imported, and goes on with two replicas. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importVenue } from '../../src/assembly/cluster/import-venue.ts';
import { type CallVenue, createCallVenue, fieldOf } from '../../src/cli/qualify/signed-client.ts';
import {
  drawKeyEncryptionKey,
  parseKeyEncryptionKey,
} from '../../src/gateway/keys/key-encryption-key.ts';
import { JournalDamaged } from '../../src/journal/journal-error.ts';
import { connectNats } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { isReplicated } from '../kit/cluster-setup.ts';
import { farPrice, listOpen, restingOrder, SYMBOL } from '../kit/insisting-bot.ts';
import { type Cluster, hasCluster, openCluster, type Replica } from './cluster-kit.ts';

const HOUR = 3_600_000;

const ALONE = 'alone';

/** The exit code, and what it said. */
async function runImport({ scene, servers, database, dataOf }: Cluster) {
  const imported = scene.run(
    ...['cluster', 'import', dataOf(ALONE), '--log', servers.urls, '--records', database],
    ...['--venue', 'test', '--key-file', dataOf('kek'), '--unsafe'],
  );
  const code = await imported.ended;
  return [code, `${imported.said()}${imported.complained()}`];
}

/** The same without a process. */
function importHere(
  { servers, database, dataOf }: Cluster,
  other: Partial<Parameters<typeof importVenue>[0]> = {},
) {
  const keyFile = dataOf('kek');
  return importVenue({
    ...{ data: dataOf(ALONE), log: servers.urls, records: database, venue: 'test', keyFile },
    ...{ givenKek: undefined, unsafe: true, logger: () => undefined, progress: () => undefined },
    kek: parseKeyEncryptionKey(readFileSync(keyFile, 'utf8'), keyFile),
    ...other,
  });
}

const call = async (send: CallVenue, path: string, query = '', body?: object): Promise<unknown> => {
  const answer = await send(path, query, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};

/** What the account sees, without what moves with the market. */
const lookAt = async (send: CallVenue) => ({
  assets: await call(send, '/account/assets'),
  open: await call(send, '/order/current', 'limit=100&page=0'),
  history: await call(send, '/order/history', `symbol=${SYMBOL}&pageSize=100`),
  fills: await call(send, '/order/fills', `symbol=${SYMBOL}`),
});

/** One order that rests, two that were filled, and a log of why. */
async function tradeAlone(send: CallVenue): Promise<void> {
  const now = { symbol: SYMBOL, size: '0.001', order_type: '0', match_price: '1' };
  await call(send, '/order/placeOrder', '', { ...now, client_oid: 'in', type: '1' });
  await call(send, '/order/placeOrder', '', { ...now, client_oid: 'out', type: '3' });
  const rests = restingOrder(await farPrice(send), 'rests');
  const orderId = fieldOf(await call(send, '/order/placeOrder', '', rests), 'order_id');
  const log = { stage: 'decision', model: 'm-1', input: {}, output: {}, explanation: 'up' };
  await call(send, '/order/uploadAiLog', '', { ...log, orderId });
}

async function openSeason({ askAdmin, askPublic }: Replica): Promise<string> {
  const startAt = Date.now() + HOUR;
  await askAdmin('/competition/seasons', { name: 'Early', startAt, endAt: startAt + HOUR });
  await askAdmin('/competition/registration', { open: true, teams: 9 });
  const team = { team: 'Foxes', members: ['one'], contact: 'f@example.org', strategy: 'to win' };
  const applied = await askPublic('/competition/registrations', {
    ...team,
    addresses: ['127.0.0.1'],
  });
  expect(applied, JSON.stringify(applied)).toMatchObject({ status: 200 });
  await askAdmin(`/competition/registrations/${applied.registrationId}/approve`, {});
  return applied.registrationId;
}

const registrationsOf = async ({ askAdmin }: Replica) =>
  (await askAdmin('/competition/registrations')).rows;

const candlesOf = async ({ baseUrl }: Replica): Promise<string[]> => {
  const query = `symbol=${SYMBOL}&granularity=1m&limit=1000`;
  const rows: unknown[] = await (await fetch(`${baseUrl}/capi/v2/market/candles?${query}`)).json();
  return rows.slice(2).map((row) => JSON.stringify(row));
};

/** The journal with one byte changed. */
function damage(folder: string): void {
  const [segment = ''] = readdirSync(join(folder, 'journal'));
  const path = join(folder, 'journal', segment);
  const bytes = readFileSync(path);
  bytes[2_000]! ^= 1;
  writeFileSync(path, bytes);
}

/** Everything is copied, and then it fails. */
async function interrupt(cluster: Cluster): Promise<void> {
  const progress = (doing: string): void => {
    if (doing === 'sharing the snapshot') throw new Error('the power fails');
  };
  await expect(importHere(cluster, { progress })).rejects.toThrow('the power fails');
  const connection = await connectNats(cluster.servers.urls);
  const found = await openStream(connection, 'test', { copies: 1 });
  await connection.close();
  expect(found).toMatch(/import into the stream PERPETUA_test is not finished: run the same/);
}

test.runIf(hasCluster && !isReplicated())(
  '[CLU-42] a venue that was stopped goes on as a cluster, and nothing of it is missing',
  async () => {
    const cluster = await openCluster({ servers: 1 });
    const alone = await cluster.startAlone(ALONE);
    const [access] = alone.credentials;
    await tradeAlone(alone.callAs(0));
    const registration = await openSeason(alone);
    const before = await lookAt(alone.callAs(0));
    const [team] = await registrationsOf(alone);
    const candles = await candlesOf(alone);
    await expect(importHere(cluster)).rejects.toThrow(/alone is in use by process/);
    // A venue that was killed has no snapshot of its last entry.
    await alone.kill();

    const data = cluster.dataOf('damaged');
    cpSync(alone.data, data, { recursive: true });
    damage(data);
    await expect(importHere(cluster, { data })).rejects.toThrow(JournalDamaged);
    await interrupt(cluster);
    const kek = drawKeyEncryptionKey();
    await expect(importHere(cluster, { kek })).rejects.toThrow(/another key|key-encryption key/);
    expect(await runImport(cluster)).toEqual([0, expect.stringMatching(/up to entry [\d,]+ of/)]);
    await expect(importHere(cluster)).rejects.toThrow(/is in test already: start the replicas/);
    await expect(importHere(cluster, { venue: 'other' })).rejects.toThrow(/has the records of/);

    const old = cluster.run(ALONE, '--unsafe');
    const [a, b] = await Promise.all(['a', 'b'].map((name) => cluster.start(name, '--unsafe')));
    expect(await old.ended).not.toBe(0);
    expect(old.complained()).toMatch(/has entries of the venue from before it was imported/);
    const [atA, atB] = [a!, b!].map(({ baseUrl }) => createCallVenue(baseUrl, access!));
    for (const send of [atA!, atB!]) expect(await lookAt(send)).toEqual(before);
    for (const replica of [a!, b!]) {
      expect(await registrationsOf(replica)).toEqual([team]);
      expect(replica.credentials).toEqual(alone.credentials);
      const { rows } = await replica.askAdmin(`/competition/ai-logs?account=${access?.accountId}`);
      expect(rows).toMatchObject([{ stage: 'decision', explanation: 'up' }]);
      const known = candles.slice(9, 900);
      await expect
        .poll(async () => {
          const found = new Set(await candlesOf(replica));
          return known.filter((row) => !found.has(row));
        })
        .toEqual([]);
    }
    expect(team).toMatchObject({ id: registration, state: 'approved' });

    await call(atB!, '/order/cancel_order', '', { clientOid: 'rests' });
    await call(atA!, '/order/placeOrder', '', restingOrder(await farPrice(atA!), 'again'));
    for (const send of [atA!, atB!]) await expect.poll(() => listOpen(send)).toEqual(['again']);
    // From its own folder, which begins behind the import.
    await b!.kill();
    const { baseUrl } = await cluster.start('b', '--unsafe');
    expect(await listOpen(createCallVenue(baseUrl, access!))).toEqual(['again']);
    const second = await a!.askPublic('/competition/registrations', {
      ...{ team: 'Owls', members: ['two'], contact: 'o@example.org', strategy: 'to win' },
      addresses: ['127.0.0.1'],
    });
    expect(second, JSON.stringify(second)).toMatchObject({ status: 200 });
  },
);
