/**
 * What an account's margin looks like at the current marks. Reads the state, and changes nothing
 * but what it keeps of its own sums.
 */

import type { EffectiveStatus } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { notionalOf } from '../domain/contract.ts';
import { INDEX_STALE_AFTER, PRICE_TICKS_MAX } from '../domain/limits.ts';
import { bankruptcyPrice, closingCost } from '../domain/liquidation-price.ts';
import { initialMargin, marginRequirement } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import { type Position, unrealisedPnl } from '../domain/position.ts';
import type { PositionSide } from '../domain/side.ts';
import {
  type Lots,
  lots,
  type Millis,
  type Money,
  NO_LOTS,
  NO_MONEY,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import { type Account, type Desk, type DeskSide, type Listing, sideAt } from './state.ts';
import { type CrossWorth, createCrossWorth, createDeskWorth, type DeskWorth } from './worth.ts';

export const effectiveStatus = (account: Account): EffectiveStatus =>
  account.liquidating ? 'liquidating' : account.status;

/** Too long without an index price: no opening, no triggers, no liquidation. */
export const isStale = (listing: Listing, now: Millis): boolean =>
  now - listing.indexAt > INDEX_STALE_AFTER;

/** Forced closing waits while nobody can trade or the price is unknown. */
export const isPaused = (listing: Listing, now: Millis): boolean =>
  listing.halted || isStale(listing, now);

export const takerFeeOf = (desk: Desk): Ppm =>
  desk.account.terms.takerFee ?? desk.listing.contract.takerFee;

export const makerFeeOf = (desk: Desk): Ppm =>
  desk.account.terms.makerFee ?? desk.listing.contract.makerFee;

export const leverageOf = (desk: Desk, side: PositionSide): number =>
  desk.marginMode === 'cross' ? desk.crossLeverage : sideAt(desk, side).isolatedLeverage;

export const positionSize = (side: DeskSide): Lots => side.position?.size ?? lots(0);

/** The lots of a position that no working close has locked. In net mode closes lock nothing. */
export const closableLots = ({ account }: Desk, side: DeskSide): Lots =>
  lots(positionSize(side) - (account.positionMode === 'net' ? 0 : side.closing));

export const notionalAtMark = (desk: Desk, size: Lots): Money =>
  notionalOf(desk.listing.contract, desk.listing.mark, size);

export const pnlAtMark = (desk: Desk, position: Position): Money =>
  unrealisedPnl(desk.listing.contract, position, desk.listing.mark);

/** The size of both sides together, by which cross margin chooses the tier of a hedge. */
export const grossLots = (desk: Desk): Lots =>
  lots(positionSize(desk.long) + positionSize(desk.short));

export const crossWallet = (account: Account): Money => minus(account.wallet, account.isolated);

/** Cross wallet plus unrealised result of cross positions. */
export const crossEquity = (account: Account): Money =>
  plus(crossWallet(account), crossPnl(account));

function crossPnl(account: Account): Money {
  const desk = soleDesk(account);
  return desk === null ? crossWorth(account).pnl : deskPnl(desk);
}

/** Margin held against cross positions, at the mark. */
export function crossInitial(account: Account): Money {
  const desk = soleDesk(account);
  return desk === null ? crossWorth(account).initial : deskInitial(desk);
}

export function crossRequirement(account: Account): Money {
  const desk = soleDesk(account);
  return desk === null ? crossWorth(account).requirement : deskRequirement(desk);
}

/** Cross equity minus the requirement: at or below zero means liquidation. */
export const crossSlack = (account: Account): Money =>
  minus(crossEquity(account), crossRequirement(account));

export const isolatedEquity = (desk: Desk, position: Position): Money =>
  plus(position.isolatedMargin, pnlAtMark(desk, position));

export const isolatedRequirement = (desk: Desk, position: Position): Money =>
  marginRequirement(desk.listing.contract, notionalAtMark(desk, position.size), takerFeeOf(desk));

/** What new orders may freeze: cross equity less initial margins and freezes. May be negative. */
export function freeCollateral(account: Account): Money {
  const desk = soleDesk(account);
  let free = minus(crossWallet(account), account.frozen);
  if (desk === null) {
    const { pnl, initial } = crossWorth(account);
    return minus(plus(free, pnl), initial);
  }
  if (desk.long.position !== null) free = plus(free, leftOver(desk, desk.long.position));
  if (desk.short.position !== null) free = plus(free, leftOver(desk, desk.short.position));
  return free;
}

/** The result of a cross position less what it is held with. */
function leftOver({ listing, crossLeverage }: Desk, { side, size, openValue }: Position): Money {
  const value = notionalOf(listing.contract, listing.mark, size);
  const pnl = side === 'long' ? minus(value, openValue) : minus(openValue, value);
  return minus(pnl, initialMargin(value, crossLeverage));
}

/** Everything, at the marks: what the account is worth. */
export function accountEquity(account: Account): Money {
  let equity: Money = account.wallet;
  for (const desk of account.desks) {
    if (desk !== undefined && desk.holderPlace >= 0) equity = plus(equity, deskPnl(desk));
  }
  return equity;
}

/** Gross notional of every position. */
export function grossNotional(account: Account): Money {
  let gross = NO_MONEY;
  for (const desk of account.desks) {
    if (desk !== undefined && desk.holderPlace >= 0)
      gross = plus(gross, notionalAtMark(desk, grossLots(desk)));
  }
  return gross;
}

/**
 * Nobody closes beyond the price that uses up their own money: the fund would pay the rest. A part
 * of a position that is to be closed, at this price or better.
 */
interface WantedClose {
  readonly side: PositionSide;
  readonly size: Lots;
  readonly price: Ticks;
}

/**
 * The wanted price, or the last one that the equity behind the position can afford, within what a
 * book can index. Money that is `frozen` for the opening part of the same order does not count.
 */
export function boundByBankruptcy(desk: Desk, close: WantedClose, frozen: Money): Ticks {
  const { side, price } = close;
  if (!isCostly(desk, side, price)) return price;
  const { contract, mark } = desk.listing;
  const equity = equityBehind(desk, side, frozen);
  // A close may rest, and an account's own terms may charge more for making than for taking.
  const fee = ppm(Math.max(takerFeeOf(desk), makerFeeOf(desk)));
  if (closingCost(contract, close, { mark, price, fee }) <= equity) return price;
  const last = bankruptcyPrice(contract, close, { mark, equity, takerFee: fee });
  if (side === 'long') return ticks(Math.max(price, Math.min(last, PRICE_TICKS_MAX)));
  return ticks(Math.min(price, last));
}

export const mayAfford = (desk: Desk, close: WantedClose, frozen: Money): boolean =>
  boundByBankruptcy(desk, close, frozen) === close.price;

/** At the mark or better, closing costs no more than the fee that the requirement has set aside. */
export const isCostly = ({ listing }: Desk, side: PositionSide, price: Ticks): boolean =>
  side === 'long' ? price < listing.mark : price > listing.mark;

/** The freeze is in the cross wallet, which does not back an isolated position. */
function equityBehind(desk: Desk, side: PositionSide, frozen: Money): Money {
  const { position } = sideAt(desk, side);
  assert(position !== null, 'a close has no position', desk.account.id);
  return desk.marginMode === 'cross'
    ? minus(crossEquity(desk.account), frozen)
    : isolatedEquity(desk, position);
}

/** The unrealised result of both positions of a desk. */
export function deskPnl({ listing, long, short }: Desk): Money {
  const { contract, mark } = listing;
  let pnl = NO_MONEY;
  if (long.position !== null) pnl = unrealisedPnl(contract, long.position, mark);
  if (short.position !== null) pnl = plus(pnl, unrealisedPnl(contract, short.position, mark));
  return pnl;
}

/** What they are held with in cross margin. */
function deskInitial({ listing, crossLeverage, long, short }: Desk): Money {
  const { contract, mark } = listing;
  let initial = NO_MONEY;
  if (long.position !== null)
    initial = initialMargin(notionalOf(contract, mark, long.position.size), crossLeverage);
  if (short.position === null) return initial;
  return plus(
    initial,
    initialMargin(notionalOf(contract, mark, short.position.size), crossLeverage),
  );
}

/** What they must keep there. */
export const deskRequirement = (desk: Desk): Money =>
  marginRequirement(desk.listing.contract, notionalAtMark(desk, grossLots(desk)), takerFeeOf(desk));

/**
 * The desk that had an order last, where the account has no cross position elsewhere: its sums are
 * made anew each time, because to look up what was kept would take as long.
 */
function soleDesk({ latest, crossPositions }: Account): Desk | null {
  if (latest === null || latest.marginMode === 'isolated') return null;
  const { long, short } = latest;
  const held = (long.position === null ? 0 : 1) + (short.position === null ? 0 : 1);
  return held === crossPositions ? latest : null;
}

/**
 * What the positions of a desk are worth at its mark, for an account with several. Fills and marks
 * change one desk at a time, and many orders ask for the sum of an account between two changes: so
 * each desk keeps its part, with everything that the part follows from, until that changes.
 */
function deskWorth(desk: Desk): Readonly<DeskWorth> {
  const { listing, crossLeverage } = desk;
  const takerFee = takerFeeOf(desk);
  const long = desk.long.position;
  const short = desk.short.position;
  desk.worth ??= createDeskWorth();
  const { worth } = desk;
  const isKept =
    worth.mark === listing.mark &&
    worth.longSize === sizeOf(long) &&
    worth.shortSize === sizeOf(short) &&
    worth.longValue === openValueOf(long) &&
    worth.shortValue === openValueOf(short) &&
    worth.leverage === crossLeverage &&
    worth.takerFee === takerFee;
  if (isKept) return worth;
  worth.mark = listing.mark;
  worth.longSize = sizeOf(long);
  worth.shortSize = sizeOf(short);
  worth.longValue = openValueOf(long);
  worth.shortValue = openValueOf(short);
  worth.leverage = crossLeverage;
  worth.takerFee = takerFee;
  worth.pnl = deskPnl(desk);
  worth.initial = deskInitial(desk);
  worth.requirement = deskRequirement(desk);
  return worth;
}

/** The same of all cross positions of an account, which every one of its orders asks for. */
function crossWorth(account: Account): Readonly<CrossWorth> {
  const { changes } = account;
  account.worth ??= createCrossWorth();
  const { worth } = account;
  if (worth.at === changes.count) return worth;
  let pnl = NO_MONEY;
  let initial = NO_MONEY;
  let requirement = NO_MONEY;
  for (const desk of account.desks) {
    if (!holdsInCross(desk)) continue;
    const part = deskWorth(desk);
    pnl = plus(pnl, part.pnl);
    initial = plus(initial, part.initial);
    requirement = plus(requirement, part.requirement);
  }
  worth.at = changes.count;
  worth.pnl = pnl;
  worth.initial = initial;
  worth.requirement = requirement;
  return worth;
}

/** Whether this desk has a position whose margin is the whole cross account. */
export const holdsInCross = (desk: Desk | undefined): desk is Desk =>
  desk !== undefined && desk.holderPlace >= 0 && desk.marginMode === 'cross';

const sizeOf = (position: Position | null): Lots => (position === null ? NO_LOTS : position.size);

const openValueOf = (position: Position | null): Money =>
  position === null ? NO_MONEY : position.openValue;
