/**
 * Orders that traders and the house make up: quotes, takes, rests, closes, presets and triggers.
 */

import type { Command, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { notionalMaxAt } from '../../src/domain/margin.ts';
import type { TimeInForce, TriggerPurpose } from '../../src/domain/order.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { lots, type Ticks, ticks, toBigInt } from '../../src/domain/units.ts';
import { freeCollateral, leverageOf } from '../../src/engine/risk.ts';
import type { Account, Desk } from '../../src/engine/state.ts';
import { bareOrder } from './bare-order.ts';
import { chance, findPick, pick, roll } from './dice.ts';
import {
  indexTicks,
  type Market,
  marketAt,
  offBy,
  type Scene,
  someHouse,
  someLots,
  someMarket,
  someone,
  someTrader,
} from './scene.ts';

export const someSide = (scene: Scene): PositionSide => pick(scene.dice, ['long', 'short']);

export const order = (
  account: Account['id'],
  market: Market,
  terms: Omit<Parameters<typeof bareOrder>[0], 'account' | 'contract'>,
): PlaceOrder => bareOrder({ account, contract: market.id, ...terms });

/** The house takes its quotes back and quotes again around the index. */
export function drawQuote(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const house = someHouse(scene);
  const middle = indexTicks(market);
  const gap = pick(dice, [1, 5, 20, 100]);
  const commands: Exclude<Command, { kind: 'batch' }>[] = [
    { kind: 'cancel-all-orders', account: house, contract: market.id, scope: 'working' },
  ];
  const levels = roll(dice, 0, 4);
  for (let level = 1; level <= levels; level += 1) {
    const size = lots(someLots(scene, market));
    for (const positionSide of ['long', 'short'] as const) {
      const away = gap * level;
      const price = positionSide === 'long' ? offBy(middle, -away) : ticks(offBy(middle, away) + 1);
      const timeInForce = pick(dice, ['post-only', 'normal'] as const);
      commands.push(
        order(house, market, { positionSide, effect: 'open', size, price, timeInForce }),
      );
    }
  }
  return { kind: 'batch', commands };
}

/** At market or through the book; gamblers stake all they have. */
export function drawTake(scene: Scene): Command {
  const { dice, mix } = scene;
  const market = someMarket(scene);
  const account = someone(scene);
  const positionSide = someSide(scene);
  const isGamble = chance(dice, mix.gamblePercent);
  const size = isGamble ? affordable(account, market, positionSide) : someLots(scene, market);
  const isMarket = chance(dice, 60);
  const price = isMarket ? null : someTakePrice(scene, market, positionSide);
  const timeInForce: TimeInForce = isMarket ? 'normal' : pick(dice, ['ioc', 'normal']);
  return order(account.id, market, {
    positionSide,
    effect: 'open',
    size: lots(size),
    price,
    timeInForce,
    ...someExtras(scene, account, market),
  });
}

function someTakePrice(scene: Scene, market: Market, side: PositionSide): Ticks {
  const away = roll(scene.dice, -30, chance(scene.dice, 20) ? 3_000 : 100);
  return offBy(indexTicks(market), side === 'long' ? away : -Math.min(away, 9_000));
}

/** What an order a little through the market loses at once, with a margin. */
const NEAR_PPM = 4_500;

/** Nearly everything the account could open with an order near the market. */
export function affordable(account: Account, market: Market, side: PositionSide): number {
  const desk = account.desks[market.id];
  const { contract } = market.listing;
  const leverage = desk === undefined ? 10 : leverageOf(desk, side);
  const perLot = BigInt(indexTicks(market)) * toBigInt(contract.tickLotValue);
  const costPpm = Math.ceil(1_000_000 / leverage) + contract.takerFee + NEAR_PPM;
  const most = (toBigInt(freeCollateral(account)) * 1_000_000n) / (perLot * BigInt(costPpm));
  const cap = (toBigInt(notionalMaxAt(contract, leverage)) * 8n) / (perLot * 10n);
  const size = Number(most < 0n ? 0n : most < cap ? most : cap);
  return Math.max(contract.orderLotsMin, Math.min(size, contract.marketOpenLotsMax));
}

/** A limit on the passive side, sometimes through the market. */
export function drawRest(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const account = someone(scene);
  const positionSide = someSide(scene);
  const away = roll(dice, chance(dice, 20) ? -100 : 0, chance(dice, 10) ? 4_000 : 150);
  const price = offBy(indexTicks(market), positionSide === 'long' ? -away : away);
  return order(account.id, market, {
    positionSide,
    effect: 'open',
    size: lots(someLots(scene, market)),
    price,
    timeInForce: pick(dice, ['normal', 'normal', 'post-only']),
    ...someExtras(scene, account, market),
  });
}

export function drawFillOrKill(scene: Scene): Command {
  const market = someMarket(scene);
  const positionSide = someSide(scene);
  return order(someone(scene).id, market, {
    positionSide,
    effect: 'open',
    size: lots(someLots(scene, market)),
    price: someTakePrice(scene, market, positionSide),
    timeInForce: 'fok',
  });
}

export interface DeskHolding {
  readonly desk: Desk;
  readonly market: Market;
  readonly side: PositionSide;
  readonly size: number;
}

export function holdingsOf(scene: Scene): DeskHolding[] {
  const holdings: DeskHolding[] = [];
  for (const account of scene.state.accounts) {
    if (account === undefined || (account.role !== 'trader' && account.role !== 'house')) continue;
    for (const desk of account.desks) {
      for (const side of ['long', 'short'] as const) {
        const position = desk?.[side].position ?? null;
        if (desk === undefined || position === null) continue;
        const market = marketAt(scene, desk.listing.contract.id);
        holdings.push({ desk, market, side, size: position.size });
      }
    }
  }
  return holdings;
}

/** A part, the whole or more than there is of some position. */
export function drawClose(scene: Scene): Command {
  const { dice } = scene;
  const holding = findPick(dice, holdingsOf(scene));
  if (holding === undefined || chance(dice, 3)) return closeNothing(scene);
  const { desk, market, side, size } = holding;
  const wanted = pick(dice, [size, roll(dice, 1, size), roll(dice, 1, size), size + 3]);
  const isMarket = chance(dice, 40);
  const away = roll(dice, chance(dice, 40) ? -60 : 0, chance(dice, 30) ? 2_000 : 200);
  const price = offBy(indexTicks(market), side === 'long' ? away : -away);
  return order(desk.account.id, market, {
    positionSide: side,
    effect: 'close',
    size: lots(Math.min(wanted, market.listing.contract.orderLotsMax)),
    price: isMarket ? null : price,
    timeInForce: pick(dice, ['normal', 'normal', 'post-only', 'ioc', 'fok']),
  });
}

const closeNothing = (scene: Scene): Command => {
  const market = someMarket(scene);
  return order(someTrader(scene).id, market, {
    positionSide: someSide(scene),
    effect: 'close',
    size: lots(someLots(scene, market)),
  });
};

/** An opening order that brings its exits along. */
export function drawPreset(scene: Scene): Command {
  const { dice } = scene;
  const base = chance(dice, 50) ? drawTake(scene) : drawRest(scene);
  if (base.kind !== 'place-order') return base;
  const market = marketAt(scene, base.contract);
  const last = market.listing.last === 0 ? market.listing.mark : market.listing.last;
  const reference = base.price ?? (last === 0 ? indexTicks(market) : last);
  const sign = base.positionSide === 'long' ? 1 : -1;
  const profit = offBy(reference, sign * roll(dice, 2, 200));
  const loss = offBy(reference, -sign * roll(dice, 2, 200));
  return {
    ...base,
    takeProfit: chance(dice, 75) ? profit : null,
    stopLoss: chance(dice, 75) ? loss : null,
  };
}

export function drawPlan(scene: Scene): Command {
  const { dice } = scene;
  const market = someMarket(scene);
  const price = indexTicks(market);
  const triggerPrice = offBy(price, roll(dice, -250, 250));
  return {
    ...triggerBase(scene, someone(scene), market, 'plan'),
    positionSide: someSide(scene),
    effect: chance(dice, 70) ? 'open' : 'close',
    size: lots(someLots(scene, market)),
    triggerPrice,
    price: chance(dice, 50) ? null : offBy(triggerPrice, roll(dice, -100, 100)),
  };
}

/** A take-profit or stop-loss for some position, of a size of its own or following the whole. */
export function drawExit(scene: Scene, follows: 'part' | 'whole'): Command {
  const { dice } = scene;
  const holding = findPick(dice, holdingsOf(scene));
  if (holding === undefined) return drawPlan(scene);
  const { desk, market, side, size } = holding;
  const purpose = pick(dice, ['take-profit', 'stop-loss'] as const);
  const sign = (side === 'long') === (purpose === 'take-profit') ? 1 : -1;
  const triggerPrice = offBy(indexTicks(market), sign * roll(dice, -5, 300));
  const part = Math.min(roll(dice, 1, size * 2), market.listing.contract.orderLotsMax);
  return {
    ...triggerBase(scene, desk.account, market, purpose),
    positionSide: side,
    effect: 'close',
    size: follows === 'whole' ? null : lots(part),
    triggerPrice,
    price: chance(dice, 60) ? null : offBy(triggerPrice, roll(dice, -100, 100)),
  };
}

function triggerBase(
  scene: Scene,
  account: Account,
  market: Market,
  purpose: TriggerPurpose,
): Pick<
  PlaceTrigger,
  'kind' | 'account' | 'contract' | 'purpose' | 'triggerSource' | 'clientOrderId' | 'marginMode'
> {
  return {
    kind: 'place-trigger',
    account: account.id,
    contract: market.id,
    purpose,
    triggerSource: pick(scene.dice, ['last', 'last', 'mark', 'index']),
    ...someExtras(scene, account, market),
  };
}

/** Sometimes a client order id, sometimes a margin mode, right or wrong. */
function someExtras(
  scene: Scene,
  account: Account,
  market: Market,
): Pick<PlaceOrder, 'clientOrderId' | 'marginMode'> {
  const { dice, mix } = scene;
  let clientOrderId: string | null = null;
  if (chance(dice, mix.clientIdPercent)) {
    scene.clientIds += 1;
    clientOrderId = `c-${roll(dice, 1, 1 + Math.floor(scene.clientIds / 2))}`;
  }
  const mode = account.desks[market.id]?.marginMode ?? 'cross';
  const named = chance(dice, 90) ? mode : pick(dice, ['cross', 'isolated'] as const);
  return { clientOrderId, marginMode: chance(dice, 20) ? named : null };
}

/** A close of the whole position, so far away that it only locks. */
export function drawShield(scene: Scene): Command {
  const holding = findPick(scene.dice, holdingsOf(scene));
  if (holding === undefined) return drawTake(scene);
  const { desk, market, side, size } = holding;
  const away = (side === 'long' ? 1 : -1) * roll(scene.dice, 500, 3_000);
  return order(desk.account.id, market, {
    positionSide: side,
    effect: 'close',
    size: lots(Math.min(size, market.listing.contract.orderLotsMax)),
    price: offBy(indexTicks(market), away),
  });
}

/** The opposite of some position, with the same size, as far as one order allows. */
export function drawHedge(scene: Scene): Command {
  const holding = findPick(scene.dice, holdingsOf(scene));
  if (holding === undefined) return drawTake(scene);
  const { desk, market, side, size } = holding;
  return order(desk.account.id, market, {
    positionSide: side === 'long' ? 'short' : 'long',
    effect: 'open',
    size: lots(Math.min(size, market.listing.contract.marketOpenLotsMax)),
  });
}

/** What one lot is worth now; for amounts of money in proportion. */
export const lotWorth = (market: Market): bigint => {
  const { contract, mark } = market.listing;
  const price = mark === 0 ? market.chosen.start : mark;
  return BigInt(price) * toBigInt(contract.tickLotValue);
};
