/** Arguments that several tools take. */
import { Type } from 'typebox';

export const symbolArgument = (text = 'The contract, for example cmt_btcusdt.') =>
  Type.String({ description: text, maxLength: 64 });

export const optionalSymbol = () =>
  Type.Optional(symbolArgument('One contract, for example cmt_btcusdt; all where left out.'));

/** As text or as a number: the venue takes both, and refuses what is off its steps. */
export const decimalArgument = (description: string) =>
  Type.Union([Type.String({ maxLength: 100 }), Type.Number()], { description });

export const limitArgument = (most: number) =>
  Type.Optional(
    Type.Integer({ description: `How many: 1 to ${most}.`, minimum: 1, maximum: most }),
  );

export const orderIdArgument = (description: string) =>
  Type.Union([Type.String({ maxLength: 20 }), Type.Integer()], { description });

/** One of a few words. Some programs need to be told that words are text. */
export const wordArgument = <Word extends string>(description: string, words: readonly Word[]) =>
  Type.Unsafe<Word>({
    type: 'string',
    enum: words,
    description: `${description}: ${words.join(', ')}.`,
  });

/** Short enough for the venue to take in any case. */
const REASONING_MAX = 1_000;

export const reasoningArgument = () =>
  Type.String({
    description: `Why you do this, in 1 to ${REASONING_MAX} characters. The venue keeps it.`,
    minLength: 1,
    maxLength: REASONING_MAX,
  });
