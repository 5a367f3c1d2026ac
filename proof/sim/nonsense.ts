/**
 * Commands that must be refused or do nothing: wrong numbers, unknown names, meaningless values.
 */
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command, PlaceOrder } from '../../src/domain/command.ts';
import { accountId, contractId } from '../../src/domain/ids.ts';
import { NO_LATENCY } from '../../src/domain/latency.ts';
import { BATCH_COMMANDS_MAX } from '../../src/domain/limits.ts';
import { fineTicks, lots, millis, money, ppm, ticks } from '../../src/domain/units.ts';
import { chance, pick, roll } from './dice.ts';
import { ghost } from './manage-commands.ts';
import { indexTicks, marketAt, offBy, type Scene, someMarket, someTrader } from './scene.ts';
import { drawExit, drawPlan, drawRest, drawTake, order, someSide } from './trade-commands.ts';

const BAD_NUMBERS: readonly number[] = [
  0,
  -1,
  -900,
  0.5,
  1.25,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.NEGATIVE_INFINITY,
  2 ** 31,
  2 ** 53,
  2 ** 60,
  1e300,
];

export function nonsense(scene: Scene): Command {
  const makers: readonly (() => Command)[] = [
    () => badOrder(scene),
    () => badOrder(scene),
    () => badTrigger(scene),
    () => unknownNames(scene),
    () => badMoney(scene),
    () => badSettings(scene),
    () => badAmend(scene),
    () => badVenue(scene),
  ];
  return pick(scene.dice, makers)();
}

function badOrder(scene: Scene): Command {
  const { dice } = scene;
  const base = chance(dice, 50) ? drawTake(scene) : drawRest(scene);
  if (base.kind !== 'place-order') return base;
  const bad = pick(dice, BAD_NUMBERS);
  const { contract } = marketAt(scene, base.contract).listing;
  const middle = indexTicks(marketAt(scene, base.contract));
  const changes: readonly (() => Partial<PlaceOrder>)[] = [
    () => ({ size: lots(bad) }),
    () => ({ size: lots(contract.orderLotsMax + 1) }),
    () => ({ size: lots(contract.marketOpenLotsMax + 1), price: null }),
    () => ({ size: lots(contract.orderLotsMin - 1) }),
    () => ({ size: contract.orderLotsMax, price: offBy(middle, -50) }),
    () => ({ price: ticks(bad) }),
    () => ({ price: ticks(middle * 11) }),
    () => ({ takeProfit: ticks(bad) }),
    () => ({ stopLoss: ticks(bad) }),
    () => ({ takeProfit: base.price ?? ticks(middle), stopLoss: base.price ?? ticks(middle) }),
    () => ({ stopLoss: base.price ?? ticks(middle) }),
    () => ({ effect: 'close', takeProfit: ticks(middle * 2) }),
    () => ({ clientOrderId: pick(dice, ['', 'a b', 'x'.repeat(41), 'é', '\u0000']) }),
    () => ({ account: accountId(roll(dice, 1, 3)) }),
  ];
  return { ...base, ...pick(dice, changes)() };
}

function badTrigger(scene: Scene): Command {
  const { dice } = scene;
  const base = chance(dice, 50) ? drawPlan(scene) : drawExit(scene, 'part');
  if (base.kind !== 'place-trigger') return base;
  const bad = pick(dice, BAD_NUMBERS);
  return pick<() => Command>(dice, [
    () => ({ ...base, triggerPrice: ticks(bad) }),
    () => ({ ...base, size: lots(bad) }),
    () => ({ ...base, price: ticks(bad) }),
    () => ({ ...base, size: null, purpose: 'plan' }),
    () => ({ ...base, purpose: 'stop-loss', effect: 'open' }),
  ])();
}

function unknownNames(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const account = accountId(pick(dice, [0, -1, 4, 1_000, 999_999, Number.NaN, 1_001.5]));
  const contract = contractId(pick(dice, [-1, 99, Number.NaN, 0.5]));
  const known = someTrader(scene).id;
  const side = someSide(scene);
  const base = order(known, market, { positionSide: side, effect: 'open', size: lots(1) });
  return pick<() => Command>(dice, [
    () => ({ ...base, account }),
    () => ({ ...base, contract }),
    () => ({ kind: 'cancel-order', account, target: ghost(scene) }),
    () => ({ kind: 'cancel-order', account: known, target: ghost(scene) }),
    () => ({ kind: 'cancel-all-orders', account, contract: null, scope: 'working' }),
    () => ({ kind: 'cancel-all-orders', account: known, contract, scope: 'working' }),
    () => ({ kind: 'close-positions', account: known, contract }),
    () => ({ kind: 'close-positions', account, contract: null }),
    () => ({ kind: 'set-index-price', contract, price: fineTicks(100) }),
    () => ({ kind: 'halt-contract', contract }),
    () => ({ kind: 'deposit', account, amount: money(5n) }),
    () => ({ kind: 'withdraw', account, amount: money(5n) }),
    () => ({ kind: 'reset-account', account, wallet: money(5n) }),
    () => ({ kind: 'set-margin-mode', account, contract: market.id, marginMode: 'cross' }),
    () => ({ kind: 'set-account-terms', account, terms: DEFAULT_TERMS }),
    () => ({ kind: 'set-account-status', account, status: 'frozen', note: '' }),
    () => ({ kind: 'amend-order', account, target: ghost(scene), size: null, price: null }),
  ])();
}

function badMoney(scene: Scene): Command {
  const account = someTrader(scene).id;
  const amount = money(pick(scene.dice, [0n, -1n, -(10n ** 20n), 10n ** 19n, 2n ** 63n]));
  const market = someMarket(scene);
  return pick<() => Command>(scene.dice, [
    () => ({ kind: 'deposit', account, amount }),
    () => ({ kind: 'withdraw', account, amount }),
    () => ({ kind: 'reset-account', account, wallet: money(-5n) }),
    () => ({ kind: 'reset-account', account: accountId(2), wallet: money(5n) }),
    () => ({
      kind: 'adjust-isolated-margin',
      account,
      contract: market.id,
      positionSide: someSide(scene),
      amount,
    }),
  ])();
}

function badSettings(scene: Scene): Command {
  const { dice } = scene;
  const account = someTrader(scene).id;
  const market = someMarket(scene);
  const bad = pick(dice, BAD_NUMBERS);
  const shared = { kind: 'set-leverage', account, contract: market.id } as const;
  return pick<() => Command>(dice, [
    () => ({ ...shared, marginMode: 'cross', longLeverage: bad, shortLeverage: bad }),
    () => ({ ...shared, marginMode: 'cross', longLeverage: 3, shortLeverage: 4 }),
    () => ({ ...shared, marginMode: 'isolated', longLeverage: 5_000, shortLeverage: 5 }),
    () => terms(scene, { takerFee: ppm(bad) }),
    () => terms(scene, { takerFee: ppm(900_000) }),
    () => terms(scene, { makerFee: ppm(-50_000) }),
    () => terms(scene, { leverageMax: bad }),
    () => terms(scene, { contracts: [contractId(7)] }),
    () => ({ kind: 'set-latency', account, latency: { ...NO_LATENCY, entry: [millis(bad)] } }),
    () => ({ kind: 'set-account-status', account: accountId(3), status: 'closed', note: '' }),
  ])();
}

const terms = (scene: Scene, changes: Partial<typeof DEFAULT_TERMS>): Command => ({
  kind: 'set-account-terms',
  account: someTrader(scene).id,
  terms: { ...DEFAULT_TERMS, ...changes },
});

function badAmend(scene: Scene): Command {
  const { dice, state } = scene;
  const bad = pick(dice, BAD_NUMBERS);
  const orders = [...state.orders.values()];
  if (orders.length === 0) return unknownNames(scene);
  const { id, account } = pick(dice, orders);
  const target = { by: 'id', order: id } as const;
  return pick<() => Command>(dice, [
    () => ({ kind: 'amend-order', account, target, size: lots(bad), price: null }),
    () => ({ kind: 'amend-order', account, target, size: null, price: ticks(bad) }),
    () => ({
      kind: 'amend-trigger',
      account,
      target,
      triggerPrice: ticks(bad),
      triggerSource: 'mark',
      price: null,
    }),
  ])();
}

function badVenue(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const { contract } = market.listing;
  const bad = pick(dice, BAD_NUMBERS);
  const next = contractId(scene.state.listings.length);
  const clock: Command = { kind: 'advance-clock' };
  return pick<() => Command>(dice, [
    () => ({ kind: 'list-contract', contract }),
    () => ({ kind: 'list-contract', contract: { ...contract, id: next } }),
    () => ({
      kind: 'list-contract',
      contract: { ...contract, id: next, symbol: 'unsound', makerFee: ppm(-5_000) },
    }),
    () => ({ kind: 'set-index-price', contract: market.id, price: fineTicks(bad) }),
    () =>
      chance(dice, 30)
        ? { kind: 'batch', commands: new Array(BATCH_COMMANDS_MAX + 1).fill(clock) }
        : { kind: 'batch', commands: [] },
  ])();
}
