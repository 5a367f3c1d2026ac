/** positionMargin and its history: margin of isolated positions. */

import { type Static, Type } from 'typebox';
import type { PositionMode } from '../../../domain/account.ts';
import type { Contract } from '../../../domain/contract.ts';
import { negate } from '../../../domain/money.ts';
import type { PositionSide } from '../../../domain/side.ts';
import { type Millis, type Money, money, NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { coin, plainContractField, plainSymbolText } from '../../contract-query.ts';
import { ifSent, meaningField, moneyField } from '../../field.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, integer, list, moment, record, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME, POSITION_SIDE_NAMES } from '../../words.ts';
import { v1 } from '../endpoint.ts';
import { blamedAs, refusal } from '../errors.ts';
import { readWindow, rowsField, windowFields } from '../query.ts';

const RECORD = record({
  amount: Type.Number({ description: 'The amount', examples: [12.5] }),
  code: integer('Always 200', 200),
  msg: word(['Successfully modify position margin.'], 'Always the same'),
  type: integer('1 was added, 2 was removed', 1),
});

interface Asked {
  readonly contract: Contract;
  /** Null for the one position of one-way mode. */
  readonly positionSide: PositionSide | null;
  /** Negative where margin is removed. */
  readonly amount: Money;
}

export const POSITION_MARGIN = v1.ownPost('/positionMargin', [1, 0], {
  id: 'binancePositionMargin',
  request: Type.Object({
    symbol: plainContractField(),
    amount: moneyField('How much, above 0.', '12.5'),
    type: meaningField<1 | 2>({ '1': 1, '2': 2 }, '1 adds, 2 removes.', 1),
    positionSide: ifSent(
      meaningField<PositionSide | null>(
        { BOTH: null, LONG: 'long', SHORT: 'short' },
        'The side in hedge mode.',
        'LONG',
      ),
    ),
  }),
  response: RECORD,
  summary: 'Add or remove isolated margin',
  text: 'In hedge mode `positionSide` says to which position.',
  blame: blamedAs({ 'position-missing': '-4054', 'margin-insufficient': '-4050' }),
  misread: (error) =>
    error.field === 'type' ? refusal('-1130', 'type is 1 to add or 2 to remove.') : error,
  read: ({ symbol: contract, positionSide = null, type, amount }) => ({
    contract,
    positionSide,
    amount: type === 2 ? negate(amount) : amount,
  }),
  format: (_done: unknown, { amount }: Asked): Static<typeof RECORD> => ({
    amount: Number(formatMoney(money(amount < NO_MONEY ? -toBigInt(amount) : toBigInt(amount)))),
    code: 200,
    msg: 'Successfully modify position margin.',
    type: amount < NO_MONEY ? 2 : 1,
  }),
});

const HISTORY_FALLBACK = 500;

const HISTORY_RECORD = record({
  symbol: plainSymbolText(),
  type: integer('1 was added, 2 was removed', 1),
  deltaType: word(['USER_ADJUST', 'TRADE'], 'By the user, or by leverage and top-up'),
  amount: decimal('How much', '12.50000000'),
  asset: coin(),
  time: moment('When it was moved'),
  positionSide: word(['BOTH', 'LONG', 'SHORT'], 'The position; BOTH in one-way mode'),
});

interface MovesTold {
  readonly mode: PositionMode;
  readonly moves: readonly {
    readonly positionSide: PositionSide;
    readonly cause: string;
    readonly amount: Money;
    readonly at: Millis;
  }[];
}

export const MARGIN_HISTORY = v1.ownGet('/positionMargin/history', [1, 0], {
  id: 'binanceMarginHistory',
  request: Type.Object({
    symbol: plainContractField(),
    type: ifSent(meaningField<boolean>({ '1': true, '2': false }, '1 added, 2 removed.')),
    ...windowFields(),
    limit: rowsField(1_000, HISTORY_FALLBACK),
  }),
  response: list(HISTORY_RECORD),
  summary: 'Margin that was moved to and from isolated positions',
  text: 'Oldest first: the first from `startTime`, otherwise the newest.',
  read: (asked) => {
    const { symbol: contract, type: isAdded = null, limit = HISTORY_FALLBACK } = asked;
    return readWindow(asked, { contract, isAdded, limit });
  },
  format: ({ mode, moves }: MovesTold, { contract }): Static<typeof HISTORY_RECORD>[] =>
    moves.map(({ positionSide, cause, amount, at }) => ({
      symbol: symbolOf(contract),
      type: amount > NO_MONEY ? 1 : 2,
      deltaType: cause === 'user' ? 'USER_ADJUST' : 'TRADE',
      amount: formatMoney(money(amount < NO_MONEY ? -toBigInt(amount) : toBigInt(amount))),
      asset: COIN_NAME,
      time: at,
      positionSide: mode === 'net' ? 'BOTH' : POSITION_SIDE_NAMES[positionSide],
    })),
});
