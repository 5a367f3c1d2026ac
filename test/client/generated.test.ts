import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeProgram } from '../../scripts/describe-program.ts';
import { GENERATED, generateClient } from '../../scripts/generate-client.ts';
import { DECISION } from '../../src/arena/prompt.ts';

test('[CLT-1] the calls and types of the client are those of the schemas', () => {
  const kept = readFileSync(GENERATED, 'utf8');
  expect(kept === generateClient(), 'stale: run node scripts/generate-client.ts').toBe(true);
});

test('[PGM-1] a program takes its types from the schema that a model is told', () => {
  const types = describeProgram();
  expect(types).toContain('readonly bids: readonly (ShownLevel)[];');
  expect(types).toContain('readonly positions: Readonly<Record<string, ShownPosition>>;');
  expect(types).toContain('interface ProgramDecision<Memory = unknown> {');
  const { items } = DECISION.properties.orders;
  for (const name of Object.keys(items.properties)) expect(types).toMatch(`readonly ${name}`);
  expect(types).not.toContain('unknown;');
});
