import { expect, test } from 'vitest';
import { findPorts } from './find-ports.ts';

test('[CLU-15] several who look at once never find the same port', async () => {
  const found = await Promise.all(Array.from({ length: 25 }, () => findPorts(20)));
  expect(new Set(found.flat()).size).toBe(500);
});
