/** Real replicas and real servers, killed and stopped; `perpetua torture --cluster` does more. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findNatsServer, NATS_NEEDED, startNats } from '../../src/proof/cluster/nats-servers.ts';
import { tortureCluster } from '../../src/proof/cluster/torture-cluster.ts';

test('[CLU-1] [CLU-2] [CLU-3] a tortured cluster loses and doubles nothing', async (context) => {
  const program = findNatsServer();
  if (program === undefined) {
    if (process.env['CI'] === 'true') throw new Error(NATS_NEEDED);
    process.stderr.write(`skipped: ${NATS_NEEDED}\n`);
    return context.skip();
  }
  const servers = await startNats(program, 3);
  const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
  onTestFinished(async () => {
    await servers.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const progress = (): void => undefined;
  const result = await tortureCluster({ folder, servers, kills: 3, seed: 1, progress });
  expect(result).toMatchObject({ lost: 0, doubled: 0, hashesDiffering: 0 });
  expect(result.acknowledged).toBeGreaterThan(500);
  expect(result.hashesCompared).toBeGreaterThan(0);
});
