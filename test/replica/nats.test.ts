/** A real JetStream stream as a log; test/log holds what it shares with every other home. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { endingWithUs, findNatsServer } from '../../proof/cluster/nats-servers.ts';
import { millis } from '../../src/domain/units.ts';
import type { StoredBatch } from '../../src/venue/replica/batch-reader.ts';
import { connectNats, millisOf, NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';
import { LogRefused } from '../../src/venue/replica/stream-log.ts';
import { connectTo, macOf, openServers, openSoon } from './nats-kit.ts';

const textOf = ({ position, logAt, bytes }: StoredBatch): string =>
  `${position} ${logAt} ${Buffer.from(bytes).toString('hex')}`;

test('[CLU-2] a JetStream log gives each message its place and time, and tells of it', async ({
  skip,
}) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, 'demo', 1);
  const log = new NatsLog(connection, 'demo', macOf('demo', venue));
  const live: number[] = [];
  log.listen({ hear: (position) => live.push(position), reconnect: () => undefined });
  expect(await log.read(1)).toEqual([]);
  const given = Array.from({ length: 300 }, () => randomBytes(100));
  for (const bytes of given) expect(await log.append(bytes)).toBe('stored');
  await expect.poll(() => live.length).toBe(300);
  expect(live).toEqual(given.map((_, place) => place + 1));
  const stored: StoredBatch[] = [];
  while (stored.length < 300) stored.push(...(await log.read(stored.length + 1)));
  expect(stored.map(({ position }) => position)).toEqual(live);
  expect(stored.map(({ bytes }) => Buffer.from(bytes))).toEqual(given);
  expect(textOf((await log.look(7))!)).toBe(textOf(stored[6]!));
  expect(await log.look(301)).toBeUndefined();
  await expect(log.append(new Uint8Array(300_000))).rejects.toThrow(LogRefused);
});

test('[CLU-7] a stream that could lose messages is refused, with the reason', async ({ skip }) => {
  const servers = await openServers(1);
  if (servers === undefined) return skip();
  const { urls } = servers;
  const connection = await connectTo(urls);
  const { venue } = await openSoon(connection, 'good', 1);
  expect(await openStream(connection, 'good', { copies: 1 })).toMatchObject({ venue });
  expect(await openStream(connection, 'good', { copies: 3 })).toMatch(/has 1 copies; 3 are needed/);
  const make = (name: string, config: object) =>
    connection.request(
      `$JS.API.STREAM.CREATE.PERPETUA_${name}`,
      JSON.stringify({ name: `PERPETUA_${name}`, subjects: [`${name}.in`], ...config }),
    );
  await make('other', {});
  expect(await openStream(connection, 'other', { copies: 1 })).toMatch(/is not one of a venue/);
  await make('old', {
    metadata: { 'perpetua-venue': venue, 'perpetua-form': '2' },
    discard: 'old',
  });
  expect(await openStream(connection, 'old', { copies: 1 })).toMatch(/has discard "old"; "new"/);
});

test('[CLU-7] servers that want a password get it from their address', async ({ skip }) => {
  const program = findNatsServer();
  if (program === undefined) return skip();
  const port = await findPort();
  const account = ['--user', 'venue', '--pass', 'p:/@'];
  const words = ['-a', '127.0.0.1', '-p', `${port}`, ...account];
  const server = spawn(...endingWithUs('KILL', program, words));
  onTestFinished(() => void server.kill());
  const connection = await connectTo(`nats://venue:p%3A%2F%40@127.0.0.1:${port}`);
  expect(connection.info?.auth_required).toBe(true);
  await expect(connectNats(`nats://venue:other@127.0.0.1:${port}`)).rejects.toThrow(/uthoriz/);
});

async function findPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

test('[CLU-5] the time of the log is cut to milliseconds, never rounded', () => {
  expect(millisOf('2026-11-16T10:00:00.123999999Z')).toBe(millis(1_794_823_200_123));
  expect(millisOf('2026-11-16T10:00:00.1Z')).toBe(millis(1_794_823_200_100));
  expect(millisOf('2026-11-16T10:00:00Z')).toBe(millis(1_794_823_200_000));
});
