/**
 * What an account's margin looks like at the current marks. Reads the state, and changes nothing
 * but what it keeps of its own sums.
 */

import type { EffectiveStatus } from '../domain/account.ts';
import { assert } from '../domain/assert.ts';
import { type Contract, notionalOf } from '../domain/contract.ts';
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
  NO_TICKS,
  type Ppm,
  ppm,
  type Ticks,
  ticks,
} from '../domain/units.ts';
import {
  type Account,
  type CrossWorth,
  type Desk,
  type DeskSide,
  type DeskWorth,
  type Listing,
  sideAt,
} from './state.ts';

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
  plus(crossWallet(account), crossWorth(account).pnl);

/** Margin held against cross positions, at the mark. */
export const crossInitial = (account: Account): Money => crossWorth(account).initial;

export const crossRequirement = (account: Account): Money => crossWorth(account).requirement;

/** Cross equity minus the requirement: at or below zero means liquidation. */
export const crossSlack = (account: Account): Money =>
  minus(crossEquity(account), crossRequirement(account));

export const isolatedEquity = (desk: Desk, position: Position): Money =>
  plus(position.isolatedMargin, pnlAtMark(desk, position));

export const isolatedRequirement = (desk: Desk, position: Position): Money =>
  marginRequirement(desk.listing.contract, notionalAtMark(desk, position.size), takerFeeOf(desk));

/** What new orders may freeze: cross equity less initial margins and freezes. May be negative. */
export function freeCollateral(account: Account): Money {
  const { pnl, initial } = crossWorth(account);
  return minus(minus(plus(crossWallet(account), pnl), initial), account.frozen);
}

/** Everything, at the marks: what the account is worth. */
export function accountEquity(account: Account): Money {
  let equity: Money = account.wallet;
  for (const desk of account.desks) {
    if (desk !== undefined && desk.holderPlace >= 0) equity = plus(equity, deskWorth(desk).pnl);
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

/**
 * What the positions of a desk are worth at its mark. Fills and marks change one desk at a time,
 * and many orders ask for the sum of an account between two changes: so each desk keeps its part,
 * with everything that the part follows from, until that changes. An account that holds little has
 * nothing to gain from looking up what was kept.
 */
export function deskWorth(desk: Desk): Readonly<DeskWorth> {
  const { listing, account, crossLeverage } = desk;
  const takerFee = account.terms.takerFee ?? listing.contract.takerFee;
  const long = desk.long.position;
  const short = desk.short.position;
  const isMany = account.crossPositions > ONE_HEDGE;
  if (isMany) desk.worth ??= createWorth();
  const worth = isMany && desk.worth !== null ? desk.worth : UNKEPT;
  const isKept =
    isMany &&
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
  sumUp(worth, listing.contract);
  return worth;
}

/** The same of all cross positions of an account, which every one of its orders asks for. */
export function crossWorth(account: Account): Readonly<CrossWorth> {
  const { worth, changes } = account;
  if (worth.at === changes.count) return worth;
  let pnl = NO_MONEY;
  let initial = NO_MONEY;
  let requirement = NO_MONEY;
  if (account.crossPositions > 0)
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

/** Both sides of one contract. */
const ONE_HEDGE = 2;

const sizeOf = (position: Position | null): Lots => (position === null ? NO_LOTS : position.size);

const openValueOf = (position: Position | null): Money =>
  position === null ? NO_MONEY : position.openValue;

function sumUp(worth: DeskWorth, contract: Contract): void {
  const { mark, leverage, takerFee } = worth;
  const long = notionalOf(contract, mark, worth.longSize);
  const short = notionalOf(contract, mark, worth.shortSize);
  worth.pnl = plus(minus(long, worth.longValue), minus(worth.shortValue, short));
  worth.initial = plus(initialMargin(long, leverage), initialMargin(short, leverage));
  worth.requirement = marginRequirement(contract, plus(long, short), takerFee);
}

const createWorth = (): DeskWorth => ({
  mark: NO_TICKS,
  longSize: NO_LOTS,
  longValue: NO_MONEY,
  shortSize: NO_LOTS,
  shortValue: NO_MONEY,
  leverage: 0,
  takerFee: ppm(0),
  pnl: NO_MONEY,
  initial: NO_MONEY,
  requirement: NO_MONEY,
});

/** Made anew each time it is asked for, in the same place. */
const UNKEPT = createWorth();
