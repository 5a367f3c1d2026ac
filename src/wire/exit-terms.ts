/** Take-profits and stop-losses, from the caller's text to commands: alike in every dialect. */
import type { AmendTrigger, PlaceTrigger } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { orderId } from '../domain/ids.ts';
import type { TriggerSource } from '../domain/order.ts';
import type { Caller } from './caller.ts';
import { isWireError, type WireError, wireError } from './errors.ts';
import { findForeign, type OrderWords, type SentOrder } from './foreign-fields.ts';
import { isNone, parseExecutePrice, parseExitSize, parsePrice } from './order-terms.ts';

type GivenTerms = Pick<
  PlaceTrigger,
  'account' | 'positionSide' | 'triggerSource' | 'clientOrderId' | 'marginMode'
>;

export interface ExitText extends GivenTerms {
  readonly purpose: 'take-profit' | 'stop-loss';
  readonly triggerPrice: string;
  readonly executePrice: string | undefined;
  readonly size: string | undefined;
}

/** An exit closes at its limit, or at the market. */
export const findForeignExit = (
  sent: Pick<SentOrder, 'schema' | 'fields'>,
  { executePrice }: { readonly executePrice?: string },
  words: OrderWords,
): WireError | undefined =>
  findForeign(
    { ...sent, kind: 'exit', effect: 'close', execution: isNone(executePrice) ? 'ioc' : 'normal' },
    words,
  );

export function parseExit(contract: Contract, exit: ExitText): PlaceTrigger | WireError {
  const triggerPrice = parsePrice(contract, exit.triggerPrice, 'trigger-price-invalid');
  if (isWireError(triggerPrice)) return triggerPrice;
  const price = parseExecutePrice(contract, exit.executePrice);
  if (isWireError(price)) return price;
  const size = parseExitSize(contract, exit.size);
  if (isWireError(size)) return size;
  const { account, purpose, positionSide, triggerSource, clientOrderId, marginMode } = exit;
  return {
    kind: 'place-trigger',
    account,
    contract: contract.id,
    purpose,
    positionSide,
    effect: 'close',
    size,
    triggerPrice,
    triggerSource,
    price,
    clientOrderId,
    marginMode,
  };
}

export interface ExitChange {
  readonly orderId: number;
  readonly triggerPrice: string;
  readonly executePrice?: string | undefined;
  readonly triggerSource: TriggerSource;
}

export function parseExitChange(caller: Caller, change: ExitChange): AmendTrigger | WireError {
  const order = orderId(change.orderId);
  const contract = caller.findOrderContract(order);
  if (contract === undefined)
    return { ...wireError('50005', { field: 'orderId' }), missing: order };
  const triggerPrice = parsePrice(contract, change.triggerPrice, 'trigger-price-invalid');
  if (isWireError(triggerPrice)) return triggerPrice;
  const price = parseExecutePrice(contract, change.executePrice);
  if (isWireError(price)) return price;
  return {
    kind: 'amend-trigger',
    account: caller.account,
    target: { by: 'id', order },
    triggerPrice,
    triggerSource: change.triggerSource,
    price,
  };
}
