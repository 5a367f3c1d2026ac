/** The words of tools for orders, and the codes of version 2 that they stand for. */
import type { OrderPlaceOrderAsked } from '../../client/client.ts';

type Codes<Field extends keyof OrderPlaceOrderAsked> = Extract<OrderPlaceOrderAsked[Field], string>;

const ACTION_CODES = {
  open_long: '1',
  open_short: '2',
  close_long: '3',
  close_short: '4',
} as const satisfies Readonly<Record<string, Codes<'type'>>>;

type Action = keyof typeof ACTION_CODES;

export const ACTION_WORDS = ['open_long', 'open_short', 'close_long', 'close_short'] as const;

export const actionCode = (action: Action): Codes<'type'> => ACTION_CODES[action];

/** Whether an order adds to a position. Answers have the words in small or in capital letters. */
export const isOpening = (type: string): boolean => /^open_/i.test(type);

export const isShort = (type: string): boolean => /_short$/i.test(type);

const FORCE_CODES = {
  normal: '0',
  post_only: '1',
  fill_or_kill: '2',
  immediate_or_cancel: '3',
} as const;

type TimeInForceWord = keyof typeof FORCE_CODES;

export const FORCE_WORDS = ['normal', 'post_only', 'fill_or_kill', 'immediate_or_cancel'] as const;

export const timeInForceCode = (word: TimeInForceWord = 'normal') => FORCE_CODES[word];
