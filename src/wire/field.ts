/**
 * The fields of requests. One schema documents the field, types its value and says, under
 * `x-reads`, how to read it. Callers may send codes and numbers as text or as JSON numbers. The
 * value is in the units of the engine, such as a contract, lots or ticks.
 */
import { Type } from 'typebox';
import type { Contract } from '../domain/contract.ts';
import type { OrderId } from '../domain/ids.ts';
import type { RejectReason } from '../domain/reject.ts';
import type { Lots, Millis, Money, Ticks } from '../domain/units.ts';
import type { PositionPlace } from './caller.ts';
import type { Json } from './json.ts';
import { DECIMAL_LENGTH_MAX } from './quantity.ts';

/** The characters that a text may have. */
export interface Characters {
  readonly pattern: RegExp;
  /** The same in words, for errors. */
  readonly words: string;
}

export const CLIENT_ID_CHARACTERS: Characters = {
  pattern: /^[A-Za-z0-9._:#/-]+$/,
  words: 'letters, digits and . _ : # / -',
};

/** The form of a value as it is sent. The forms of all fields are checked first. */
export type Form =
  | { readonly as: 'text'; readonly lengthMax: number; readonly characters?: Characters }
  | { readonly as: 'decimal' }
  | {
      readonly as: 'code';
      readonly codes: readonly string[];
      /** The values of the codes. Without them a code is its own value. */
      readonly meanings?: ReadonlyMap<string, unknown>;
    }
  | { readonly as: 'integer'; readonly min: number; readonly max: number }
  | { readonly as: 'moment' }
  | { readonly as: 'id' }
  | { readonly as: 'flag' }
  | { readonly as: 'json' }
  | { readonly as: 'texts'; readonly countMax: number; readonly lengthMax: number }
  | { readonly as: 'objects'; readonly countMax: number };

/** The reason for refusing a price that is off the tick, by the role of the price. */
export type PriceReason = Extract<
  RejectReason,
  'price-invalid' | 'take-profit-invalid' | 'stop-loss-invalid' | 'trigger-price-invalid'
>;

/** The meaning of a value, which needs the contract or the account of the caller. */
export type Term =
  | { readonly unit: 'size' | 'optional-size' }
  | { readonly unit: 'price' | 'optional-price'; readonly reason: PriceReason }
  | {
      readonly unit: 'limit';
      readonly marketField: string;
      readonly marketWords: readonly string[];
      readonly bookField: string | undefined;
      readonly isLast: boolean;
    }
  | { readonly unit: 'exit' }
  | { readonly unit: 'position' | 'signed-money' | 'money' }
  | { readonly unit: 'whole'; readonly toldAs?: string };

export interface LimitTerms {
  /** The field that tells a market order, and its values for one. */
  readonly market: readonly [field: string, ...words: string[]];
  /** The field that leaves the limit to the book. */
  readonly book?: string;
  /** Whether the limit is read after all other terms. */
  readonly isLast?: boolean;
}

export type Reading = Form & {
  /** Whether the field names the contract of the request's terms. */
  readonly isContract?: boolean;
  readonly term?: Term;
};

/** The key of a schema that says how to read the field. The published document omits it. */
export const READS = 'x-reads';
/** The key of a schema for the error code of a missing field, if it is not 40019. */
export const MISSING = 'x-missing';

interface FieldNote {
  readonly examples?: readonly unknown[];
  readonly default?: string | number;
}

/** A note, or no more than an example. */
type Noted = FieldNote | string | number | boolean;

const TEXT_OR_NUMBER = { type: ['string', 'number'] };
const DECIMAL_PATTERN = '^[0-9]+(\\.[0-9]+)?$';
const DECIMAL = { ...TEXT_OR_NUMBER, maxLength: DECIMAL_LENGTH_MAX };
const SIGNED_DECIMAL = { ...DECIMAL, pattern: `^-?${DECIMAL_PATTERN.slice(1)}` };
const SYMBOL_LENGTH_MAX = 32;

/** A field that may be left out. */
export const ifSent = Type.Optional;

const field = <Value>(schema: object, reading: Reading, description: string, noted: Noted = {}) => {
  const note = typeof noted === 'object' ? noted : { examples: [noted] };
  return Type.Unsafe<Value>({ ...schema, description, ...note, [READS]: reading });
};

export const textField = (
  description: string,
  { lengthMax, characters, ...note }: FieldNote & { lengthMax: number; characters?: Characters },
) => {
  const form = characters === undefined ? {} : { pattern: characters.pattern.source };
  return field<string>(
    { type: 'string', maxLength: lengthMax, ...form },
    { as: 'text', lengthMax, ...(characters === undefined ? {} : { characters }) },
    description,
    note,
  );
};

/** The symbol as text, for endpoints that report another error before an unlisted contract. */
export const symbolField = (description: string, example = 'cmt_btcusdt') =>
  textField(description, { examples: [example], lengthMax: SYMBOL_LENGTH_MAX });

/** The contract under the symbol that was sent. */
export const contractField = (
  description = 'The contract, for example `cmt_btcusdt`.',
  example = 'cmt_btcusdt',
) =>
  field<Contract>(
    { type: 'string', maxLength: SYMBOL_LENGTH_MAX },
    { as: 'text', lengthMax: SYMBOL_LENGTH_MAX, isContract: true },
    description,
    example,
  );

/** Plain decimal text, or a JSON number whose digits are such a text. */
export const decimalField = (description: string, note?: Noted) =>
  field<string>({ ...DECIMAL, pattern: DECIMAL_PATTERN }, { as: 'decimal' }, description, note);

const term = <Value>(meaning: Term, description: string, note?: Noted) =>
  field<Value>(
    { ...DECIMAL, pattern: DECIMAL_PATTERN },
    { as: 'decimal', term: meaning },
    description,
    note,
  );

/** A size in the steps of the contract. */
export const sizeField = (description: string, note?: Noted) =>
  term<Lots>({ unit: 'size' }, description, note);

/** The same, or null for zero, which many programs send for none. */
export const optionalSizeField = (description: string, note?: Noted) =>
  term<Lots | null>({ unit: 'optional-size' }, description, note);

/** A price in the steps of the contract. The error for a price off the tick names its role. */
export const priceField = (
  description: string,
  note?: Noted,
  reason: PriceReason = 'price-invalid',
) => term<Ticks>({ unit: 'price', reason }, description, note);

/** The same, or null for zero, which many programs send for none. */
export const optionalPriceField = (
  description: string,
  note?: Noted,
  reason: PriceReason = 'price-invalid',
) => term<Ticks | null>({ unit: 'optional-price', reason }, description, note);

/** An amount above zero. */
export const moneyField = (description: string, note?: Noted) =>
  term<Money>({ unit: 'money' }, description, note);

/** An amount that is not zero. */
export const signedMoneyField = (description: string, note?: Noted) =>
  field<Money>(
    SIGNED_DECIMAL,
    { as: 'decimal', term: { unit: 'signed-money' } },
    description,
    note,
  );

/** A whole number above zero: `20` and `20.00` are the same. */
export const wholeField = (description: string, note: Noted, toldAs?: string) =>
  term<number>(
    toldAs === undefined ? { unit: 'whole' } : { unit: 'whole', toldAs },
    description,
    note,
  );

/** One of a few codes; a code of digits may also come as a JSON integer. */
export const codeField = <const Code extends string>(
  codes: readonly Code[],
  description: string,
  note?: Noted,
) => field<Code>({ enum: withNumbers(codes) }, { as: 'code', codes }, description, note);

/** One of a few codes, read as what it stands for. */
export const meaningField = <Meaning>(
  meanings: Readonly<Record<string, Meaning>>,
  description: string,
  note?: Noted,
) => {
  const codes = Object.keys(meanings);
  const reading = { as: 'code', codes, meanings: new Map(Object.entries(meanings)) } as const;
  return field<Meaning>({ enum: withNumbers(codes) }, reading, description, note);
};

const withNumbers = (codes: readonly string[]) => [
  ...codes,
  ...codes.filter((code) => /^\d+$/.test(code)).map(Number),
];

export const integerField = (
  description: string,
  { min, max, ...note }: FieldNote & { min: number; max: number },
) =>
  field<number>(
    { type: ['integer', 'string'], minimum: min, maximum: max },
    { as: 'integer', min, max },
    description,
    note,
  );

export const momentField = (description: string) =>
  field<Millis>(
    { type: ['integer', 'string'], minimum: 0 },
    { as: 'moment' },
    `${description} Unix time in milliseconds.`,
    1_767_225_600_000,
  );

const ID = { type: ['string', 'integer'], pattern: '^[0-9]{1,19}$' };
const ID_EXAMPLE = '1000042';

export const idField = (description: string) =>
  field<number>(ID, { as: 'id' }, description, ID_EXAMPLE);

export const orderIdField = (description: string) =>
  field<OrderId>(ID, { as: 'id' }, description, ID_EXAMPLE);

/** An order of the caller that still waits. The terms of the request refer to its contract. */
export const exitField = (description: string) =>
  field<OrderId>(ID, { as: 'id', term: { unit: 'exit' } }, description, ID_EXAMPLE);

/** An open position of the caller. */
export const positionField = (description: string) =>
  field<PositionPlace>(ID, { as: 'id', term: { unit: 'position' } }, description, ID_EXAMPLE);

export const flagField = (description: string, note?: Noted) =>
  field<boolean>({ type: 'boolean' }, { as: 'flag' }, description, note);

export const jsonField = (description: string, note?: FieldNote) =>
  field<Json>({}, { as: 'json' }, description, note);

export const textsField = (
  description: string,
  { countMax, lengthMax, ...note }: FieldNote & { countMax: number; lengthMax: number },
) => {
  const items = { type: ['string', 'integer'], maxLength: lengthMax };
  return field<readonly string[]>(
    { type: 'array', items, maxItems: countMax },
    { as: 'texts', countMax, lengthMax },
    description,
    note,
  );
};

/** A list of objects. The endpoint reads them one by one. */
export const objectsField = (
  description: string,
  { items, countMax }: { items: object; countMax: number },
) =>
  field<readonly Json[]>(
    { type: 'array', items, minItems: 1, maxItems: countMax },
    { as: 'objects', countMax },
    description,
  );

/** The limit of an order: needed unless it is a market order or the book decides. */
export const limitField = (description: string, { market, book, isLast = false }: LimitTerms) => {
  const [marketField, ...marketWords] = market;
  return field<Ticks | null>(
    { type: 'string', maxLength: DECIMAL_LENGTH_MAX },
    {
      as: 'text',
      lengthMax: DECIMAL_LENGTH_MAX,
      term: { unit: 'limit', marketField, marketWords, bookField: book, isLast },
    },
    description,
    '90000.0',
  );
};

/** The limit of an exit once its trigger has fired; null for the market. */
export const exitLimitField = () =>
  Type.Optional(optionalPriceField('Limit price once triggered; market where left out or 0.', '0'));
