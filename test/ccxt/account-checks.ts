/** The methods about an account, each held against version 2. */
import { expect } from 'vitest';
import { ALICE, type Anything, BTC } from '../gateway-v2/rest-kit.ts';
import { ETHER, SYMBOL } from './ccxt-kit.ts';
import { type Check, n, type Scene } from './check.ts';

async function expectBalance({ kit }: Scene, balance: Anything): Promise<void> {
  const [v2] = await kit.ok('accountAssets');
  expect(balance.USDT).toEqual({
    free: n(v2.available),
    used: n(v2.frozen),
    total: n(v2.equity),
  });
}

async function expectPositions({ kit }: Scene, positions: Anything): Promise<void> {
  const v2 = await kit.ok('accountAllPosition');
  expect(
    positions.map((position: Anything) => ({
      id: position.id,
      side: position.side,
      contracts: position.contracts,
      notional: position.notional,
      entryPrice: position.entryPrice.toFixed(6),
      leverage: position.leverage,
      unrealizedPnl: position.unrealizedPnl,
      liquidationPrice: position.liquidationPrice ?? 0,
      initialMargin: position.initialMargin,
      marginMode: position.marginMode,
      timestamp: position.timestamp,
      lastUpdateTimestamp: position.lastUpdateTimestamp,
    })),
  ).toEqual(
    v2.map((position: Anything) => ({
      id: String(position.id),
      side: position.side.toLowerCase(),
      contracts: n(position.size),
      notional: n(position.open_value),
      entryPrice: (n(position.open_value) / n(position.size)).toFixed(6),
      leverage: n(position.leverage),
      unrealizedPnl: n(position.unrealizePnl),
      liquidationPrice: n(position.liquidatePrice),
      initialMargin: n(position.marginSize),
      marginMode: position.margin_mode === 'SHARED' ? 'cross' : 'isolated',
      timestamp: position.created_time,
      lastUpdateTimestamp: position.updated_time,
    })),
  );
}

const MONEY_CHECKS: readonly Check[] = [
  {
    method: 'fetchBalance',
    shows: 'free, used and total',
    run: async (scene) => expectBalance(scene, await scene.alice.fetchBalance()),
  },
  {
    method: 'fetchTradingFee',
    shows: 'maker and taker rate',
    run: async ({ kit, alice }) => {
      const { account } = await kit.ok('accountGetAccounts');
      const v2 = account.feeSetting.find(({ symbol }: Anything) => symbol === BTC);
      const { maker, taker } = await alice.fetchTradingFee(SYMBOL);
      expect([maker, taker]).toEqual([n(v2.maker_fee_rate), n(v2.taker_fee_rate)]);
    },
  },
  {
    method: 'fetchLedger',
    shows: 'every movement of money: amount, balance, fee, time',
    limit: 'calls deposits and withdrawals transfers',
    run: async ({ kit, alice }) => {
      const { items } = await kit.ok('accountBills', { limit: 100 });
      const ledger = await alice.fetchLedger('USDT', undefined, 100);
      expect(
        ledger.map((entry: Anything) => [
          ...[entry.id, entry.amount, entry.direction, entry.after],
          ...[entry.fee.cost, entry.timestamp],
        ]),
      ).toEqual(
        items
          .map((bill: Anything) => [
            ...[String(bill.billId), Math.abs(n(bill.amount))],
            ...[n(bill.amount) < 0 ? 'out' : 'in', n(bill.balance)],
            ...[n(bill.fillFee), bill.ctime],
          ])
          .reverse(),
      );
      expect(new Set(ledger.map(({ type }: Anything) => type))).toEqual(
        new Set(['transfer', 'trade', 'position_funding']),
      );
    },
  },
  {
    method: 'fetchFundingHistory',
    shows: 'every payment of funding',
    run: async ({ kit, alice }) => {
      const { items } = await kit.ok('accountBills', { businessType: 'position_funding' });
      const history = await alice.fetchFundingHistory(SYMBOL);
      expect(history.map(({ id, amount, timestamp }: Anything) => [id, amount, timestamp])).toEqual(
        items.map((bill: Anything) => [String(bill.billId), n(bill.amount), bill.ctime]),
      );
      expect(history).toHaveLength(1);
    },
  },
];

const SETTING_CHECKS: readonly Check[] = [
  {
    method: 'setLeverage',
    shows: 'the leverage read back in version 2',
    run: async ({ kit, alice }) => {
      await alice.setLeverage(7, ETHER);
      const settings = await kit.ok('accountSettings', { symbol: 'cmt_ethusdt' });
      expect(n(settings.cmt_ethusdt.cross_leverage)).toBe(7);
    },
  },
  {
    method: 'fetchLeverage',
    shows: 'leverage and margin mode',
    run: async ({ alice }) =>
      expect(await alice.fetchLeverage(ETHER)).toMatchObject({
        marginMode: 'cross',
        longLeverage: 7,
        shortLeverage: 7,
      }),
  },
  {
    method: 'fetchLeverages',
    shows: 'the leverage of every contract',
    run: async ({ kit, alice }) => {
      const settings = await kit.ok('accountSettings');
      const leverages = Object.values<Anything>(await alice.fetchLeverages());
      expect(leverages).toHaveLength(8);
      for (const { symbol, longLeverage } of leverages) {
        const v2 = settings[`cmt_${symbol.split('/')[0].toLowerCase()}usdt`];
        expect(longLeverage).toBe(n(v2.cross_leverage));
      }
    },
  },
  {
    method: 'setMarginMode',
    shows: 'the margin mode read back in version 2',
    run: async ({ kit, alice }) => {
      await alice.setMarginMode('isolated', ETHER);
      const { account } = await kit.ok('accountGetAccounts');
      expect(
        account.modeSetting.find(({ symbol }: Anything) => symbol === 'cmt_ethusdt').marginMode,
      ).toBe('ISOLATED');
    },
  },
  {
    method: 'fetchMarginMode',
    shows: 'the same in ccxt',
    run: async ({ alice }) => {
      expect(await alice.fetchMarginMode(ETHER)).toMatchObject({ marginMode: 'isolated' });
      expect(await alice.fetchMarginMode(SYMBOL)).toMatchObject({ marginMode: 'cross' });
    },
  },
  {
    method: 'fetchMarginModes',
    shows: 'the margin mode of every contract',
    run: async ({ alice }) => {
      const modes = Object.values<Anything>(await alice.fetchMarginModes());
      expect(modes.filter(({ marginMode }) => marginMode === 'isolated')).toHaveLength(1);
    },
  },
  {
    method: 'setPositionMode',
    shows: 'one position of each side is kept, separate ones are refused',
    limit:
      'takes its two modes for one-way and hedged; here long and short may always both be held',
    run: async ({ alice }) => {
      await alice.setPositionMode(false, ETHER, { marginMode: 'isolated' });
      await expect(alice.setPositionMode(true, ETHER, { marginMode: 'isolated' })).rejects.toThrow(
        /COMBINED/,
      );
    },
  },
  {
    method: 'fetchPositionMode',
    shows: 'the same in ccxt',
    run: async ({ alice }) =>
      expect(await alice.fetchPositionMode(ETHER)).toMatchObject({ hedged: false }),
  },
];

const POSITION_CHECKS: readonly Check[] = [
  {
    method: 'fetchPositions',
    shows: 'size, entry, margin, result and liquidation price of each',
    run: async (scene) => expectPositions(scene, await scene.alice.fetchPositions()),
  },
  {
    method: 'fetchPositionsForSymbol',
    shows: 'the same of one contract',
    run: async (scene) => {
      await expectPositions(scene, await scene.alice.fetchPositionsForSymbol(SYMBOL));
      expect(await scene.alice.fetchPositionsForSymbol(ETHER)).toEqual([]);
    },
  },
  {
    method: 'addMargin',
    shows: 'the isolated margin read back in version 2',
    limit: 'says `failed` though it was done: it looks for a `msg`, which it takes for an error',
    run: async (scene) => {
      const { kit, alice } = scene;
      await alice.createOrder(ETHER, 'market', 'buy', 0.5);
      const id = await isolatedId(scene);
      const before = await isolatedMargin(scene);
      expect(await alice.addMargin(ETHER, 5, { positionId: id })).toMatchObject({
        type: 'add',
        amount: 5,
      });
      expect(await isolatedMargin(scene)).toBeCloseTo(before + 5, 8);
      await expect(alice.addMargin(ETHER, 1_000_000, { positionId: id })).rejects.toThrow(
        kit.library.InsufficientFunds,
      );
    },
  },
  {
    method: 'reduceMargin',
    shows: 'the isolated margin read back in version 2',
    limit: 'the same as addMargin',
    run: async (scene) => {
      const before = await isolatedMargin(scene);
      await scene.alice.reduceMargin(ETHER, 2, { positionId: await isolatedId(scene) });
      expect(await isolatedMargin(scene)).toBeCloseTo(before - 2, 8);
      await expectPositions(scene, await scene.alice.fetchPositions());
    },
  },
];

const isolated = async ({ kit }: Scene): Promise<Anything> => {
  const positions = await kit.ok('accountAllPosition', {}, ALICE);
  return positions.find(({ margin_mode }: Anything) => margin_mode === 'ISOLATED');
};
const isolatedId = async (scene: Scene): Promise<string> => String((await isolated(scene)).id);
const isolatedMargin = async (scene: Scene): Promise<number> =>
  n((await isolated(scene)).isolated_margin);

export const ACCOUNT_CHECKS: readonly Check[] = [
  ...MONEY_CHECKS,
  ...SETTING_CHECKS,
  ...POSITION_CHECKS,
];
