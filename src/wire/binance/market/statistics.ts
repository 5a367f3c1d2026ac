/** Open interest, statistics, the insurance fund, and what programs ask for on the way. */

import { type Static, type TObject, Type } from 'typebox';
import type { Contract } from '../../../domain/contract.ts';
import { longFinePrice } from '../../amount-text.ts';
import {
  ANY_CONTRACT,
  coin,
  ONE_CONTRACT,
  OPEN_INTEREST_TERMS,
  plainContractField,
  plainSymbolText,
} from '../../contract-query.ts';
import { readEverything } from '../../endpoint.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import type { FundTold, PricesTold } from '../../market-text.ts';
import { formatMoney } from '../../quantity.ts';
import { decimal, integer, list, moment, record, records, text, word } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import {
  coinMarginedV1,
  data,
  formatOneOrAll,
  oneOrAll,
  rowsField,
  v1,
  walletV1,
  windowFields,
} from '../endpoint.ts';
import { refusal } from '../errors.ts';

const periodFields = () => ({
  period: codeField(
    ['5m', '15m', '30m', '1h', '2h', '4h', '6h', '12h', '1d'],
    'Distance of the rows.',
    '5m',
  ),
  limit: rowsField(500, 30),
  ...windowFields(),
});

const SYMBOL_QUERY = Type.Object({ symbol: plainContractField(), ...periodFields() });
const PAIR_QUERY = Type.Object({
  pair: plainContractField(),
  contractType: codeField(['PERPETUAL'], 'The only type there is.'),
  ...periodFields(),
});

/** An endpoint whose query is checked and whose list is empty. */
const noRows = <const Id extends string>(
  id: Id,
  path: string,
  summary: string,
  request: TObject = SYMBOL_QUERY,
) =>
  data.openGet(path, 0, {
    id,
    request,
    response: records({ timestamp: moment('The row') }),
    summary,
    text: 'Not kept: an empty list.',
    read: readEverything,
    format: (_nothing: undefined) => [],
  });

export const OPEN_INTEREST_HIST = noRows(
  'binanceOpenInterestHist',
  '/openInterestHist',
  'Open interest over time',
);
export const LONG_SHORT_ACCOUNTS = noRows(
  'binanceLongShortAccounts',
  '/globalLongShortAccountRatio',
  'Accounts that are long by those that are short',
);
export const TOP_ACCOUNTS = noRows(
  'binanceTopLongShortAccounts',
  '/topLongShortAccountRatio',
  'The same of the largest accounts',
);
export const TOP_POSITIONS = noRows(
  'binanceTopLongShortPositions',
  '/topLongShortPositionRatio',
  'Their long positions by their short ones',
);
export const TAKER_RATIO = noRows(
  'binanceTakerLongShort',
  '/takerlongshortRatio',
  'What takers bought by what they sold',
);
export const BASIS = noRows('binanceBasis', '/basis', 'Mark less index over time', PAIR_QUERY);

export const DELIVERY_PRICE = data.openGet('/delivery-price', 0, {
  id: 'binanceDeliveryPrice',
  response: records({}),
  summary: 'Prices of deliveries: none',
  text: 'Perpetual contracts are never delivered.',
  format: () => [],
});

const ASSET_RECORD = record({
  symbol: text('The pair of the coin', 'USDTUSD'),
  time: moment('When it was taken'),
  index: decimal('Always 1', '1.00000000'),
  bidBuffer: decimal('Always 0', '0.00000000'),
  askBuffer: decimal('Always 0', '0.00000000'),
  bidRate: decimal('Always 1', '1.00000000'),
  askRate: decimal('Always 1', '1.00000000'),
  autoExchangeBidBuffer: decimal('Always 0', '0.00000000'),
  autoExchangeAskBuffer: decimal('Always 0', '0.00000000'),
  autoExchangeBidRate: decimal('Always 1', '1.00000000'),
  autoExchangeAskRate: decimal('Always 1', '1.00000000'),
});

const ASSET_PAIR = `${COIN_NAME}USD`;
const [ONE, NONE] = ['1.00000000', '0.00000000'];

export const ASSET_INDEX = v1.openGet('/assetIndex', 1, {
  id: 'binanceAssetIndex',
  request: Type.Object({
    symbol: ifSent(textField('The pair of the coin.', { examples: ['USDTUSD'], lengthMax: 32 })),
  }),
  response: oneOrAll(ASSET_RECORD),
  summary: 'The worth of the coin',
  text: 'One coin is one dollar. An object with `symbol`, a list of one without.',
  read: ({ symbol }) => {
    if (symbol !== undefined && symbol !== ASSET_PAIR) return refusal('-1121', 'Invalid symbol.');
    return { isOne: symbol !== undefined };
  },
  format: (_nothing: undefined, { isOne }, { venueNow }) => {
    const row: Static<typeof ASSET_RECORD> = {
      symbol: ASSET_PAIR,
      time: venueNow(),
      index: ONE,
      bidBuffer: NONE,
      askBuffer: NONE,
      bidRate: ONE,
      askRate: ONE,
      autoExchangeBidBuffer: NONE,
      autoExchangeAskBuffer: NONE,
      autoExchangeBidRate: ONE,
      autoExchangeAskRate: ONE,
    };
    return isOne ? row : [row];
  },
});

const RISK_RECORD = record({
  symbol: plainSymbolText(),
  adlRisk: word(['low'], 'Always low: the insurance fund comes first'),
  updateTime: moment('When it was taken'),
});

export const SYMBOL_ADL_RISK = v1.openGet('/symbolAdlRisk', 1, {
  id: 'binanceSymbolAdlRisk',
  ...ANY_CONTRACT,
  response: oneOrAll(RISK_RECORD),
  summary: 'How near deleveraging is',
  text: 'An object with `symbol`, a list of all without.',
  format: (contracts: readonly Contract[], asked, { venueNow }) =>
    formatOneOrAll(
      (contract: Contract): Static<typeof RISK_RECORD> => ({
        symbol: symbolOf(contract),
        adlRisk: 'low',
        updateTime: venueNow(),
      }),
    )(contracts, asked),
});

const FUND_RECORD = record({
  symbols: list(plainSymbolText()),
  assets: records({
    asset: coin(),
    marginBalance: decimal('What the fund holds', '1000000.00000000'),
    updateTime: moment('When it last changed'),
  }),
});

const fundRecord = ({ contracts, balance, updatedAt }: FundTold): Static<typeof FUND_RECORD> => ({
  symbols: contracts.map(symbolOf),
  assets: [{ asset: COIN_NAME, marginBalance: formatMoney(balance), updateTime: updatedAt }],
});

export const INSURANCE_BALANCE = v1.openGet('/insuranceBalance', 1, {
  id: 'binanceInsuranceBalance',
  ...ANY_CONTRACT,
  response: oneOrAll(FUND_RECORD),
  summary: 'The insurance fund',
  text: 'One fund for all contracts: an object with `symbol`, a list of one without.',
  format: (fund: FundTold, asked) => formatOneOrAll(fundRecord)([fund], asked),
});

export const OPEN_INTEREST = v1.openGet('/openInterest', 1, {
  ...OPEN_INTEREST_TERMS,
  id: 'binanceOpenInterest',
});

export const CONSTITUENTS = v1.openGet('/constituents', 2, {
  id: 'binanceConstituents',
  ...ONE_CONTRACT,
  response: record({
    symbol: plainSymbolText(),
    time: moment('When it was taken'),
    constituents: records({
      exchange: text('Where the price comes from', 'Perpetua'),
      symbol: plainSymbolText(),
      price: decimal('The price', '90797.16100000'),
      weight: decimal('Its part of the index', '1'),
    }),
  }),
  summary: 'What the index is made of',
  text: 'The one feed of the venue.',
  format: ({ index, at }: PricesTold, { contract }) => ({
    symbol: symbolOf(contract),
    time: at,
    constituents: [
      {
        exchange: 'Perpetua',
        symbol: symbolOf(contract),
        price: longFinePrice(contract, index),
        weight: '1',
      },
    ],
  }),
});

const none = <const Id extends string>(id: Id, summary: string) => ({
  id,
  response: records({}),
  summary,
  text: 'Programs ask for it when they load markets.',
  format: () => [],
});

export const WALLET_COINS = walletV1.openGet(
  '/capital/config/getall',
  10,
  none('binanceWalletCoins', 'Networks of coins: none'),
);
export const MARGIN_PAIRS = walletV1.openGet(
  '/margin/allPairs',
  1,
  none('binanceMarginPairs', 'Pairs of margin trading: none'),
);
export const ISOLATED_PAIRS = walletV1.openGet(
  '/margin/isolated/allPairs',
  1,
  none('binanceIsolatedPairs', 'Isolated pairs: none'),
);

export const SYSTEM_STATUS = walletV1.openGet('/system/status', 1, {
  id: 'binanceSystemStatus',
  response: record({
    status: integer('0: it works', 0),
    msg: word(['normal'], 'Always normal'),
  }),
  summary: 'Whether the venue works',
  text: 'It answers, so it does.',
  format: () => ({ status: 0, msg: 'normal' }) as const,
});

export const COIN_MARGINED = coinMarginedV1.openGet('/exchangeInfo', 1, {
  id: 'binanceCoinMargined',
  response: record({ symbols: records({}) }),
  summary: 'Contracts margined in the base coin: none',
  text: 'Programs ask for it when they load markets.',
  format: () => ({ symbols: [] }),
});

export const INDEX_INFO = v1.openGet('/indexInfo', 1, {
  id: 'binanceIndexInfo',
  ...ANY_CONTRACT,
  response: records({}),
  summary: 'Composite indexes: none',
  text: 'An empty list.',
  format: () => [],
});

export const ALL_FORCE_ORDERS = v1.openGet('/allForceOrders', 20, {
  id: 'binanceAllForceOrders',
  ...ANY_CONTRACT,
  response: records({}),
  summary: 'Liquidations of everybody: not told',
  text: 'An empty list: the sockets tell them.',
  format: () => [],
});

export const TRADING_SCHEDULE = v1.openGet('/tradingSchedule', 5, {
  id: 'binanceTradingSchedule',
  response: record({ updateTime: moment('Now'), marketSchedules: record({}) }),
  summary: 'Trading hours: always',
  text: 'No contract here has hours of its own.',
  format: (_nothing: undefined, _asked, { venueNow }) => ({
    updateTime: venueNow(),
    marketSchedules: {},
  }),
});
