/** What becomes of messages that no replica made, from one who reaches the servers of the log. */
import { connect } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { headers, type NatsConnection } from '@nats-io/transport-node';
import { expect, onTestFinished, test } from 'vitest';
import { accountOf } from '../../proof/cluster/callers.ts';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import { millis, money } from '../../src/domain/units.ts';
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { encodeLogBatch, encodeLogCommand } from '../../src/journal/log-batch.ts';
import { drawIncarnation } from '../../src/venue/replica/bare-replica.ts';
import { NatsLog, TIME_HEADER } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../src/venue/replica/replica.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, macOf, openServers, openSoon } from './nats-kit.ts';

const NAME = 'demo';
const ACCOUNT = accountOf(0);

interface Scene {
  readonly connection: NatsConnection;
  readonly urls: string;
  readonly venue: string;
  readonly replicas: readonly [ClusterVenue, ClusterVenue];
  readonly lines: readonly string[];
  /** Once both have applied what either has written. */
  readonly expectNothingMinted: () => Promise<void>;
}

/** Two replicas, and an account without money. */
async function openScene(): Promise<Scene | undefined> {
  const servers = await openServers(1);
  if (servers === undefined) return undefined;
  const { urls } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, NAME, 1);
  const archive = new KeptArchive();
  const lines: string[] = [];
  const open = async (name: string): Promise<ClusterVenue> => {
    const replica = await openClusterVenue({
      ...{ name, venue, archive, dataFolder: createFolder() },
      log: new NatsLog(await connectTo(urls), NAME, macOf(NAME, venue)),
      logger: (_, message) => lines.push(message),
    });
    onTestFinished(replica.close);
    await replica.caughtUp();
    return replica;
  };
  const replicas = [await open('a'), await open('b')] as const;
  await replicas[0].submit({ kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
  const expectNothingMinted = async (): Promise<void> => {
    for (const { submit } of replicas) await submit(note('after'));
    await expect.poll(() => new Set(replicas.map(({ read }) => read.hash())).size).toBe(1);
    for (const { describe, read } of replicas) {
      expect(describe().haltedBecause).toBeNull();
      expect(read.account.get(ACCOUNT).wallet).toBe(0);
    }
  };
  return { connection, urls, venue, replicas, lines, expectNothingMinted };
}

const note = (text: string) => ({ kind: 'record-note', actor: 'a', topic: 'b', text }) as const;

/** As a stranger makes it who has read the sources and the stream's description. */
function forge(venue: string, engine = SNAPSHOT_VERSION): Uint8Array {
  const identity = { session: drawIncarnation(), number: 1, sentAt: millis(Date.now()) };
  const amount = money(123_456_700_000_000n);
  const command = { kind: 'deposit', account: ACCOUNT, amount } as const;
  return encodeLogBatch(identity, [encodeLogCommand({ command })], { venue, engine });
}

/** With headers that no client would send. */
async function publishRaw(urls: string, head: string, body: Uint8Array): Promise<void> {
  const { hostname, port, username: user, password: pass } = new URL(urls);
  const socket = connect(Number(port), hostname);
  const sizes = `${head.length} ${head.length + body.length}`;
  const hello = { verbose: false, headers: true, ...(user === '' ? {} : { user, pass }) };
  socket.write(`CONNECT ${JSON.stringify(hello)}\r\n`);
  socket.write(`HPUB ${NAME}.in ${sizes}\r\n${head}`);
  socket.write(body);
  socket.end('\r\nPING\r\n');
  await readAll(socket);
}

test('[CLU-19] a forged batch in the stream mints nothing, stops nobody and is told once', async ({
  skip,
}) => {
  const scene = await openScene();
  if (scene === undefined) return skip();
  const { connection, urls, venue, replicas, lines, expectNothingMinted } = scene;
  const other = macOf('another', venue);
  for (const message of [
    ...[forge(venue), forge(venue, SNAPSHOT_VERSION + 1), other.add(forge(venue))],
    ...[Buffer.concat([forge(venue), Buffer.alloc(32)]), Buffer.from('hello')],
  ])
    await connection.request(`${NAME}.in`, message);
  // Places and times of its own, a status of the server, and what cannot be read at all.
  const [first] = replicas;
  const place = first.describe().position + 7;
  for (const head of [
    `NATS/1.0\r\nNats-Sequence: ${place}\r\nNats-Time-Stamp: 2020-01-01T00:00:00Z\r\n\r\n`,
    'NATS/1.0 404 Message Not Found\r\n\r\n',
    'NATS/1.0\r\nNo (name): at all\r\n\r\n',
  ])
    await publishRaw(urls, head, forge(venue));
  await expectNothingMinted();
  for (const { describe } of replicas) expect(describe().foreign).toBe(8);
  expect(lines.filter((line) => /passed over: foreign/.test(line))).toHaveLength(2);
});

test('[CLU-19] what is told beside the stream is a hint, and nothing else', async ({ skip }) => {
  const scene = await openScene();
  if (scene === undefined) return skip();
  const { connection, venue, replicas, expectNothingMinted } = scene;
  const { position } = replicas[0].describe();
  const tell = (at: number, bytes: Uint8Array): void => {
    const about = headers();
    about.set('Nats-Sequence', String(at));
    about.set('Nats-Time-Stamp', new Date().toISOString());
    connection.publish(`${NAME}.out`, bytes, { headers: about });
  };
  // Even one that carries the MAC of a replica is in the stream, or it is not.
  const genuine = macOf(NAME, venue).add(forge(venue));
  for (let ahead = 1; ahead < 200; ahead += 1) tell(position + ahead, genuine);
  for (let at = 1; at <= position; at += 1) tell(at, Buffer.from(`noise ${at}`));
  tell(Number.MAX_SAFE_INTEGER, genuine);
  await connection.flush();
  await expectNothingMinted();
});

test('[CLU-19] only a restored message has another time than that of the stream', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const { venue } = await openSoon(connection, NAME, 1);
  const mac = macOf(NAME, venue);
  const batch = forge(venue);
  const told = { position: 2, logAt: 1_000 };
  const about = headers();
  about.set(TIME_HEADER, String(told.logAt));
  const messages = [mac.add(batch), mac.add(batch, told), mac.add(batch, told)];
  for (const message of messages)
    await connection.request(`${NAME}.in`, message, { headers: about, timeout: 5_000 });
  const log = new NatsLog(connection, NAME, mac);
  const found: (readonly [boolean, boolean])[] = [];
  for (const position of [1, 2, 3])
    for (const message of [await log.look(position), (await log.read(position))[0]])
      found.push([message?.logAt === told.logAt, message?.isForeign === true]);
  const now = [false, false] as const;
  const restored = [true, false] as const;
  const elsewhere = [false, true] as const;
  expect(found).toEqual([now, now, restored, restored, elsewhere, elsewhere]);
});

test('[CLU-19] a stream of batches without MACs is refused, with the way in', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const name = 'PERPETUA_old';
  const metadata = { 'perpetua-venue': '0123456789abcdef' };
  const config = JSON.stringify({ name, subjects: ['old.in'], metadata });
  await connection.request(`$JS.API.STREAM.CREATE.${name}`, config);
  expect(await openStream(connection, 'old', { copies: 1 })).toMatch(
    /PERPETUA_old is of a version whose batches carried no MAC.* restore --from DATA --venue AN/,
  );
});
