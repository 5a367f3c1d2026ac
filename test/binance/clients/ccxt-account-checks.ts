/** The methods of ccxt about an account, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { type CcxtCheck, type CcxtSeat, library, opens, PAIR } from './ccxt-seat.ts';
import { BOTH_MODES, n } from './seat.ts';

const buy = (seat: CcxtSeat, amount = 0.02): Promise<Anything> =>
  seat.exchange.createOrder(PAIR, 'market', 'buy', amount, undefined, opens(seat));

async function expectBalance({ v2 }: CcxtSeat, { USDT }: Anything): Promise<void> {
  const [assets] = await v2('accountAssets');
  expect([USDT.free, USDT.total]).toEqual([n(assets.available), n(assets.equity)]);
  expect(USDT.used).toBeCloseTo(n(assets.equity) - n(assets.available), 6);
}

async function expectPositions(
  { v2 }: CcxtSeat,
  positions: Anything,
  hasEntry: boolean,
): Promise<void> {
  const held = positions.filter(({ contracts }: Anything) => contracts > 0);
  const rows = await v2('accountAllPosition');
  expect(rows.length).toBeGreaterThan(0);
  expect(
    held.map((position: Anything) => [
      ...[position.side, position.contracts, position.entryPrice?.toFixed(4)],
      ...[position.unrealizedPnl, position.marginMode],
    ]),
  ).toEqual(
    rows.map((row: Anything) => [
      ...[row.side.toLowerCase(), n(row.size)],
      hasEntry ? (n(row.open_value) / n(row.size)).toFixed(4) : undefined,
      ...[n(row.unrealizePnl), row.margin_mode === 'SHARED' ? 'cross' : 'isolated'],
    ]),
  );
}

const MONEY: readonly CcxtCheck[] = [
  {
    method: 'fetchBalance',
    shows: 'free, used and total, of a fresh account and of one that trades',
    modes: BOTH_MODES,
    run: async (seat) => {
      await expectBalance(seat, await seat.exchange.fetchBalance());
      await buy(seat);
      await expectBalance(seat, await seat.exchange.fetchBalance());
    },
  },
  {
    method: 'fetchTradingFee',
    shows: 'maker and taker rate',
    run: async ({ exchange, v2 }) => {
      const { account } = await v2('accountGetAccounts');
      const fees = account.feeSetting.find(({ symbol }: Anything) => symbol === BTC);
      const { maker, taker } = await exchange.fetchTradingFee(PAIR);
      expect([maker, taker]).toEqual([n(fees.maker_fee_rate), n(fees.taker_fee_rate)]);
    },
  },
  {
    method: 'fetchTradingFees',
    shows: 'a row for each contract',
    limit: 'has the rates of the exchange written in it, by fee tier; fetchTradingFee asks',
    run: async ({ exchange }) => expect(await exchange.fetchTradingFees()).toHaveProperty([PAIR]),
  },
  {
    method: 'fetchFundingHistory',
    shows: 'every payment of funding',
    modes: BOTH_MODES,
    isVeteran: true,
    run: async ({ exchange, v2 }) => {
      const { items } = await v2('accountBills', { businessType: 'position_funding' });
      const history = await exchange.fetchFundingHistory(PAIR);
      expect(history.map(({ amount, timestamp }: Anything) => [amount, timestamp])).toEqual(
        items.map((bill: Anything) => [n(bill.amount), bill.ctime]).reverse(),
      );
      expect(history.length).toBeGreaterThan(0);
    },
  },
  {
    method: 'fetchLedger',
    shows: 'every movement of money: deposit, result, fee and funding apart',
    modes: BOTH_MODES,
    isVeteran: true,
    run: async ({ exchange, v2 }) => {
      const { items } = await v2('accountBills', { limit: 100 });
      const ledger = await exchange.fetchLedger('USDT');
      const fees = items.filter(({ fillFee }: Anything) => n(fillFee) !== 0);
      const ofFees = ledger.filter(({ info }: Anything) => info.incomeType === 'COMMISSION');
      expect(ofFees.map(({ amount }: Anything) => amount)).toEqual(
        fees.map(({ fillFee }: Anything) => Math.abs(n(fillFee))).reverse(),
      );
      expect(ledger[0]).toMatchObject({ amount: 10_000, direction: 'in' });
    },
  },
  {
    method: 'fetchMyLiquidations',
    shows: 'none',
    run: async ({ exchange }) => expect(await exchange.fetchMyLiquidations(PAIR)).toEqual([]),
  },
];

const POSITIONS: readonly CcxtCheck[] = [
  ...[
    ['fetchPositions', {}],
    ['fetchPositions', { method: 'account' }],
    ['fetchPositionsRisk', {}],
  ].map(([method, params]) => ({
    method: 'method' in (params as object) ? `${method} {method: 'account'}` : String(method),
    shows: 'size, entry, result and margin mode of each; `account` has no entry price',
    modes: BOTH_MODES,
    run: async (seat: CcxtSeat) => {
      await buy(seat);
      const ask = seat.exchange[String(method)].bind(seat.exchange);
      const hasEntry = !('method' in (params as object));
      await expectPositions(seat, await ask([PAIR], params), hasEntry);
    },
  })),
  {
    method: 'fetchPositionADLRank',
    shows: 'a rank',
    limit: 'looks for one-way positions alone',
    isVeteran: true,
    run: async ({ exchange }) =>
      expect(await exchange.fetchPositionADLRank(PAIR)).toMatchObject({ symbol: PAIR }),
  },
  {
    method: 'fetchADLRank',
    shows: 'a risk',
    run: async ({ exchange }) =>
      expect(await exchange.fetchADLRank(PAIR)).toMatchObject({ symbol: PAIR }),
  },
];

const SETTINGS: readonly CcxtCheck[] = [
  {
    method: 'setLeverage',
    shows: 'the leverage read back in version 2; too much is an exception',
    run: async ({ exchange, v2 }) => {
      for (let time = 0; time < 2; time += 1) await exchange.setLeverage(7, PAIR);
      const settings = await v2('accountSettings', { symbol: BTC });
      expect(n(settings[BTC].cross_leverage)).toBe(7);
      expect(await exchange.fetchLeverage(PAIR)).toMatchObject({
        longLeverage: 7,
        shortLeverage: 7,
        marginMode: 'cross',
      });
    },
  },
  {
    method: 'fetchLeverage',
    shows: 'leverage and margin mode',
    run: async ({ exchange }) =>
      expect(await exchange.fetchLeverage(PAIR)).toMatchObject({ longLeverage: 20 }),
  },
  {
    method: 'fetchLeverages',
    shows: 'the leverage of every contract',
    run: async ({ exchange }) =>
      expect(Object.keys(await exchange.fetchLeverages())).toHaveLength(8),
  },
  {
    method: 'fetchLeverageTiers',
    shows: 'the tiers of every contract',
    run: async ({ exchange }) =>
      expect(Object.keys(await exchange.fetchLeverageTiers())).toHaveLength(8),
  },
  {
    method: 'fetchMarketLeverageTiers',
    shows: 'the tiers of one',
    run: async ({ exchange }) => {
      const [first] = await exchange.fetchMarketLeverageTiers(PAIR);
      expect(first).toMatchObject({ tier: 1, maxLeverage: 400, maintenanceMarginRate: 0.001 });
    },
  },
  {
    method: 'setMarginMode',
    shows: 'the margin mode read back in version 2; the same again is MarginModeAlreadySet',
    run: async ({ exchange, v2 }) => {
      await exchange.setMarginMode('isolated', PAIR);
      const { account } = await v2('accountGetAccounts');
      const setting = account.modeSetting.find(({ symbol }: Anything) => symbol === BTC);
      expect(setting.marginMode).toBe('ISOLATED');
      await expect(exchange.setMarginMode('isolated', PAIR)).rejects.toThrow(
        library.MarginModeAlreadySet,
      );
      expect(await exchange.fetchMarginMode(PAIR)).toMatchObject({ marginMode: 'isolated' });
    },
  },
  {
    method: 'fetchMarginMode',
    shows: 'the margin mode',
    run: async ({ exchange }) =>
      expect(await exchange.fetchMarginMode(PAIR)).toMatchObject({ marginMode: 'cross' }),
  },
  {
    method: 'fetchMarginModes',
    shows: 'the margin mode of every contract',
    run: async ({ exchange }) =>
      expect(Object.keys(await exchange.fetchMarginModes())).toHaveLength(8),
  },
  {
    method: 'fetchPositionMode',
    shows: 'the position mode',
    modes: BOTH_MODES,
    run: async ({ exchange, mode }) =>
      expect(await exchange.fetchPositionMode(PAIR)).toMatchObject({ hedged: mode === 'hedge' }),
  },
  {
    method: 'setPositionMode',
    shows: 'the mode changed; the same again, and with a position, OperationRejected',
    run: async (seat) => {
      const { exchange } = seat;
      await exchange.setPositionMode(true);
      expect(await exchange.fetchPositionMode(PAIR)).toMatchObject({ hedged: true });
      await expect(exchange.setPositionMode(true)).rejects.toThrow(library.OperationRejected);
      await exchange.setPositionMode(false);
      await buy(seat);
      await expect(exchange.setPositionMode(true)).rejects.toThrow(library.OperationRejected);
    },
  },
];

const isolatedMargin = async ({ v2 }: CcxtSeat): Promise<number> =>
  n((await v2('accountAllPosition'))[0].isolated_margin);

const MARGIN: readonly CcxtCheck[] = [
  {
    method: 'addMargin, reduceMargin, fetchMarginAdjustmentHistory',
    shows: 'the isolated margin read back in version 2; too much is InsufficientFunds',
    run: async (seat) => {
      const { exchange } = seat;
      await exchange.setMarginMode('isolated', PAIR);
      await buy(seat);
      const before = await isolatedMargin(seat);
      await exchange.addMargin(PAIR, 5);
      expect(await isolatedMargin(seat)).toBeCloseTo(before + 5, 8);
      await exchange.reduceMargin(PAIR, 2);
      expect(await isolatedMargin(seat)).toBeCloseTo(before + 3, 8);
      await expect(exchange.addMargin(PAIR, 1_000_000)).rejects.toThrow(library.InsufficientFunds);
      const history = await exchange.fetchMarginAdjustmentHistory(PAIR);
      expect(history.map(({ type, amount }: Anything) => [type, Math.abs(amount)])).toEqual([
        ['add', 5],
        ['reduce', 2],
      ]);
    },
  },
];

export const CCXT_ACCOUNT_CHECKS: readonly CcxtCheck[] = [
  ...MONEY,
  ...POSITIONS,
  ...SETTINGS,
  ...MARGIN,
];
