/** The fields of answers. One schema types, documents and (in tests) checks each field. */
import { Type } from 'typebox';

const DECIMAL = '^-?[0-9]+(\\.[0-9]+)?$';

/** A plain decimal as text. */
export const decimal = (description: string, example: string) =>
  Type.String({ description, pattern: DECIMAL, examples: [example] });

export const text = (description: string, example: string) =>
  Type.String({ description, examples: [example] });

/** One of a few words. */
export const word = <const Word extends string>(words: readonly Word[], description: string) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], description });

export const integer = (description: string, example: number) =>
  Type.Integer({ description, examples: [example] });

export const flag = (description: string) => Type.Boolean({ description });

/** Unix time in milliseconds as a JSON number, and as text. */
export const moment = (description: string) =>
  integer(`${description}, Unix time in milliseconds`, 1_767_225_600_000);

export const momentText = (description: string) =>
  Type.String({
    description: `${description}, Unix time in milliseconds`,
    pattern: '^[0-9]+$',
    examples: ['1767225600000'],
  });

/** An id as digits in text. */
export const idText = (description: string) =>
  Type.String({ description, pattern: '^[0-9]+$', examples: ['1000042'] });

export const nullable = <Schema extends Type.TSchema>(schema: Schema) =>
  Type.Union([schema, Type.Null()]);

/** An object with exactly these fields. */
export const record = <Properties extends Type.TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const list = <Schema extends Type.TSchema>(schema: Schema) => Type.Array(schema);

/** A list of such objects. */
export const records = <Properties extends Type.TProperties>(properties: Properties) =>
  list(record(properties));

/** A text pair of price and size. */
export const levelPairField = () =>
  Type.Unsafe<[string, string]>({
    type: 'array',
    items: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
    minItems: 2,
    maxItems: 2,
    examples: [['90000.1', '0.0160']],
  });

/** An exit that comes with an order; left out if there is none. */
export const exitParam = () =>
  Type.Optional(
    record({
      triggerPrice: decimal('The price that closes', '95000.0'),
      triggerPriceType: word(['CONTRACT_PRICE'], 'Which price is watched'),
    }),
  );
