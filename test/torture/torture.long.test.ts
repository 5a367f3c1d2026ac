import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkStored } from '../../proof/torture/run-torture.ts';
import { torture } from '../../proof/torture/torture.ts';

/** Some of them while it opens. For more there is `perpetua torture --kills`. */
const KILLS = 6;
const SEED = 7;

test.each([0, 2])(
  `[TORT-1] ${KILLS} kills lose and double nothing with %i gateways`,
  async (gateways) => {
    const folder = mkdtempSync(join(tmpdir(), 'perpetua-torture-'));
    try {
      const result = await torture({
        folder,
        gateways,
        kills: KILLS,
        seed: SEED,
        progress: () => undefined,
      });
      expect(await checkStored(folder, result)).toEqual([]);
      expect(result.count.kills).toBe(KILLS);
      expect(result.count.acknowledged).toBeGreaterThan(KILLS);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
  600_000,
);
