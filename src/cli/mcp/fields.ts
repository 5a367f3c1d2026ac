/** Arguments that several tools take. */
import { Type } from 'typebox';

export const symbolField = (text = 'The contract, for example cmt_btcusdt.') =>
  Type.String({ description: text, maxLength: 64 });

export const optionalSymbol = () =>
  Type.Optional(symbolField('One contract, for example cmt_btcusdt; all where left out.'));

/** As text or as a number: the venue takes both, and refuses what is off its steps. */
export const decimalField = (description: string) =>
  Type.Union([Type.String({ maxLength: 100 }), Type.Number()], { description });

export const limitField = (most: number) =>
  Type.Optional(
    Type.Integer({ description: `How many: 1 to ${most}.`, minimum: 1, maximum: most }),
  );

export const orderIdField = (description: string) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Integer()], { description });

/** Short enough for the venue to take in any case. */
const REASONING_MAX = 1_000;

export const reasoningField = () =>
  Type.String({
    description: `Why you do this. The venue keeps it with the order. 1 to ${REASONING_MAX} characters.`,
    minLength: 1,
    maxLength: REASONING_MAX,
  });
