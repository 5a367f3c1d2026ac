/** The settings of an account and of its contracts, what they cost, and changes of them. */

import { type Static, Type } from 'typebox';
import type { AccountTerms } from '../../../domain/account.ts';
import type { SetLeverage, SetMarginMode, SetPositionMode } from '../../../domain/command.ts';
import type { Contract } from '../../../domain/contract.ts';
import { type DeskSettings, type MarginMode, notionalMaxAt } from '../../../domain/margin.ts';
import { NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { type ContractFees, feeRatesOf } from '../../account-figures.ts';
import { wholeCoins } from '../../amount-text.ts';
import {
  ANY_CONTRACT,
  marginType,
  ONE_CONTRACT,
  plainContractField,
  plainSymbolText,
} from '../../contract-query.ts';
import { type DeskReading, rowLeverage, type StandingReading } from '../../desk-rows.ts';
import type { WireError } from '../../errors.ts';
import { flagField, meaningField, wholeField } from '../../field.ts';
import { formatPpm, formatShort } from '../../quantity.ts';
import {
  decimal,
  flag,
  integer,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { ORDER_LIMITS, RATE_LIMIT, v1, walletV1 } from '../endpoint.ts';
import { blamedAs, refusal } from '../errors.ts';

export const ACCOUNT_CONFIG = v1.ownGet('/accountConfig', [5, 0], {
  id: 'binanceAccountConfig',
  response: record({
    feeTier: integer('Always 0', 0),
    canTrade: flag('Whether the key may trade, and the account'),
    canDeposit: flag('Always false: the operator deposits'),
    canWithdraw: flag('Always false'),
    dualSidePosition: flag('Whether long and short may be held at once: hedge mode'),
    updateTime: moment('When its money last moved'),
    multiAssetsMargin: flag('Always false'),
    tradeGroupId: integer('Always -1', -1),
  }),
  summary: 'What the key and the account may do',
  text: 'Only the operator moves money in or out.',
  format: ({ mayTrade, mode, updatedAt }: StandingReading) => ({
    feeTier: 0,
    canTrade: mayTrade,
    canDeposit: false,
    canWithdraw: false,
    dualSidePosition: mode === 'hedge',
    updateTime: updatedAt,
    multiAssetsMargin: false,
    tradeGroupId: -1,
  }),
});

const SYMBOL_RECORD = record({
  symbol: plainSymbolText(),
  marginType: marginType(),
  isAutoAddMargin: flag('Whether a position draws missing margin from the wallet'),
  leverage: integer('Leverage', 20),
  maxNotionalValue: decimal('Largest value at this leverage', '20000000'),
});

function symbolRecord({ contract, settings, held }: DeskReading): Static<typeof SYMBOL_RECORD> {
  const leverage = rowLeverage(settings, 'BOTH');
  return {
    symbol: symbolOf(contract),
    marginType: settings.marginMode === 'cross' ? 'CROSSED' : 'ISOLATED',
    isAutoAddMargin: held.some(({ autoTopUp }) => autoTopUp),
    leverage,
    maxNotionalValue: wholeCoins(notionalMaxAt(contract, leverage)),
  };
}

export const SYMBOL_CONFIG = v1.ownGet('/symbolConfig', [5, 0], {
  id: 'binanceSymbolConfig',
  ...ANY_CONTRACT,
  response: list(SYMBOL_RECORD),
  summary: 'Margin mode and leverage by contract',
  text: 'Always a list, even of one.',
  format: ({ desks }: StandingReading) => desks.map(symbolRecord),
});

export const COMMISSION_RATE = v1.ownGet('/commissionRate', [20, 0], {
  id: 'binanceCommissionRate',
  ...ONE_CONTRACT,
  response: record({
    symbol: plainSymbolText(),
    makerCommissionRate: decimal('Maker fee rate', '0.0002'),
    takerCommissionRate: decimal('Taker fee rate', '0.0008'),
    rpiCommissionRate: decimal('The same as of makers', '0.0002'),
  }),
  summary: 'Fee rates at a contract',
  text: 'The rates of the account if it has its own, otherwise those of the contract.',
  format: (terms: AccountTerms, { contract }) => {
    const { maker, taker } = feeRatesOf(terms, contract);
    return {
      symbol: symbolOf(contract),
      makerCommissionRate: formatPpm(maker),
      takerCommissionRate: formatPpm(taker),
      rpiCommissionRate: formatPpm(maker),
    };
  },
});

/** ccxt asks here for the fees of a market that it does not take for futures. */
export const TRADE_FEE = walletV1.ownGet('/asset/tradeFee', [1, 0], {
  id: 'binanceTradeFee',
  ...ANY_CONTRACT,
  response: records({
    symbol: plainSymbolText(),
    makerCommission: decimal('Rate of a maker', '0.000200'),
    takerCommission: decimal('Rate of a taker', '0.000600'),
  }),
  summary: 'Fee rates at one contract or at all',
  text: 'The rates of `commissionRate`, always as a list.',
  format: ({ terms, contracts }: ContractFees) =>
    contracts.map((contract) => {
      const { maker, taker } = feeRatesOf(terms, contract);
      return {
        symbol: symbolOf(contract),
        makerCommission: formatPpm(maker),
        takerCommission: formatPpm(taker),
      };
    }),
});

/** A JSON number that may have a fraction. */
const number = (description: string, example: number) =>
  Type.Number({ description, examples: [example] });

const BRACKET_RECORD = record({
  symbol: plainSymbolText(),
  notionalCoef: number('Always 1', 1),
  brackets: records({
    bracket: integer('Its place, from 1', 1),
    initialLeverage: integer('Highest leverage', 400),
    notionalCap: number('Value up to which it holds', 50_000),
    notionalFloor: number('Value above which it holds', 0),
    maintMarginRatio: number('Maintenance margin as a fraction of the value', 0.001),
    cum: number('Taken off the maintenance margin', 0),
  }),
});

const coins = (amount: bigint): number => Number(formatShort(amount, 8));

export const bracketRecord = (contract: Contract): Static<typeof BRACKET_RECORD> => ({
  symbol: symbolOf(contract),
  notionalCoef: 1,
  brackets: contract.tiers.map((tier, place) => ({
    bracket: place + 1,
    initialLeverage: tier.leverageMax,
    notionalCap: coins(toBigInt(tier.notionalMax)),
    notionalFloor: coins(toBigInt(contract.tiers[place - 1]?.notionalMax ?? NO_MONEY)),
    maintMarginRatio: Number(formatPpm(tier.maintenanceRate)),
    cum: coins(toBigInt(tier.maintenanceDeduction)),
  })),
});

export const LEVERAGE_BRACKET = v1.ownGet('/leverageBracket', [1, 0], {
  id: 'binanceLeverageBracket',
  ...ANY_CONTRACT,
  response: list(BRACKET_RECORD),
  summary: 'Margin tiers',
  text: 'Always a list, even of one. All figures are JSON numbers.',
  format: (contracts: readonly Contract[]) => contracts.map(bracketRecord),
});

export const ORDER_RATE = v1.ownGet('/rateLimit/order', [1, 0], {
  id: 'binanceOrderRate',
  response: list(RATE_LIMIT),
  summary: 'Budgets of orders',
  text: 'The same for every account.',
  format: () => [...ORDER_LIMITS],
});

export const TRADING_STATUS = v1.ownGet('/apiTradingStatus', [1, 0], {
  id: 'binanceTradingStatus',
  ...ANY_CONTRACT,
  response: record({ indicators: record({}), updateTime: moment('Now') }),
  summary: 'Limits that came of bad trading: none',
  text: 'There are no such limits here.',
  format: (_nothing: undefined, _asked, { venueNow }) => ({
    indicators: {},
    updateTime: venueNow(),
  }),
});

const DONE_RECORD = record({
  code: integer('Always 200', 200),
  msg: word(['success'], 'Always success'),
});

const formatDone = (): Static<typeof DONE_RECORD> => ({ code: 200, msg: 'success' });

const DONE = { response: DONE_RECORD, format: formatDone };

export const LEVERAGE = v1.ownPost('/leverage', [1, 0], {
  id: 'binanceLeverage',
  request: Type.Object({
    symbol: plainContractField(),
    leverage: wholeField('A whole number.', 20, 'leverage'),
  }),
  response: record({
    symbol: plainSymbolText(),
    leverage: integer('The leverage of both sides', 20),
    maxNotionalValue: decimal('Largest value at this leverage', '20000000'),
  }),
  summary: 'Set leverage',
  text: 'For both sides and either margin type. Refused while orders are open at the contract.',
  blame: blamedAs({ 'margin-insufficient': '-2028', 'isolated-margin-too-thin': '-2028' }),
  read: (asked, caller): SetLeverage | WireError => {
    const { id: contract } = asked.symbol;
    const sides = { longLeverage: asked.leverage, shortLeverage: asked.leverage };
    const marginMode = caller.marginModeOf(contract);
    return { kind: 'set-leverage', account: caller.account, contract, marginMode, ...sides };
  },
  format: (settings: DeskSettings) => {
    const leverage = rowLeverage(settings, 'BOTH');
    return {
      symbol: symbolOf(settings.contract),
      leverage,
      maxNotionalValue: wholeCoins(notionalMaxAt(settings.contract, leverage)),
    };
  },
});

export const MARGIN_TYPE = v1.ownPost('/marginType', [1, 0], {
  id: 'binanceMarginType',
  request: Type.Object({
    symbol: plainContractField(),
    marginType: meaningField<MarginMode>(
      { ISOLATED: 'isolated', CROSSED: 'cross' },
      'The margin type.',
      'CROSSED',
    ),
  }),
  ...DONE,
  summary: 'Set the margin type of a contract',
  text:
    'The leverage stays. Refused while there are positions or orders on the contract, ' +
    'and if it is so already.',
  read: (asked, caller): SetMarginMode | WireError => {
    const { id: contract } = asked.symbol;
    const { marginType: marginMode } = asked;
    if (marginMode === caller.marginModeOf(contract))
      return refusal('-4046', 'No need to change margin type.');
    return { kind: 'set-margin-mode', account: caller.account, contract, marginMode };
  },
});

export const POSITION_MODE = v1.ownGet('/positionSide/dual', [30, 0], {
  id: 'binancePositionMode',
  response: record({ dualSidePosition: flag('True in hedge mode, false in one-way mode') }),
  summary: 'Position mode',
  text: 'It belongs to the account and to all its contracts.',
  format: ({ mode }: StandingReading) => ({ dualSidePosition: mode === 'hedge' }),
});

export const SET_POSITION_MODE = v1.ownPost('/positionSide/dual', [1, 0], {
  id: 'binanceSetPositionMode',
  request: Type.Object({
    dualSidePosition: flagField('Whether to hedge.', true),
  }),
  ...DONE,
  summary: 'Set the position mode',
  text: 'Refused while there are positions or orders, and if it is so already.',
  read: (asked, caller): SetPositionMode => {
    const mode = asked.dualSidePosition ? 'hedge' : 'net';
    return { kind: 'set-position-mode', account: caller.account, mode };
  },
});

export const MULTI_ASSETS = v1.ownGet('/multiAssetsMargin', [30, 0], {
  id: 'binanceMultiAssets',
  response: record({ multiAssetsMargin: flag('Always false') }),
  summary: 'Whether several coins are margin: no',
  text: 'The venue has one coin.',
  format: (_nothing: undefined) => ({ multiAssetsMargin: false }),
});

export const SET_MULTI_ASSETS = v1.ownPost('/multiAssetsMargin', [1, 0], {
  id: 'binanceSetMultiAssets',
  request: Type.Object({
    multiAssetsMargin: flagField('Only false is offered.', false),
  }),
  ...DONE,
  summary: 'Several coins as margin: not offered',
  text: 'Always refused: false is so already, and true is not offered.',
  read: (asked): undefined | WireError =>
    asked.multiAssetsMargin
      ? refusal('-4167', 'Multi-Assets mode is not offered: the venue has one coin.')
      : refusal('-4171', 'No need to change Multi-Assets mode.'),
});

const BURN_RECORD = record({ feeBurn: flag('Always false') });

export const FEE_BURN = v1.ownGet('/feeBurn', [30, 0], {
  id: 'binanceFeeBurn',
  response: BURN_RECORD,
  summary: 'Whether fees are paid in another coin: no',
  text: 'The venue has one coin.',
  format: (_nothing: undefined) => ({ feeBurn: false }),
});

export const SET_FEE_BURN = v1.ownPost('/feeBurn', [1, 0], {
  id: 'binanceSetFeeBurn',
  request: Type.Object({
    feeBurn: flagField('Only false is offered.', false),
  }),
  ...DONE,
  summary: 'Fees in another coin: not offered',
  text: 'False changes nothing; true is refused.',
  read: (asked): undefined | WireError =>
    asked.feeBurn ? refusal('-1130', 'The venue has one coin.') : undefined,
});

const LISTENING_RECORD = record({
  listenKey: text('Sixty-four letters and digits', 'a1'.repeat(32)),
});

const LISTENING = '/listenKey';

const formatListening = (listenKey: string) => ({ listenKey });

export const START_LISTENING = v1.keyPost(LISTENING, [1, 0], {
  id: 'binanceListenKeyStart',
  response: LISTENING_RECORD,
  summary: 'A listen key',
  text: 'The account’s one listen key, for another hour. The key in the header is enough.',
  format: formatListening,
});

export const PROLONG_LISTENING = v1.keyPut(LISTENING, [1, 0], {
  id: 'binanceListenKeyProlong',
  response: LISTENING_RECORD,
  summary: 'Prolong the listen key',
  text: 'For another hour from now. Without one it is -1125.',
  format: formatListening,
});

export const END_LISTENING = v1.keyDelete(LISTENING, [1, 0], {
  id: 'binanceListenKeyEnd',
  response: record({}),
  summary: 'End the listen key',
  text: 'Connections that hear under it are closed.',
  format: () => ({}),
});
