/** POST and PUT batchOrders: places or amends several orders, each by itself. */

import type { TObject } from 'typebox';
import { Type } from 'typebox';
import type { Caller } from '../../caller.ts';
import { lengthOf } from '../../endpoint.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { objectsField } from '../../field.ts';
import { isJsonObject } from '../../json.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { type Fields, NO_FIELDS, readRequest } from '../../read-request.ts';
import { list } from '../../record-field.ts';
import { v1 } from '../endpoint.ts';
import { nameFields } from '../read-form.ts';
import { AMEND_FORM, blameAmend, formatAmended, readAmendment } from './amend-order.ts';
import { itemOf, ORDER_OR_ERROR } from './batch-item.ts';
import { ORDER_FORM } from './order-form.ts';
import { formatPlaced, readPlacement } from './place-order.ts';

const BATCH_MAX = 5;
const NAME = 'batchOrders';

/** Returns the form of a batch, and its reader. */
const batchOf = <Item>(
  form: TObject,
  readItem: (caller: Caller, fields: Fields) => Item | WireError,
) => {
  const request = Type.Object({
    batchOrders: objectsField({
      description: 'The items, as JSON text.',
      items: form,
      countMax: BATCH_MAX,
    }),
  });
  const read = (caller: Caller, fields: Fields): readonly (Item | WireError)[] | WireError => {
    const sent = readRequest(request, fields);
    if (isWireError(sent)) return sent;
    return sent.batchOrders.map((item) => {
      const named = nameFields(isJsonObject(item) ? item : NO_FIELDS, form);
      return isWireError(named) ? named : readItem(caller, named);
    });
  };
  return { request, read, count: (fields: Fields) => lengthOf(fields.get(NAME), BATCH_MAX) };
};

const TEXT = 'Each succeeds or fails by itself; results are in the order of the request.';

export const PLACE_BATCH = v1.ownPost([5, 0], {
  id: 'binanceOrderPlaceBatch',
  path: `/${NAME}`,
  orderRate: 'place',
  ...batchOf(ORDER_FORM, readPlacement),
  response: list(ORDER_OR_ERROR),
  summary: 'Place up to 5 orders',
  text: TEXT,
  format: (told: readonly (FoundOrder | WireError)[], items, caller) =>
    told.map((each, at) => {
      const item = items[at];
      if (isWireError(each) || item === undefined || isWireError(item)) return itemOf(each, caller);
      return itemOf(formatPlaced(each, item, caller), caller);
    }),
});

export const AMEND_BATCH = v1.ownPut([5, 0], {
  id: 'binanceOrderAmendBatch',
  path: `/${NAME}`,
  orderRate: 'place',
  ...batchOf(AMEND_FORM, readAmendment),
  response: list(ORDER_OR_ERROR),
  summary: 'Amend up to 5 orders',
  text: TEXT,
  format: (told: readonly (FoundOrder | WireError)[], items, caller) =>
    told.map((each, at) => {
      const item = items[at];
      if (isWireError(each)) return itemOf(blameAmend(each), caller);
      const name = item === undefined || isWireError(item) ? null : item.name;
      return formatAmended(each, { name }, caller);
    }),
});
