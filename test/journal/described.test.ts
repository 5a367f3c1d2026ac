import { readFileSync } from 'node:fs';
import { expect, expectTypeOf, test } from 'vitest';
import { DOCUMENT, describeCommands } from '../../scripts/describe-commands.ts';
import type { COMMANDS, PlaceOrder } from '../../src/domain/command.ts';
import { ORDER_OPTIONS, type OrderOptions } from '../../src/domain/order.ts';
import { LOTS, optional, type RecordOf } from '../../src/domain/shape.ts';
import type { Lots } from '../../src/domain/units.ts';

test('[JRN-33] the document of commands and events says what their tables say', () => {
  const kept = readFileSync(DOCUMENT, 'utf8');
  expect(kept === describeCommands(), 'stale: run node scripts/describe-commands.ts').toBe(true);
});

test('[JRN-33] a type has the fields of its table and no others', () => {
  const table = { ...ORDER_OPTIONS, unheardOf: optional(LOTS, 3) };
  type Longer = RecordOf<typeof table>;
  expectTypeOf<Longer['unheardOf']>().toEqualTypeOf<Lots | undefined>();
  expectTypeOf<Omit<Longer, 'unheardOf'>>().toEqualTypeOf<OrderOptions>();
  expectTypeOf<OrderOptions>().not.toHaveProperty('unheardOf');
  expectTypeOf<keyof OrderOptions>().toEqualTypeOf<keyof typeof ORDER_OPTIONS>();
  expectTypeOf<keyof PlaceOrder>().toEqualTypeOf<'kind' | keyof (typeof COMMANDS)['place-order']>();
});
