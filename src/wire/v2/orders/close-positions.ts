/** order/closePositions: closes one position or all at market. */
import { type Static, Type } from 'typebox';
import type { ClosePositions } from '../../../domain/command.ts';
import type { OrderId, PositionId } from '../../../domain/ids.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { contractField } from '../../field.ts';
import type { Locale } from '../../locale.ts';
import { readRequest } from '../../read-request.ts';
import { flag, integer, list, record } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';

const BODY = Type.Object({
  symbol: Type.Optional(contractField('One contract; every position where left out.')),
});

const RECORD = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 where it failed', 1_000_042),
  errorMessage: Type.String({ description: 'Why not; empty on success' }),
  success: flag('Whether an order was placed'),
});

interface Closed {
  readonly position: PositionId;
  readonly outcome: OrderId | WireError;
}

const closedRecord = ({ position, outcome }: Closed, locale: Locale): Static<typeof RECORD> =>
  typeof outcome === 'object'
    ? {
        positionId: position,
        successOrderId: 0,
        errorMessage: outcome.text[locale],
        success: false,
      }
    : { positionId: position, successOrderId: outcome, errorMessage: '', success: true };

export const CLOSE_POSITIONS = ownPost([40, 50], {
  id: 'orderClosePositions',
  path: '/order/closePositions',
  request: BODY,
  response: list(RECORD),
  summary: 'Close positions at market',
  text: 'One contract or all. Working closes of these positions are canceled first.',
  read: (caller, fields): ClosePositions | WireError => {
    const request = readRequest(BODY, fields, caller);
    if (isWireError(request)) return request;
    const contract = request.symbol?.id ?? null;
    return { kind: 'close-positions', account: caller.account, contract };
  },
  format: (told: readonly Closed[], _asked, { locale }) =>
    told.map((closed) => closedRecord(closed, locale)),
});
