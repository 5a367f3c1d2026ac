/**
 * A short flood of the real program, in the same processes as `perpetua bench flood`: whoever
 * floods is stopped, and all orders of an honest client at another address are served meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { measureFloods } from '../../src/proof/flood/bench-flood.ts';

const FLOODS = ['pipelined market/time', '61 sockets of pings'];
/** What one flood took before was several seconds for each order. */
const MEDIAN_MILLIS_MAX = 2_000;

test.skipIf(process.platform === 'darwin')(
  '[GATE-40] [GATE-41] [GATE-42] [SOCK-30] a flood of one client leaves another its orders',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'perpetua-flood-'));
    try {
      const rows = await measureFloods(folder, { wanted: FLOODS, seconds: 1, isControlled: false });
      expect(rows.map(({ name }) => name)).toEqual(FLOODS);
      for (const row of rows) {
        expect([row.name, row.refused]).toEqual([row.name, 0]);
        expect(row.p50Millis).toBeLessThan(MEDIAN_MILLIS_MAX);
        expect(row.residentBytes).toBeLessThan(500e6);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
