/**
 * A part of the contract tests, and a season, against a gateway that follows the process with the
 * files. Whoever sets PERPETUA_TEST_GATEWAYS=1 runs all of them so (CONTRIBUTING.md).
 */
import { afterAll, test } from 'vitest';
import { playSeason } from '../competition/one-season.ts';

const before = process.env['PERPETUA_TEST_GATEWAYS'];
process.env['PERPETUA_TEST_GATEWAYS'] = '1';
await import('../gateway-v2/placing.test.ts');

afterAll(() => {
  if (before === undefined) delete process.env['PERPETUA_TEST_GATEWAYS'];
  else process.env['PERPETUA_TEST_GATEWAYS'] = before;
});

test('[REG-6] [QUA-1] [AIL-1] [ORG-9] a season is played through a gateway', playSeason);
