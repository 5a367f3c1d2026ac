/** DELETE of one order, of several, and of all at a contract. */

import { type Static, Type } from 'typebox';
import type { CancelAllOrders, SetCountdown } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import { orderId } from '../../../domain/ids.ts';
import { COUNTDOWN_MAX, ID_MAX } from '../../../domain/limits.ts';
import { millis } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import { plainContractField, plainSymbolText } from '../../contract-query.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { ifSent, integerField, textsField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { findNoId, type TracedTarget } from '../../order-target.ts';
import { integer, list, record, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { v1 } from '../endpoint.ts';
import { malformed } from '../errors.ts';
import { ORDER_RECORD, orderRecord } from './order-record.ts';
import {
  ALGO_TARGET_FORM,
  clientIdText,
  namedTarget,
  TARGET_FORM,
  targetOf,
} from './order-words.ts';
import { itemOf, ORDER_OR_ERROR } from './place-order.ts';

/** Where this dialect looks for an order, if old conditional orders are taken or not. */
export const kindFor = ({ takesOldConditionals }: Caller): TracedTarget['kind'] =>
  takesOldConditionals ? 'any' : 'placed';

export function readTarget(
  sent: Static<typeof TARGET_FORM>,
  caller: Caller,
): TracedTarget | WireError {
  const target = targetOf(sent);
  return isWireError(target) ? target : { target, contract: sent.symbol, kind: kindFor(caller) };
}

export function readAlgoTarget({
  algoId,
  clientAlgoId,
}: Static<typeof ALGO_TARGET_FORM>): TracedTarget | WireError {
  if (algoId === undefined && clientAlgoId === undefined) return malformed('algoId');
  const target = targetOf({ orderId: algoId, origClientOrderId: clientAlgoId });
  return isWireError(target) ? target : { target, contract: null, kind: 'conditional' };
}

/** Whether an order never was or is over: a cancel tells both alike. */
const blameCancel = (error: WireError): WireError =>
  error.code === '50005' ? { ...error, own: '-2011' } : error;

export const CANCEL_ORDER = v1.ownDelete('/order', [1, 0], {
  id: 'binanceOrderCancel',
  request: TARGET_FORM,
  response: ORDER_RECORD,
  summary: 'Cancel an order',
  text: 'What was filled stays filled.',
  read: readTarget,
  format: (found: FoundOrder, _asked, caller) => orderRecord(found, caller),
  blame: blameCancel,
});

export const CANCEL_ALGO = v1.ownDelete('/algoOrder', [1, 0], {
  id: 'binanceAlgoCancel',
  request: ALGO_TARGET_FORM,
  response: record({
    algoId: integer('The order', 5_077),
    clientAlgoId: text('The caller’s own id', 'x-stop1'),
    code: word(['200'], 'Always 200, as text'),
    msg: word(['success'], 'Always success'),
  }),
  summary: 'Cancel a conditional order',
  text: 'Also one that has become an order and still rests.',
  read: readAlgoTarget,
  format: ({ order }: FoundOrder) =>
    ({
      algoId: order.id,
      clientAlgoId: clientIdText(order),
      code: '200',
      msg: 'success',
    }) as const,
  blame: blameCancel,
});

const BATCH_MAX = 10;

const idList = (description: string, lengthMax: number, example: string) =>
  ifSent(textsField(description, { examples: [[example]], countMax: BATCH_MAX, lengthMax }));

export const CANCEL_BATCH = v1.ownDelete('/batchOrders', [1, 0], {
  id: 'binanceOrderCancelBatch',
  request: Type.Object({
    symbol: plainContractField(),
    orderIdList: idList('Orders by id, as JSON; this or `origClientOrderIdList`.', 19, '4821'),
    origClientOrderIdList: idList('Orders by the caller’s own ids, as JSON.', 40, 'x-abc1'),
  }),
  response: list(ORDER_OR_ERROR),
  summary: 'Cancel up to 10 orders',
  text: 'Each cancel succeeds or fails by itself; results are in the order of the request.',
  read: (
    { symbol: contract, orderIdList, origClientOrderIdList },
    caller,
  ): readonly TracedTarget[] | WireError => {
    const kind = kindFor(caller);
    if (orderIdList === undefined)
      return origClientOrderIdList === undefined
        ? malformed('orderIdList')
        : origClientOrderIdList.map((name) => ({ target: namedTarget(name), contract, kind }));
    if (findNoId(orderIdList) !== undefined) return malformed('orderIdList');
    return orderIdList.map((digits) => {
      const order = orderId(Math.min(Number(digits), ID_MAX));
      return { target: { by: 'id', order }, contract, kind };
    });
  },
  format: (told: readonly (FoundOrder | WireError)[], _asked, caller) =>
    told.map((each) =>
      itemOf(isWireError(each) ? blameCancel(each) : orderRecord(each, caller), caller),
    ),
});

const ALL_FORM = Type.Object({ symbol: plainContractField() });

const DONE = record({
  code: integer('Always 200', 200),
  msg: text('That it is done', 'The operation of cancel all open order is done.'),
});

const readAll =
  (scopesOf: (caller: Caller) => readonly CancelAllOrders['scope'][]) =>
  ({ symbol }: Static<typeof ALL_FORM>, caller: Caller): readonly CancelAllOrders[] =>
    scopesOf(caller).map((scope) => ({
      kind: 'cancel-all-orders',
      account: caller.account,
      contract: symbol.id,
      scope,
    }));

/** Some programs compare the words. */
const formatDone = () => ({ code: 200, msg: 'The operation of cancel all open order is done.' });

export const CANCEL_ALL = v1.ownDelete('/allOpenOrders', [1, 0], {
  id: 'binanceOrderCancelAll',
  request: ALL_FORM,
  response: DONE,
  summary: 'Cancel all open orders of a contract',
  text: 'Conditional orders stay.',
  read: readAll(({ takesOldConditionals }) =>
    takesOldConditionals ? ['working', 'untriggered'] : ['working'],
  ),
  format: formatDone,
});

export const CANCEL_ALL_ALGO = v1.ownDelete('/algoOpenOrders', [1, 0], {
  id: 'binanceAlgoCancelAll',
  request: ALL_FORM,
  response: DONE,
  summary: 'Cancel all waiting conditional orders of a contract',
  text: 'Orders that they became stay.',
  read: readAll(() => ['untriggered']),
  format: formatDone,
});

interface Countdown {
  readonly command: SetCountdown;
  readonly contract: Contract;
}

export const COUNTDOWN = v1.ownPost('/countdownCancelAll', [10, 0], {
  id: 'binanceOrderCountdown',
  request: Type.Object({
    symbol: plainContractField(),
    countdownTime: integerField('Milliseconds until then; 0 stops it.', {
      examples: [120_000],
      min: 0,
      max: COUNTDOWN_MAX,
    }),
  }),
  response: record({
    symbol: plainSymbolText(),
    countdownTime: text('As it was sent', '120000'),
  }),
  summary: 'Cancel open orders later, unless told otherwise',
  text: 'In venue time. Conditional orders stay.',
  read: ({ symbol: contract, countdownTime }, { account }): Countdown => ({
    contract,
    command: {
      kind: 'set-countdown',
      account,
      contract: contract.id,
      millis: millis(countdownTime),
    },
  }),
  format: (_done: undefined, { contract, command }) => ({
    symbol: symbolOf(contract),
    countdownTime: String(command.millis),
  }),
});
