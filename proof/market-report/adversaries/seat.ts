/**
 * What a fixed rule can do on one market, as an ordinary account: look, quote, take, cancel. It
 * acts right after a tick, on everything the tick made public, before anyone else.
 */
import { bestTicks } from '../../../src/book/book.ts';
import type { Command, PlaceOrder } from '../../../src/domain/command.ts';
import type { Side } from '../../../src/domain/side.ts';
import { FINE_PER_TICK, type Lots, lots, type Ticks, ticks } from '../../../src/domain/units.ts';
import {
  type Account,
  type Desk,
  type Listing,
  type LiveOrder,
  ordersOf,
} from '../../../src/engine/state.ts';
import { bareOrder } from '../../sim/bare-order.ts';
import { lotsWorth, worthOfLot } from '../book-depth.ts';

/** What anyone can see of one market after a tick. Moves and distances are in basis points. */
export interface Sight {
  readonly at: number;
  readonly bid: number;
  readonly ask: number;
  readonly mid: number;
  readonly index: number;
  readonly moved: number;
  /** How far the first market moved since this one acted. */
  readonly leaderMoved: number;
  readonly basis: number;
  readonly spread: number;
  /** Trades of the tick: how many takers bought less how many sold. */
  readonly bought: number;
  /** What takers bought in the tick less what they sold, in the quote currency. */
  readonly volume: number;
  readonly trouble: Troubled | undefined;
  /** The last jump of any published price, and whether this one was published since. */
  readonly jump: Leapt | undefined;
  readonly hasFollowed: boolean;
  readonly untilFunding: number;
  readonly fundingRate: number;
}

/** What an operator or a machine does to a market, in words. */
export const TROUBLES = {
  halt: 'a halt',
  outage: 'an outage of prices',
  restart: 'a restart',
  handover: "a handover of the market's duty",
} as const;
export type TroubleKind = keyof typeof TROUBLES;

/** The last trouble that is over. */
export interface Troubled {
  readonly kind: TroubleKind;
  readonly endedAt: number;
}

export interface Leapt {
  readonly at: number;
  readonly side: Side;
}

export interface Seat {
  readonly owner: Readonly<Account>;
  readonly listing: Listing;
  readonly submit: (command: Command) => unknown;
  readonly notes: Notes;
  /** The same market from its second account, if it has one. */
  readonly partner?: Seat;
}

/** A rule's own notes: when it entered, at what price, what it saw. */
export class Notes {
  since = 0;
  anchor = 0;
  net = 0;
  flow = 0;
  mean = 0;
  /** When it looked last. */
  seen = 0;
}

/** What one order of a rule is worth, and what it holds at most, in the quote currency. */
export const ORDER_QUOTE = 4_000;
export const HOLD_MAX = 20_000;

export interface SeenFlow {
  readonly bought: readonly number[];
  readonly volume: readonly number[];
  readonly trouble: Troubled | undefined;
  readonly indexBefore: readonly number[];
  /** The index of the first market now, and when the price of each was new last. */
  readonly leader: number;
  readonly leaderThen: readonly number[];
  readonly jump: Leapt | undefined;
  /** When the price of each market was new last. */
  readonly pricedAt: readonly number[];
}

export function look({ listing }: Seat, at: number, flow: SeenFlow): Sight {
  const { book, contract, funding } = listing;
  const [bid, ask] = [bestTicks(book, 'buy'), bestTicks(book, 'sell')];
  const mid = (bid + ask) / 2;
  const index = listing.index / FINE_PER_TICK;
  const before = flow.indexBefore[contract.id] ?? index;
  return {
    at,
    bid,
    ask,
    mid,
    index,
    moved: (index / before - 1) * 1e4,
    leaderMoved: (flow.leader / (flow.leaderThen[contract.id] ?? flow.leader) - 1) * 1e4,
    basis: (mid / index - 1) * 1e4,
    spread: ((ask - bid) / mid) * 1e4,
    bought: flow.bought[contract.id] ?? 0,
    volume: flow.volume[contract.id] ?? 0,
    trouble: flow.trouble,
    jump: flow.jump,
    hasFollowed: (flow.pricedAt[contract.id] ?? 0) >= (flow.jump?.at ?? 0),
    untilFunding: funding.nextAt - at,
    fundingRate: funding.estimate / 1e8,
  };
}

const deskOf = ({ owner, listing }: Seat): Desk | undefined => owner.desks[listing.contract.id];

/** Lots held, negative if short. */
export function heldLots(seat: Seat): number {
  const desk = deskOf(seat);
  return (desk?.long.position?.size ?? 0) - (desk?.short.position?.size ?? 0);
}

/** What it holds, in the quote currency. */
export const heldQuote = (seat: Seat): number => heldLots(seat) * worthOfLot(seat.listing);

/** At market: closes a position on the other side first. */
export function takeAtMarket(seat: Seat, side: Side, quote = ORDER_QUOTE): void {
  seat.submit(orderFor(seat, side, lotsWorth(seat.listing, quote), null));
}

/**
 * A post-only limit order that replaces the one on that side; kept if it is already at that price.
 */
export function quote(seat: Seat, side: Side, price: number, worth = ORDER_QUOTE): void {
  const mine = ownOrders(seat).filter((order) => order.side === side);
  const rounded = Math.round(price);
  if (mine.length === 1 && mine[0]?.price === rounded) return;
  cancelQuotes(seat, side);
  if (rounded < 1) return;
  seat.submit(orderFor(seat, side, lotsWorth(seat.listing, worth), ticks(rounded)));
}

/** Quotes while that is wanted, and takes back what was quoted otherwise. */
export function quoteWhile(isWanted: boolean, seat: Seat, side: Side, price: number): void {
  if (isWanted) quote(seat, side, price);
  else cancelQuotes(seat, side);
}

/** One more limit order, in addition to those that rest already. */
export function add(seat: Seat, side: Side, price: number, worth = ORDER_QUOTE): void {
  seat.submit(
    orderFor(seat, side, lotsWorth(seat.listing, worth), ticks(Math.max(1, Math.round(price)))),
  );
}

export function cancelQuotes(seat: Seat, side: Side | 'both' = 'both'): void {
  for (const { id, side: own } of ownOrders(seat)) {
    if (side !== 'both' && own !== side) continue;
    seat.submit({ kind: 'cancel-order', account: seat.owner.id, target: { by: 'id', order: id } });
  }
}

export function flatten(seat: Seat): void {
  cancelQuotes(seat);
  if (heldLots(seat) === 0) return;
  const { owner, listing } = seat;
  seat.submit({
    kind: 'close-positions',
    account: owner.id,
    contract: listing.contract.id,
  });
}

export const orderCountOf = (seat: Seat): number => ownOrders(seat).length;

function ownOrders(seat: Seat): LiveOrder[] {
  const desk = deskOf(seat);
  return desk === undefined ? [] : ordersOf(desk.working);
}

/** Closes a position on the other side before it opens anything. */
function orderFor(seat: Seat, side: Side, wanted: Lots, price: Ticks | null): PlaceOrder {
  const { owner, listing } = seat;
  const net = heldLots(seat);
  const opposite = side === 'buy' ? -net : net;
  const closes = opposite > 0;
  return bareOrder({
    account: owner.id,
    contract: listing.contract.id,
    positionSide: (side === 'buy') !== closes ? 'long' : 'short',
    effect: closes ? 'close' : 'open',
    size: closes ? lots(Math.min(wanted, opposite)) : wanted,
    price,
    timeInForce: price === null ? 'ioc' : 'post-only',
  });
}

export interface Rule {
  readonly name: string;
  /** What it does, for the reader of the report. */
  readonly says: string;
  readonly act: (seat: Seat, sight: Sight) => void;
  /** What it begins with, in the quote currency, if not as much as the others. */
  readonly wallet?: number;
  /** With how much a second account begins that acts for it, if there is one. */
  readonly partnerWallet?: number;
  /** Whether it acts at every beat, or only when the market does: then something is new in it. */
  readonly isRestless?: boolean;
  /** Whether what it waits for is so rare that it is judged where that comes often. */
  readonly isRare?: boolean;
}

/** At market, and notes when. */
export function enterAt(seat: Seat, at: number, side: 'buy' | 'sell', worth = ORDER_QUOTE): void {
  takeAtMarket(seat, side, worth);
  seat.notes.since = at;
}

/** Joins the touch against a distance in bp, and leaves there when that is over. */
export function quoteAgainst(seat: Seat, sight: Sight, away: number, from: number): void {
  const worth = heldQuote(seat);
  if (worth !== 0 && away * Math.sign(worth) > -1) {
    leaveAtTouch(seat, sight);
    return;
  }
  quoteWhile(away > from && worth > -HOLD_MAX, seat, 'sell', sight.ask);
  quoteWhile(away < -from && worth < HOLD_MAX, seat, 'buy', sight.bid);
}

/** The sum of what came of late; what is older than so much counts for less. */
export function flowOf({ notes }: Seat, at: number, more: number, millis: number): number {
  notes.flow = notes.flow * Math.exp(-(at - notes.seen) / millis) + more;
  notes.seen = at;
  return notes.flow;
}

/** The mean of what was seen, in which the past fades as fast. */
export function fadingMean({ notes }: Seat, at: number, value: number, millis: number): number {
  const kept = Math.exp(-(at - notes.seen) / millis);
  notes.mean = notes.mean * kept + value * (1 - kept);
  notes.seen = at;
  return notes.mean;
}

/** Tries the touch after the first time, and goes at any price after the second. */
export function leaveSince(seat: Seat, sight: Sight, patient: number, most: number): void {
  const held = sight.at - seat.notes.since;
  if (held > most) flatten(seat);
  else if (held > patient) leaveAtTouch(seat, sight);
}

/** Quotes this far from a price on both sides, and leaves at the touch what it gets. */
export function quoteFar(seat: Seat, sight: Sight, price: number, away: number): void {
  if (Math.abs(heldQuote(seat)) >= ORDER_QUOTE / 2) {
    leaveAtTouch(seat, sight);
    return;
  }
  quote(seat, 'buy', price * (1 - away));
  quote(seat, 'sell', price * (1 + away));
}

/** Quotes only the closing side, at the touch. */
export function leaveAtTouch(seat: Seat, { bid, ask }: Sight): void {
  const net = heldLots(seat);
  if (net > 0) {
    cancelQuotes(seat, 'buy');
    quote(seat, 'sell', ask, HOLD_MAX);
  } else if (net < 0) {
    cancelQuotes(seat, 'sell');
    quote(seat, 'buy', bid, HOLD_MAX);
  }
}
