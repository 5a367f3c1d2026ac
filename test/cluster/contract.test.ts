/**
 * A part of the contract tests, and a season, against a replica of a cluster. Whoever sets
 * PERPETUA_TEST_CLUSTER=1 runs all of them so (CONTRIBUTING.md).
 */
import { afterAll, test } from 'vitest';
import { playSeason } from '../competition/one-season.ts';

const before = process.env['PERPETUA_TEST_CLUSTER'];
process.env['PERPETUA_TEST_CLUSTER'] = '1';
await import('../gateway-v2/history.test.ts');

afterAll(() => {
  if (before === undefined) delete process.env['PERPETUA_TEST_CLUSTER'];
  else process.env['PERPETUA_TEST_CLUSTER'] = before;
});

test('[REG-6] [QUA-1] [AIL-1] [ORG-9] a season is played through a replica', playSeason);
