/** Everything about orders and accounts that is not a new order. */

import { type AccountTerms, DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command, OrderTarget } from '../../src/domain/command.ts';
import { type AccountId, accountId, orderId } from '../../src/domain/ids.ts';
import { type Lots, lots, money, ppm, type Ticks, toBigInt } from '../../src/domain/units.ts';
import { freeCollateral } from '../../src/engine/risk.ts';
import type { LiveOrder } from '../../src/engine/state.ts';
import { chance, findPick, pick, roll } from './dice.ts';
import { someMode } from './net-commands.ts';
import {
  findLiveOrder,
  indexTicks,
  marketAt,
  offBy,
  type Scene,
  someMarket,
  someone,
  someTrader,
} from './scene.ts';
import { holdingsOf, lotWorth, someSide } from './trade-commands.ts';

function targetOf(scene: Scene, order: LiveOrder): OrderTarget {
  if (order.clientOrderId !== null && chance(scene.dice, 50))
    return { by: 'client-order-id', clientOrderId: order.clientOrderId };
  return { by: 'id', order: order.id };
}

/** Mostly the holder; now and then somebody else tries. */
const senderFor = (scene: Scene, order: LiveOrder): AccountId =>
  chance(scene.dice, 96) ? order.account : someone(scene).id;

export function drawCancel(scene: Scene): Command {
  const order = findLiveOrder(scene, () => true);
  if (order === undefined) return drawCancelAll(scene);
  const target = targetOf(scene, order);
  return { kind: 'cancel-order', account: senderFor(scene, order), target };
}

export const drawCancelAll = (scene: Scene): Command => ({
  kind: 'cancel-all-orders',
  account: someone(scene).id,
  contract: chance(scene.dice, 50) ? null : someMarket(scene).id,
  scope: pick(scene.dice, ['working', 'untriggered']),
});

export const drawCloseAll = (scene: Scene): Command => ({
  kind: 'close-positions',
  account: someone(scene).id,
  contract: chance(scene.dice, 50) ? null : someMarket(scene).id,
});

export function drawAmend(scene: Scene): Command {
  const { dice } = scene;
  const order = findLiveOrder(scene, ({ status }) => status === 'open' || chance(dice, 4));
  if (order === undefined) return drawCancelAll(scene);
  const middle = indexTicks(marketAt(scene, order.contract));
  const size = pick<() => Lots | null>(dice, [
    () => null,
    () => lots(roll(dice, 1, order.size)),
    () => lots(order.size + roll(dice, 0, order.size)),
    () => order.filled,
  ])();
  const sign = order.side === 'buy' ? -1 : 1;
  const price = pick<() => Ticks | null>(dice, [
    () => null,
    () => null,
    () => offBy(middle, sign * roll(dice, 0, 150)),
    () => offBy(middle, -sign * roll(dice, 0, 150)),
  ])();
  const target = targetOf(scene, order);
  return { kind: 'amend-order', account: senderFor(scene, order), target, size, price };
}

export function drawAmendTrigger(scene: Scene): Command {
  const { dice } = scene;
  const order = findLiveOrder(scene, ({ status }) => status === 'untriggered' || chance(dice, 4));
  if (order === undefined) return drawCancelAll(scene);
  const triggerPrice = offBy(indexTicks(marketAt(scene, order.contract)), roll(dice, -250, 250));
  return {
    kind: 'amend-trigger',
    account: senderFor(scene, order),
    target: targetOf(scene, order),
    triggerPrice,
    triggerSource: pick(dice, ['last', 'mark', 'index']),
    price: chance(dice, 70) ? null : offBy(triggerPrice, roll(dice, -80, 80)),
  };
}

export function drawLeverage(scene: Scene): Command {
  const { dice, mix } = scene;
  const market = someMarket(scene);
  const { leverageMax } = market.listing.contract;
  const account = someone(scene);
  const some = (): number =>
    chance(dice, mix.gamblePercent) ? leverageMax : roll(dice, 1, leverageMax);
  const long = some();
  const mode = account.desks[market.id]?.marginMode ?? 'cross';
  const other = mode === 'cross' ? 'isolated' : 'cross';
  const marginMode = chance(dice, 85) ? mode : other;
  return {
    kind: 'set-leverage',
    account: account.id,
    contract: market.id,
    marginMode,
    longLeverage: long,
    shortLeverage: marginMode === 'cross' && chance(dice, 95) ? long : some(),
  };
}

export const drawMarginMode = (scene: Scene): Command => ({
  kind: 'set-margin-mode',
  account: someone(scene).id,
  contract: someMarket(scene).id,
  marginMode: chance(scene.dice, scene.mix.isolatedPercent) ? 'isolated' : 'cross',
});

export function drawMargin(scene: Scene): Command {
  const { dice } = scene;
  const isolated = holdingsOf(scene).filter(({ desk }) => desk.marginMode === 'isolated');
  const holding = findPick(dice, isolated);
  if (holding === undefined || chance(dice, 5)) {
    const market = someMarket(scene);
    return {
      kind: 'adjust-isolated-margin',
      account: someone(scene).id,
      contract: market.id,
      positionSide: someSide(scene),
      amount: money(lotWorth(market)),
    };
  }
  const { desk, side } = holding;
  const { isolatedMargin = money(0n) } = desk[side].position ?? {};
  const most = chance(dice, 50) ? isolatedMargin : freeCollateral(desk.account);
  const part = (toBigInt(most) * BigInt(roll(dice, 0, 130))) / 100n;
  return {
    kind: 'adjust-isolated-margin',
    account: desk.account.id,
    contract: desk.listing.contract.id,
    positionSide: side,
    amount: money(most === isolatedMargin ? -part : part),
  };
}

export const drawTopUp = (scene: Scene): Command => ({
  kind: 'set-auto-top-up',
  account: someone(scene).id,
  contract: someMarket(scene).id,
  positionSide: someSide(scene),
  enabled: chance(scene.dice, 70),
});

/** In hundredths of an ordinary order's worth. */
export function someMoney(scene: Scene, percent: number): bigint {
  const market = someMarket(scene);
  const ordinary = lotWorth(market) * BigInt(market.chosen.ordinaryLots);
  return (ordinary * BigInt(roll(scene.dice, 1, percent))) / 100n + 1n;
}

export const drawDeposit = (scene: Scene): Command => ({
  kind: 'deposit',
  account: chance(scene.dice, 95) ? someone(scene).id : accountId(roll(scene.dice, 1, 3)),
  amount: money(someMoney(scene, scene.mix.walletPercent)),
});

export function drawWithdraw(scene: Scene): Command {
  const account = someone(scene);
  const free = freeCollateral(account);
  const part = (toBigInt(free) * BigInt(roll(scene.dice, 1, 120))) / 100n;
  const amount = chance(scene.dice, 30) ? toBigInt(account.wallet) : part;
  return { kind: 'withdraw', account: account.id, amount: money(amount) };
}

export function drawReset(scene: Scene): Command {
  const wallet = chance(scene.dice, 10) ? 0n : someMoney(scene, scene.mix.walletPercent);
  return { kind: 'reset-account', account: someone(scene).id, wallet: money(wallet) };
}

/** Freezing and disqualifying are soon undone, or the market would dry up. */
export function drawStatus(scene: Scene): Command {
  const { dice } = scene;
  const account = someTrader(scene);
  const next = pick(dice, ['frozen', 'disqualified', 'active', 'closed'] as const);
  if (next === 'closed' && chance(dice, 60)) {
    scene.queue.push({ kind: 'set-account-status', account: account.id, status: next, note: '' });
    return { kind: 'reset-account', account: account.id, wallet: money(0n) };
  }
  if (next !== 'active' && chance(dice, 70))
    scene.queue.push({
      kind: 'set-account-status',
      account: account.id,
      status: 'active',
      note: 'back',
    });
  return { kind: 'set-account-status', account: account.id, status: next, note: 'simulated' };
}

export function someTerms(scene: Scene): AccountTerms {
  const { dice, mix, state } = scene;
  return {
    ...DEFAULT_TERMS,
    makerFee: chance(dice, 15) ? ppm(pick(dice, [0, 150, -200, 350])) : null,
    takerFee: chance(dice, 15) ? ppm(pick(dice, [0, 300, 900, 2_000])) : null,
    leverageMax: chance(dice, 15) ? pick(dice, [3, 20, 60]) : null,
    contracts: chance(dice, 5)
      ? state.listings.filter(() => chance(dice, 60)).map(({ contract }) => contract.id)
      : null,
    team: chance(dice, mix.teamPercent) ? pick(dice, ['red', 'blue']) : null,
    selfTrade: pick(dice, ['cancel-maker', 'cancel-taker', 'cancel-both']),
  };
}

export const drawTerms = (scene: Scene): Command => ({
  kind: 'set-account-terms',
  account: someone(scene).id,
  terms: someTerms(scene),
});

export const drawOpenAccount = (scene: Scene): Command => ({
  kind: 'open-account',
  role: chance(scene.dice, 90) ? 'trader' : 'house',
  terms: someTerms(scene),
  ...someMode(scene),
});

/** An order id that does not exist. */
export const ghost = (scene: Scene): OrderTarget =>
  chance(scene.dice, 50)
    ? { by: 'id', order: orderId(scene.state.nextOrder + roll(scene.dice, 0, 9)) }
    : { by: 'client-order-id', clientOrderId: 'nobody' };
