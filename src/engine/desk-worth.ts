/**
 * What the positions of a desk are worth at its mark, and those of an account together. Many orders
 * ask for the latter between two changes, so it is kept until the next one. Fills and marks change
 * one desk at a time: so each keeps its part, with everything that the part follows from.
 */

import { type Contract, notionalOf } from '../domain/contract.ts';
import { initialMargin, marginRequirement } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { type Lots, type Money, NO_LOTS, NO_MONEY, NO_TICKS, ppm } from '../domain/units.ts';
import type { Account, CrossWorth, Desk, DeskWorth } from './state.ts';

/**
 * It is kept as long as nothing that it follows from has changed, and read at once: an account that
 * holds little has nothing to gain from looking up what was kept.
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
  let [pnl, initial, requirement] = [NO_MONEY, NO_MONEY, NO_MONEY];
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
