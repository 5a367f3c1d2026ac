/** order/realtime and order/history. */

import { type Static, Type } from 'typebox';
import type { Window } from '../../../domain/history.ts';
import type { ContractsQuery } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { ListPlace, OrderKind, TracedTarget } from '../../order-target.ts';
import {
  anyCategory,
  categoryRows,
  coinFields,
  cursorField,
  cursorText,
  LINEAR,
  pagedRows,
  readCursor,
  readList,
  rowsField,
  rowsWanted,
  symbolOrAll,
  v5,
  WEEK,
  windowFields,
} from '../endpoint.ts';
import { wrong } from '../errors.ts';
import { TARGET_FIELDS, targetSent } from './change-order.ts';
import { ORDER_ROW, orderRow, statusWord } from './order-record.ts';

const ROWS_MAX = 50;
const ROWS_USUAL = 20;

const filterField = () =>
  ifSent(
    codeField(
      ['Order', 'StopOrder', 'tpslOrder', 'OcoOrder'],
      'Placed orders, or conditional ones.',
    ),
  );

const KINDS: Readonly<Record<string, OrderKind>> = {
  Order: 'placed',
  StopOrder: 'conditional',
  tpslOrder: 'conditional',
};
const kindOf = (filter: string | undefined): OrderKind => KINDS[filter ?? ''] ?? 'any';

/** A page of orders, newest first. */
export interface OrdersTold {
  readonly orders: readonly FoundOrder[];
  readonly next: ListPlace | null;
}

/** Orders that are asked for by name, alive, or over. */
export interface OrdersAsked extends ContractsQuery, Window {
  readonly category: string;
  readonly named: TracedTarget | null;
  /** Alive, over, or, of one that is named, both. */
  readonly state: 'alive' | 'over' | 'any';
  readonly kind: OrderKind;
  readonly before: ListPlace | null;
  readonly limit: number;
}

const LIST_FIELDS = {
  category: anyCategory(),
  symbol: symbolOrAll(),
  ...coinFields(),
  ...TARGET_FIELDS,
  orderFilter: filterField(),
  limit: rowsField(ROWS_MAX, ROWS_USUAL),
  cursor: cursorField(),
};

const LIVING_FORM = Type.Object({
  ...LIST_FIELDS,
  openOnly: ifSent(codeField(['0', '1', '2'], '1 asks for those that have ended.')),
});

function namedBy(sent: Static<typeof LIVING_FORM>): TracedTarget | null {
  const target = targetSent(sent);
  return target === undefined || sent.category !== LINEAR
    ? null
    : { target, contract: sent.symbol ?? null, kind: 'any' };
}

function readLiving(sent: Static<typeof LIVING_FORM>): OrdersAsked | WireError {
  const { symbol, baseCoin, settleCoin, openOnly = '0' } = sent;
  const named = namedBy(sent);
  const { category } = sent;
  if (category === LINEAR && named === null && (symbol ?? baseCoin ?? settleCoin) === undefined)
    return wrong('symbol', 'or settleCoin is needed');
  const before = readCursor(sent.cursor);
  if (isWireError(before)) return before;
  return {
    contract: symbol ?? null,
    named,
    state: named !== null ? 'any' : openOnly === '0' ? 'alive' : 'over',
    kind: kindOf(sent.orderFilter),
    before,
    limit: rowsWanted(sent, ROWS_MAX, ROWS_USUAL),
    category,
    from: null,
    to: null,
  };
}

const terms = { response: pagedRows(ORDER_ROW) };

export const REALTIME_ORDERS = v5.ownGet('/order/realtime', [1, 0], {
  ...terms,
  id: 'bybitOrdersRealtime',
  request: LIVING_FORM,
  summary: 'Open orders',
  text: 'Newest first. An order that is named is found when it is over, too.',
  read: readLiving,
  format: ({ orders, next }: OrdersTold, asked, caller) =>
    categoryRows(
      asked,
      orders.map((each) => orderRow(each, caller)),
      cursorText(next),
    ),
});

export const ORDER_HISTORY = v5.ownGet('/order/history', [1, 0], {
  ...terms,
  id: 'bybitOrderHistory',
  request: Type.Object({
    ...LIST_FIELDS,
    orderStatus: ifSent(textField('Only of this status.', { lengthMax: 30, examples: ['Filled'] })),
    ...windowFields(),
  }),
  summary: 'Orders that are over',
  text: 'Newest first, by when they were created: of seven days unless a window is sent.',
  read: (sent, caller) => {
    const asked = readList(
      sent,
      { max: ROWS_MAX, fallback: ROWS_USUAL, usual: WEEK },
      caller.venueNow(),
    );
    if (isWireError(asked)) return asked;
    const named = namedBy(sent);
    return {
      ...asked,
      named,
      state: 'over' as const,
      kind: kindOf(sent.orderFilter),
      status: sent.orderStatus,
    };
  },
  format: ({ orders, next }: OrdersTold, asked, caller) =>
    categoryRows(
      asked,
      orders
        .filter((each) => asked.status === undefined || statusWord(each) === asked.status)
        .map((each) => orderRow(each, caller)),
      cursorText(next),
    ),
});
