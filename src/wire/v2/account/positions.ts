/** Settings of an account at a contract: leverage, margin mode, isolated margin; and positions. */

import { type Static, Type } from 'typebox';
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../../../domain/command.ts';
import type { DeskSettings, MarginMode } from '../../../domain/margin.ts';
import { markedFigures, type PositionReading, positionFigures } from '../../account-figures.ts';
import { leverageText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { AUTO_APPEND_TERMS, anyContract, oneContract } from '../../contract-query.ts';
import type { WireError } from '../../errors.ts';
import {
  codeField,
  contractField,
  ifSent,
  meaningField,
  positionField,
  signedMoneyField,
  wholeField,
} from '../../field.ts';
import { formatLots, lotText } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { COIN_ID, FIRST_CONTRACT_NUMBER, MARGIN_MODE_NAMES, MARGIN_MODES } from '../codes.ts';
import { ownGet, ownPost } from '../endpoint.ts';

const DONE_RECORD = record({
  msg: word(['success'], 'Always success'),
  requestTime: moment('When it was answered'),
  code: word(['200'], 'Always 200'),
});

export const formatDone = (
  _told: unknown,
  _asked: unknown,
  { now }: Pick<Visitor, 'now'>,
): Static<typeof DONE_RECORD> => ({ msg: 'success', requestTime: now, code: '200' });

const DONE = { response: DONE_RECORD, format: formatDone };

export const marginModeWord = () => word(['SHARED', 'ISOLATED'], 'Cross or isolated margin');
export const combinedWord = () => word(['COMBINED'], 'Fills of one direction make one position');

export const LEVERAGE_FIELDS = {
  isolated_long_leverage: decimal('Leverage of longs in isolated margin', '20.00'),
  isolated_short_leverage: decimal('Leverage of shorts in isolated margin', '20.00'),
  cross_leverage: decimal('Leverage in cross margin', '20.00'),
};
const SYMBOL_SETTINGS = record(LEVERAGE_FIELDS);

export const leverages = (setting: DeskSettings): Static<typeof SYMBOL_SETTINGS> => ({
  isolated_long_leverage: leverageText(setting.longLeverage),
  isolated_short_leverage: leverageText(setting.shortLeverage),
  cross_leverage: leverageText(setting.crossLeverage),
});

/** By symbol. */
const RECORD = Type.Record(Type.String(), SYMBOL_SETTINGS);

export const settingsRecord = (settings: readonly DeskSettings[]): Static<typeof RECORD> =>
  Object.fromEntries(settings.map((setting) => [setting.contract.symbol, leverages(setting)]));

export const SETTINGS = ownGet('/account/settings', [1, 1], {
  id: 'accountSettings',
  ...anyContract(),
  response: RECORD,
  summary: 'Leverage settings by contract',
  text: 'An object whose fields are symbols.',
  format: settingsRecord,
});

const marginModeField = (description: string) =>
  meaningField<MarginMode>(MARGIN_MODES, description, 1);

const leverageField = (description: string) => wholeField(description, '20');

export const LEVERAGE = ownPost('/account/leverage', [10, 20], {
  id: 'accountLeverage',
  request: Type.Object({
    symbol: contractField(),
    marginMode: ifSent(
      marginModeField('Margin mode: 1 cross, 3 isolated; the current one where left out.'),
    ),
    longLeverage: leverageField('Leverage of long positions, a whole number.'),
    shortLeverage: ifSent(
      leverageField('Leverage of short positions; that of long positions where left out.'),
    ),
  }),
  ...DONE,
  summary: 'Set leverage',
  text:
    'Refused while there are open orders on the contract, untriggered ones included. In cross ' +
    'margin both sides have the same leverage. Setting the same value again succeeds.',
  read: (asked, caller): SetLeverage | WireError => {
    const { symbol: contract, longLeverage, shortLeverage = longLeverage } = asked;
    return {
      kind: 'set-leverage',
      account: caller.account,
      contract: contract.id,
      marginMode: asked.marginMode ?? caller.marginModeOf(contract.id),
      longLeverage,
      shortLeverage,
    };
  },
});

export const HOLD_MODEL = ownPost('/account/position/changeHoldModel', [20, 50], {
  id: 'accountHoldModel',
  request: Type.Object({
    symbol: contractField(),
    marginMode: marginModeField('Margin mode: 1 cross, 3 isolated.'),
    separatedMode: ifSent(
      codeField(['1'], 'Position mode: 1 combined, the only one.', { default: 1 }),
    ),
  }),
  ...DONE,
  summary: 'Set the margin mode of a contract',
  text: 'Refused while there are positions or orders on the contract.',
  read: ({ symbol: contract, marginMode }, caller): SetMarginMode => {
    const { account } = caller;
    return { kind: 'set-margin-mode', account, contract: contract.id, marginMode };
  },
});

export const ADJUST_MARGIN = ownPost('/account/adjustMargin', [15, 30], {
  id: 'accountAdjustMargin',
  request: Type.Object({
    coinId: ifSent(codeField(['2'], 'The coin: 2 is USDT.', { default: 2 })),
    isolatedPositionId: positionField('The `id` of an isolated position.'),
    collateralAmount: signedMoneyField('Margin to add; negative to remove.', {
      examples: ['12.5', '-3'],
    }),
  }),
  ...DONE,
  summary: 'Add or remove isolated margin',
  text: 'Positive amounts add, negative ones remove.',
  read: (
    { isolatedPositionId: place, collateralAmount: amount },
    caller,
  ): AdjustIsolatedMargin => ({
    kind: 'adjust-isolated-margin',
    account: caller.account,
    ...place,
    amount,
  }),
});

export const AUTO_APPEND = ownPost('/account/modifyAutoAppendMargin', [15, 30], {
  ...AUTO_APPEND_TERMS,
  id: 'accountAutoAppend',
  ...DONE,
});

export const POSITION_RECORD = record({
  id: integer('The position', 1_000_001),
  account_id: integer('The account', 1_001),
  coin_id: integer('The coin: 2 is USDT', 2),
  contract_id: integer('The contract by number', 10_000_001),
  symbol: text('The contract', 'cmt_btcusdt'),
  side: word(['LONG', 'SHORT'], 'Side'),
  margin_mode: marginModeWord(),
  separated_mode: combinedWord(),
  separated_open_order_id: integer('Always 0', 0),
  leverage: decimal('Leverage', '20'),
  size: decimal('Size in the base coin, never negative', '0.0200'),
  open_value: decimal('What the open size cost', '1801.06700000'),
  open_fee: decimal('Opening fees of the open size', '0.70731060'),
  funding_fee: decimal('Funding paid by the open size; negative where received', '1.22618160'),
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  isolated_margin: decimal('Isolated margin; 0 in cross margin', '0'),
  is_auto_append_isolated_margin: flag('Whether it draws missing margin from the wallet'),
  cum_open_size: decimal('Opened since it began', '0.0200'),
  cum_open_value: decimal('Cost of that', '1801.06700000'),
  cum_open_fee: decimal('Fees of that', '0.70731060'),
  cum_close_size: decimal('Closed since it began', '0'),
  cum_close_value: decimal('Proceeds of that', '0'),
  cum_close_fee: decimal('Fees of that', '0'),
  cum_funding_fee: decimal('Funding paid since it began; negative where received', '1.22618160'),
  cum_liquidate_fee: decimal('Liquidation fees since it began', '0'),
  created_match_sequence_id: integer('Place in the journal where it began', 7_027),
  updated_match_sequence_id: integer('Place in the journal where it last changed', 7_031),
  created_time: moment('When it began'),
  updated_time: moment('When it last changed'),
  contractVal: decimal('Size of one contract unit', '0.0001'),
  unrealizePnl: decimal('What closing at the mark would realise', '-85.56900000'),
  liquidatePrice: decimal('Mark at which it would be liquidated; 0 for none', '81250.1'),
});
export type PositionRecord = Static<typeof POSITION_RECORD>;

export function positionRecord(reading: PositionReading): PositionRecord {
  const { contract, position } = reading;
  const figures = positionFigures(reading);
  const marked = markedFigures(reading);
  return {
    id: position.id,
    account_id: reading.account,
    coin_id: COIN_ID,
    contract_id: FIRST_CONTRACT_NUMBER + contract.id,
    symbol: contract.symbol,
    side: figures.side,
    margin_mode: MARGIN_MODE_NAMES[reading.marginMode],
    separated_mode: figures.separatedMode,
    separated_open_order_id: 0,
    leverage: figures.leverage,
    size: formatLots(contract, position.size),
    open_value: figures.openValue,
    open_fee: figures.openFee,
    funding_fee: figures.fundingFee,
    marginSize: marked.marginSize,
    isolated_margin: figures.isolatedMargin,
    is_auto_append_isolated_margin: reading.autoTopUp,
    cum_open_size: figures.cumOpenSize,
    cum_open_value: figures.cumOpenValue,
    cum_open_fee: figures.cumOpenFee,
    cum_close_size: figures.cumCloseSize,
    cum_close_value: figures.cumCloseValue,
    cum_close_fee: figures.cumCloseFee,
    cum_funding_fee: figures.cumFundingFee,
    cum_liquidate_fee: figures.cumLiquidateFee,
    created_match_sequence_id: position.openedSeq,
    updated_match_sequence_id: position.updatedSeq,
    created_time: position.openedAt,
    updated_time: position.updatedAt,
    contractVal: lotText(contract),
    unrealizePnl: marked.unrealizePnl,
    liquidatePrice: marked.liquidatePrice,
  };
}

const formatPositions = (positions: readonly PositionReading[]) => positions.map(positionRecord);

export const ALL_POSITION = ownGet('/account/position/allPosition', [10, 15], {
  id: 'accountAllPosition',
  response: list(POSITION_RECORD),
  summary: 'All open positions',
  text: 'Long and short of one contract are two positions.',
  format: formatPositions,
});

export const SINGLE_POSITION = ownGet('/account/position/singlePosition', [2, 3], {
  id: 'accountSinglePosition',
  ...oneContract(),
  response: list(POSITION_RECORD),
  summary: 'Open positions of a contract',
  text: 'A list of none, one or two.',
  format: formatPositions,
});
