/** POST closePositions: closes one position or all at market. */
import type { Static } from 'typebox';
import type { ClosePositions } from '../../../domain/command.ts';
import type { OrderId, PositionId } from '../../../domain/ids.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { ANY_CONTRACT } from '../../plain-fields.ts';
import { integer, list, record } from '../../record-field.ts';
import { ownPost } from '../endpoint.ts';
import { DONE, refused, verdict } from './verdict.ts';

const RECORD = record({
  positionId: integer('The position', 1_000_001),
  successOrderId: integer('The order that closes it; 0 for none', 1_000_042),
  ...verdict,
});

interface Closed {
  readonly position: PositionId;
  readonly outcome: OrderId | WireError;
}

export const CLOSE_POSITIONS = ownPost([40, 50], {
  id: 'v3OrderClosePositions',
  path: '/closePositions',
  request: ANY_CONTRACT.request,
  response: list(RECORD),
  summary: 'Close positions at market',
  text: 'One contract or all. Working closes of these positions are canceled first.',
  read: (caller, fields): ClosePositions | WireError => {
    const asked = ANY_CONTRACT.read(caller, fields);
    if (isWireError(asked)) return asked;
    const contract = asked.contract?.id ?? null;
    return { kind: 'close-positions', account: caller.account, contract };
  },
  format: (told: readonly Closed[], _asked, { locale }) =>
    told.map(
      ({ position, outcome }): Static<typeof RECORD> =>
        isWireError(outcome)
          ? { positionId: position, successOrderId: 0, ...refused(outcome, locale) }
          : { positionId: position, successOrderId: outcome, ...DONE },
    ),
});
