/** What the ticket says before an order is sent, held against what the venue then does. */
import { expect, onTestFinished, test } from 'vitest';
import type { ContractId } from '../../src/domain/ids.ts';
import { minus, plus } from '../../src/domain/money.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { lots, NO_MONEY, NO_TICKS, type Ticks } from '../../src/domain/units.ts';
import { accountFigures, isReachable, liquidationOf } from '../../src/web/account/figures.ts';
import type { OwnPosition } from '../../src/web/account/own-position.ts';
import type { Draft } from '../../src/web/ticket/draft.ts';
import { judge, sharedFaults } from '../../src/web/ticket/judge.ts';
import { costOf, largestSize, previewOf, type TicketScene } from '../../src/web/ticket/preview.ts';
import { formatTicks, parseLots, parseTicks } from '../../src/wire/quantity.ts';
import { ALICE, BTC, ETH, openRestKit, type RestKit } from '../gateway-v2/rest-kit.ts';

async function openKit(): Promise<RestKit> {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  return kit;
}

function listingOf({ venue }: RestKit, symbol: string) {
  const listing = venue.read.listing.list().find(({ contract }) => contract.symbol === symbol);
  if (listing === undefined) throw new Error(`${symbol} is not listed`);
  return listing;
}

/** As the page would know it from the sockets. */
function sceneOf(kit: RestKit, symbol: string): TicketScene {
  const { venue } = kit;
  const { contract, mark, last } = listingOf(kit, symbol);
  const { wallet, frozen } = venue.read.account.get(ALICE);
  const { asks, bids } = venue.read.market.levels(contract.id, 1);
  const held = venue.read.account
    .positions(ALICE)
    .map((own): OwnPosition => ({ ...own, id: String(own.position.id) }));
  const fees = { makerFee: contract.makerFee, takerFee: contract.takerFee };
  return {
    contract,
    prices: {
      mark,
      last,
      bestBid: bids[0]?.price ?? NO_TICKS,
      bestAsk: asks[0]?.price ?? NO_TICKS,
    },
    desk: { ...venue.read.account.settings(ALICE, contract.id), ...fees },
    account: {
      wallet,
      frozen,
      held,
      markOf: (name) => listingOf(kit, name).mark,
      takerFeeOf: (name) => listingOf(kit, name).contract.takerFee,
    },
    positionMode: venue.read.account.get(ALICE).positionMode,
    ordered: (side) => orderedOf(kit, contract.id, side),
  };
}

/** What the working orders of a side still want to open. */
function orderedOf({ venue }: RestKit, contract: ContractId, side: PositionSide) {
  const orders = venue.read.account.orders({ account: ALICE, contract, group: 'working' });
  const open = orders.filter(({ order }) => order.positionSide === side && order.effect === 'open');
  return lots(open.reduce((sum, { order }) => sum + order.size - order.filled, 0));
}

const ticksAt = ({ contract }: TicketScene, text: string): Ticks => {
  const price = parseTicks(contract, text);
  if (typeof price !== 'number') throw new Error(`${text} is no price`);
  return price;
};

const sizeOf = ({ contract }: TicketScene, text: string) => {
  const size = parseLots(contract, text);
  return typeof size === 'number' ? size : lots(0);
};

const DIRECTIONS = { long: '1', short: '2' } as const;

const place = (kit: RestKit, side: PositionSide, size: string, price?: string) =>
  kit.ok('orderPlaceOrder', {
    symbol: BTC,
    ...(kit.venue.read.account.positionMode(ALICE) === 'net' ? { positionMode: 'ONE_WAY' } : {}),
    size,
    type: DIRECTIONS[side],
    match_price: price === undefined ? '1' : '0',
    ...(price === undefined ? {} : { price }),
  });

test('[WEB-6] the cost that is shown is what the venue freezes', async () => {
  const kit = await openKit();
  for (const [side, size, price] of [
    ['long', '0.0100', '80000.0'],
    ['short', '0.0250', '95000.0'],
    ['long', '0.0003', '89990.0'],
  ] as const) {
    const scene = sceneOf(kit, BTC);
    const intended = {
      effect: 'open',
      side,
      size: sizeOf(scene, size),
      price: ticksAt(scene, price),
    } as const;
    const cost = costOf(scene, intended);
    const before = kit.venue.read.account.get(ALICE).frozen;
    await place(kit, side, size, price);
    expect(minus(kit.venue.read.account.get(ALICE).frozen, before)).toBe(cost);
  }
});

test('[WEB-6] the liquidation price shown is the venue’s once the order has filled', async () => {
  const kit = await openKit();
  await kit.quote(BTC, 'sell', '10', '90000.1');
  await kit.ok('orderPlaceOrder', { symbol: ETH, size: '0.5', type: '2', match_price: '1' });
  for (const size of ['0.5000', '0.3000']) {
    const scene = sceneOf(kit, BTC);
    const intended = {
      effect: 'open',
      side: 'long',
      size: sizeOf(scene, size),
      price: NO_TICKS,
    } as const;
    const { liquidation, fee } = previewOf(scene, intended, ticksAt(scene, '90000.1'));
    expect(fee).toBeGreaterThan(0);
    const { wallet } = scene.account;
    await place(kit, 'long', size);
    expect(minus(wallet, kit.venue.read.account.get(ALICE).wallet)).toBe(fee);
    const [position] = await kit.ok('accountSinglePosition', { symbol: BTC });
    expect(formatTicks(scene.contract, liquidation)).toBe(position.liquidatePrice);
  }
});

test('[WEB-42] a liquidation price that cannot be reached is none', async () => {
  const kit = await openKit();
  const reachedBy = (side: PositionSide, size: string): boolean => {
    const scene = sceneOf(kit, BTC);
    const { bestAsk, bestBid, mark } = scene.prices;
    const fill = side === 'long' ? bestAsk : bestBid;
    const intended = { effect: 'open', side, size: sizeOf(scene, size), price: NO_TICKS } as const;
    return isReachable(previewOf(scene, intended, fill).liquidation, mark);
  };
  expect(reachedBy('long', '0.5000')).toBe(true);
  expect(reachedBy('short', '0.5000')).toBe(true);
  expect(reachedBy('short', '0.0050')).toBe(false);
  const levels = { longLeverage: '1', shortLeverage: '1' };
  await kit.ok('accountHoldModel', { symbol: BTC, marginMode: 3 });
  await kit.ok('accountLeverage', { symbol: BTC, marginMode: 3, ...levels });
  expect(reachedBy('long', '0.0100')).toBe(false);
  expect(reachedBy('short', '0.0100')).toBe(true);
});

test('[WEB-6] what an order takes at once is at most the cost shown, and marked so', async () => {
  const kit = await openKit();
  for (const [side, price] of [
    ['long', '90500.0'],
    ['short', '89500.0'],
  ] as const) {
    const scene = sceneOf(kit, BTC);
    const size = sizeOf(scene, '0.0100');
    const intended = { effect: 'open', side, size, price: ticksAt(scene, price) } as const;
    const { bestAsk, bestBid } = scene.prices;
    const preview = previewOf(scene, intended, side === 'long' ? bestAsk : bestBid);
    expect(preview.isTaker).toBe(true);
    const before = accountFigures(scene.account).available;
    await place(kit, side, '0.0100', price);
    const { account } = sceneOf(kit, BTC);
    expect(minus(scene.account.wallet, account.wallet)).toBe(preview.fee);
    expect(minus(before, accountFigures(account).available) <= preview.cost).toBe(true);
  }
});

test('[WEB-6] [WEB-8] the same holds for isolated margin', async () => {
  const kit = await openKit();
  await kit.ok('accountHoldModel', { symbol: BTC, marginMode: 3 });
  const levels = { longLeverage: '10', shortLeverage: '25' };
  await kit.ok('accountLeverage', { symbol: BTC, marginMode: 3, ...levels });
  for (const side of ['long', 'short'] as const) {
    const scene = sceneOf(kit, BTC);
    const size = sizeOf(scene, '0.0100');
    const { bestAsk, bestBid } = scene.prices;
    const fill = side === 'long' ? bestAsk : bestBid;
    const { liquidation } = previewOf(scene, { effect: 'open', side, size, price: NO_TICKS }, fill);
    await place(kit, side, '0.0100');
    const positions = await kit.ok('accountSinglePosition', { symbol: BTC });
    const own = positions.find((row: { side: string }) => row.side === side.toUpperCase());
    expect(formatTicks(scene.contract, liquidation)).toBe(own.liquidatePrice);
  }
  const figures = accountFigures(sceneOf(kit, BTC).account);
  const [asset] = await kit.ok('accountAssets');
  expect((Number(figures.available) / 1e8).toFixed(8)).toBe(asset.available);
  expect(plus(plus(figures.available, figures.frozen), figures.margins)).toBe(figures.equity);
});

test('[WEB-8] equity is its parts together, and each is what the venue says', async () => {
  const kit = await openKit();
  await place(kit, 'long', '0.0100');
  await place(kit, 'short', '0.0200');
  await place(kit, 'long', '0.0100', '85000.0');
  await kit.setIndex(BTC, '90400.0');
  const { account } = sceneOf(kit, BTC);
  const figures = accountFigures(account);
  expect(plus(plus(figures.available, figures.frozen), figures.margins)).toBe(figures.equity);
  const [asset] = await kit.ok('accountAssets');
  const { equity, available, frozen, unrealised } = figures;
  const told = [equity, available, frozen, unrealised].map((sum) => (Number(sum) / 1e8).toFixed(8));
  expect(told).toEqual([asset.equity, asset.available, asset.frozen, asset.unrealizePnl]);
  const positions = await kit.ok('accountAllPosition');
  expect(
    account.held
      .map((own) => liquidationOf(account, own))
      .map((end, at) => formatTicks(account.held[at]!.contract, end)),
  ).toEqual(positions.map(({ liquidatePrice }: { liquidatePrice: string }) => liquidatePrice));
});

test('[WEB-6] the largest size that is offered is accepted, and one lot more is not', async () => {
  const kit = await openKit();
  await kit.quote(BTC, 'sell', '50', '90000.1');
  const scene = sceneOf(kit, BTC);
  const price = ticksAt(scene, '89000.0');
  const most = largestSize(scene, { effect: 'open', side: 'long', price });
  const size = (count: number) => (count / 10_000).toFixed(4);
  await kit.fails('orderPlaceOrder', '40015', {
    symbol: BTC,
    size: size(most + 1),
    type: '1',
    match_price: '0',
    price: '89000.0',
  });
  await place(kit, 'long', size(most), '89000.0');
});

async function openNetKit(): Promise<RestKit> {
  const kit = await openKit();
  await kit.run({ kind: 'set-position-mode', account: ALICE, mode: 'net' });
  return kit;
}

test('[WEB-72] in net mode the cost shown is of the lots that open', async () => {
  const kit = await openNetKit();
  await place(kit, 'long', '0.0100');
  for (const [size, price, isFree] of [
    ['0.0060', '95000.0', true],
    ['0.0060', '95500.0', false],
    ['0.0300', '96000.0', false],
  ] as const) {
    const scene = sceneOf(kit, BTC);
    const intended = { effect: 'open', side: 'short', price: ticksAt(scene, price) } as const;
    const cost = costOf(scene, { ...intended, size: sizeOf(scene, size) });
    expect(cost === NO_MONEY).toBe(isFree);
    const before = kit.venue.read.account.get(ALICE).frozen;
    await place(kit, 'short', size, price);
    expect(minus(kit.venue.read.account.get(ALICE).frozen, before)).toBe(cost);
  }
});

test.each([['cross'], ['isolated']] as const)(
  '[WEB-72] in net mode with %s margin the ticket shows the position that results',
  async (margin) => {
    const kit = await openNetKit();
    await kit.quote(BTC, 'sell', '10', '90000.1');
    await kit.quote(BTC, 'buy', '10', '89999.9');
    if (margin === 'isolated') await kit.ok('accountHoldModel', { symbol: BTC, marginMode: 3 });
    for (const [side, size] of [
      ['long', '0.5000'],
      ['long', '0.1000'],
      ['short', '0.2000'],
      ['short', '0.9000'],
      ['long', '0.5000'],
    ] as const) {
      const scene = sceneOf(kit, BTC);
      const { bestAsk, bestBid } = scene.prices;
      const intended = {
        effect: 'open',
        side,
        size: sizeOf(scene, size),
        price: NO_TICKS,
      } as const;
      const preview = previewOf(scene, intended, side === 'long' ? bestAsk : bestBid);
      await place(kit, side, size);
      const [held] = sceneOf(kit, BTC).account.held;
      expect(preview.after?.size).toBe(held?.position.size ?? 0);
      if (held === undefined) continue;
      expect(preview.after).toMatchObject({
        side: held.position.side,
        openValue: held.position.openValue,
      });
      const [position] = await kit.ok('accountSinglePosition', { symbol: BTC });
      expect(formatTicks(scene.contract, preview.liquidation)).toBe(position.liquidatePrice);
    }
    expect(sceneOf(kit, BTC).account.held).toEqual([]);
  },
);

test('[WEB-72] the largest size offered in net mode may turn a position', async () => {
  const kit = await openNetKit();
  await kit.quote(BTC, 'sell', '50', '90000.1');
  await place(kit, 'long', '1.0000');
  const scene = sceneOf(kit, BTC);
  const price = ticksAt(scene, '91000.0');
  const most = largestSize(scene, { effect: 'open', side: 'short', price });
  expect(most).toBeGreaterThan(10_000);
  const size = (count: number) => (count / 10_000).toFixed(4);
  const sell = { symbol: BTC, type: '2', match_price: '0', price: '91000.0' };
  const over = { ...sell, size: size(most + 1), positionMode: 'ONE_WAY' };
  await kit.fails('orderPlaceOrder', '40015', over);
  await place(kit, 'short', size(most), '91000.0');
});

const DRAFT: Draft = {
  effect: 'open',
  kind: 'limit',
  life: 'normal',
  price: '89000.0',
  trigger: '',
  ...({ trail: 'none', distance: '' } as const),
  firesAs: 'market',
  size: '0.0100',
  sizeUnit: 'coin',
  exitUnit: 'price',
  takeProfit: '',
  stopLoss: '',
  hasExits: false,
};

const exitsAt = (takeProfit: string, stopLoss: string): Partial<Draft> => ({
  ...{ hasExits: true, takeProfit, stopLoss },
});

/** Changes of the draft, and what is wrong with it then. The best ask is 90000.1. */
const FAULTS: readonly (readonly [changes: Partial<Draft>, words: readonly string[]])[] = [
  [{}, []],
  [{ size: '' }, []],
  [{ size: '0.0001' }, []],
  [{ price: '89000.05' }, ['faultTick']],
  [{ price: '1000000.0' }, ['faultTooFar']],
  [{ size: '0.00015' }, ['faultLot']],
  [{ size: '1', sizeUnit: 'quote' }, ['faultMinimum']],
  [{ size: '8.9', sizeUnit: 'quote' }, []],
  [{ size: '5000' }, ['faultMaximum', 'faultMargin']],
  [{ size: '100.0000' }, ['faultMargin']],
  [{ size: '100', sizeUnit: 'margin' }, []],
  [{ size: '100.01', sizeUnit: 'margin' }, ['faultMargin']],
  [{ kind: 'market', price: 'whatever' }, []],
  [{ kind: 'plan', trigger: '91000.0', price: '', firesAs: 'market', size: '100.0000' }, []],
  [{ kind: 'plan', trigger: '91000.05', firesAs: 'market' }, ['faultTick']],
  [{ kind: 'plan', trigger: '91000.0', firesAs: 'limit', price: '1.05' }, ['faultTick']],
  [{ life: 'postOnly', price: '90500.0' }, ['faultPostOnly']],
  [{ life: 'postOnly', price: '90000.1' }, ['faultPostOnly']],
  [{ life: 'postOnly', price: '90000.0' }, []],
  [exitsAt('88000.0', '90000.0'), ['faultExitAbove', 'faultExitBelow']],
  [exitsAt('89000.0', '89000.0'), ['faultExitAbove', 'faultExitBelow']],
  [exitsAt('89000.1', '88999.9'), []],
  [exitsAt('89000.15', ''), ['faultTick']],
  [{ hasExits: true, takeProfit: '-1', exitUnit: 'pnl' }, ['faultExitAmount']],
  [{ hasExits: true, takeProfit: '5', exitUnit: 'pnl', size: '' }, []],
  [{ effect: 'close' }, ['faultNoPosition']],
];

const wordsOf = (scene: TicketScene, changes: Partial<Draft>, column: PositionSide = 'long') =>
  judge(scene, { ...DRAFT, ...changes }, column).faults.map(({ word }) => word);

test('[WEB-5] what is wrong is told before it is sent', async () => {
  const scene = sceneOf(await openKit(), BTC);
  for (const [changes, words] of FAULTS)
    expect(wordsOf(scene, changes), JSON.stringify(changes)).toEqual(words);
  const { isComplete, exits, intended } = judge(scene, { ...DRAFT, size: '' }, 'long');
  expect([isComplete, exits, intended]).toEqual([false, {}, undefined]);
  const judged = judge(scene, { ...DRAFT, ...exitsAt('95000.0', '85000.0') }, 'long');
  expect(judged.exits).toEqual({ takeProfit: 950_000, stopLoss: 850_000 });
  expect([judged.isComplete, judged.intended]).toEqual([
    true,
    { effect: 'open', side: 'long', price: 890_000, size: 100 },
  ]);
  expect(sharedFaults(scene, { ...DRAFT, price: '89000.05' })).toMatchObject([
    { field: 'price', word: 'faultTick' },
  ]);
});

test('[WEB-5] no more is closed than there is, except by what is trimmed', async () => {
  const kit = await openKit();
  await place(kit, 'long', '0.0100');
  const scene = sceneOf(kit, BTC);
  const close = (changes: Partial<Draft>) => wordsOf(scene, { effect: 'close', ...changes });
  expect(close({ price: '91000.0' })).toEqual([]);
  expect(close({ size: '0.0101' })).toEqual(['faultClosable']);
  expect(close({ size: '0.0101', life: 'ioc' })).toEqual([]);
  expect(close({ size: '0.0101', kind: 'market' })).toEqual([]);
  expect(close({ life: 'postOnly', price: '89000.0' })).toEqual(['faultPostOnly']);
  expect(wordsOf(scene, { effect: 'close' }, 'short')).toEqual(['faultNoPosition']);
});

test('[WEB-72] in net mode reduce-only buying closes a short', async () => {
  const kit = await openNetKit();
  await place(kit, 'short', '0.0100');
  const closes = { ...DRAFT, effect: 'close' } as const;
  const [buys, sells] = (['long', 'short'] as const).map((column) =>
    judge(sceneOf(kit, BTC), closes, column),
  );
  expect(buys?.intended).toMatchObject({ effect: 'close', side: 'short' });
  expect(buys?.faults).toEqual([]);
  expect(sells?.faults.map(({ word }) => word)).toEqual(['faultNoPosition']);
});
