/** Real replicas and servers, killed, stopped and cut off; `torture --cluster` does more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNatsServer, NATS_NEEDED, startNats } from '../../proof/cluster/nats-servers.ts';
import { openNetwork } from '../../proof/cluster/network.ts';
import { findPostgres, startPostgres } from '../../proof/cluster/postgres-server.ts';
import { violationsIn } from '../../proof/cluster/torture-audit.ts';
import { SERVER_NAMES, tortureCluster } from '../../proof/cluster/torture-cluster.ts';
import { REPLICA_NAMES } from '../../proof/cluster/torture-field.ts';

/** The others take longer, or are met by tests of their own. */
const QUICK = ['kill a replica', 'kill the holder', 'skew a clock', 'kill database and replica'];

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
  const bin = findPostgres();
  const at = { host: network?.ownAddress };
  const server = bin === undefined ? undefined : await startPostgres(bin, at);
  onTestFinished(async () => {
    await servers.close();
    await server?.close();
    network?.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const database = server && { server, url: await server.provide('torture') };
  const terms = { folder, servers, network, database, only: QUICK, kills: 3, seed: 5 };
  const result = await tortureCluster({ ...terms, progress: () => undefined });
  expect([violationsIn(result), result]).toMatchObject([0, { lost: 0, doubled: 0, late: 0 }]);
  expect(result.acknowledged).toBeGreaterThan(500);
  expect(result.hashesCompared).toBeGreaterThan(0);
});
