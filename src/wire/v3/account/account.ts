/** The account: balance, positions, settings of contracts, leverage, margin, and bills. */

import { type Static, Type } from 'typebox';
import type { AccountTerms } from '../../../domain/account.ts';
import type { AdjustIsolatedMargin, SetLeverage, SetMarginMode } from '../../../domain/command.ts';
import type { BillRow } from '../../../domain/history.ts';
import type { DeskSettings, MarginMode } from '../../../domain/margin.ts';
import { negate } from '../../../domain/money.ts';
import type { Millis } from '../../../domain/units.ts';
import {
  type AssetReading,
  assetFigures,
  billFigures,
  feeRatesOf,
  markedFigures,
  type PositionReading,
  positionFigures,
} from '../../account-figures.ts';
import { type BillsPage, BUSINESS_TYPES, parseBills } from '../../bills.ts';
import { invalid, type Visitor } from '../../caller.ts';
import {
  ANY_CONTRACT,
  AUTO_APPEND_TERMS,
  coin,
  marginType,
  ONE_CONTRACT,
  plainContractField,
  plainSymbolText,
} from '../../contract-query.ts';
import { type WireError, wireError } from '../../errors.ts';
import {
  codeField,
  ifSent,
  integerField,
  meaningField,
  momentField,
  moneyField,
  positionField,
  symbolField,
  textField,
  wholeField,
} from '../../field.ts';
import { formatPpm } from '../../quantity.ts';
import type { Formed } from '../../read-request.ts';
import { decimal, flag, integer, list, moment, record, text, word } from '../../record-field.ts';
import { POSITION_FIELDS } from '../../socket-fields.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { MARGIN_TYPE_NAMES, MARGIN_TYPES } from '../codes.ts';
import { combined, ownGet, ownPost } from '../endpoint.ts';

/** Fields of a position. The sockets use them too, with other names for coin and margin mode. */
export const positionFields = {
  side: word(['LONG', 'SHORT'], 'Side'),
  separatedMode: combined(),
  ...POSITION_FIELDS,
  marginSize: decimal('Margin: value at the mark by leverage, or the isolated margin', '17.154980'),
  unrealizePnl: decimal('What closing at the mark would realise', '-85.56900000'),
  liquidatePrice: decimal('Mark at which it would be liquidated; 0 for none', '81250.1'),
};

export const POSITION_RECORD = record({
  id: integer('The position', 1_000_001),
  asset: coin(),
  symbol: plainSymbolText(),
  marginType: marginType(),
  separatedOpenOrderId: integer('Always 0', 0),
  isAutoAppendIsolatedMargin: flag('Whether it draws missing margin from the wallet'),
  ...positionFields,
  createdMatchSequenceId: integer('Place in the journal where it began', 7_027),
  updatedMatchSequenceId: integer('Place in the journal where it last changed', 7_031),
  createdTime: moment('When it began'),
  updatedTime: moment('When it last changed'),
});

export const positionRecord = (reading: PositionReading): Static<typeof POSITION_RECORD> => ({
  id: reading.position.id,
  asset: COIN_NAME,
  symbol: symbolOf(reading.contract),
  marginType: MARGIN_TYPE_NAMES[reading.marginMode],
  separatedOpenOrderId: 0,
  isAutoAppendIsolatedMargin: reading.autoTopUp,
  ...positionFigures(reading),
  ...markedFigures(reading),
  createdMatchSequenceId: reading.position.openedSeq,
  updatedMatchSequenceId: reading.position.updatedSeq,
  createdTime: reading.position.openedAt,
  updatedTime: reading.position.updatedAt,
});

const formatPositions = (positions: readonly PositionReading[]) => positions.map(positionRecord);

export const ALL_POSITION = ownGet('/account/position/allPosition', [10, 15], {
  id: 'v3AccountAllPosition',
  response: list(POSITION_RECORD),
  summary: 'All open positions',
  text: 'Long and short of one contract are two positions.',
  format: formatPositions,
});

export const SINGLE_POSITION = ownGet('/account/position/singlePosition', [2, 3], {
  id: 'v3AccountSinglePosition',
  ...ONE_CONTRACT,
  response: list(POSITION_RECORD),
  summary: 'Open positions of a contract',
  text: 'A list with up to two positions: a long and a short.',
  format: formatPositions,
});

/** Has no `msg`, because client libraries take an answer with `msg` for an error. */
const DONE_RECORD = record({
  code: word(['200'], 'Always 200'),
  requestTime: moment('When it was answered'),
});

const formatDone = (
  _told: unknown,
  _asked: unknown,
  { now }: Pick<Visitor, 'now'>,
): Static<typeof DONE_RECORD> => ({ code: '200', requestTime: now });

const DONE = { response: DONE_RECORD, format: formatDone };

export const COMMISSION_RATE = ownGet('/account/commissionRate', [5, 10], {
  id: 'v3AccountCommissionRate',
  ...ONE_CONTRACT,
  response: record({
    symbol: plainSymbolText(),
    makerCommissionRate: decimal('Maker fee rate', '0.0002'),
    takerCommissionRate: decimal('Taker fee rate', '0.0008'),
  }),
  summary: 'Fee rates at a contract',
  text: 'The rates of the account if it has its own, otherwise those of the contract.',
  format: (terms: AccountTerms, { contract }) => {
    const { maker, taker } = feeRatesOf(terms, contract);
    return {
      symbol: symbolOf(contract),
      makerCommissionRate: formatPpm(maker),
      takerCommissionRate: formatPpm(taker),
    };
  },
});

interface Standing {
  readonly mayTrade: boolean;
  readonly updatedAt: Millis;
}

export const ACCOUNT_CONFIG = ownGet('/account/accountConfig', [5, 10], {
  id: 'v3AccountConfig',
  response: record({
    canTrade: flag('Whether the key may trade, and the account'),
    canDeposit: flag('Always false: the operator deposits'),
    canWithdraw: flag('Always false'),
    dualSidePosition: flag('Always true: long and short may be held at once'),
    updateTime: moment('When its money last moved'),
  }),
  summary: 'What the key and the account may do',
  text: 'Only the operator moves money in or out.',
  format: ({ mayTrade, updatedAt }: Standing) => ({
    canTrade: mayTrade,
    canDeposit: false,
    canWithdraw: false,
    dualSidePosition: true,
    updateTime: updatedAt,
  }),
});

const leverages = {
  crossLeverage: decimal('Leverage in cross margin', '20'),
  isolatedLongLeverage: decimal('Leverage of longs in isolated margin', '20'),
  isolatedShortLeverage: decimal('Leverage of shorts in isolated margin', '20'),
};

const LEVERAGE_RECORD = record({
  symbol: plainSymbolText(),
  marginType: marginType(),
  ...leverages,
});

const leverageRecord = (settings: DeskSettings): Static<typeof LEVERAGE_RECORD> => ({
  symbol: symbolOf(settings.contract),
  marginType: MARGIN_TYPE_NAMES[settings.marginMode],
  crossLeverage: String(settings.crossLeverage),
  isolatedLongLeverage: String(settings.longLeverage),
  isolatedShortLeverage: String(settings.shortLeverage),
});

const SETTINGS_RECORD = record({
  symbol: plainSymbolText(),
  marginType: marginType(),
  separatedType: combined(),
  ...leverages,
});

const settingsRecord = (settings: DeskSettings): Static<typeof SETTINGS_RECORD> => ({
  ...leverageRecord(settings),
  separatedType: 'COMBINED',
});

export const SYMBOL_CONFIG = ownGet('/account/symbolConfig', [5, 10], {
  id: 'v3AccountSymbolConfig',
  ...ANY_CONTRACT,
  response: list(SETTINGS_RECORD),
  summary: 'Margin mode and leverage by contract',
  text: 'Always a list, even of one.',
  format: (settings: readonly DeskSettings[]) => settings.map(settingsRecord),
});

const marginTypeField = (description: string) =>
  meaningField<MarginMode>(MARGIN_TYPES, description, 'CROSSED');

const leverageField = (description: string) => ifSent(wholeField(description, 20, 'leverage'));

/**
 * Client libraries that do not know the margin mode send only `crossLeverage`. It then sets the
 * leverage of both sides, in cross or isolated margin.
 */
export const LEVERAGE = ownPost('/account/leverage', [10, 20], {
  id: 'v3AccountLeverage',
  request: Type.Object({
    symbol: plainContractField(),
    marginType: ifSent(marginTypeField('The margin mode; the current one where left out.')),
    crossLeverage: leverageField('Leverage of both sides, a whole number.'),
    isolatedLongLeverage: leverageField('Leverage of longs in isolated margin.'),
    isolatedShortLeverage: leverageField('Leverage of shorts in isolated margin.'),
  }),
  response: LEVERAGE_RECORD,
  summary: 'Set leverage',
  text:
    'Refused while there are open orders on the contract. `crossLeverage` alone is meant for ' +
    'both sides, whatever the margin mode.',
  read: (asked, caller): SetLeverage | WireError => {
    const { crossLeverage, isolatedLongLeverage, isolatedShortLeverage } = asked;
    const contract = asked.symbol.id;
    const marginMode = asked.marginType ?? caller.marginModeOf(contract);
    const isCross = marginMode === 'cross';
    const longLeverage = isCross ? crossLeverage : (isolatedLongLeverage ?? crossLeverage);
    const shortLeverage = isCross ? crossLeverage : (isolatedShortLeverage ?? longLeverage);
    if (longLeverage === undefined || shortLeverage === undefined)
      return wireError('40019', { field: isCross ? 'crossLeverage' : 'isolatedLongLeverage' });
    const { account } = caller;
    return { kind: 'set-leverage', account, contract, marginMode, longLeverage, shortLeverage };
  },
  format: (settings: DeskSettings) => leverageRecord(settings),
});

const MARGIN_TYPE_BODY = Type.Object({
  symbol: plainContractField(),
  marginType: marginTypeField('The margin mode.'),
  separatedType: ifSent(
    codeField(
      ['COMBINED', 'SEPARATED'],
      'Fills of one direction make one position: COMBINED, the only one.',
      { default: 'COMBINED' },
    ),
  ),
});

const refuseSeparated = ({ separatedType }: Formed<Static<typeof MARGIN_TYPE_BODY>>) =>
  separatedType === 'SEPARATED'
    ? invalid('separatedType', 'positions are COMBINED: one long and one short each')
    : undefined;

export const MARGIN_TYPE = ownPost('/account/marginType', [20, 50], {
  id: 'v3AccountMarginType',
  request: MARGIN_TYPE_BODY,
  ...DONE,
  summary: 'Set the margin mode of a contract',
  text: 'Refused while there are positions or orders on the contract.',
  refuse: refuseSeparated,
  read: (asked, caller): SetMarginMode => ({
    kind: 'set-margin-mode',
    account: caller.account,
    contract: asked.symbol.id,
    marginMode: asked.marginType,
  }),
});

export const POSITION_MARGIN = ownPost('/account/positionMargin', [15, 30], {
  id: 'v3AccountPositionMargin',
  request: Type.Object({
    isolatedPositionId: positionField('The `id` of an isolated position.'),
    amount: moneyField('How much, above 0.', '12.5'),
    type: meaningField<'add' | 'remove'>({ '1': 'add', '2': 'remove' }, '1 adds, 2 removes.', 1),
  }),
  ...DONE,
  summary: 'Add or remove isolated margin',
  text: 'The position is named by its `id`.',
  read: (asked, caller): AdjustIsolatedMargin => ({
    kind: 'adjust-isolated-margin',
    account: caller.account,
    ...asked.isolatedPositionId,
    amount: asked.type === 'remove' ? negate(asked.amount) : asked.amount,
  }),
});

export const AUTO_APPEND = ownPost('/account/modifyAutoAppendMargin', [15, 30], {
  ...AUTO_APPEND_TERMS,
  id: 'v3AccountAutoAppend',
  ...DONE,
});

export const BALANCE_RECORD = record({
  asset: coin(),
  balance: decimal('Everything, unrealised results included', '5696.49288823'),
  availableBalance: decimal('Free for new orders', '5413.06877369'),
  frozen: decimal('Held by working orders', '81.28240000'),
  unrealizePnl: decimal('Sum of unrealised results', '-34.55168000'),
});

export function balanceRecord(money: AssetReading): Static<typeof BALANCE_RECORD> {
  const figures = assetFigures(money);
  return {
    asset: COIN_NAME,
    balance: figures.equity,
    availableBalance: figures.available,
    frozen: figures.frozen,
    unrealizePnl: figures.unrealizePnl,
  };
}

export const BALANCE = ownGet('/account/balance', [5, 10], {
  id: 'v3AccountBalance',
  response: list(BALANCE_RECORD),
  summary: 'Balance',
  text: 'The balance is cash plus unrealised results.',
  format: (money: AssetReading) => [balanceRecord(money)],
});

const coinField = (description: string) =>
  ifSent(textField(description, { examples: ['USDT'], lengthMax: 16 }));

const INCOME_RECORD = record({
  billId: integer('The bill', 7_340_032),
  asset: coin(),
  symbol: text('The contract; empty where there is none', 'BTCUSDT'),
  income: decimal('Signed change of collateral, fee included', '-27.24837159'),
  incomeType: word(BUSINESS_TYPES, 'What it was for'),
  balance: decimal('Collateral after it', '972.75162841'),
  fillFee: decimal('Fee contained in it', '0.02178127'),
  time: moment('When it happened'),
  transferReason: word(['UNKNOWN_TRANSFER_REASON', 'USER_TRANSFER'], 'Reason of a transfer'),
});

function incomeRecord(
  bill: BillRow,
  { contractOf }: Pick<Visitor, 'contractOf'>,
): Static<typeof INCOME_RECORD> {
  const { type, amount, ...figures } = billFigures(bill);
  return {
    billId: bill.id,
    asset: COIN_NAME,
    symbol: bill.contract === null ? '' : symbolOf(contractOf(bill.contract)),
    income: amount,
    incomeType: type,
    ...figures,
    time: bill.at,
  };
}

export const INCOME = ownPost('/account/income', [2, 5], {
  id: 'v3AccountIncome',
  permission: 'read',
  request: Type.Object({
    asset: coinField('One coin; all where left out.'),
    currency: coinField('The same under the name that client libraries send.'),
    symbol: ifSent(symbolField('One contract; all where left out.', 'BTCUSDT')),
    incomeType: ifSent(codeField(BUSINESS_TYPES, 'One kind of bill; all where left out.')),
    startTime: ifSent(momentField('The earliest.')),
    endTime: ifSent(momentField('The latest; move it back to page.')),
    limit: ifSent(integerField('How many bills.', { default: 20, min: 1, max: 100 })),
  }),
  response: record({
    hasNextPage: flag('Whether there are older ones'),
    items: list(INCOME_RECORD),
  }),
  summary: 'Bills',
  text: 'Every movement of collateral, newest first. Move `endTime` back to page.',
  read: (window, caller) => {
    const { asset, currency, symbol, incomeType: kind, limit } = window;
    return parseBills(caller.findContract, {
      coin: asset ?? currency,
      coinField: asset === undefined ? 'currency' : 'asset',
      symbol,
      kind,
      window,
      limit,
    });
  },
  format: ({ rows, hasMore }: BillsPage, _asked, caller) => ({
    hasNextPage: hasMore,
    items: rows.map((bill) => incomeRecord(bill, caller)),
  }),
});
