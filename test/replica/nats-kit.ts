/** Real NATS servers for the tests of replicas. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NatsConnection } from '@nats-io/transport-node';
import { onTestFinished } from 'vitest';
import { findNatsServer, NATS_NEEDED, startNats } from '../../src/proof/cluster/nats-servers.ts';
import { connectNats } from '../../src/venue/replica/nats-log.ts';
import { openStream } from '../../src/venue/replica/nats-stream.ts';

export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-replica-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Undefined, with a line that says how to get it, where the program is not. */
export async function openServers(count: number) {
  const program = findNatsServer();
  if (program !== undefined) {
    const servers = await startNats(program, count);
    onTestFinished(servers.close);
    return servers;
  }
  if (process.env['CI'] === 'true') throw new Error(NATS_NEEDED);
  process.stderr.write(`skipped: ${NATS_NEEDED}\n`);
  return undefined;
}

export async function connectTo(urls: string): Promise<NatsConnection> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const connection = await connectNats(urls);
      onTestFinished(() => connection.close());
      return connection;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/** As soon as the servers have found each other. */
export async function openSoon(connection: NatsConnection, name: string, copies: number) {
  for (let attempt = 0; ; attempt += 1) {
    const opened = await openStream(connection, name, { copies }).catch(String);
    if (typeof opened !== 'string') return opened;
    if (attempt === 100) throw new Error(opened);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
