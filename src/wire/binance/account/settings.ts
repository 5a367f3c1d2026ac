/** The settings of an account and of its contracts, and what they cost. */

import { type Static, Type } from 'typebox';
import type { AccountTerms } from '../../../domain/account.ts';
import type { Contract } from '../../../domain/contract.ts';
import { notionalMaxAt } from '../../../domain/margin.ts';
import { NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { feeRatesOf } from '../../account-figures.ts';
import { ANY_CONTRACT, marginType, ONE_CONTRACT, plainSymbolText } from '../../contract-query.ts';
import { type DeskReading, rowLeverage, type StandingReading } from '../../desk-rows.ts';
import { wholeCoins } from '../../price-text.ts';
import { formatPpm, formatShort } from '../../quantity.ts';
import { decimal, flag, integer, list, moment, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { ORDER_LIMITS, RATE_LIMIT, v1, walletV1 } from '../endpoint.ts';

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

interface ContractFees {
  readonly terms: AccountTerms;
  readonly contracts: readonly Contract[];
}

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
