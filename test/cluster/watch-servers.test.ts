/** A server of the log whose disk is full. */
import { rmSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchServers } from '../../src/assembly/cluster/open-log.ts';
import { findLeader } from '../../src/venue/replica/nats-stream.ts';
import { fillUp, mountSmall } from '../faults/disks.ts';
import { connectTo, openServers, openSoon, soon } from '../replica/nats-kit.ts';

test('[CLU-23] a server that turned JetStream off for want of room is named', async ({ skip }) => {
  const servers = await openServers(3);
  if (servers === undefined) return skip();
  await servers.kill('n3');
  const store = servers.storeOf('n3');
  rmSync(store, { recursive: true, force: true });
  const small = mountSmall(store, '8m');
  if (small === undefined) return skip();
  onTestFinished(small.unmount);
  servers.start('n3');
  await servers.settle();
  const connection = await connectTo(servers.urls);
  await openSoon(connection, 'demo', 3);
  const lines: string[] = [];
  const open = () => watchServers(servers.monitors, (_, message) => lines.push(message));
  const before = open();
  onTestFinished(before.close);
  await connection.request('demo.in', 'fine');
  // A stream is made once two have it; one that has no copy to write to never runs out of room.
  await soon(async () => expect((await findLeader(connection, 'demo')).isWhole).toBe(true));
  expect(before.faults()).toEqual([]);
  const free = fillUp(store);
  const write = (): Promise<unknown> =>
    connection.request('demo.in', Buffer.alloc(9_000, 1), { timeout: 500 }).catch(() => undefined);
  const named = /^the NATS server at http:\S+ has turned JetStream off, .* and start it again$/;
  const look = async (): Promise<readonly string[]> => {
    await write();
    const watch = open();
    onTestFinished(watch.close);
    await vi.waitUntil(() => watch.faults().length > 0, { timeout: 2_000 }).catch(() => undefined);
    watch.close();
    return watch.faults();
  };
  await expect.poll(look).toEqual([expect.stringMatching(named)]);
  expect(lines).toContainEqual(expect.stringMatching(named));
  // Room alone does not bring it back.
  free();
  await expect.poll(look).toHaveLength(1);
});
