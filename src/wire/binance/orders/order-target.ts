/** Names an order of the caller, by its id or by a client id; the id wins. */
import { Type } from 'typebox';
import type { OrderTarget } from '../../../domain/command.ts';
import { type OrderId, orderId } from '../../../domain/ids.ts';
import { plainContractField } from '../../contract-query.ts';
import type { WireError } from '../../errors.ts';
import { ifSent, orderIdField, textField } from '../../field.ts';
import { clientTarget } from '../../order-target.ts';
import { malformed } from '../errors.ts';
import { LIQUIDATED } from './order-words.ts';

const CLIENT_ID_LENGTH_MAX = 40;

const clientIdField = (description: string) =>
  ifSent(textField(description, { examples: ['x-abc1'], lengthMax: CLIENT_ID_LENGTH_MAX }));

export const TARGET_FIELDS = {
  orderId: ifSent(orderIdField('The order; this or `origClientOrderId`.')),
  origClientOrderId: clientIdField('The caller’s own id of the order.'),
};

export const TARGET_FORM = Type.Object({ symbol: plainContractField(), ...TARGET_FIELDS });

export const ALGO_TARGET_FORM = Type.Object({
  algoId: ifSent(orderIdField('The order; this or `clientAlgoId`.')),
  clientAlgoId: clientIdField('The caller’s own id of the order.'),
});

interface Named {
  readonly orderId?: OrderId | undefined;
  readonly origClientOrderId?: string | undefined;
}

/** Some ids tell what made the order; its own id stands behind the word. */
export function namedTarget(clientOrderId: string): OrderTarget {
  const [, digits] = new RegExp(`^${LIQUIDATED}(\\d{1,15})$`).exec(clientOrderId) ?? [];
  return digits === undefined
    ? clientTarget(clientOrderId)
    : { by: 'id', order: orderId(Number(digits)) };
}

export function targetOf({ orderId: order, origClientOrderId }: Named): OrderTarget | WireError {
  if (order !== undefined) return { by: 'id', order };
  return origClientOrderId === undefined ? malformed('orderId') : namedTarget(origClientOrderId);
}
