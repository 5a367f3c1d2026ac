/** The answers to commands about orders. */
import type { OrderId, PositionId } from '../../domain/ids.ts';
import type { Millis } from '../../domain/units.ts';
import type { WireError } from '../errors.ts';
import type { Locale } from '../locale.ts';
import type {
  BatchRecord,
  CancelBatchRecord,
  CanceledRecord,
  ClosedRecord,
  ModifiedRecord,
  OutcomeRecord,
  PlacedRecord,
  UploadedRecord,
} from './order-records.ts';

/** The order, or why there is none. */
export type Outcome = OrderId | WireError;

/** For placeOrder and plan_order: the caller's id is echoed, null where none was sent. */
export const placedRecord = (order: OrderId, clientOrderId: string | null): PlacedRecord => ({
  client_oid: clientOrderId,
  order_id: String(order),
});

export interface BatchOutcome {
  readonly clientOrderId: string | null;
  readonly outcome: Outcome;
}

export const batchRecord = (items: readonly BatchOutcome[], locale: Locale): BatchRecord => ({
  order_info: items.map(({ clientOrderId, outcome }) => {
    const client_oid = clientOrderId ?? '';
    if (typeof outcome === 'object')
      return {
        order_id: '',
        client_oid,
        result: false,
        error_code: outcome.code,
        error_message: outcome.text[locale],
      };
    return {
      order_id: String(outcome),
      client_oid,
      result: true,
      error_code: '',
      error_message: '',
    };
  }),
  result: true,
});

/** For cancel_order and cancel_plan; the client id is told only where the order was named by it. */
export const canceledRecord = (order: OrderId, clientOrderId: string | null): CanceledRecord => ({
  order_id: String(order),
  client_oid: clientOrderId,
  result: true,
  err_msg: null,
});

export interface CancelOutcome {
  /** The id as the caller sent it. */
  readonly sent: string;
  readonly outcome: Outcome;
}

export function cancelBatchRecord(
  by: 'id' | 'client-order-id',
  items: readonly CancelOutcome[],
  locale: Locale,
): CancelBatchRecord {
  const results = items.map(({ sent, outcome }) => {
    const failed = typeof outcome === 'object';
    return {
      err_msg: failed ? outcome.text[locale] : '',
      order_id: failed ? (by === 'id' ? sent : '') : String(outcome),
      client_oid: by === 'id' ? '' : sent,
      result: !failed,
    };
  });
  const done = results.filter(({ result }) => result);
  const failInfos = results.filter(({ result }) => !result);
  return {
    result: failInfos.length === 0,
    orderIds: done.map(({ order_id }) => order_id),
    clientOids: done.map(({ client_oid }) => client_oid).filter((text) => text !== ''),
    cancelOrderResultList: results,
    failInfos,
  };
}

export const closedRecord = (
  position: PositionId,
  outcome: Outcome,
  locale: Locale,
): ClosedRecord =>
  typeof outcome === 'object'
    ? {
        positionId: position,
        successOrderId: 0,
        errorMessage: outcome.text[locale],
        success: false,
      }
    : { positionId: position, successOrderId: outcome, errorMessage: '', success: true };

/** For cancelAllOrders, one each, and for placeTpSlOrder, in a list of one. */
export const outcomeRecord = (order: OrderId): OutcomeRecord => ({ orderId: order, success: true });

export const modifiedRecord = (now: Millis): ModifiedRecord => ({
  code: '00000',
  msg: 'success',
  requestTime: now,
  data: '',
});

export const uploadedRecord = (now: Millis): UploadedRecord => ({
  code: '00000',
  msg: 'success',
  requestTime: now,
  data: 'upload success',
});
