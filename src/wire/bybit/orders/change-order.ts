/** order/amend, order/cancel, their batches, and order/cancel-all. */
import { type Static, Type } from 'typebox';
import type { CancelAllOrders } from '../../../domain/command.ts';
import { NO_TICKS } from '../../../domain/units.ts';
import type { Caller } from '../../caller.ts';
import type { WireError } from '../../errors.ts';
import {
  codeField,
  ifSent,
  optionalPriceField,
  optionalSizeField,
  orderIdField,
} from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { AskedAmendment, TracedTarget } from '../../order-target.ts';
import { record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import {
  coinFields,
  linearCategory,
  symbolIn,
  symbolOrAll,
  texts,
  v5,
  wholeV5,
} from '../endpoint.ts';
import { refusal, wrong } from '../errors.ts';
import { EXIT_FIELDS, linkIdField, sourceField } from './order-form.ts';
import { batchAnswer, batchOf, batchTold, idsOf, ORDER_IDS } from './place-order.ts';

export const TARGET_FIELDS = {
  orderId: ifSent(orderIdField('The order.')),
  orderLinkId: linkIdField('Or the caller’s own id of it.'),
};

const CANCEL_FORM = Type.Object({ symbol: symbolIn(), ...TARGET_FIELDS });

type TargetSent = Pick<Static<typeof CANCEL_FORM>, 'orderId' | 'orderLinkId'>;

/** The id wins. Undefined where neither is sent. */
export function targetSent({ orderId: order, orderLinkId: clientOrderId }: TargetSent) {
  if (order !== undefined) return { by: 'id', order } as const;
  return clientOrderId === undefined
    ? undefined
    : ({ by: 'client-order-id', clientOrderId } as const);
}

const UNNAMED = wrong('orderId', 'or orderLinkId is needed');

function readTarget(sent: Static<typeof CANCEL_FORM>): TracedTarget | WireError {
  const target = targetSent(sent);
  return target === undefined ? UNNAMED : { target, contract: sent.symbol, kind: 'any' };
}

export const CANCEL_ORDER = v5.cancelPost('/order/cancel', [1, 0], {
  id: 'bybitOrderCancel',
  request: Type.Object({ category: linearCategory(), ...CANCEL_FORM.properties }),
  response: ORDER_IDS,
  summary: 'Cancel an order',
  text: 'Conditional ones and exits too. What was filled stays filled.',
  read: readTarget,
  format: idsOf,
});

const idRow = (found: FoundOrder, caller: Caller) => ({
  category: 'linear',
  symbol: symbolOf(caller.contractOf(found.order.contract)),
  ...idsOf(found),
});
const NO_ROW = { category: 'linear', symbol: '', orderId: '', orderLinkId: '' };
const BATCH_ANSWER = batchAnswer('category', 'symbol', 'orderId', 'orderLinkId');

const BATCH_TERMS = {
  response: BATCH_ANSWER,
  text: 'Each succeeds or fails by itself; the results are in the order of the request.',
  format: (told: readonly (FoundOrder | WireError)[], _items: unknown, caller: Caller) =>
    batchTold(told, caller, { done: (found) => idRow(found, caller), failed: NO_ROW }),
};

export const CANCEL_BATCH = wholeV5.cancelPost('/order/cancel-batch', [1, 0], {
  ...BATCH_TERMS,
  id: 'bybitOrderCancelBatch',
  ...batchOf(CANCEL_FORM, readTarget),
  summary: 'Cancel up to 20 orders',
});

const AMEND_FORM = Type.Object({
  symbol: symbolIn(),
  ...TARGET_FIELDS,
  qty: ifSent(optionalSizeField('The new size.', '0.02')),
  price: ifSent(optionalPriceField('The new limit.', '90000')),
  triggerPrice: ifSent(optionalPriceField('The new trigger.', '88000', 'trigger-price-invalid')),
  triggerBy: sourceField(),
  ...EXIT_FIELDS,
});

type AmendSent = Static<typeof AMEND_FORM>;

function readAmendment(sent: AmendSent): AskedAmendment | WireError {
  const target = targetSent(sent);
  if (target === undefined) return UNNAMED;
  for (const name of ['takeProfit', 'stopLoss', 'tpLimitPrice', 'slLimitPrice'] as const)
    if (sent[name] !== undefined)
      return refusal('110059', `${name} of an order stays as it was sent; use trading-stop.`);
  const { qty: size = null, price = null } = sent;
  return {
    target,
    contract: sent.symbol,
    kind: 'any',
    change: { size, price },
    waiting: ({ order }) => ({
      triggerPrice: sent.triggerPrice ?? order.trigger?.price ?? NO_TICKS,
      triggerSource: sent.triggerBy ?? order.trigger?.source ?? 'last',
      price: price ?? (order.price === NO_TICKS ? null : order.price),
    }),
    check: (found) => refuseChange(found, sent),
    name: null,
  };
}

function refuseChange({ order }: FoundOrder, sent: AmendSent): WireError | undefined {
  const { qty = null, price = null, triggerPrice = null } = sent;
  const isWaiting = order.status === 'untriggered';
  if (isWaiting && qty !== null && qty !== order.size)
    return wrong('qty', 'of a conditional order stays; cancel it and place another');
  if (!isWaiting && triggerPrice !== null)
    return wrong('triggerPrice', 'is for orders that wait for it');
  if (qty !== null && qty <= order.filled)
    return refusal('110064', `The new size is not above what is filled: ${order.filled} lots.`);
  const isSame =
    (qty === null || qty === order.size) &&
    (price === null || price === order.price) &&
    (triggerPrice === null || triggerPrice === order.trigger?.price) &&
    (sent.triggerBy === undefined || sent.triggerBy === order.trigger?.source);
  return isSame
    ? refusal('10001', 'The order remains unchanged: nothing new was sent.')
    : undefined;
}

export const AMEND_ORDER = v5.placePost('/order/amend', [1, 0], {
  id: 'bybitOrderAmend',
  request: Type.Object({ category: linearCategory(), ...AMEND_FORM.properties }),
  response: ORDER_IDS,
  summary: 'Amend an order',
  text:
    'A limit order gets a new size or price, a conditional one a new trigger or limit. The size ' +
    'must stay above what is filled.',
  read: readAmendment,
  format: idsOf,
});

export const AMEND_BATCH = wholeV5.placePost('/order/amend-batch', [1, 0], {
  ...BATCH_TERMS,
  id: 'bybitOrderAmendBatch',
  ...batchOf(AMEND_FORM, readAmendment),
  summary: 'Amend up to 20 orders',
});

const ALL_FORM = Type.Object({
  category: linearCategory(),
  symbol: symbolOrAll(),
  ...coinFields(),
  orderFilter: ifSent(
    codeField(
      ['Order', 'StopOrder', 'tpslOrder', 'OpenOrder'],
      'Order leaves those that wait alone, StopOrder cancels only them.',
    ),
  ),
  stopOrderType: ifSent(codeField(['Stop'], 'With StopOrder: no exits.')),
});

/** What to cancel; which of those that wait are meant is decided by the orders themselves. */
export interface CancelAllAsked {
  readonly commands: readonly CancelAllOrders[];
}

const SCOPES = {
  Order: ['working'],
  OpenOrder: ['working'],
  StopOrder: ['untriggered'],
  tpslOrder: ['untriggered'],
} as const;

function readAll(sent: Static<typeof ALL_FORM>, { account }: Caller): CancelAllAsked | WireError {
  const { symbol, baseCoin, settleCoin, orderFilter } = sent;
  if (symbol === undefined && baseCoin === undefined && settleCoin === undefined)
    return wrong('symbol', 'or settleCoin is needed');
  if (symbol === undefined && baseCoin !== undefined)
    return wrong('baseCoin', 'alone is not offered: send symbol or settleCoin');
  const scopes =
    orderFilter === undefined ? (['working', 'untriggered'] as const) : SCOPES[orderFilter];
  return {
    commands: scopes.map((scope) => ({
      kind: 'cancel-all-orders',
      account,
      contract: symbol?.id ?? null,
      scope,
    })),
  };
}

export const CANCEL_ALL = v5.cancelPost('/order/cancel-all', [1, 0], {
  id: 'bybitOrderCancelAll',
  request: ALL_FORM,
  response: record({ list: records(texts('orderId', 'orderLinkId')), ...texts('success') }),
  summary: 'Cancel all orders',
  text: 'Conditional ones and exits too, unless `orderFilter` says otherwise.',
  read: readAll,
  format: (canceled: readonly FoundOrder[]) => ({ list: canceled.map(idsOf), success: '1' }),
});
