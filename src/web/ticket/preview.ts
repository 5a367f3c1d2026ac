/**
 * The effect of an order before it is sent: what is wrong with it, its cost, and the liquidation
 * price of the position. The formulas are the venue's own; the venue still decides.
 */
import type { PositionMode } from '../../domain/account.ts';
import { type Contract, notionalOf, workingPriceOf } from '../../domain/contract.ts';
import { liquidationPrice } from '../../domain/liquidation-price.ts';
import {
  freezePriceOf,
  initialMargin,
  notionalMaxAt,
  openLossOf,
  orderFreeze,
} from '../../domain/margin.ts';
import { countIn, divideDown, feeOn, minus, plus } from '../../domain/money.ts';
import { openingPart } from '../../domain/position.ts';
import { oppositePositionSide, type PositionSide, sideOf } from '../../domain/side.ts';
import {
  type Lots,
  lots,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  type Ticks,
  ticks,
  toBigInt,
} from '../../domain/units.ts';
import { type DepthSide, sweepLevels, topLevels } from '../../views/depth.ts';
import {
  type AccountInputs,
  accountFigures,
  bothSides,
  crossBacking,
  type DeskTerms,
  deskLeverage,
  heldAt,
} from '../account/figures.ts';
import { type HeldAfter, heldAfter, netLiquidation } from './held-after.ts';

export interface TicketPrices {
  readonly mark: Ticks;
  readonly last: Ticks;
  readonly bestBid: Ticks;
  readonly bestAsk: Ticks;
}

/** An order in the venue's units. A price of NO_TICKS is a market order. */
export interface Intended {
  readonly effect: 'open' | 'close';
  readonly side: PositionSide;
  readonly price: Ticks;
  readonly size: Lots;
}

export interface TicketScene {
  readonly contract: Contract;
  readonly prices: TicketPrices;
  readonly desk: DeskTerms;
  readonly account: AccountInputs;
  readonly positionMode: PositionMode;
  /** The lots that working orders of a side still want to open. */
  readonly ordered: (side: PositionSide) => Lots;
}

export interface Preview {
  /** Frozen until it fills: margin, fee and the loss it would show at once. */
  readonly cost: Money;
  readonly fee: Money;
  readonly notional: Money;
  /** NO_TICKS if no price would liquidate it. */
  readonly liquidation: Ticks;
  /** What a net account holds once the order has filled. */
  readonly after: HeldAfter | undefined;
  readonly available: Money;
  /** It trades at once, at prices of the book that may be better: cost and fee are bounds. */
  readonly isTaker: boolean;
}

const workingPrice = ({ contract, prices }: TicketScene, { effect, side, price }: Intended) => {
  const order = { positionSide: side, effect, price: price === NO_TICKS ? null : price };
  return workingPriceOf(contract, order, prices.mark);
};

/** Those of a net order that only shrink the other side open nothing. */
export const openedLots = (scene: TicketScene, { effect, side, size }: Intended): Lots => {
  if (effect === 'close') return NO_LOTS;
  if (scene.positionMode === 'hedge') return size;
  return openingPart(size, closable(scene, oppositePositionSide(side)), scene.ordered(side));
};

export const costOf = (scene: TicketScene, intended: Intended): Money =>
  freezeOf(scene, intended, openedLots(scene, intended));

function freezeOf(scene: TicketScene, intended: Intended, opening: Lots): Money {
  if (opening === NO_LOTS) return NO_MONEY;
  const { contract, desk } = scene;
  const { mark, bestBid } = scene.prices;
  const working = workingPrice(scene, intended);
  const freezePrice = freezePriceOf(intended.side, working, mark, bestBid);
  const terms = { freezePrice, openLoss: openLossOf(intended.side, working, mark) };
  const leverage = deskLeverage(desk, intended.side);
  return orderFreeze(contract, terms, opening, leverage, desk.takerFee);
}

/** `fill` is the expected price of the order. */
export function previewOf(scene: TicketScene, intended: Intended, fill: Ticks): Preview {
  const { contract, desk, account } = scene;
  const notional = notionalOf(contract, fill, intended.size);
  const isTaker = doesTake(scene, intended);
  const fee = feeOn(notional, isTaker ? desk.takerFee : desk.makerFee);
  const after =
    scene.positionMode === 'net'
      ? heldAfter(scene, { ...intended, value: notional, fee })
      : undefined;
  return {
    after,
    isTaker,
    cost: costOf(scene, intended),
    fee,
    notional,
    liquidation:
      after !== undefined
        ? netLiquidation(scene, after)
        : intended.effect === 'open'
          ? liquidationAfter(scene, intended, notional, fee)
          : NO_TICKS,
    available: accountFigures(account).available,
  };
}

export function doesTake({ prices }: TicketScene, { effect, side, price }: Intended): boolean {
  if (price === NO_TICKS) return true;
  const { bestAsk, bestBid } = prices;
  return sideOf(side, effect) === 'buy'
    ? bestAsk !== NO_TICKS && price >= bestAsk
    : bestBid !== NO_TICKS && price <= bestBid;
}

/**
 * With the order filled: the account's positions at the contract, grown by it, and the fee paid.
 */
function liquidationAfter(scene: TicketScene, intended: Intended, value: Money, fee: Money): Ticks {
  const { contract, desk, account, prices } = scene;
  const isCross = desk.marginMode === 'cross';
  const after = (side: PositionSide) => {
    const position = heldAt(account, contract, side);
    const grows = side === intended.side;
    if (!isCross && !grows) return undefined;
    return {
      size: lots((position?.size ?? 0) + (grows ? intended.size : 0)),
      openValue: plus(position?.openValue ?? NO_MONEY, grows ? value : NO_MONEY),
    };
  };
  const held = heldAt(account, contract, intended.side);
  const margin = initialMargin(value, deskLeverage(desk, intended.side));
  return liquidationPrice(contract, {
    takerFee: desk.takerFee,
    backing: isCross
      ? minus(crossBacking(account, contract), fee)
      : plus(held?.isolatedMargin ?? NO_MONEY, margin),
    mark: prices.mark,
    ...bothSides(after('long'), after('short')),
  });
}

/** The average price that the book would give, as far as its depth goes. */
export function bookPrice(contract: Contract, side: DepthSide, size: Lots): Ticks {
  const { value, left } = sweepLevels(contract, topLevels(side, side.sizes.size), size);
  const filled = size - left;
  if (filled === 0) return NO_TICKS;
  const exact = divideDown(value, toBigInt(contract.tickLotValue) * BigInt(filled));
  return ticks(Number(exact));
}

/** The largest order that the account can carry, or that its position leaves to close. */
export function largestSize(scene: TicketScene, intended: Omit<Intended, 'size'>): Lots {
  const { contract, account, desk } = scene;
  if (intended.effect === 'close') return closable(scene, intended.side);
  const { available } = accountFigures(account);
  const shrinks = shrinkable(scene, intended.side);
  const freeze = (size: number): Money =>
    freezeOf(scene, { ...intended, size: lots(size) }, lots(size));
  const one = freeze(1_000_000);
  if (available <= NO_MONEY || one <= NO_MONEY)
    return lots(Math.min(shrinks, contract.orderLotsMax));
  // Cost grows with size except for the last unit of rounding, which the second check handles.
  const near = Number((toBigInt(available) * 1_000_000n) / toBigInt(one));
  const working = workingPrice(scene, { ...intended, size: NO_LOTS });
  const cap = notionalMaxAt(contract, deskLeverage(desk, intended.side));
  const perLot = notionalOf(contract, working, lots(1));
  const most = Math.min(
    near,
    contract.orderLotsMax,
    countIn(cap, perLot === NO_MONEY ? money(1) : perLot),
  );
  const limit = intended.price === NO_TICKS ? Math.min(most, contract.marketOpenLotsMax) : most;
  const opened = Math.max(0, freeze(limit) <= available ? limit : limit - 1);
  return lots(Math.min(shrinks + opened, contract.orderLotsMax));
}

/** In net mode: the lots of the other side that no working order has claimed. */
function shrinkable(scene: TicketScene, side: PositionSide): number {
  if (scene.positionMode === 'hedge') return 0;
  return Math.max(0, closable(scene, oppositePositionSide(side)) - scene.ordered(side));
}

export const closable = ({ account, contract }: TicketScene, side: PositionSide): Lots =>
  heldAt(account, contract, side)?.size ?? NO_LOTS;
