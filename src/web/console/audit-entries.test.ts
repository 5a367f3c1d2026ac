import { expect, test } from 'vitest';
import { isOfPath } from './audit-entries.ts';

test('[CONSOLE-4] the entry of a change is found by its action, names in the path included', () => {
  expect(isOfPath('/keys/:key/rotate', '/keys/k1/rotate')).toBe(true);
  expect(isOfPath('/keys/:key/rotate', '/keys/k1/disable')).toBe(false);
  expect(isOfPath('/competition/reset', '/competition/reset')).toBe(true);
  expect(isOfPath('/competition/registrations/:id/approve', '/competition/registrations/a')).toBe(
    false,
  );
});
