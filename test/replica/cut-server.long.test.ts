/** A server of the log that has lost the others, while a replica still reaches it. */
import type { NatsConnection } from '@nats-io/transport-node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findNatsServer, startNats } from '../../proof/cluster/nats-servers.ts';
import { openNetwork } from '../../proof/cluster/network.ts';
import { runCluster } from '../../src/cli/cluster/run-cluster.ts';
import { TERMINAL } from '../../src/terminal/output.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { findLeader } from '../../src/venue/replica/nats-stream.ts';
import { openClusterVenue } from '../../src/venue/replica/open-replica.ts';
import { answerWho } from '../../src/venue/replica/who.ts';
import { KeptArchive } from '../venue/kept-archive.ts';
import { connectTo, createFolder, macOf, openSoon } from './nats-kit.ts';

const NAMES = ['n1', 'n2', 'n3'];

test('[CLU-20] [CLU-14] a replica leaves a server without peers, and status is not fooled', async ({
  skip,
}) => {
  const program = findNatsServer();
  const network = openNetwork(NAMES);
  if (network === undefined || program === undefined) return skip();
  onTestFinished(network.close);
  const servers = await startNats(program, 3, { machines: network });
  onTestFinished(servers.close);
  const { urls } = servers;
  const first = await connectTo(urls);
  const { venue } = await openSoon(first, 'demo', 3);
  const { leader } = await findLeader(first, 'demo');
  const connection = await connectBeside(urls, leader);
  const lines: string[] = [];
  const replica = await openClusterVenue({
    ...{ name: 'a', venue, archive: new KeptArchive(), dataFolder: createFolder() },
    log: new NatsLog(connection, 'demo', macOf('demo', venue)),
    logger: (_, message, facts) => lines.push(`${message} ${facts?.['server'] ?? ''}`),
  });
  onTestFinished(replica.close);
  answerWho(connection, 'demo', () => {
    return { ...replica.describe(), address: null, recordsAwayMillis: 0, serverFaults: [] };
  });
  await replica.caughtUp();
  const { server_name: alone = '' } = connection.info ?? {};
  for (const other of NAMES.filter((name) => name !== alone)) {
    network.cut(alone, other);
    network.cut(other, alone);
  }
  const began = performance.now();
  await expect.poll(replica.isOpen).toBe(false);
  await expect.poll(replica.isOpen).toBe(true);
  expect(performance.now() - began).toBeLessThan(20_000);
  expect(lines).toContain(`nothing comes from this server of the log: asks another ${alone}`);
  await replica.submit({ kind: 'record-note', actor: 'a', topic: 'b', text: 'c' });
  const said: string[] = [];
  vi.spyOn(TERMINAL, 'out').mockImplementation((line) => void said.push(line));
  onTestFinished(() => void vi.restoreAllMocks());
  await runCluster(['status', '--log', urls, '--venue', 'demo']);
  const text = said.join('\n');
  expect(text).toMatch(/its leader is n\d/);
  expect(text).toContain(`the server ${alone} of the log does not reach the others`);
  expect(text).not.toContain('has no leader');
});

test('[CLU-20] what a server that is cut off should tell, the leader tells', async ({ skip }) => {
  const program = findNatsServer();
  const network = openNetwork(NAMES);
  if (network === undefined || program === undefined) return skip();
  onTestFinished(network.close);
  const servers = await startNats(program, 3, { machines: network });
  onTestFinished(servers.close);
  const first = await connectTo(servers.urls);
  const { venue } = await openSoon(first, 'demo', 3);
  const { leader } = await findLeader(first, 'demo');
  const left = servers.urls.split(',').filter((_, at) => NAMES[at] !== leader);
  const connections = await Promise.all(left.map((url) => connectTo(url)));
  const logs = connections.map((each) => new NatsLog(each, 'demo', macOf('demo', venue)));
  for (let count = 0; count < 20; count += 1)
    expect(await logs[0]?.append(new Uint8Array([count]))).toBe('stored');
  for (const other of NAMES.filter((name) => name !== leader)) {
    network.cut(leader, other);
    network.cut(other, leader);
  }
  await expect.poll(() => logs[0]?.append(new Uint8Array([20]))).toBe('stored');
  for (let count = 0; count < 5; count += 1)
    for (const log of logs) expect(await log.read(1, 21)).toHaveLength(21);
});

/** At one that the log can do without. */
async function connectBeside(urls: string, leader: string): Promise<NatsConnection> {
  for (;;) {
    const connection = await connectTo(urls);
    if (connection.info?.server_name !== leader) return connection;
    await connection.close();
  }
}
