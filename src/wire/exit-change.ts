/** Changes a take-profit or stop-loss that still waits, in the same words in every dialect. */
import type { Static, TObject, TOptional, TUnsafe } from 'typebox';
import type { AmendTrigger } from '../domain/command.ts';
import type { OrderId } from '../domain/ids.ts';
import type { TriggerSource } from '../domain/order.ts';
import type { Ticks } from '../domain/units.ts';
import type { Caller } from './caller.ts';
import { isWireError, type WireError } from './errors.ts';
import { type OrderWords, refuseForeignExit } from './foreign-fields.ts';
import { type Fields, readRequest } from './read-request.ts';

type ExitChange = TObject<{
  orderId: TUnsafe<OrderId>;
  triggerPrice: TUnsafe<Ticks>;
  executePrice: TOptional<TUnsafe<Ticks | null>>;
  triggerPriceType: TOptional<TUnsafe<TriggerSource>>;
}>;

export const exitChangeReader = (schema: ExitChange, words: OrderWords) => {
  const refuse = (_exit: unknown, fields: Fields) => refuseForeignExit(schema, fields, words);
  return (caller: Caller, fields: Fields): AmendTrigger | WireError => {
    const exit: Static<ExitChange> | WireError = readRequest(schema, fields, caller, refuse);
    if (isWireError(exit)) return exit;
    return {
      kind: 'amend-trigger',
      account: caller.account,
      target: { by: 'id', order: exit.orderId },
      triggerPrice: exit.triggerPrice,
      triggerSource: exit.triggerPriceType ?? 'last',
      price: exit.executePrice ?? null,
    };
  };
};
