/** One suite for every home of snapshots. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { headers } from '@nats-io/transport-node';
import { expect, test } from 'vitest';
import { seq } from '../../src/domain/units.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import type { Snapshots } from '../../src/journal/journal.ts';
import { createFolderSnapshots } from '../../src/journal/snapshot-file.ts';
import { NatsSnapshots } from '../../src/venue/replica/nats-snapshots.ts';
import { connectTo, createFolder, macOf, openServers, soon } from './nats-kit.ts';

/** Bytes that no two places share. */
const fileOf = (length: number, salt: number): Uint8Array =>
  Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 8) * salt + salt) % 251);

async function expectPort({ list, read, save, remove }: Snapshots): Promise<void> {
  expect(await list()).toEqual([]);
  expect(await read(seq(5))).toBeUndefined();
  const files = new Map([1, 1_000_000, 300_001].map((length, place) => [seq(place + 9), length]));
  for (const [at, length] of files) await save(at, fileOf(length, at));
  expect(await list()).toEqual([11, 10, 9]);
  for (const [at, length] of files) {
    expect(Buffer.from((await read(at))!).equals(fileOf(length, at))).toBe(true);
  }
  await save(seq(10), fileOf(200_000, 77));
  expect(Buffer.from((await read(seq(10)))!).equals(fileOf(200_000, 77))).toBe(true);
  await remove(seq(9));
  expect(await list()).toEqual([11, 10]);
  expect(await read(seq(9))).toBeUndefined();
}

test('[CLU-12] snapshots in a folder are read as they were saved', async () => {
  const dataFolder = createFolder();
  mkdirSync(join(dataFolder, 'snapshots'));
  await expectPort(createFolderSnapshots({ files: nodeFiles, dataFolder }));
});

test('[CLU-12] snapshots in an object store are read as they were saved', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const mac = macOf('demo', '0123456789abcdef');
  const snapshots = new NatsSnapshots(connection, 'demo', { copies: 1, mac });
  await expectPort(snapshots);
  for (const at of [20, 30, 40]) await snapshots.save(seq(at), fileOf(10, at));
  expect(await snapshots.list()).toEqual([40, 30, 20]);
  const again = new NatsSnapshots(connection, 'demo', { copies: 1, mac });
  expect(await again.list()).toEqual([40, 30, 20]);
});

test('[CLU-12] a store that nobody leads for a moment takes the snapshot after it', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const parts = { copies: 1, mac: macOf('demo', '0123456789abcdef') };
  const [one, other] = [0, 1].map(() => new NatsSnapshots(connection, 'demo', parts));
  await one!.save(seq(9), fileOf(10, 9));
  await connection.request('$JS.API.STREAM.DELETE.OBJ_PERPETUA_demo');
  const saving = one!.save(seq(10), fileOf(300_000, 10));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await other!.save(seq(11), fileOf(10, 11));
  await saving;
  expect(await other!.list()).toEqual([11, 10]);
});

test('[CLU-19] a snapshot that no replica saved is none', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const venue = '0123456789abcdef';
  const open = (name: string): NatsSnapshots =>
    new NatsSnapshots(connection, 'demo', { copies: 1, mac: macOf(name, venue) });
  const [own, stranger] = [open('demo'), open('stranger')];
  await stranger.save(seq(9), fileOf(300_000, 9));
  expect(await own.list()).toEqual([]);
  expect(await own.read(seq(9))).toBeUndefined();
  await own.save(seq(9), fileOf(300_000, 9));
  expect(await own.read(seq(9))).toBeDefined();
});

test('[CLU-19] what a stranger puts beside snapshots takes none of them away', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const connection = await connectTo(servers.urls);
  const mac = macOf('demo', '0123456789abcdef');
  const own = new NatsSnapshots(connection, 'demo', { copies: 1, mac });
  const metaSubject = (at: number): string =>
    `$O.PERPETUA_demo.M.${Buffer.from(`${at}.snapshot`).toString('base64')}`;
  const readMeta = async (at: number): Promise<{ readonly nuid: string }> => {
    const question = JSON.stringify({ last_by_subj: metaSubject(at) });
    const found = await connection.request('$JS.API.DIRECT.GET.OBJ_PERPETUA_demo', question);
    return found.json();
  };
  await own.save(seq(10), fileOf(300_000, 10));
  // Newer than all others, and no description of anything.
  for (const at of [91, 92, 93]) await connection.request(metaSubject(at), 'garbage');
  expect(await own.read(seq(93))).toBeUndefined();
  await own.save(seq(20), fileOf(300_000, 20));
  expect(await own.list()).toEqual([20, 10]);
  // A true one, that points to the pieces of all.
  await connection.request(metaSubject(10), JSON.stringify({ ...(await readMeta(10)), nuid: '>' }));
  await own.save(seq(10), fileOf(300_000, 10));
  expect(await own.read(seq(10))).toBeDefined();
  expect(await own.read(seq(20))).toBeDefined();
  // A piece that says of itself that it is the first, in front of the rest.
  const { nuid } = await readMeta(20);
  await connection.request(
    '$JS.API.STREAM.PURGE.OBJ_PERPETUA_demo',
    `{"filter":"$O.PERPETUA_demo.C.${nuid}"}`,
  );
  const lying = headers();
  lying.set('Nats-Sequence', '0');
  await connection.request(`$O.PERPETUA_demo.C.${nuid}`, 'piece', {
    headers: lying,
    timeout: 5_000,
  });
  expect(await own.read(seq(20))).toBeUndefined();
});

test('[CLU-12] a snapshot reads back although the server that is asked has it later', async ({
  skip,
}) => {
  const servers = await openServers(3);
  if (servers === undefined) return skip();
  const mac = macOf('demo', '0123456789abcdef');
  // At each of the servers, one of which takes the pieces and tells the others.
  const homes = await Promise.all(
    servers.urls.split(',').map(async (url) => {
      return new NatsSnapshots(await connectTo(url), 'demo', { copies: 3, mac });
    }),
  );
  await soon(() => homes[0]!.save(seq(1), fileOf(10, 1)));
  for (let at = 2; at < 62; at += 1) await homes[at % 3]!.save(seq(at), fileOf(10, at));
  expect(await homes[0]!.list()).toEqual([61, 60, 59]);
});
