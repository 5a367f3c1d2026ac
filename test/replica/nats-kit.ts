/** Real NATS servers for the tests of replicas. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import {
  findNatsServer,
  NATS_NEEDED,
  type NatsServers,
  startNats,
} from '../../proof/cluster/nats-servers.ts';
import { parseKeyEncryptionKey } from '../../src/gateway/keys/key-encryption-key.ts';
import { LogMac } from '../../src/venue/replica/log-mac.ts';
import { connectNats } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';

/** The key-encryption key of the replicas in these tests. */
export const KEK = '5a'.repeat(32);

export const macOf = (name: string, venue: string): LogMac =>
  new LogMac(parseKeyEncryptionKey(KEK, 'the tests').key, { name, venue });

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-replica-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Undefined, with a line that says how to get it, where the program is not. */
export async function startServers(count: number): Promise<NatsServers | undefined> {
  const program = findNatsServer();
  if (program !== undefined) return startNats(program, count);
  if (process.env['CI'] === 'true') throw new Error(NATS_NEEDED);
  process.stderr.write(`skipped: ${NATS_NEEDED}\n`);
  return undefined;
}

/** The same, until the test is over. */
export async function openServers(count: number): Promise<NatsServers | undefined> {
  const servers = await startServers(count);
  if (servers !== undefined) onTestFinished(servers.close);
  return servers;
}

/** Tries again while servers start and find each other. */
export async function soon<Result>(act: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await act();
    } catch (error) {
      if (attempt === 200) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export async function connectTo(urls: string): Promise<NatsConnection> {
  const connection = await soon(() => connectNats(urls));
  onTestFinished(() => connection.close());
  return connection;
}

export const openSoon = (connection: NatsConnection, name: string, copies: number) =>
  soon(async () => {
    const opened = await openStream(connection, name, { copies });
    if (typeof opened === 'string') throw new Error(opened);
    return opened;
  });
