/** The wallet, what may be withdrawn, fees, and what the account and its key are. */

import { Type } from 'typebox';
import { divideHalfEven } from '../../../domain/money.ts';
import { type Money, NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { type ContractFees, feeRatesOf } from '../../account-figures.ts';
import { moneyText } from '../../amount-text.ts';
import { type StandingReading, totalsOf } from '../../desk-rows.ts';
import { readEverything } from '../../endpoint.ts';
import { codeField, ifSent, textField } from '../../field.ts';
import { formatDecimal, formatPpm } from '../../quantity.ts';
import { flag, integer, list, record, records } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import { anyCategory, symbolOrAll, texts, v5 } from '../endpoint.ts';
import { type GuardTold, secondsOf } from './settings.ts';

const COIN = {
  ...texts('coin', 'equity', 'usdValue', 'walletBalance', 'locked', 'spotHedgingQty'),
  ...texts('borrowAmount', 'accruedInterest', 'totalOrderIM', 'totalPositionIM'),
  ...texts('totalPositionMM', 'unrealisedPnl', 'cumRealisedPnl', 'bonus', 'spotBorrow', 'colRes'),
  ...texts('free', 'availableToWithdraw', 'availableToBorrow'),
  marginCollateral: flag('Always true'),
  collateralSwitch: flag('Always true'),
};

export const WALLET = {
  ...texts('accountType', 'accountIMRate', 'accountMMRate', 'totalEquity', 'totalWalletBalance'),
  ...texts('totalMarginBalance', 'totalAvailableBalance', 'totalPerpUPL', 'totalInitialMargin'),
  ...texts('totalMaintenanceMargin', 'accountIMRateByMp', 'accountMMRateByMp'),
  ...texts('totalInitialMarginByMp', 'totalMaintenanceMarginByMp', 'accountLTV'),
  coin: records(COIN),
};

const RATE_DECIMALS = 4;

const rateText = (part: Money, whole: Money): string =>
  whole <= NO_MONEY
    ? '0'
    : formatDecimal(divideHalfEven(toBigInt(part) * 10_000n, toBigInt(whole)), RATE_DECIMALS);

/** What has been realised, fees and funding included; deposits apart. */
export interface WalletTold extends StandingReading {
  readonly realised: Money;
}

export function walletRow(standing: WalletTold) {
  const totals = totalsOf(standing);
  const equity = moneyText(totals.marginBalance);
  const wallet = moneyText(totals.wallet);
  const [initial, maintenance] = [moneyText(totals.initial), moneyText(totals.maintenance)];
  const initialRate = rateText(totals.initial, totals.marginBalance);
  const maintenanceRate = rateText(totals.maintenance, totals.marginBalance);
  const withdrawable = totals.withdrawable < totals.wallet ? totals.withdrawable : totals.wallet;
  return {
    accountType: 'UNIFIED',
    accountIMRate: initialRate,
    accountMMRate: maintenanceRate,
    totalEquity: equity,
    totalWalletBalance: wallet,
    totalMarginBalance: equity,
    totalAvailableBalance: moneyText(totals.available),
    totalPerpUPL: moneyText(totals.pnl),
    totalInitialMargin: initial,
    totalMaintenanceMargin: maintenance,
    accountIMRateByMp: initialRate,
    accountMMRateByMp: maintenanceRate,
    totalInitialMarginByMp: initial,
    totalMaintenanceMarginByMp: maintenance,
    accountLTV: '0',
    coin: [
      {
        coin: COIN_NAME,
        equity,
        usdValue: equity,
        walletBalance: wallet,
        locked: '0',
        spotHedgingQty: '0',
        borrowAmount: '0',
        accruedInterest: '0',
        totalOrderIM: moneyText(totals.orderMargin),
        totalPositionIM: moneyText(totals.positionMargin),
        totalPositionMM: maintenance,
        unrealisedPnl: moneyText(totals.pnl),
        cumRealisedPnl: moneyText(standing.realised),
        bonus: '0',
        spotBorrow: '0',
        colRes: '0',
        free: '',
        availableToWithdraw: moneyText(withdrawable),
        availableToBorrow: '',
        marginCollateral: true,
        collateralSwitch: true,
      },
    ],
  };
}

export const WALLET_BALANCE = v5.ownGet('/account/wallet-balance', [1, 0], {
  id: 'bybitWalletBalance',
  request: Type.Object({
    accountType: codeField(['UNIFIED'], 'Always UNIFIED.', 'UNIFIED'),
    coin: ifSent(textField('The coin.', { lengthMax: 100, examples: ['USDT'] })),
  }),
  response: record({ list: records(WALLET) }),
  summary: 'Money and margins',
  text: 'One unified account with one coin.',
  read: readEverything,
  format: (standing: WalletTold) => ({ list: [walletRow(standing)] }),
});

export const WITHDRAWAL = v5.ownGet('/account/withdrawal', [1, 0], {
  id: 'bybitWithdrawal',
  request: Type.Object({
    coinName: textField('The coin.', { lengthMax: 20, examples: ['USDT'] }),
  }),
  response: record({
    ...texts('availableWithdrawal'),
    availableWithdrawalMap: Type.Record(Type.String(), Type.String()),
  }),
  summary: 'What is free',
  text: 'Only the operator moves money out; this is what positions and orders leave.',
  read: ({ coinName }) => ({ contract: null, coinName }),
  format: (standing: StandingReading, { coinName }) => {
    const free = coinName === COIN_NAME ? moneyText(totalsOf(standing).withdrawable) : '0';
    return { availableWithdrawal: free, availableWithdrawalMap: { [coinName]: free } };
  },
});

export const FEE_RATE = v5.ownGet('/account/fee-rate', [1, 0], {
  id: 'bybitFeeRate',
  request: Type.Object({ category: ifSent(anyCategory()), symbol: symbolOrAll() }),
  response: record({
    ...texts('category'),
    list: records(texts('symbol', 'takerFeeRate', 'makerFeeRate')),
  }),
  summary: 'Fee rates',
  text: 'The rates of the account if it has its own, otherwise those of the contract.',
  read: ({ category = 'linear', symbol }) => ({ contract: symbol ?? null, category }),
  format: ({ terms, contracts }: ContractFees, { category }) => {
    const rows = (category === 'linear' ? contracts : []).map((contract) => {
      const { maker, taker } = feeRatesOf(terms, contract);
      return {
        symbol: symbolOf(contract),
        takerFeeRate: formatPpm(taker),
        makerFeeRate: formatPpm(maker),
      };
    });
    return { category, list: rows };
  },
});

export const ACCOUNT_INFO = v5.ownGet('/account/info', [1, 0], {
  id: 'bybitAccountInfo',
  response: record({
    ...texts('marginMode', 'spotHedgingStatus', 'updatedTime', 'dcpStatus'),
    unifiedMarginStatus: integer('Always 6: a unified account 2.0', 6),
    isMasterTrader: flag('Always false'),
    timeWindow: integer('Seconds until orders go after a lost connection', 0),
    smpGroup: integer('Always 0', 0),
  }),
  summary: 'What kind of account it is',
  text: '`marginMode` is ISOLATED_MARGIN if every contract is isolated.',
  format: ({ desks, updatedAt, guard }: StandingReading & GuardTold) => ({
    marginMode: desks.every(({ settings }) => settings.marginMode === 'isolated')
      ? 'ISOLATED_MARGIN'
      : 'REGULAR_MARGIN',
    spotHedgingStatus: 'OFF',
    updatedTime: String(updatedAt),
    dcpStatus: guard === undefined ? 'OFF' : 'ON',
    unifiedMarginStatus: 6,
    isMasterTrader: false,
    timeWindow: secondsOf({ guard }),
    smpGroup: 0,
  }),
});

/** The key of a call, and what it may do. */
export interface KeyTold {
  readonly name: string;
  readonly account: number;
  readonly mayTrade: boolean;
  /** In PEM; empty for a key that signs by its secret. */
  readonly rsaPublicKey: string;
  readonly addresses: readonly string[];
  readonly createdAt: string;
  readonly expiresAt: string;
}

const KEY_INFO = {
  ...texts('id', 'note', 'apiKey', 'secret', 'expiredAt', 'createdAt', 'vipLevel'),
  ...texts('mktMakerLevel', 'rsaPublicKey', 'parentUid', 'kycLevel', 'kycRegion'),
  readOnly: integer('1 if it may only read', 0),
  permissions: Type.Record(Type.String(), list(Type.String())),
  ips: list(Type.String()),
  type: integer('Always 1', 1),
  deadlineDay: integer('Days until it ends', 0),
  unified: integer('Always 0', 0),
  uta: integer('Always 1: a unified account', 1),
  userID: integer('The account', 1_001),
  inviterID: integer('Always 0', 0),
  affiliateID: integer('Always 0', 0),
  isMaster: flag('Always true'),
};

export const KEY_INFORMATION = v5.ownGet('/user/query-api', [1, 0], {
  id: 'bybitKeyInformation',
  response: record(KEY_INFO),
  summary: 'What the key may do',
  text: 'Clients ask it before their first private call.',
  format: (key: KeyTold) => ({
    id: String(key.account),
    note: '',
    apiKey: key.name,
    secret: '',
    expiredAt: key.expiresAt,
    createdAt: key.createdAt,
    vipLevel: 'No VIP',
    mktMakerLevel: '0',
    rsaPublicKey: key.rsaPublicKey,
    parentUid: '0',
    kycLevel: 'LEVEL_DEFAULT',
    kycRegion: '',
    readOnly: key.mayTrade ? 0 : 1,
    permissions: {
      ContractTrade: ['Order', 'Position'],
      Spot: [],
      Wallet: [],
      Options: [],
      Derivatives: ['DerivativesTrade'],
      CopyTrading: [],
      BlockTrade: [],
      Exchange: [],
      NFT: [],
      Affiliate: [],
      Earn: [],
    },
    ips: key.addresses.length === 0 ? ['*'] : [...key.addresses],
    type: 1,
    deadlineDay: 0,
    unified: 0,
    uta: 1,
    userID: key.account,
    inviterID: 0,
    affiliateID: 0,
    isMaster: true,
  }),
});
