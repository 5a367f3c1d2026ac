/** The calls about an account, each held against version 2. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { opening, placed } from './orders.ts';
import { BOTH_MODES, type Check, n, type Seat, SYMBOL, v2Symbol } from './seat.ts';

/** A long of BTC and a bid below the market. */
async function trade(seat: Seat): Promise<void> {
  await placed(seat, { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0200' });
  const limit = { type: 'LIMIT', timeInForce: 'GTC', quantity: '0.0100', price: '89000.0' };
  await placed(seat, { ...opening(seat, 'BUY'), ...limit });
}

const find = (rows: Anything, name: string, wanted: unknown): Anything =>
  rows.find((row: Anything) => row[name] === wanted);

async function expectBalances({ v2 }: Seat, rows: Anything): Promise<void> {
  const [assets] = await v2('accountAssets');
  const row = find(rows, 'asset', 'USDT');
  expect([n(row.availableBalance), n(row.crossUnPnl)]).toEqual([
    n(assets.available),
    n(assets.unrealizePnl),
  ]);
  expect(n(row.balance)).toBeCloseTo(n(assets.equity) - n(assets.unrealizePnl), 8);
}

async function expectPositions({ v2 }: Seat, rows: Anything): Promise<void> {
  const held = rows.filter(({ positionAmt }: Anything) => n(positionAmt) !== 0);
  const figures = (amount: number, entry: number, result: number) => [
    ...[amount, entry.toFixed(4), result],
  ];
  expect(
    held.map((row: Anything) => [
      v2Symbol(row.symbol),
      ...figures(
        n(row.positionAmt),
        n(row.entryPrice ?? n(row.notional) / n(row.positionAmt)),
        n(row.unRealizedProfit ?? row.unrealizedProfit),
      ),
    ]),
  ).toEqual(
    (await v2('accountAllPosition')).map((position: Anything) => [
      position.symbol,
      ...figures(
        position.side === 'LONG' ? n(position.size) : -n(position.size),
        n(position.open_value) / n(position.size),
        n(position.unrealizePnl),
      ),
    ]),
  );
}

const expectSides = ({ mode }: Seat, rows: Anything): void => {
  const held = rows.filter(({ positionAmt }: Anything) => n(positionAmt) !== 0);
  expect(held.length).toBeGreaterThan(0);
  for (const { positionSide } of held) expect(positionSide).toBe(mode === 'net' ? 'BOTH' : 'LONG');
};

async function expectAccount({ v2 }: Seat, account: Anything): Promise<void> {
  const [assets] = await v2('accountAssets');
  expect({
    equity: n(account.totalMarginBalance),
    result: n(account.totalUnrealizedProfit),
    available: n(account.availableBalance),
  }).toEqual({
    equity: n(assets.equity),
    result: n(assets.unrealizePnl),
    available: n(assets.available),
  });
  // The venue freezes the taker fee too, which is no margin.
  const fees = n(assets.frozen) - n(account.totalOpenOrderInitialMargin);
  expect(fees > 0).toBe(n(assets.frozen) > 0);
  expect(fees).toBeLessThanOrEqual(n(assets.frozen) / 10);
  const usdt = find(account.assets, 'asset', 'USDT');
  expect(n(usdt.marginBalance)).toBe(n(assets.equity));
  expect(usdt.updateTime).toBeGreaterThan(0);
}

const MONEY: readonly Check[] = [
  ...['GET v2/balance', 'GET v3/balance'].map((about) => ({
    about,
    shows: 'wallet, available and unrealised result',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat: Seat) => {
      await trade(seat);
      await expectBalances(seat, await seat.ask(about));
    },
  })),
  ...['GET v2/account', 'GET v3/account'].map((about) => ({
    about,
    shows: 'equity, frozen and available money, and the positions',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat: Seat) => {
      await trade(seat);
      const account = await seat.ask(about);
      await expectAccount(seat, account);
      expectSides(seat, account.positions);
      if (about.includes('v2')) await expectPositions(seat, account.positions);
    },
  })),
  ...['GET v2/positionRisk', 'GET v3/positionRisk'].map((about) => ({
    about,
    shows: 'size, entry, result and liquidation price',
    needs: ['POST order'],
    modes: BOTH_MODES,
    run: async (seat: Seat) => {
      await trade(seat);
      const rows = await seat.ask(about);
      await expectPositions(seat, rows);
      expectSides(seat, rows);
      const [position] = await seat.v2('accountAllPosition');
      const row = rows.find(({ positionAmt }: Anything) => n(positionAmt) > 0);
      expect(n(row.liquidationPrice)).toBe(n(position.liquidatePrice));
    },
  })),
];

/** A bill of a fill is two rows here: result and fee. */
async function expectIncome({ v2 }: Seat, rows: Anything): Promise<void> {
  const { items } = await v2('accountBills', { limit: 100 });
  const fees = (types: Anything, name: string) =>
    types
      .map((row: Anything) => n(row[name]))
      .filter((fee: number) => fee !== 0)
      .map(Math.abs);
  const ofType = (type: string) => rows.filter((row: Anything) => row.incomeType === type);
  expect(fees(ofType('COMMISSION'), 'income')).toEqual(fees(items, 'fillFee').reverse());
  const funding = items.filter(({ businessType }: Anything) => businessType === 'position_funding');
  expect(ofType('FUNDING_FEE').map((row: Anything) => [n(row.income), row.time])).toEqual(
    funding.map((bill: Anything) => [n(bill.amount), bill.ctime]).reverse(),
  );
  expect(ofType('TRANSFER').map((row: Anything) => n(row.income))).toEqual([10_000]);
  expect(ofType('REALIZED_PNL')).toHaveLength(1);
  const times = rows.map(({ time }: Anything) => time);
  expect(times).toEqual([...times].sort());
}

const HISTORY: readonly Check[] = [
  {
    about: 'GET income',
    shows: 'every movement of money: deposit, result, fee and funding apart',
    modes: BOTH_MODES,
    isVeteran: true,
    run: async (seat) => expectIncome(seat, await seat.ask('GET income', {})),
  },
  {
    about: 'GET commissionRate',
    shows: 'maker and taker rate',
    run: async ({ ask, v2 }) => {
      const { account } = await v2('accountGetAccounts');
      const fees = find(account.feeSetting, 'symbol', BTC);
      const row = await ask('GET commissionRate', { symbol: SYMBOL });
      expect([n(row.makerCommissionRate), n(row.takerCommissionRate)]).toEqual([
        n(fees.maker_fee_rate),
        n(fees.taker_fee_rate),
      ]);
    },
  },
  {
    about: 'GET leverageBracket',
    shows: 'the margin tiers',
    run: async ({ kit, ask }) => {
      const [{ brackets }] = await ask('GET leverageBracket', { symbol: SYMBOL });
      const { json: tiers } = await kit.send({ method: 'GET', path: '/capi/v2/perpetua/tiers' });
      const wanted = find(tiers, 'symbol', BTC).tiers;
      expect(brackets.map((row: Anything) => [row.initialLeverage, row.maintMarginRatio])).toEqual(
        wanted.map((tier: Anything) => [
          n(tier.leverageMax ?? tier.maxLeverage),
          n(tier.maintenanceMarginRate ?? tier.maintenanceRate),
        ]),
      );
    },
  },
  {
    about: 'GET adlQuantile',
    shows: 'a place in the queue of deleveraging',
    isVeteran: true,
    modes: BOTH_MODES,
    run: async ({ ask, mode }) => {
      const rows = await ask('GET adlQuantile', { symbol: SYMBOL });
      const { adlQuantile } = rows[0] ?? rows;
      expect(adlQuantile[mode === 'net' ? 'BOTH' : 'LONG']).toBeGreaterThanOrEqual(0);
    },
  },
  {
    about: 'GET forceOrders',
    shows: 'no liquidation',
    run: async ({ ask }) => expect(await ask('GET forceOrders', { symbol: SYMBOL })).toEqual([]),
  },
  {
    about: 'GET rateLimit/order',
    shows: 'the two budgets of orders',
    run: async ({ ask }) => {
      const rows = await ask('GET rateLimit/order');
      expect(rows.map(({ rateLimitType }: Anything) => rateLimitType)).toEqual([
        'ORDERS',
        'ORDERS',
      ]);
    },
  },
  {
    about: 'GET apiTradingStatus',
    shows: 'no restriction',
    run: async ({ ask }) =>
      expect(await ask('GET apiTradingStatus', {})).toMatchObject({ indicators: {} }),
  },
];

const SETTINGS: readonly Check[] = [
  {
    about: 'POST leverage',
    shows: 'the leverage read back in version 2, set once and again',
    run: async ({ ask, v2, refuse }) => {
      for (let time = 0; time < 2; time += 1)
        expect(await ask('POST leverage', { symbol: SYMBOL, leverage: 7 })).toMatchObject({
          leverage: 7,
          symbol: SYMBOL,
        });
      const settings = await v2('accountSettings', { symbol: BTC });
      expect(n(settings[BTC].cross_leverage)).toBe(7);
      await refuse(-4028, 'POST leverage', { symbol: SYMBOL, leverage: 4_000 });
    },
  },
  {
    about: 'POST marginType',
    shows: 'the margin mode read back in version 2; the same again is -4046',
    run: async ({ ask, v2, refuse }) => {
      const isolated = { symbol: SYMBOL, marginType: 'ISOLATED' };
      await ask('POST marginType', isolated);
      const { account } = await v2('accountGetAccounts');
      expect(find(account.modeSetting, 'symbol', BTC).marginMode).toBe('ISOLATED');
      await refuse(-4046, 'POST marginType', isolated);
    },
  },
  {
    about: 'GET accountConfig',
    shows: 'the position mode',
    modes: BOTH_MODES,
    run: async ({ ask, mode }) =>
      expect(await ask('GET accountConfig')).toMatchObject({
        dualSidePosition: mode === 'hedge',
        multiAssetsMargin: false,
        canTrade: true,
      }),
  },
  {
    about: 'GET symbolConfig',
    shows: 'leverage and margin mode',
    run: async ({ ask, v2 }) => {
      const [row] = await ask('GET symbolConfig', { symbol: SYMBOL });
      const settings = await v2('accountSettings', { symbol: BTC });
      expect(row).toMatchObject({ symbol: SYMBOL, marginType: 'CROSSED' });
      expect(row.leverage).toBe(n(settings[BTC].cross_leverage));
    },
  },
  {
    about: 'GET positionSide/dual',
    shows: 'the position mode',
    modes: BOTH_MODES,
    run: async ({ ask, mode }) =>
      expect(await ask('GET positionSide/dual')).toEqual({ dualSidePosition: mode === 'hedge' }),
  },
  {
    about: 'POST positionSide/dual',
    shows: 'the mode changed and back; the same again is -4059, with orders -4067, positions -4068',
    needs: ['POST order', 'GET positionSide/dual', 'DELETE order'],
    run: async (seat) => {
      const { ask, refuse } = seat;
      const set = { dualSidePosition: 'true' };
      await ask('POST positionSide/dual', set);
      expect(await ask('GET positionSide/dual')).toEqual({ dualSidePosition: true });
      await refuse(-4059, 'POST positionSide/dual', set);
      await ask('POST positionSide/dual', { dualSidePosition: 'false' });
      const limit = { type: 'LIMIT', timeInForce: 'GTC', quantity: '0.0100', price: '89000.0' };
      const { orderId } = await placed(seat, { ...opening(seat, 'BUY'), ...limit });
      await refuse(-4067, 'POST positionSide/dual', set);
      await ask('DELETE order', { symbol: SYMBOL, orderId });
      await placed(seat, { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0010' });
      await refuse(-4068, 'POST positionSide/dual', set);
    },
  },
  {
    about: 'GET multiAssetsMargin',
    shows: 'that there is none',
    run: async ({ ask }) =>
      expect(await ask('GET multiAssetsMargin')).toEqual({ multiAssetsMargin: false }),
  },
  {
    about: 'POST multiAssetsMargin',
    shows: 'a refusal',
    run: ({ refuse }) => refuse(-4171, 'POST multiAssetsMargin', { multiAssetsMargin: 'false' }),
  },
  {
    about: 'GET feeBurn',
    shows: 'that there is none',
    run: async ({ ask }) => expect(await ask('GET feeBurn')).toEqual({ feeBurn: false }),
  },
];

const MARGIN: readonly Check[] = [
  {
    about: 'POST positionMargin',
    shows: 'the isolated margin read back in version 2; too much is refused',
    needs: ['POST marginType', 'POST order'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { ask, v2, refuse, mode } = seat;
      await ask('POST marginType', { symbol: SYMBOL, marginType: 'ISOLATED' });
      await placed(seat, { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0100' });
      const margin = async () => n((await v2('accountAllPosition'))[0].isolated_margin);
      const before = await margin();
      const side = mode === 'net' ? {} : { positionSide: 'LONG' };
      await ask('POST positionMargin', { symbol: SYMBOL, amount: '5', type: 1, ...side });
      expect(await margin()).toBeCloseTo(before + 5, 8);
      const much = { symbol: SYMBOL, amount: '1000000', type: 1, ...side };
      await refuse(-4050, 'POST positionMargin', much);
    },
  },
  {
    about: 'GET positionMargin/history',
    shows: 'what was added and taken out',
    needs: ['POST marginType', 'POST order', 'POST positionMargin'],
    run: async (seat) => {
      const { ask } = seat;
      await ask('POST marginType', { symbol: SYMBOL, marginType: 'ISOLATED' });
      await placed(seat, { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0100' });
      await ask('POST positionMargin', { symbol: SYMBOL, amount: '5', type: 1 });
      await ask('POST positionMargin', { symbol: SYMBOL, amount: '2', type: 2 });
      const rows = await ask('GET positionMargin/history', { symbol: SYMBOL });
      expect(rows.slice(-2).map((row: Anything) => [row.type, Math.abs(n(row.amount))])).toEqual([
        [1, 5],
        [2, 2],
      ]);
    },
  },
];

export const ACCOUNT_CHECKS: readonly Check[] = [...MONEY, ...HISTORY, ...SETTINGS, ...MARGIN];
