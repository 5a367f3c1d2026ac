/**
 * The engine and the plain book side by side. Every message goes through the engine's `apply` and
 * to the plain book; both must refuse or accept it alike, do the same things in the same order, and
 * be left with the same queues.
 */
import { deepStrictEqual } from 'node:assert';
import { slotId, slotLots } from '../../proof/book-slots.ts';
import { checkBook } from '../../proof/check-book.ts';
import { firstSlot, NO_SLOT, nextSlot, slotTicks } from '../../src/book/book.ts';
import type { Command } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, contractId, orderId } from '../../src/domain/ids.ts';
import type { Effect, PositionSide, Side } from '../../src/domain/side.ts';
import { lots, ticks } from '../../src/domain/units.ts';
import { closableLots } from '../../src/engine/risk.ts';
import { sideAt } from '../../src/engine/state.ts';
import { exampleContract } from '../kit/contracts.ts';
import { createDriver, type Driver } from '../kit/driver.ts';
import {
  type Happening,
  type Owner,
  type PlainBook,
  plainAmend,
  plainCancel,
  plainPlace,
  plainQueue,
  type QueueRow,
  type Wish,
} from './plain-book.ts';

/** Orders are named by labels; a label that is given again names the newer order. */
export type Message =
  | ({ readonly kind: 'place'; readonly label: number } & Wish)
  /** By its owner, or by somebody else. */
  | { readonly kind: 'cancel'; readonly label: number; readonly by: number | null }
  | {
      readonly kind: 'amend';
      readonly label: number;
      readonly price: number | null;
      readonly size: number | null;
    };

export interface Pair {
  readonly driver: Driver;
  readonly accounts: readonly AccountId[];
  readonly plain: PlainBook;
  readonly labels: Map<number, { readonly owner: number; readonly id: number }>;
}

/** The first owner is the house, which may rest thousands of orders. */
export const OWNERS: readonly Owner[] = [
  { team: null, selfTrade: 'cancel-maker' },
  { team: null, selfTrade: 'cancel-maker' },
  { team: null, selfTrade: 'cancel-taker' },
  { team: null, selfTrade: 'cancel-both' },
  { team: 'red', selfTrade: 'cancel-maker' },
  { team: 'red', selfTrade: 'cancel-taker' },
  { team: null, selfTrade: 'cancel-maker', isNet: true },
  { team: null, selfTrade: 'cancel-both', isNet: true },
];

/** Money is no object here: margin has its own tests. */
const WALLET = 50_000_000;
const NOBODYS_ORDER = { owner: 1, id: 999_999_999 };

export function createPair(mark: number): Pair {
  const band = '0.499999';
  const contract = exampleContract({ buyLimitPriceRatio: band, sellLimitPriceRatio: band });
  const driver = createDriver([contract], { index: mark });
  const [, ...traders] = OWNERS;
  const accounts = [
    driver.house(WALLET),
    ...traders.map(({ team, selfTrade }) => driver.trader(WALLET, { team, selfTrade })),
  ];
  OWNERS.forEach(({ isNet }, place) => {
    const account = accounts[place]!;
    if (isNet) driver.run({ kind: 'set-position-mode', account, mode: 'net' });
  });
  const plain: PlainBook = {
    owners: OWNERS,
    mark,
    band: contract.buyBand,
    lotsMax: contract.orderLotsMax,
    resting: [],
    happenings: [],
    nextId: driver.state.nextOrder,
    age: 0,
  };
  return { driver, accounts, plain, labels: new Map() };
}

/** Whether the message was accepted; fails where the engine and the plain book differ. */
export function send(pair: Pair, message: Message): boolean {
  const { driver, plain } = pair;
  // No time passes, so the mark stays where it is.
  const events = driver.run(commandOf(pair, message), 0);
  const isAccepted = sendPlain(pair, message);
  // There are sixty thousand comparisons, and Node's is much faster than the test runner's.
  deepStrictEqual(
    {
      isAccepted: events.every((event) => event.kind !== 'command-rejected'),
      happenings: events.flatMap(toHappenings),
      bids: queueOf(pair, 'buy'),
      asks: queueOf(pair, 'sell'),
    },
    {
      isAccepted,
      happenings: plain.happenings,
      bids: plainQueue(plain, 'buy'),
      asks: plainQueue(plain, 'sell'),
    },
  );
  checkBook(bookOf(pair));
  return isAccepted;
}

export const bookOf = ({ driver }: Pair) => driver.state.listings[0]!.book;

/** The engine's queue from the order that trades first to the one that trades last. */
export function queueOf(pair: Pair, side: Side): QueueRow[] {
  const book = bookOf(pair);
  const rows: QueueRow[] = [];
  for (let slot = firstSlot(book, side); slot !== NO_SLOT; slot = nextSlot(book, slot)) {
    rows.push([slotId(book, slot), slotTicks(book, slot), slotLots(book, slot)]);
  }
  return rows;
}

function commandOf(pair: Pair, message: Message): Command {
  switch (message.kind) {
    case 'place':
      return placeCommand(pair, message);
    case 'cancel': {
      const { owner, id } = pair.labels.get(message.label) ?? NOBODYS_ORDER;
      const account = pair.accounts[message.by ?? owner]!;
      return { kind: 'cancel-order', account, target: { by: 'id', order: orderId(id) } };
    }
    case 'amend': {
      const { owner, id } = pair.labels.get(message.label) ?? NOBODYS_ORDER;
      return {
        kind: 'amend-order',
        account: pair.accounts[owner]!,
        target: { by: 'id', order: orderId(id) },
        size: message.size === null ? null : lots(message.size),
        price: message.price === null ? null : ticks(message.price),
      };
    }
  }
}

function placeCommand(pair: Pair, wish: Wish): Command {
  const { owner, price, size, timeInForce } = wish;
  return {
    kind: 'place-order',
    account: pair.accounts[owner]!,
    contract: contractId(0),
    ...intentionOf(pair, wish),
    size: lots(size),
    price: price === null ? null : ticks(price),
    timeInForce,
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
    ...(OWNERS[owner]?.isNet ? { options: { positionMode: 'net' } } : {}),
  };
}

/** An order that never rests closes where its owner holds enough; all others open. */
function intentionOf(
  { driver, accounts }: Pair,
  { owner, side, size, timeInForce }: Wish,
): { readonly effect: Effect; readonly positionSide: PositionSide } {
  const opened = side === 'buy' ? 'long' : 'short';
  const closed = side === 'buy' ? 'short' : 'long';
  const desk = driver.state.accounts[accounts[owner]!]?.desks[0];
  const isHeld = desk !== undefined && closableLots(desk, sideAt(desk, closed)) >= size;
  const mayRest = timeInForce === 'normal' || timeInForce === 'post-only';
  return isHeld && !mayRest
    ? { effect: 'close', positionSide: closed }
    : { effect: 'open', positionSide: opened };
}

function sendPlain({ plain, labels }: Pair, message: Message): boolean {
  const { label } = message;
  if (message.kind === 'place') {
    const id = plainPlace(plain, message);
    if (id !== undefined) labels.set(label, { owner: message.owner, id });
    return id !== undefined;
  }
  const target = labels.get(label) ?? NOBODYS_ORDER;
  return message.kind === 'cancel'
    ? plainCancel(plain, message.by ?? target.owner, target.id)
    : plainAmend(plain, target, message);
}

function toHappenings(event: Event): Happening[] {
  switch (event.kind) {
    case 'fill-settled': {
      const { maker, taker, price, size } = event;
      return [{ kind: 'filled', maker: maker.order, taker: taker.order, price, size }];
    }
    case 'order-canceled':
      return [{ kind: 'canceled', order: event.order, reason: event.reason }];
    case 'order-rested':
      return [{ kind: 'rested', order: event.order, price: event.price, size: event.remaining }];
    default:
      return [];
  }
}
