/** Real replicas and servers, killed, stopped and cut off; `torture --cluster` does more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNatsServer, NATS_NEEDED, startNats } from '../../src/proof/cluster/nats-servers.ts';
import { openNetwork } from '../../src/proof/cluster/network.ts';
import {
  REPLICA_NAMES,
  SERVER_NAMES,
  tortureCluster,
} from '../../src/proof/cluster/torture-cluster.ts';

test('[CLU-1] [CLU-2] [CLU-3] a tortured cluster loses and doubles nothing', async (context) => {
  const program = findNatsServer();
  if (program === undefined) {
    if (process.env['CI'] === 'true') throw new Error(NATS_NEEDED);
    process.stderr.write(`skipped: ${NATS_NEEDED}\n`);
    return context.skip();
  }
  const network = openNetwork([...SERVER_NAMES, ...REPLICA_NAMES]);
  const servers = await startNats(program, SERVER_NAMES.length, { machines: network });
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  onTestFinished(async () => {
    await servers.close();
    network?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const progress = (): void => undefined;
  const result = await tortureCluster({ folder, servers, network, kills: 2, seed: 5, progress });
  expect(result).toMatchObject({ lost: 0, doubled: 0, hashesDiffering: 0 });
  expect(result.acknowledged).toBeGreaterThan(500);
  expect(result.hashesCompared).toBeGreaterThan(0);
});
