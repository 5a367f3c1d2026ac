/**
 * A part of the contract tests, and a season, against a gateway that follows the process with the
 * files. Whoever sets PERPETUA_TEST_GATEWAYS=1 runs all of them so (CONTRIBUTING.md).
 */
import { afterAll } from 'vitest';

const before = process.env['PERPETUA_TEST_GATEWAYS'];
process.env['PERPETUA_TEST_GATEWAYS'] = '1';
await import('../gateway-v2/placing.test.ts');
await import('../gateway-v2/history.test.ts');
await import('../gateway-v3/bot-habits.test.ts');
await import('../competition/life-cycle.test.ts');

afterAll(() => {
  if (before === undefined) delete process.env['PERPETUA_TEST_GATEWAYS'];
  else process.env['PERPETUA_TEST_GATEWAYS'] = before;
});
