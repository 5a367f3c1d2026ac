/** The world outside: index prices that drift, gap and crash, halts, and time that passes. */

import type { Command, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { accountId } from '../../src/domain/ids.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { lots, money, ticks, toBigInt } from '../../src/domain/units.ts';
import { bareOrder } from './bare-order.ts';
import { chance, pick, roll } from './dice.ts';
import {
  indexCommand,
  indexTicks,
  type Market,
  marketAt,
  offBy,
  opened,
  type Scene,
  someHouse,
  someMarket,
  someTrader,
} from './scene.ts';
import { affordable, lotWorth, order, someSide } from './trade-commands.ts';

const GAP_MAX = 3_000;
/** Prices stay within this factor of their start, so that order sizes still make sense. */
const WANDER = 12;

/** One step of the index of some contract that is not silent. */
export function index(scene: Scene): Command {
  const { dice, mix } = scene;
  const market = someMarket(scene);
  if ((scene.silentUntil[market.id] ?? 0) > scene.at) return { kind: 'advance-clock' };
  if (chance(dice, mix.silencePercent))
    scene.silentUntil[market.id] = scene.at + roll(dice, 20_000, 90_000);
  if (chance(dice, 5)) return indexCommand(market, fineNow(market));
  const isGap = chance(dice, mix.gapPercent);
  const reach = isGap ? GAP_MAX : mix.stepBasisPoints;
  return indexCommand(market, moved(scene, market, roll(dice, -reach, reach)));
}

/** Several steps down, or up, one after the other, and perhaps back. */
export function crash(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const sign = pick(dice, [-1, -1, 1]);
  march(scene, market, roll(dice, 2, 5), () => sign * roll(dice, 300, 1_500));
  if (chance(dice, 50)) scene.queue.push(indexCommand(market, fineNow(market)));
  return { kind: 'advance-clock' };
}

/**
 * Everyone bets everything on the same side, the house takes the other side, and the price moves
 * against the crowd: many liquidations at once, with a thin book and a small fund.
 */
export function storm(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const positionSide = scene.stormSide === 'long' ? 'short' : 'long';
  scene.stormSide = positionSide;
  const against = positionSide === 'long' ? -1 : 1;
  bet(scene, market, positionSide);
  march(scene, market, roll(dice, 1, 4), () => {
    const reach = pick(dice, [60, 300, 1_500]);
    return against * roll(dice, 10, reach);
  });
  return { kind: 'advance-clock' };
}

/** Nearly everyone opens all they can on one side. */
function bet(scene: Scene, market: Market, positionSide: PositionSide): void {
  scene.queue.push(offer(scene, market, positionSide));
  for (const account of opened(scene)) {
    if (account.role === 'house' || !chance(scene.dice, 80)) continue;
    const size = lots(affordable(account, market, positionSide));
    const price = offBy(indexTicks(market), positionSide === 'long' ? 30 : -30);
    scene.queue.push(
      order(account.id, market, { positionSide, effect: 'open', size, price, timeInForce: 'ioc' }),
    );
  }
}

/** Bets everywhere, then one contract is halted while its price runs away. */
export function catastrophe(scene: Scene): Command {
  for (let place = 0; place < scene.state.listings.length; place += 1)
    bet(scene, marketAt(scene, place), someSide(scene));
  const market = someMarket(scene);
  scene.queue.push({ kind: 'halt-contract', contract: market.id });
  runAway(scene, market);
  if (chance(scene.dice, 40))
    scene.queue.push({
      kind: 'reset-account',
      account: someTrader(scene).id,
      wallet: money(lotWorth(market)),
    });
  scene.queue.push({ kind: 'resume-contract', contract: market.id });
  return { kind: 'advance-clock' };
}

/**
 * The house, or a trader who became rich, offers a large size near the index to the buyers or
 * sellers of this side.
 */
function offer(scene: Scene, market: Market, positionSide: PositionSide): Command {
  const takes = positionSide === 'long' ? 1 : -1;
  const { orderLotsMax } = market.listing.contract;
  const size = Math.min(orderLotsMax, market.chosen.ordinaryLots * roll(scene.dice, 1, 40));
  const isHouse = chance(scene.dice, 50);
  const account = isHouse ? someHouse(scene) : someTrader(scene).id;
  const amount = lotWorth(market) * BigInt(size);
  if (!isHouse) scene.queue.push({ kind: 'deposit', account, amount: money(amount) });
  return order(account, market, {
    positionSide: positionSide === 'long' ? 'short' : 'long',
    effect: 'open',
    size: lots(size),
    price: offBy(indexTicks(market), takes * roll(scene.dice, 0, 15)),
  });
}

/** So many index prices, each so many hundredths of a percent from the one before. */
function march(scene: Scene, market: Market, steps: number, nextMove: () => number): void {
  let fine = fineNow(market);
  for (let step = 0; step < steps; step += 1) {
    fine = bounded(market, Math.floor((fine * (10_000 + nextMove())) / 10_000));
    scene.queue.push(indexCommand(market, fine));
  }
}

const fineNow = (market: Market): number =>
  market.listing.index === 0 ? market.chosen.start * 100 : market.listing.index;

function moved(scene: Scene, market: Market, basisPoints: number): number {
  const fine = Math.floor((fineNow(market) * (10_000 + basisPoints)) / 10_000);
  return bounded(market, fine + roll(scene.dice, -60, 60));
}

function bounded({ chosen }: Market, fine: number): number {
  const start = chosen.start * 100;
  return Math.min(start * WANDER, Math.max(Math.floor(start / WANDER), 100, fine));
}

/** Halts are lifted before long. */
export function halt(scene: Scene): Command {
  const market = someMarket(scene);
  const resume: Command = { kind: 'resume-contract', contract: market.id };
  if (market.listing.halted) return resume;
  if (chance(scene.dice, 30)) runAway(scene, market);
  else if (chance(scene.dice, 70)) {
    const length = roll(scene.dice, 0, 8);
    for (let step = 0; step < length; step += 1) scene.queue.push(index(scene));
  }
  if (chance(scene.dice, 80)) scene.queue.push(resume);
  return { kind: 'halt-contract', contract: market.id };
}

/** While nobody can be liquidated the price runs away: losses beyond all margin. */
function runAway(scene: Scene, market: Market): void {
  const { dice } = scene;
  const sign = pick(dice, [-1, 1]);
  march(scene, market, roll(dice, 3, 9), () => sign * roll(dice, 500, GAP_MAX));
}

/** A thousand orders of the same kind, to meet the limits on their number. */
export function flood(scene: Scene): Command {
  const { dice, state } = scene;
  const market = someMarket(scene);
  const account = accountId(roll(dice, 1_001, state.nextAccount - 1));
  const low = Math.max(1, Math.floor(indexTicks(market) / 2));
  const { orderLotsMin } = market.listing.contract;
  const size = orderLotsMin;
  const shared = { account, contract: market.id, positionSide: 'long', effect: 'open' } as const;
  const isPlan = chance(dice, 50);
  const single: PlaceOrder | PlaceTrigger = isPlan
    ? {
        ...shared,
        kind: 'place-trigger',
        purpose: 'plan',
        size,
        triggerPrice: ticks(low),
        triggerSource: 'mark',
        price: null,
        clientOrderId: null,
        marginMode: null,
      }
    : bareOrder({ ...shared, size, price: ticks(low), timeInForce: 'post-only' });
  scene.queue.push({ kind: 'cancel-all-orders', account, contract: null, scope: 'working' });
  scene.queue.push({ kind: 'cancel-all-orders', account, contract: null, scope: 'untriggered' });
  const much =
    (toBigInt(market.listing.contract.tickLotValue) * BigInt(low * orderLotsMin * 250)) / 1n;
  scene.queue.unshift({ kind: 'batch', commands: new Array(isPlan ? 53 : 203).fill(single) });
  return { kind: 'deposit', account, amount: money(much + 1n) };
}

const DAY = 86_400_000;

/** How long until the next command: mostly almost nothing, sometimes past settlements and days. */
export function pause(scene: Scene): number {
  const { dice, mix } = scene;
  if (!chance(dice, mix.jumpPercent)) {
    if (chance(dice, 70)) return roll(dice, 0, 400);
    return chance(dice, 92) ? roll(dice, 500, 6_000) : roll(dice, 6_000, 29_000);
  }
  const wanted = pick(dice, ['stale', 'funding', 'hours', 'day'] as const);
  for (let place = 0; place < scene.state.listings.length; place += 1) {
    const market = marketAt(scene, place);
    if (chance(dice, 80)) scene.queue.push(indexCommand(market, moved(scene, market, 10)));
  }
  switch (wanted) {
    case 'stale':
      return roll(dice, 30_000, 120_000);
    case 'funding':
      return Math.max(0, nextFunding(scene) - scene.at + roll(dice, -3, 3));
    case 'hours':
      return roll(dice, 1, 30) * 1_000_000;
    case 'day':
      return DAY + roll(dice, -1_000, 900_000);
  }
}

const nextFunding = ({ state, at }: Scene): number =>
  state.listings.reduce((soonest, { funding }) => Math.min(soonest, funding.nextAt), at + DAY);
