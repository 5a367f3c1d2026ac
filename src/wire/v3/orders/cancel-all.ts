/** DELETE allOpenOrders and algoOpenOrders: cancel all working or untriggered orders. */
import type { CancelAllOrders } from '../../../domain/command.ts';
import type { OrderId } from '../../../domain/ids.ts';
import type { Caller } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { ANY_CONTRACT } from '../../plain-fields.ts';
import type { Fields } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { ownDelete } from '../endpoint.ts';
import { ORDER_DONE, orderDone } from './verdict.ts';

const readCancelAll =
  (scope: CancelAllOrders['scope']) =>
  (caller: Caller, fields: Fields): CancelAllOrders | WireError => {
    const asked = ANY_CONTRACT.read(caller, fields);
    if (isWireError(asked)) return asked;
    const contract = asked.contract?.id ?? null;
    return { kind: 'cancel-all-orders', account: caller.account, contract, scope };
  };

const formatOrders = (orders: readonly OrderId[]) => orders.map(orderDone);

export const CANCEL_ALL = ownDelete([5, 10], {
  id: 'v3OrderCancelAll',
  path: '/allOpenOrders',
  request: ANY_CONTRACT.request,
  response: list(ORDER_DONE),
  summary: 'Cancel all working orders',
  text: 'An empty list where there was nothing to cancel.',
  read: readCancelAll('working'),
  format: formatOrders,
});

export const CANCEL_ALL_ALGO = ownDelete([5, 10], {
  id: 'v3AlgoCancelAll',
  path: '/algoOpenOrders',
  request: ANY_CONTRACT.request,
  response: list(ORDER_DONE),
  summary: 'Cancel all untriggered orders',
  text: 'An empty list where there was nothing to cancel.',
  read: readCancelAll('untriggered'),
  format: formatOrders,
});
