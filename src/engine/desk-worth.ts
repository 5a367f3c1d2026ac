/**
 * What the positions of a desk are worth at its mark. Every order of an account asks for the sum
 * over all of its desks, while fills and marks change one of them at a time: so each desk keeps its
 * part of the sum, together with everything that the part follows from.
 */

import { type Contract, notionalOf } from '../domain/contract.ts';
import { initialMargin, marginRequirement } from '../domain/margin.ts';
import { minus, plus } from '../domain/money.ts';
import type { Position } from '../domain/position.ts';
import { type Lots, type Money, NO_LOTS, NO_MONEY, NO_TICKS, ppm } from '../domain/units.ts';
import type { Desk, DeskWorth } from './state.ts';

/** It is kept as long as nothing that it follows from has changed. */
export function deskWorth(desk: Desk): DeskWorth {
  const { listing, account, crossLeverage } = desk;
  const takerFee = account.terms.takerFee ?? listing.contract.takerFee;
  const long = desk.long.position;
  const short = desk.short.position;
  desk.worth ??= createWorth();
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
  sumUp(worth, listing.contract);
  return worth;
}

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
