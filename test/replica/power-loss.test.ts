/** The servers of a log lose their power, and two of three what they had not written. */
import { cpSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import type { ClusterVenue } from '../../src/venue/replica/cluster-venue.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openClusterVenue } from '../../src/venue/replica/open-cluster-venue.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, openServers, openSoon } from './nats-kit.ts';

const note = (text: string) => ({ kind: 'record-note', actor: 'a', topic: 'b', text }) as const;

test('[CLU-7] a log that lost what was applied stops every replica with what to do', async ({
  skip,
}) => {
  const servers = await openServers(3);
  if (servers === undefined) return skip();
  const { urls, names, kill, start, storeOf } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'demo', 3);
  const open = async (): Promise<ClusterVenue> => {
    const log = new NatsLog(await connectTo(urls), 'demo');
    const parts = { name: 'a', venue, log, archive: new KeptArchive(), dataFolder: createFolder() };
    const replica = await openClusterVenue(parts);
    onTestFinished(replica.close);
    await replica.caughtUp();
    return replica;
  };
  const replicas = [await open(), await open()];
  const acknowledged: string[] = [];
  const write = async (count: number): Promise<void> => {
    for (let place = 0; place < count; place += 1)
      for (const { submit } of replicas) {
        const text = `note ${acknowledged.length}`;
        await submit(note(text));
        acknowledged.push(text);
      }
  };
  await write(20);
  // What is on the disks now is all that two of them will have.
  for (const name of names) await kill(name);
  const before = createFolder();
  const poor = ['n1', 'n2'];
  for (const name of poor) cpSync(storeOf(name), `${before}/${name}`, { recursive: true });
  for (const name of names) start(name);
  await expect.poll(() => replicas.every((replica) => replica.isOpen())).toBe(true);
  await write(20);
  for (const name of names) await kill(name);
  for (const name of poor) {
    rmSync(storeOf(name), { recursive: true });
    cpSync(`${before}/${name}`, storeOf(name), { recursive: true });
    start(name);
  }
  const advice = /(?:ends before message|is not the one that was applied).*cluster restore --from/;
  for (const replica of replicas) {
    await expect.poll(() => replica.describe().haltedBecause).toMatch(advice);
    await expect(replica.submit(note('no'))).rejects.toThrow(advice);
  }
});
