/** POST order, order/test and algoOrder: places one order. */
import type { PlaceOrder, PlaceTrigger } from '../../../domain/command.ts';
import type { Caller } from '../../caller.ts';
import { isWireError, type WireError } from '../../errors.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { type Fields, readRequest } from '../../read-request.ts';
import { record } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';
import { refusal } from '../errors.ts';
import {
  ALGO_FORM,
  isConditional,
  ORDER_FORM,
  type OrderWish,
  readConditional,
  readPlain,
} from './order-form.ts';
import { ALGO_ACK, acceptedRecord, algoAck, ORDER_RECORD, orderRecord } from './order-record.ts';

export interface Placement {
  readonly command: PlaceOrder | PlaceTrigger;
  /** Whether the answer shows the order after matching. */
  readonly isResult: boolean;
}

export function readPlacement(caller: Caller, fields: Fields): Placement | WireError {
  const sent = readRequest(ORDER_FORM, fields, caller, (formed) =>
    isConditional(formed) && !caller.takesOldConditionals ? movedError() : undefined,
  );
  return isWireError(sent) ? sent : placementOf(caller, sent, sent.newClientOrderId);
}

function placementOf(caller: Caller, sent: OrderWish, clientId = ''): Placement | WireError {
  const name = clientId === '' ? null : clientId;
  const command = isConditional(sent)
    ? readConditional(caller, sent, name)
    : readPlain(caller, sent, name);
  return isWireError(command) ? command : { command, isResult: sent.newOrderRespType === 'RESULT' };
}

const movedError = (): WireError =>
  refusal('-4120', 'Conditional orders are placed at /fapi/v1/algoOrder.');

/** Orders that could not be kept as asked are told as refused, though a list shows their end. */
const BROKEN = {
  'fok-short': refusal('-5021', 'The FOK order could not be filled at once and is over.'),
  'post-only-would-take': refusal('-5022', 'The GTX order would have taken and is over.'),
};

export function formatPlaced(
  found: FoundOrder,
  { isResult }: Pick<Placement, 'isResult'>,
  caller: Pick<Caller, 'contractOf'>,
): object {
  const { cancelReason } = found;
  if (cancelReason === 'fok-short' || cancelReason === 'post-only-would-take')
    return BROKEN[cancelReason];
  return isResult ? orderRecord(found, caller) : acceptedRecord(found, caller);
}

export const PLACE_ORDER = v1.ownPost([0, 0], {
  id: 'binanceOrderPlace',
  path: '/order',
  orderRate: 'place',
  request: ORDER_FORM,
  response: ORDER_RECORD,
  summary: 'Place an order',
  text:
    'LIMIT needs `timeInForce`, `quantity` and `price` or `priceMatch`; MARKET needs `quantity`. ' +
    'Conditional types belong to algoOrder.',
  read: readPlacement,
  format: formatPlaced,
});

export const TEST_ORDER = v1.ownPost([1, 0], {
  id: 'binanceOrderTest',
  path: '/order/test',
  request: ORDER_FORM,
  response: record({}),
  summary: 'Check an order',
  text:
    'Its form and the steps of its contract are checked; nothing is placed. Margin, positions, ' +
    'the book and other orders are not looked at: an order that passes may still be refused.',
  read: readPlacement,
  format: () => ({}),
});

export const PLACE_ALGO = v1.ownPost([0, 0], {
  id: 'binanceAlgoPlace',
  path: '/algoOrder',
  orderRate: 'place',
  request: ALGO_FORM,
  response: ALGO_ACK,
  summary: 'Place a conditional order',
  text:
    'STOP fires where the price moves against the side, TAKE_PROFIT where it moves with it, ' +
    'wherever it stands now. The order that it becomes has the same id.',
  read: (caller, fields) => {
    const sent = readRequest(ALGO_FORM, fields, caller);
    if (isWireError(sent)) return sent;
    const command = readConditional(caller, sent, sent.clientAlgoId ?? null);
    return isWireError(command) ? command : { command };
  },
  format: (found: FoundOrder, _asked, caller) => algoAck(found, caller),
});
