/** The words of tools for orders, and the codes of version 2 that they stand for. */
import type { OrderDetailAnswer, OrderPlaceOrderAsked } from '../../client/client.ts';

type Codes<Field extends keyof OrderPlaceOrderAsked> = Extract<OrderPlaceOrderAsked[Field], string>;

const ACTION_CODES = {
  open_long: '1',
  open_short: '2',
  close_long: '3',
  close_short: '4',
} as const satisfies Readonly<Record<string, Codes<'type'>>>;

type Action = keyof typeof ACTION_CODES;

export const ACTIONS = ['open_long', 'open_short', 'close_long', 'close_short'] as const;

export const actionOf = (action: Action): Codes<'type'> => ACTION_CODES[action];

/** Undefined for an order of the venue's own, such as a liquidation. */
export const findAction = (type: OrderDetailAnswer['type']): Action | undefined =>
  ACTIONS.find((action) => action === type);

const EXECUTION_CODES = {
  normal: '0',
  post_only: '1',
  fill_or_kill: '2',
  immediate_or_cancel: '3',
} as const;

type Execution = keyof typeof EXECUTION_CODES;

export const EXECUTIONS = ['normal', 'post_only', 'fill_or_kill', 'immediate_or_cancel'] as const;

export const executionOf = (execution: Execution = 'normal') => EXECUTION_CODES[execution];
