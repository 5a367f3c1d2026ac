/** Reads of an account: its money and positions, its fees, its role and its agents. */
import { type Static, Type } from 'typebox';
import type { Contract } from '../../domain/contract.ts';
import { divideHalfEven } from '../../domain/money.ts';
import {
  type Millis,
  type Money,
  money,
  NO_MONEY,
  NO_TICKS,
  type Ppm,
  toBigInt,
} from '../../domain/units.ts';
import { type ContractFees, feeRatesOf } from '../account-figures.ts';
import { averageText } from '../amount-text.ts';
import {
  costsOf,
  type DeskRow,
  rowLiquidation,
  rowsInUse,
  type StandingReading,
  sum,
} from '../desk-rows.ts';
import { formatDecimal } from '../quantity.ts';
import {
  decimal,
  integer,
  list,
  moment,
  nullable,
  record,
  records,
  text,
  word,
} from '../record-field.ts';
import { addressField, coinField, coinOf, info, USER_FORM } from './endpoint.ts';
import { bareAnswer, figure, moneyFigure, priceFigure, rateFigure, signedSize } from './figure.ts';

const SUMMARY = record({
  accountValue: decimal('Cash and unrealised results', '10001.0'),
  totalNtlPos: decimal('Value of all positions', '901.0'),
  totalRawUsd: decimal('Value of the account less that of its positions', '9100.0'),
  totalMarginUsed: decimal('Margin of positions', '45.05'),
});

const LEVERAGE = record({
  type: word(['cross', 'isolated'], 'How its margin is kept'),
  value: integer('Times', 20),
  rawUsd: Type.Optional(decimal('Of an isolated position: its margin less its value', '-800.0')),
});

const POSITION = record({
  type: word(['oneWay'], 'Always oneWay'),
  position: record({
    coin: text('The coin', 'BTC'),
    szi: decimal('Size; negative for a short', '0.01'),
    leverage: LEVERAGE,
    entryPx: decimal('Average entry', '90000.0'),
    positionValue: decimal('Value at the mark', '901.0'),
    unrealizedPnl: decimal('Unrealised result', '1.0'),
    returnOnEquity: decimal('The same by the margin at entry', '0.0222'),
    liquidationPx: nullable(decimal('The mark at which it is liquidated', '82000.0')),
    marginUsed: decimal('Its margin; if isolated, with its result', '45.05'),
    maxLeverage: integer('Highest leverage', 400),
    cumFunding: record({
      allTime: decimal('Funding paid', '0.0'),
      sinceOpen: decimal('The same since it was opened', '0.0'),
      sinceChange: decimal('The same of what is open', '0.0'),
    }),
  }),
});

export const CLEARINGHOUSE = record({
  marginSummary: SUMMARY,
  crossMarginSummary: SUMMARY,
  crossMaintenanceMarginUsed: decimal('Maintenance margin', '0.901'),
  withdrawable: decimal('Free collateral', '9955.95'),
  assetPositions: list(POSITION),
  time: moment('Now, by the clock of the venue'),
});
type Clearinghouse = Static<typeof CLEARINGHOUSE>;

const absolute = (amount: Money): Money => money(absoluteOf(toBigInt(amount)));

const minus = (one: Money, ...others: readonly Money[]): Money =>
  money(others.reduce((left, each) => left - toBigInt(each), toBigInt(one)));

/** The margin that a row uses, as this dialect means it. */
const marginOf = ({ marginMode, positionMargin, isolatedWallet, pnl }: DeskRow): Money =>
  marginMode === 'cross' ? positionMargin : money(toBigInt(isolatedWallet) + toBigInt(pnl));

const summaryOf = (value: Money, rows: readonly DeskRow[]) => ({
  accountValue: moneyFigure(value),
  totalNtlPos: moneyFigure(sum(rows.map(({ notional }) => absolute(notional)))),
  totalRawUsd: moneyFigure(minus(value, ...rows.map(({ notional }) => notional))),
  totalMarginUsed: moneyFigure(sum(rows.map(marginOf))),
});

/** The rows of a contract as one: a hedge shows its difference. */
function positionOf(rows: readonly DeskRow[]): Clearinghouse['assetPositions'] {
  const [row] = [...rows].sort((one, other) =>
    Number(absoluteOf(other.size) - absoluteOf(one.size)),
  );
  const size = rows.reduce((total, each) => total + each.size, 0n);
  if (row === undefined || row.held === null || size === 0n) return [];
  const { contract, leverage, marginMode, held } = row;
  const { entry, size: lots } = costsOf(row);
  const pnl = sum(rows.map((each) => each.pnl));
  const notional = sum(rows.map((each) => each.notional));
  const margin = sum(rows.map(marginOf));
  const liquidation = rowLiquidation(row);
  const funding = moneyFigure(held.position.cumFunding);
  return [
    {
      type: 'oneWay',
      position: {
        coin: coinOf(contract),
        szi: signedSize(contract, size),
        leverage: {
          type: marginMode,
          value: leverage,
          ...(marginMode === 'isolated' ? { rawUsd: moneyFigure(minus(margin, notional)) } : {}),
        },
        entryPx: figure(averageText(contract, money(entry), lots)),
        positionValue: moneyFigure(absolute(notional)),
        unrealizedPnl: moneyFigure(pnl),
        returnOnEquity: rateFigure(
          divideHalfEven(toBigInt(pnl) * BigInt(leverage) * 100_000_000n, entry),
        ),
        liquidationPx: liquidation === NO_TICKS ? null : priceFigure(contract, liquidation),
        marginUsed: moneyFigure(margin),
        maxLeverage: contract.leverageMax,
        cumFunding: {
          allTime: funding,
          sinceOpen: funding,
          sinceChange: moneyFigure(held.position.fundingFee),
        },
      },
    },
  ];
}

const absoluteOf = (size: bigint): bigint => (size < 0n ? -size : size);

export interface StandingAt extends StandingReading {
  readonly at: Millis;
}

export function clearinghouseOf(standing: StandingAt): Clearinghouse {
  const rows = rowsInUse(standing).filter(({ held }) => held !== null);
  const cross = rows.filter(({ marginMode }) => marginMode === 'cross');
  const isolated = rows.filter(({ marginMode }) => marginMode === 'isolated');
  const { equity, available } = standing;
  const contracts = new Set(rows.map(({ contract }) => contract));
  return {
    marginSummary: summaryOf(equity, rows),
    crossMarginSummary: summaryOf(minus(equity, ...isolated.map(marginOf)), cross),
    crossMaintenanceMarginUsed: moneyFigure(sum(cross.map(({ maintenance }) => maintenance))),
    withdrawable: moneyFigure(available > NO_MONEY ? available : NO_MONEY),
    assetPositions: [...contracts].flatMap((contract) =>
      positionOf(rows.filter((row) => row.contract === contract)),
    ),
    time: standing.at,
  };
}

const NOTHING = summaryOf(NO_MONEY, []);

export const emptyClearinghouse = (time: Millis): Clearinghouse => ({
  marginSummary: NOTHING,
  crossMarginSummary: NOTHING,
  crossMaintenanceMarginUsed: '0.0',
  withdrawable: '0.0',
  assetPositions: [],
  time,
});

export const CLEARINGHOUSE_STATE = info.keyPost('/clearinghouseState', [2, 0], {
  id: 'hyperliquidClearinghouseState',
  request: USER_FORM,
  response: CLEARINGHOUSE,
  summary: 'Money and positions',
  text: 'Of an address that nobody has, zeros. A flat coin has no row.',
  nobody: emptyClearinghouse,
  read: () => ({ contract: null }),
  format: (standing: StandingAt) => clearinghouseOf(standing),
});

const rateText = (rate: Ppm): string => figure(formatDecimal(BigInt(rate), 6));

const NO_RATES = { cross: '0.0', add: '0.0' };

const feesOf = ({ cross, add }: typeof NO_RATES) => ({
  dailyUserVlm: [],
  feeSchedule: {
    cross,
    add,
    spotCross: '0.0',
    spotAdd: '0.0',
    tiers: { vip: [], mm: [] },
    referralDiscount: '0.0',
    stakingDiscountTiers: [],
  },
  userCrossRate: cross,
  userAddRate: add,
  userSpotCrossRate: '0.0',
  userSpotAddRate: '0.0',
  activeReferralDiscount: '0.0',
  trial: null,
  feeTrialEscrow: '0.0',
  nextTrialAvailableTimestamp: null,
  stakingLink: null,
  activeStakingDiscount: { bpsOfMaxSupply: '0.0', discount: '0.0' },
});

export const USER_FEES = info.keyPost('/userFees', [20, 0], {
  id: 'hyperliquidUserFees',
  request: USER_FORM,
  response: Type.Unsafe<ReturnType<typeof feesOf>>({ type: 'object' }),
  summary: 'Fee rates',
  text: '`userCrossRate` is for takers, `userAddRate` for makers, of the first contract.',
  nobody: () => feesOf(NO_RATES),
  read: () => ({ contract: null }),
  format: ({ terms, contracts: [first] }: ContractFees) => {
    if (first === undefined) return feesOf(NO_RATES);
    const { taker, maker } = feeRatesOf(terms, first);
    return feesOf({ cross: rateText(taker), add: rateText(maker) });
  },
});

/** Who an address is: an account, an agent of one, or nobody. */
export interface RoleTold {
  /** The address that approved the agent; null for an account itself. */
  readonly master: string | null;
}

export const USER_ROLE = info.keyPost('/userRole', [60, 0], {
  id: 'hyperliquidUserRole',
  request: USER_FORM,
  response: Type.Unsafe<object>({ type: 'object' }),
  summary: 'What an address is',
  text: 'An account, an agent, or missing.',
  nobody: () => ({ role: 'missing' }),
  read: () => undefined,
  format: ({ master }: RoleTold) =>
    master === null ? { role: 'user' } : { role: 'agent', data: { user: master } },
});

export interface AgentTold {
  readonly address: string;
  readonly name: string;
  readonly validUntil: Millis | null;
}

export const EXTRA_AGENTS = info.keyPost('/extraAgents', [20, 0], {
  id: 'hyperliquidExtraAgents',
  request: USER_FORM,
  response: records({
    address: text('Of the agent', '0x5e9e…'),
    name: text('As it was approved', 'bot'),
    validUntil: nullable(moment('When it ends')),
  }),
  summary: 'Named agents',
  text: 'Those that may sign for the account.',
  nobody: () => [],
  read: () => undefined,
  format: (agents: readonly AgentTold[]) =>
    agents.map(({ address, name, validUntil }) => ({ address, name, validUntil })),
});

export const RATE_LIMIT = info.keyPost('/userRateLimit', [20, 0], {
  id: 'hyperliquidUserRateLimit',
  request: USER_FORM,
  response: Type.Unsafe<object>({ type: 'object' }),
  summary: 'Actions left',
  text: 'Actions are not counted here.',
  nobody: () => LIMITS,
  read: () => undefined,
  format: () => LIMITS,
});

const LIMITS = { cumVlm: '0.0', nRequestsUsed: 0, nRequestsCap: 10_000, nRequestsSurplus: 0 };

const PERIODS = ['day', 'week', 'month', 'allTime'];
const portfolioOf = (at: Millis, value: string) =>
  PERIODS.flatMap((period) => [period, `perp${period[0]?.toUpperCase()}${period.slice(1)}`]).map(
    (period) => [period, { accountValueHistory: [[at, value]], pnlHistory: [], vlm: '0.0' }],
  );

export const PORTFOLIO = info.keyPost('/portfolio', [20, 0], {
  id: 'hyperliquidPortfolio',
  request: USER_FORM,
  response: list(Type.Unknown()),
  summary: 'The value of the account',
  text: 'Only as it stands now.',
  nobody: (at) => portfolioOf(at, '0.0'),
  read: () => ({ contract: null }),
  format: ({ at, equity }: StandingAt) => portfolioOf(at, moneyFigure(equity)),
});

const ASSET_FORM = Type.Object({ user: addressField(), coin: coinField() });

export const ACTIVE_ASSET = info.keyPost('/activeAssetData', [20, 0], {
  id: 'hyperliquidActiveAssetData',
  request: ASSET_FORM,
  response: Type.Unsafe<object>({ type: 'object' }),
  summary: 'What may still be traded of a coin',
  text: 'At the leverage of the account, without fees.',
  nobody: () => bareAnswer(null),
  read: ({ user, coin: contract }) => ({ user, contract }),
  format: (standing: StandingAt, { user, contract }) => assetOf(standing, user, contract),
});

export function assetOf({ desks, available }: StandingReading, user: string, contract: Contract) {
  const desk = desks.find((each) => each.contract === contract);
  const settings = desk?.settings;
  const type = settings?.marginMode ?? 'cross';
  const value = (type === 'cross' ? settings?.crossLeverage : settings?.longLeverage) ?? 1;
  const free = available > NO_MONEY ? toBigInt(available) : 0n;
  const mark = desk?.mark ?? NO_TICKS;
  const perLot = toBigInt(contract.tickLotValue) * BigInt(mark);
  const lots = perLot === 0n ? 0n : (free * BigInt(value)) / perLot;
  const most = signedSize(contract, lots);
  const worth = moneyFigure(money(free * BigInt(value)));
  return {
    user: user.toLowerCase(),
    coin: coinOf(contract),
    leverage: { type, value },
    maxTradeSzs: [most, most],
    availableToTrade: [worth, worth],
    markPx: priceFigure(contract, mark),
  };
}
