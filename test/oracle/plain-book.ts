/**
 * The obvious book: one array of orders, sorted whenever priority matters. It takes the commands
 * that the engine takes and lists what they did, so that the two can be compared after every one.
 * It shares nothing with the engine but the words of its types.
 */
import type { SelfTradePolicy } from '../../src/domain/account.ts';
import type { CancelReason, TimeInForce } from '../../src/domain/order.ts';
import type { Side } from '../../src/domain/side.ts';

export interface Owner {
  readonly team: string | null;
  readonly selfTrade: SelfTradePolicy;
  /** In net mode its orders shrink a position before they open one, which no book can tell. */
  readonly isNet?: true;
}

/** An order as it is asked for; a price of null is a market order. */
export interface Wish {
  readonly owner: number;
  readonly side: Side;
  readonly price: number | null;
  readonly size: number;
  readonly timeInForce: TimeInForce;
}

interface PlainOrder {
  readonly id: number;
  readonly owner: number;
  readonly side: Side;
  readonly timeInForce: TimeInForce;
  /** As sent; the order works at another price where the band clips it. */
  price: number;
  working: number;
  size: number;
  filled: number;
  age: number;
}

export type Happening =
  | { kind: 'filled'; maker: number; taker: number; price: number; size: number }
  | { kind: 'canceled'; order: number; reason: CancelReason }
  | { kind: 'rested'; order: number; price: number; size: number };

/** Id, price and lots. */
export type QueueRow = readonly [number, number, number];

export interface PlainBook {
  readonly owners: readonly Owner[];
  readonly mark: number;
  /** How far from the mark an order may trade, in parts per million. */
  readonly band: number;
  readonly lotsMax: number;
  resting: PlainOrder[];
  /** What the last command did, in order. */
  happenings: Happening[];
  nextId: number;
  age: number;
}

/** The id of the new order; undefined where it is refused. */
export function plainPlace(book: PlainBook, wish: Wish): number | undefined {
  book.happenings = [];
  if (!isCount(wish.size, book.lotsMax)) return undefined;
  if (wish.price !== null && !isCount(wish.price, book.mark * 10)) return undefined;
  const { owner, side, size } = wish;
  const timeInForce = wish.price === null ? 'ioc' : wish.timeInForce;
  const price = wish.price ?? (side === 'buy' ? book.mark * 10 : 1);
  const working = clip(book, side, price);
  const id = book.nextId;
  book.nextId += 1;
  enter(book, {
    id,
    owner,
    side,
    timeInForce,
    price,
    working,
    size,
    filled: 0,
    age: nextAge(book),
  });
  return id;
}

export function plainCancel(book: PlainBook, owner: number, id: number): boolean {
  book.happenings = [];
  const order = findResting(book, owner, id);
  if (order === undefined) return false;
  cancel(book, order, 'user');
  return true;
}

/** False where the amendment is refused; null leaves the size or the price as it is. */
export function plainAmend(
  book: PlainBook,
  target: { readonly owner: number; readonly id: number },
  next: { readonly size: number | null; readonly price: number | null },
): boolean {
  book.happenings = [];
  const order = findResting(book, target.owner, target.id);
  if (order === undefined) return false;
  const size = next.size ?? order.size;
  const price = next.price ?? order.price;
  if (!isCount(size, book.lotsMax)) return false;
  if (size <= order.filled) {
    cancel(book, order, 'amended-to-filled');
    return true;
  }
  if (price === order.price && size <= order.size) {
    order.size = size;
    return true;
  }
  if (!isCount(price, book.mark * 10)) return false;
  const again = { ...order, price, size, working: clip(book, order.side, price) };
  if (order.timeInForce === 'post-only' && partnersOf(book, again).length > 0) return false;
  book.resting = book.resting.filter((each) => each !== order);
  again.age = nextAge(book);
  match(book, again);
  if (isWorking(book, again)) rest(book, again);
  return true;
}

export const plainQueue = ({ resting }: PlainBook, side: Side): QueueRow[] =>
  byPriority(resting.filter((order) => order.side === side)).map((order) => [
    order.id,
    order.working,
    left(order),
  ]);

function enter(book: PlainBook, order: PlainOrder): void {
  const partners = partnersOf(book, order);
  if (order.timeInForce === 'post-only' && partners.length > 0) {
    cancel(book, order, 'post-only-would-take');
  } else if (order.timeInForce === 'fok' && fillable(book, order, partners) < order.size) {
    cancel(book, order, 'fok-short');
  } else {
    match(book, order);
    if (!isWorking(book, order)) return;
    if (order.timeInForce === 'ioc') cancel(book, order, 'ioc-remainder');
    else rest(book, order);
  }
}

/** Lots of others before the first order of its own side that would make the taker give way. */
function fillable(book: PlainBook, taker: PlainOrder, partners: readonly PlainOrder[]): number {
  const policy = book.owners[taker.owner]!.selfTrade;
  const own = partners.findIndex((maker) => isOwn(book, maker, taker));
  const reached = policy === 'cancel-maker' || own < 0 ? partners : partners.slice(0, own);
  const foreign = reached.filter((maker) => !isOwn(book, maker, taker));
  return foreign.reduce((sum, maker) => sum + left(maker), 0);
}

function match(book: PlainBook, taker: PlainOrder): void {
  const policy = book.owners[taker.owner]!.selfTrade;
  for (const maker of partnersOf(book, taker)) {
    if (left(taker) === 0) return;
    if (isOwn(book, maker, taker)) {
      if (policy !== 'cancel-taker') cancel(book, maker, 'self-trade');
      if (policy === 'cancel-maker') continue;
      cancel(book, taker, 'self-trade');
      return;
    }
    const size = Math.min(left(maker), left(taker));
    maker.filled += size;
    taker.filled += size;
    const { working: price } = maker;
    book.happenings.push({ kind: 'filled', maker: maker.id, taker: taker.id, price, size });
    if (left(maker) === 0) book.resting = book.resting.filter((each) => each !== maker);
  }
}

function rest(book: PlainBook, order: PlainOrder): void {
  book.resting.push(order);
  const { id, working: price } = order;
  book.happenings.push({ kind: 'rested', order: id, price, size: left(order) });
}

function cancel(book: PlainBook, order: PlainOrder, reason: CancelReason): void {
  book.resting = book.resting.filter((each) => each !== order);
  book.happenings.push({ kind: 'canceled', order: order.id, reason });
}

const isWorking = ({ happenings }: PlainBook, order: PlainOrder): boolean =>
  left(order) > 0 &&
  !happenings.some((each) => each.kind === 'canceled' && each.order === order.id);

/** Every resting order of the other side at its price or better, in the order they trade. */
const partnersOf = ({ resting }: PlainBook, { side, working }: PlainOrder): PlainOrder[] =>
  byPriority(
    resting.filter(
      (order) =>
        order.side !== side &&
        (side === 'buy' ? order.working <= working : order.working >= working),
    ),
  );

const byPriority = (orders: readonly PlainOrder[]): PlainOrder[] =>
  [...orders].sort(
    (first, second) =>
      (first.side === 'buy' ? second.working - first.working : first.working - second.working) ||
      first.age - second.age,
  );

function isOwn({ owners }: PlainBook, maker: PlainOrder, taker: PlainOrder): boolean {
  const { team } = owners[maker.owner]!;
  return maker.owner === taker.owner || (team !== null && team === owners[taker.owner]!.team);
}

function clip({ mark, band }: PlainBook, side: Side, price: number): number {
  return side === 'buy'
    ? Math.min(price, Math.floor((mark * (1_000_000 + band)) / 1_000_000))
    : Math.max(price, Math.ceil((mark * (1_000_000 - band)) / 1_000_000));
}

function nextAge(book: PlainBook): number {
  book.age += 1;
  return book.age;
}

const findResting = ({ resting }: PlainBook, owner: number, id: number): PlainOrder | undefined =>
  resting.find((order) => order.id === id && order.owner === owner);

const left = ({ size, filled }: PlainOrder): number => size - filled;

const isCount = (value: number, max: number): boolean =>
  Number.isInteger(value) && value >= 1 && value <= max;
