/** The servers of a log lose their power, and with it what was acknowledged. */
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCluster } from '../../src/cli/cluster/run-cluster.ts';
import { findJournal } from '../../src/journal/find-journal.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import type { ClusterVenue } from '../../src/venue/replica/replica.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, KEK, macOf, openServers, openSoon } from './nats-kit.ts';

const note = (text: string) => ({ kind: 'record-note', actor: 'a', topic: 'b', text }) as const;

test('[CLU-7] a log that lost what was applied stops every replica, and is restored', async ({
  skip,
}) => {
  const servers = await openServers(3);
  if (servers === undefined) return skip();
  const { urls, names, kill, start, signal, storeOf } = servers;
  const { venue } = await openSoon(await connectTo(urls), 'demo', 3);
  const archive = new KeptArchive();
  const open = async (dataFolder: string, name: string): Promise<ClusterVenue> => {
    const log = new NatsLog(await connectTo(urls), name, macOf(name, venue));
    const parts = { name: 'a', venue, log, archive, dataFolder };
    const replica = await openClusterVenue(parts);
    onTestFinished(replica.close);
    await replica.caughtUp();
    return replica;
  };
  const folders = [createFolder(), createFolder()];
  const replicas = await Promise.all(folders.map((folder) => open(folder, 'demo')));
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
  // What two of them have stored by now is all that they will have.
  const poor = ['n1', 'n2'];
  const before = createFolder();
  for (const name of names) signal(name, 'SIGSTOP');
  for (const name of poor) cpSync(storeOf(name), join(before, name), { recursive: true });
  for (const name of names) signal(name, 'SIGCONT');
  await write(20);
  for (const name of names) await kill(name);
  for (const name of poor) {
    rmSync(storeOf(name), { recursive: true });
    cpSync(join(before, name), storeOf(name), { recursive: true });
    start(name);
  }
  await servers.settle();
  const advice = /(?:ends before message|is not the one that was applied).*cluster restore --from/;
  for (const replica of replicas) {
    await expect.poll(() => replica.describe().haltedBecause).toMatch(advice);
    await expect(replica.submit(note('no'))).rejects.toThrow(advice);
    await replica.close();
  }
  // The third server is replaced by an empty one.
  rmSync(storeOf('n3'), { recursive: true });
  start('n3');
  await servers.settle();
  const seqs = folders.map((folder) => findJournal(folder)?.last ?? 0);
  const furthest = folders[seqs[0]! >= seqs[1]! ? 0 : 1]!;
  vi.stubEnv('PERPETUA_KEK', KEK);
  onTestFinished(() => void vi.unstubAllEnvs());
  const words = ['restore', '--from', furthest, '--log', urls, '--venue', 'again'];
  await expect.poll(() => runCluster([...words])).toBe(0);
  const again = await Promise.all(folders.map((folder) => open(folder, 'again')));
  await again[0]?.submit(note('after'));
  for (const folder of folders) {
    const kept = (): string[] => notesIn(folder);
    await expect.poll(kept).toContain('after');
    expect(kept()).toEqual(expect.arrayContaining(acknowledged));
    // Each once.
    expect(kept()).toHaveLength(acknowledged.length + 1);
  }
});

/** Of the segments that a replica keeps. */
function notesIn(dataFolder: string): string[] {
  const journal = findJournal(dataFolder);
  if (journal === undefined) return [];
  return [...journal.read({ from: journal.first, to: journal.last })]
    .flat()
    .flatMap(({ command }) => (command.kind === 'record-note' ? [command.text] : []));
}
