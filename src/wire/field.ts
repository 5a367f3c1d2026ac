/**
 * The fields a request may have. Each is one schema that documents the field, types what is read
 * from it and says, under `x-reads`, how to read it: callers send codes and numbers as text or as
 * JSON numbers, and both are right.
 */
import { Type } from 'typebox';
import type { Json } from './json-value.ts';
import { DECIMAL_LENGTH_MAX } from './limits.ts';

/** Of which a text may be made. */
export interface Characters {
  readonly pattern: RegExp;
  /** In words. */
  readonly words: string;
}

export const CLIENT_ID_CHARACTERS: Characters = {
  pattern: /^[A-Za-z0-9._:#/-]+$/,
  words: 'letters, digits and . _ : # / -',
};

export type Reading =
  | { readonly as: 'text'; readonly lengthMax: number; readonly characters?: Characters }
  | { readonly as: 'decimal' }
  | { readonly as: 'code'; readonly codes: readonly string[] }
  | { readonly as: 'integer'; readonly min: number; readonly max: number }
  | { readonly as: 'moment' }
  | { readonly as: 'id' }
  | { readonly as: 'flag' }
  | { readonly as: 'json' }
  | { readonly as: 'texts'; readonly countMax: number; readonly lengthMax: number }
  | { readonly as: 'objects'; readonly countMax: number };

/** The extension under which a schema keeps its reading; the published document leaves it out. */
export const READS = 'x-reads';
/** The code for a required field that is missing, where it is not 40019. */
export const MISSING = 'x-missing';

interface FieldNote {
  readonly description: string;
  readonly examples?: readonly unknown[];
  readonly default?: string | number;
}

const TEXT_OR_NUMBER = { type: ['string', 'number'] };
const DECIMAL_PATTERN = '^[0-9]+(\\.[0-9]+)?$';
const DECIMAL = { ...TEXT_OR_NUMBER, maxLength: DECIMAL_LENGTH_MAX };
const SYMBOL_LENGTH_MAX = 32;

const field = <Value>(schema: object, reading: Reading, note: FieldNote) =>
  Type.Unsafe<Value>({ ...schema, ...note, [READS]: reading });

export const textField = (note: FieldNote & { lengthMax: number; characters?: Characters }) => {
  const { lengthMax, characters, ...rest } = note;
  const form = characters === undefined ? {} : { pattern: characters.pattern.source };
  return field<string>(
    { type: 'string', maxLength: lengthMax, ...form },
    { as: 'text', lengthMax, ...(characters === undefined ? {} : { characters }) },
    rest,
  );
};

export const symbolField = (description = 'The contract, for example `cmt_btcusdt`.') =>
  textField({ description, examples: ['cmt_btcusdt'], lengthMax: SYMBOL_LENGTH_MAX });

/** Plain decimal text, or a JSON number whose digits are such a text. */
export const decimalField = (note: FieldNote) =>
  field<string>({ ...DECIMAL, pattern: DECIMAL_PATTERN }, { as: 'decimal' }, note);

export const signedDecimalField = (note: FieldNote) =>
  field<string>({ ...DECIMAL, pattern: `^-?${DECIMAL_PATTERN.slice(1)}` }, { as: 'decimal' }, note);

/** One of a few codes; a code of digits may also come as a JSON integer. */
export const codeField = <const Code extends string>(codes: readonly Code[], note: FieldNote) => {
  const numbers = codes.filter((code) => /^\d+$/.test(code)).map(Number);
  return field<Code>({ enum: [...codes, ...numbers] }, { as: 'code', codes }, note);
};

export const integerField = (note: FieldNote & { min: number; max: number }) => {
  const { min, max, ...rest } = note;
  return field<number>(
    { type: ['integer', 'string'], minimum: min, maximum: max },
    { as: 'integer', min, max },
    rest,
  );
};

export const momentField = (description: string) =>
  field<number>(
    { type: ['integer', 'string'], minimum: 0 },
    { as: 'moment' },
    { description: `${description} Unix time in milliseconds.`, examples: [1_767_225_600_000] },
  );

export const idField = (description: string) =>
  field<number>(
    { type: ['string', 'integer'], pattern: '^[0-9]{1,19}$' },
    { as: 'id' },
    { description, examples: ['1000042'] },
  );

export const flagField = (note: FieldNote) =>
  field<boolean>({ type: 'boolean' }, { as: 'flag' }, note);

export const jsonField = (note: FieldNote) => field<Json>({}, { as: 'json' }, note);

export const textsField = (note: FieldNote & { countMax: number; lengthMax: number }) => {
  const { countMax, lengthMax, ...rest } = note;
  const items = { type: ['string', 'integer'], maxLength: lengthMax };
  return field<readonly string[]>(
    { type: 'array', items, maxItems: countMax },
    { as: 'texts', countMax, lengthMax },
    rest,
  );
};

/** A list of objects that the caller of the reader reads one by one. */
export const objectsField = (note: FieldNote & { items: object; countMax: number }) => {
  const { items, countMax, ...rest } = note;
  return field<readonly Json[]>(
    { type: 'array', items, minItems: 1, maxItems: countMax },
    { as: 'objects', countMax },
    rest,
  );
};

/** A limit price that market orders ignore, whatever it says: its reader judges it. */
export const limitPriceField = (description: string) =>
  textField({ description, examples: ['90000.0'], lengthMax: DECIMAL_LENGTH_MAX });

/** The limit of an order once its trigger has fired. */
export const executePriceField = () =>
  Type.Optional(
    decimalField({
      description: 'Limit price once triggered; market where left out or 0.',
      examples: ['0'],
    }),
  );
