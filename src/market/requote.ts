/**
 * Turns the orders a maker has into the quotes it wants with as few commands as possible: what
 * stands well enough is left, what does not is moved under its own id, the rest is canceled or
 * placed. Moving keeps history short: an order that only followed the price never ended.
 */
import type { AmendOrder, CancelOrder, PlaceOrder } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { PositionSide, Side } from '../domain/side.ts';
import { type Lots, lots } from '../domain/units.ts';
import { clampLots, type Quote } from './ladder.ts';
import type { DeskPicture, StandingOrder } from './picture.ts';
import { nextBetween, nextChance, type Random } from './random.ts';

export interface Requote {
  readonly cancels: CancelOrder[];
  /** Amendments and placements, the innermost first. */
  readonly changes: (AmendOrder | PlaceOrder)[];
}

export interface RequoteInputs {
  readonly random: Random;
  readonly contract: Contract;
  readonly desk: DeskPicture;
  readonly side: Side;
  readonly centre: number;
  readonly quotes: readonly Quote[];
}

/** Below this part of its size a level is filled up again. */
const WORN = 0.6;
/** Sizes vary by so much around what the ladder says. */
const SIZE_NOISE = 0.2;
/** How often a level that stands well takes a new size, so that the book breathes. */
const BREATH = 0.02;
/** An order filled so many times over ends, before it reaches the largest size there may be. */
const FILLED_TIMES_MAX = 20;

export function requoteSide(inputs: RequoteInputs): Requote {
  const requote: Requote = { cancels: [], changes: [] };
  for (const effect of ['close', 'open'] as const) {
    const standing = inputs.desk.orders.filter(
      (order) => order.side === inputs.side && order.effect === effect,
    );
    const wanted = inputs.quotes.filter((quote) => quote.effect === effect);
    pairUp(inputs, standing, wanted, requote);
  }
  return requote;
}

/** First those that stand where they should, then any with any, in the order of their prices. */
function pairUp(
  inputs: RequoteInputs,
  standing: readonly StandingOrder[],
  wanted: readonly Quote[],
  { cancels, changes }: Requote,
): void {
  const free = new Set([...standing].sort(fromBest(inputs.side)));
  const left: Quote[] = [];
  for (const quote of wanted) {
    const order = [...free].find((candidate) => standsWell(inputs, candidate, quote));
    if (order === undefined) {
      left.push(quote);
      continue;
    }
    free.delete(order);
    const change = refresh(inputs, order, quote);
    if (change !== undefined) changes.push(change);
  }
  for (const quote of left) {
    const order = [...free].find((candidate) => !isSpent(candidate, quote));
    if (order !== undefined) free.delete(order);
    changes.push(order === undefined ? place(inputs, quote) : move(inputs, order, quote));
  }
  for (const { id } of free)
    cancels.push({
      kind: 'cancel-order',
      account: inputs.desk.account,
      target: { by: 'id', order: id },
    });
}

const fromBest =
  (side: Side) =>
  (first: StandingOrder, second: StandingOrder): number =>
    side === 'buy' ? second.price - first.price : first.price - second.price;

function standsWell({ side, centre }: RequoteInputs, order: StandingOrder, quote: Quote): boolean {
  if (isSpent(order, quote)) return false;
  if (order.price === quote.price) return true;
  const away = side === 'buy' ? centre - order.price : order.price - centre;
  return away >= quote.nearest && away <= quote.farthest;
}

const isSpent = (order: StandingOrder, quote: Quote): boolean =>
  order.filled > quote.size * FILLED_TIMES_MAX;

/** It keeps its price; a worn one, or one that breathes, takes a new size. */
function refresh(
  inputs: RequoteInputs,
  order: StandingOrder,
  quote: Quote,
): AmendOrder | undefined {
  const remaining = order.size - order.filled;
  const isWorn = remaining < quote.size * WORN;
  const isExact = quote.effect === 'close';
  if (!isWorn && (isExact || !nextChance(inputs.random, BREATH))) return undefined;
  const size = lots(order.filled + sizeOf(inputs, quote));
  return amend(inputs, order, { size, price: null });
}

function move(inputs: RequoteInputs, order: StandingOrder, quote: Quote): AmendOrder {
  const remaining = order.size - order.filled;
  const fits = remaining >= quote.size * WORN && remaining <= quote.size / WORN;
  const keeps = fits && quote.effect === 'open';
  const size = keeps ? null : lots(order.filled + sizeOf(inputs, quote));
  return amend(inputs, order, { size, price: quote.price });
}

const amend = (
  { desk }: RequoteInputs,
  { id }: StandingOrder,
  change: Pick<AmendOrder, 'size' | 'price'>,
): AmendOrder => ({
  kind: 'amend-order',
  account: desk.account,
  target: { by: 'id', order: id },
  ...change,
});

/** What is given back is exact: no more can be closed than is held. */
const sizeOf = ({ random, contract }: RequoteInputs, { effect, size }: Quote): Lots =>
  effect === 'close'
    ? size
    : clampLots(contract, size * nextBetween(random, 1 - SIZE_NOISE, 1 + SIZE_NOISE));

const place = (inputs: RequoteInputs, quote: Quote): PlaceOrder => ({
  kind: 'place-order',
  account: inputs.desk.account,
  contract: inputs.contract.id,
  positionSide: positionSideOf(inputs.side, quote),
  effect: quote.effect,
  size: sizeOf(inputs, quote),
  price: quote.price,
  timeInForce: 'normal',
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

const positionSideOf = (side: Side, { effect }: Quote): PositionSide =>
  (side === 'buy') === (effect === 'open') ? 'long' : 'short';
