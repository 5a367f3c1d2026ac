/**
 * Commands of every kind with fields of every shape, possible ones and absurd ones, drawn by their
 * tables: a field that is added there is tried here.
 */

import fc from 'fast-check';
import { type Batch, COMMANDS, type Command, type PlainCommand } from '../../src/domain/command.ts';
import type { Shape, ShapeTable } from '../../src/domain/shape.ts';
import { money } from '../../src/domain/units.ts';
import { STORED_KINDS, type StoredKind } from '../../src/journal/stored-kinds.ts';

type Kind = PlainCommand['kind'];
type Numbers = fc.Arbitrary<number>;

/** Numbers that a compact command must keep even where the engine will refuse them. */
const anyNumber = fc.oneof(
  { weight: 6, arbitrary: fc.nat({ max: 1_000_000 }) },
  { weight: 2, arbitrary: fc.maxSafeNat() },
  {
    weight: 1,
    arbitrary: fc.constantFrom(0, 63, 64, 127, 128, 2 ** 27, 2 ** 28, 2 ** 31, 2 ** 32),
  },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer() },
);
/** JSON keeps all but these. */
const jsonNumber = anyNumber.filter((value) => Number.isFinite(value) && !Object.is(value, -0));
const anyMoney = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });
const anyText = fc.oneof(
  fc.string({ maxLength: 50 }),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.array(fc.nat(65_535), { maxLength: 50 }).map((units) => String.fromCharCode(...units)),
);
const digitsOf = (digits: number) =>
  fc
    .uint8Array({ minLength: digits / 2, maxLength: digits / 2 })
    .map((bytes) => Buffer.from(bytes).toString('hex'));

function anyOf(shape: Shape, numbers: Numbers): fc.Arbitrary<unknown> {
  switch (shape.form) {
    case 'number':
      return numbers;
    case 'money':
      return anyMoney.map(money);
    case 'bigint':
      return anyMoney;
    case 'flag':
      return shape.only === undefined ? fc.boolean() : fc.constant(shape.only);
    case 'text':
      return shape.digits === undefined ? anyText : digitsOf(shape.digits);
    case 'word':
      return fc.constantFrom(...shape.words);
    case 'bytes':
      return fc.uint8Array({ maxLength: 200 });
    case 'named':
      return anyText;
    case 'list':
      return fc.array(anyOf(shape.of, numbers), { maxLength: 9 });
    case 'record':
      return recordOf(shape.fields, numbers);
    case 'choice':
      return fc.oneof(
        ...Object.entries(shape.cases).map(([kind, fields]) =>
          recordOf(fields, numbers, { [shape.by]: fc.constant(kind) }),
        ),
      );
    case 'nullable':
      return fc.option(anyOf(shape.of, numbers), { nil: null });
    // What came after the layouts is JSON.
    case 'optional':
      return anyOf(shape.of, shape.since > 2 ? jsonNumber : numbers);
    case 'later':
      return anyOf(shape.of, numbers);
  }
}

/** A plain object, as commands are. What is optional is there or not. */
function recordOf(
  fields: ShapeTable,
  numbers: Numbers,
  first: Record<string, fc.Arbitrary<unknown>> = {},
): fc.Arbitrary<object> {
  const all = Object.entries(fields);
  const drawn = all.map(([field, shape]) => [field, anyOf(shape, numbers)] as const);
  const required = all.filter(([, shape]) => shape.form !== 'optional').map(([field]) => field);
  return fc.record<Record<string, unknown>>(
    { ...first, ...Object.fromEntries(drawn) },
    { noNullPrototype: true, requiredKeys: [...Object.keys(first), ...required] },
  );
}

export const PLAIN_KINDS = Object.keys(COMMANDS) as Kind[];

/** Of a kind that this table describes instead of the venue's own, if there is one. */
export function commandOf(kind: Kind, fields: ShapeTable = COMMANDS[kind]) {
  const { layout }: StoredKind = STORED_KINDS[kind];
  const numbers = layout === undefined ? jsonNumber : anyNumber;
  return recordOf(fields, numbers, { kind: fc.constant(kind) }) as fc.Arbitrary<PlainCommand>;
}

export const plainCommand: fc.Arbitrary<PlainCommand> = fc.oneof(
  ...PLAIN_KINDS.map((kind) => commandOf(kind)),
);

export const batchCommand: fc.Arbitrary<Batch> = fc.record(
  { kind: fc.constant('batch' as const), commands: fc.array(plainCommand, { maxLength: 8 }) },
  { noNullPrototype: true },
);

export const anyCommand: fc.Arbitrary<Command> = fc.oneof(plainCommand, batchCommand);
