/** Values that a field cannot have, as JSON text, by how the field is read. */
import { type Dice, pick } from '../../proof/sim/dice.ts';
import type { Endpoint } from '../../src/wire/endpoint.ts';
import { READS } from '../../src/wire/field.ts';
import { DECIMAL_LENGTH_MAX } from '../../src/wire/quantity.ts';

export interface FuzzField {
  readonly name: string;
  readonly isRequired: boolean;
  readonly as: string;
  /** JSON text of a value that it can have. */
  readonly good: string;
}

const LONG = JSON.stringify('9'.repeat(9_000));
/** One digit more than a decimal may have. */
const TOO_LONG = JSON.stringify('1'.padStart(DECIMAL_LENGTH_MAX + 1, '0'));
const SHAPES = ['{}', '[]', '[[1]]', '{"a":{"b":[]}}', '[null]', '[{"number":"1"}]'];
const NUMBERS = [
  ...['1e5', '1E400', '-1e-400', '"1e5"', '"NaN"', '"Infinity"', '"-"', '"0x10"', '"1_000"'],
  ...['-0.0000000000001', '"١"', '"１"', '" 1"', '"1 "', '"+1"', '"1,5"', '".5"', '"5."'],
  ...['999999999999999999999999999999', '"999999999999999999999"', TOO_LONG],
  ...['"\\u0000"', '"1\\u0000"', '"__proto__"', '"\\ud800"', 'true', LONG, ...SHAPES],
];

const WRONG: Readonly<Record<string, readonly string[]>> = {
  text: ['true', 'false', LONG, ...SHAPES],
  decimal: NUMBERS,
  code: NUMBERS,
  integer: NUMBERS,
  moment: NUMBERS,
  id: NUMBERS,
  flag: ['"yes"', '2', '"1e1"', LONG, ...SHAPES],
  texts: ['{}', '"abc"', '1', 'true', '[{}]', '[[]]', `[${'"1",'.repeat(60)}"1"]`, `[${LONG}]`],
  objects: ['{}', '"x"', '1', '[1]', '["a"]', '[[]]', '[null]', `[${'{},'.repeat(30)}{}]`],
};

/** Undefined where every JSON value is right. */
export const findWrong = (dice: Dice, { as }: FuzzField): string | undefined => {
  const values = WRONG[as];
  return values === undefined ? undefined : pick(dice, values);
};

/** Where a field would be ignored because of what another one says. */
const CHOSEN: ReadonlyMap<string, string> = new Map([
  ['match_type', '"0"'],
  ['orderId', '"999999999"'],
]);

export function fieldsOf({ request }: Endpoint): FuzzField[] {
  const required = new Set<unknown>(request.required ?? []);
  return Object.entries(request.properties).map(([name, schema]) => {
    const facts = new Map<string, unknown>(Object.entries(schema));
    const reads = facts.get(READS);
    const as = typeof reads === 'object' && reads !== null && 'as' in reads ? String(reads.as) : '';
    const examples = facts.get('examples');
    const codes = facts.get('enum');
    const known = [examples, codes].flatMap((list) => (Array.isArray(list) ? [list[0]] : []));
    const good = CHOSEN.get(name) ?? JSON.stringify(known[0] ?? '1');
    return { name, isRequired: required.has(name), as, good };
  });
}
