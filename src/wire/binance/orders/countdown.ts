/** POST countdownCancelAll: cancels open orders unless it is sent again in time. */
import { Type } from 'typebox';
import type { SetCountdown } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import { COUNTDOWN_MAX } from '../../../domain/limits.ts';
import { millis } from '../../../domain/units.ts';
import { isWireError, type WireError } from '../../errors.ts';
import { integerField } from '../../field.ts';
import { plainContractField, plainSymbolText } from '../../plain-fields.ts';
import { readRequest } from '../../read-request.ts';
import { record, text } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { v1 } from '../endpoint.ts';

const FORM = Type.Object({
  symbol: plainContractField(),
  countdownTime: integerField({
    description: 'Milliseconds until then; 0 stops it.',
    examples: [120_000],
    min: 0,
    max: COUNTDOWN_MAX,
  }),
});

interface Countdown {
  readonly command: SetCountdown;
  readonly contract: Contract;
}

export const COUNTDOWN = v1.ownPost([10, 0], {
  id: 'binanceOrderCountdown',
  path: '/countdownCancelAll',
  request: FORM,
  response: record({
    symbol: plainSymbolText(),
    countdownTime: text('As it was sent', '120000'),
  }),
  summary: 'Cancel open orders later, unless told otherwise',
  text: 'In venue time. Conditional orders stay.',
  read: ({ account, ...caller }, fields): Countdown | WireError => {
    const sent = readRequest(FORM, fields, caller);
    if (isWireError(sent)) return sent;
    const { symbol: contract, countdownTime } = sent;
    return {
      contract,
      command: {
        kind: 'set-countdown',
        account,
        contract: contract.id,
        millis: millis(countdownTime),
      },
    };
  },
  format: (_done: undefined, { contract, command }) => ({
    symbol: symbolOf(contract),
    countdownTime: String(command.millis),
  }),
});
