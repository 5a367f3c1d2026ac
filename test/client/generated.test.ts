import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { GENERATED, generateClient } from '../../scripts/generate-client.ts';

test('[CLT-1] the calls and types of the client are those of the schemas', () => {
  const kept = readFileSync(GENERATED, 'utf8');
  expect(kept === generateClient(), 'stale: run node scripts/generate-client.ts').toBe(true);
});
