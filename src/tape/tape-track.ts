/**
 * Plays the tape of one contract into the book of a venue. Each recorded level is an order of the
 * tape's maker that grows at the end of its queue and shrinks by the model; where traders stand in
 * the queue it is several. Each recorded trade is an order of the tape's taker, limited to the
 * printed price.
 *
 * Levels are brought to the size that was recorded, never changed by a difference: so what a trader
 * took is gone until the level changes, and a level whose recorded trade met a trader instead is
 * right again after the next change of the book.
 */
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import { PriceTable } from '../domain/price-table.ts';
import { oppositeSide, type Side } from '../domain/side.ts';
import { StepWriter } from '../domain/tape-steps.ts';
import { FINE_PER_TICK, lots, NO_TICKS, type Ticks, ticks } from '../domain/units.ts';
import type { ListingRead } from '../venue/read.ts';
import { type EffectTerms, OwnEffect, type TakenFill } from './own-effect.ts';
import type { QueueModel } from './queue-model.ts';
import { type RecordedOrder, RecordedOrders, unplace } from './recorded-orders.ts';
import { RecordedPrices } from './recorded-prices.ts';
import { type Queued, shrinkQueue } from './shrink-queue.ts';
import { blankPlayed, createTapeBook, moveBook, setLevels, type TapeBook } from './tape-book.ts';
import type { FlatLevels, TapeEvent, TapeLevels, TapeOrder, TapeTrade } from './tape-event.ts';
import { TapeReach } from './tape-reach.ts';
import { TapeScale } from './tape-scale.ts';
import { keyOf, type Queue, VenueQueues } from './venue-queues.ts';

type Item = Batch['commands'][number];

export interface TapeAccounts {
  readonly maker: AccountId;
  readonly taker: AccountId;
}

export interface TapeTrackParts {
  readonly contract: Contract;
  readonly accounts: TapeAccounts;
  readonly read: ListingRead;
  readonly model: QueueModel;
  readonly effect: EffectTerms;
}

const NO_LEVELS: FlatLevels = [];

export class TapeTrack {
  readonly counts = blankPlayed();
  readonly #parts: TapeTrackParts;
  readonly #scale: TapeScale;
  /** Empty where the tape knows levels alone. */
  readonly #recorded = new RecordedOrders();
  #hasOrders = false;
  /** In ticks and lots. */
  readonly #book: TapeBook = createTapeBook(() => new PriceTable());
  readonly #reach = new TapeReach();
  /** Levels that prints have changed since the last change of the book. */
  readonly #worn = new Map<number, Queue>();
  /** What rounding to lots left of how far ahead the queue of an order is. */
  readonly #residues = new Map<OrderId, number>();
  /** The levels that the steps of this moment have looked at. */
  readonly #queues: VenueQueues;
  readonly #steps = new StepWriter();
  /** What comes to rest follows what shrinks, so that the tape never meets itself on its way. */
  readonly #rests = new StepWriter();
  readonly #prices: RecordedPrices;
  #isUnsure = false;
  readonly #effect: OwnEffect;
  /** The time of the moment, in milliseconds. */
  #at = 0;

  constructor(parts: TapeTrackParts) {
    this.#parts = parts;
    this.#effect = new OwnEffect(parts.effect);
    const { read, contract, accounts } = parts;
    this.#queues = new VenueQueues(read, contract.id, accounts.maker);
    this.#scale = new TapeScale(parts.contract, this.counts);
    this.#prices = new RecordedPrices(this.#scale);
  }

  get contract(): ContractId {
    return this.#parts.contract.id;
  }

  /** The recorded book, in ticks and lots. */
  get book(): TapeBook {
    return this.#book;
  }

  /** The commands of a moment, decided on the book as it is now. */
  decide(events: readonly TapeEvent[]): readonly Item[] {
    this.#queues.begin();
    this.#at = (events[0]?.at ?? 0) / 1_000;
    this.#move(this.#effect.takeShift());
    const isPlain = !this.#isUnsure && this.#effect.owing().length === 0;
    const last = isPlain ? events.at(-1) : undefined;
    for (const event of events) this.#take(event, event === last);
    if (this.#isUnsure) this.#bringAll();
    for (const { side, price } of this.#effect.owing()) this.#bring(side, price);
    this.#steps.move(this.#rests);
    return this.#finish();
  }

  /** A trader took from an order of the tape. */
  taken(fill: TakenFill): void {
    if (!this.#hasOrders) this.#effect.take(fill);
  }

  #move(by: number): void {
    if (by === 0) return;
    this.#scale.shift += by;
    this.#reach.move(by);
    moveBook(this.#book, by);
    this.#bringAll();
  }

  /** Takes events that the venue has had already: only the recorded book follows them. */
  pass(events: readonly TapeEvent[]): void {
    for (const event of events) {
      if (event.kind === 'levels') this.#record(event);
      else if (event.kind === 'order') this.#recordOrder(event);
      else if (event.kind === 'index') this.#prices.pass(event);
    }
    this.#isUnsure = true;
  }

  /** The venue may not have what it was told: the next moment brings every level again. */
  doubt(): void {
    this.#isUnsure = true;
  }

  #take(event: TapeEvent, isLast: boolean): void {
    if (event.kind === 'levels') this.#change(event, isLast);
    else if (event.kind === 'order') this.#changeOrder(event);
    else if (event.kind === 'trade') this.#print(event);
    else if (event.kind === 'index') this.#prices.take(event);
  }

  #finish(): readonly Item[] {
    const { contract, accounts } = this.#parts;
    const items: Item[] = [];
    const prices = this.#prices.tell(contract.id, this.#middle());
    if (prices !== undefined) items.push(prices);
    if (!this.#steps.isEmpty)
      items.push({
        kind: 'play-tape',
        contract: contract.id,
        ...accounts,
        steps: this.#steps.take(),
      });
    return items;
  }

  /** Of the recorded best prices, in fine ticks; zero where a side is empty. */
  #middle(): number {
    const { bestBid, bestAsk } = this.#book;
    const sum = bestBid + bestAsk;
    return Number.isFinite(sum) ? Math.round((sum * FINE_PER_TICK) / 2) : 0;
  }

  #record(event: TapeLevels): Pick<TapeLevels, 'bids' | 'asks'> {
    const bids = this.#scale.levels(event.bids);
    const asks = this.#scale.levels(event.asks);
    setLevels(this.#book, { isSnapshot: event.isSnapshot, bids, asks });
    return { bids, asks };
  }

  #change(event: TapeLevels, isLast: boolean): void {
    const { counts } = this;
    counts.changes += 1;
    const { bids, asks } = this.#record(event);
    counts.levels += (bids.length + asks.length) / 2;
    if (this.#book.bestBid >= this.#book.bestAsk) counts.crossings += 1;
    const isMoved = this.#reach.follow(this.#middle() / FINE_PER_TICK);
    if (isMoved || event.isSnapshot) {
      this.#bringAll();
      return;
    }
    for (const { side, price } of this.#worn.values()) this.#bring(side, price);
    this.#worn.clear();
    // Nothing of this moment looks at any of them again.
    this.#queues.isLeft = isLast && isSorted(bids) && isSorted(asks);
    for (let place = 0; place < bids.length; place += 2)
      this.#bringTo('buy', ticks(bids[place]!), bids[place + 1]!);
    for (let place = 0; place < asks.length; place += 2)
      this.#bringTo('sell', ticks(asks[place]!), asks[place + 1]!);
    this.#steps.move(this.#rests);
  }

  #changeOrder(event: TapeOrder): void {
    this.counts.changes += 1;
    // Once it is gone, nobody can tell any more which order of the venue it was.
    const unnamed = this.#recorded.findUnnamed(event.id);
    if (unnamed !== undefined) this.#queueAt(unnamed.side, unnamed.price);
    const changed = this.#recordOrder(event);
    this.counts.levels += changed.length;
    if (this.#reach.follow(this.#middle() / FINE_PER_TICK)) {
      this.#bringAll();
      return;
    }
    for (const { side, price } of this.#worn.values()) this.#bringOrders(side, price);
    this.#worn.clear();
    for (const { side, price } of changed) this.#bringOrders(side, price);
    this.#steps.move(this.#rests);
  }

  #recordOrder({ id, side, price: decimal, size }: TapeOrder): readonly RecordedOrder[] {
    this.#hasOrders = true;
    const price = ticks(this.#scale.price(decimal));
    const left = this.#scale.holds(price) ? this.#scale.size(size) : 0;
    const changed = this.#recorded.set(id, side, price, left);
    for (const each of changed) {
      const level = [each.price, this.#recorded.sumAt(each.side, each.price)];
      const isBuy = each.side === 'buy';
      const sides = { bids: isBuy ? level : NO_LEVELS, asks: isBuy ? NO_LEVELS : level };
      setLevels(this.#book, { isSnapshot: false, ...sides });
    }
    return changed;
  }

  /** Brings each recorded order there to its size; those to come join the end of the queue. */
  #bringOrders(side: Side, price: Ticks): void {
    const queue = this.#queueAt(side, price);
    const isInReach = this.#reach.has(price);
    let isChanged = false;
    for (const each of queue.orders) {
      if (!each.isOwn) continue;
      const { recorded } = each;
      const left = recorded === undefined || !isInReach ? 0 : Math.min(each.left, recorded.left);
      isChanged ||= left !== each.left;
      each.left = left;
      if (recorded !== undefined && !isInReach) unplace(recorded);
    }
    for (const recorded of isInReach ? this.#recorded.at(side, price) : []) {
      if (recorded.isPlaced) continue;
      recorded.isPlaced = true;
      isChanged = true;
      queue.orders.push({ order: undefined, isOwn: true, left: recorded.left, recorded });
    }
    if (isChanged) this.#tell(queue, this.#rests);
  }

  /** Every level that the tape or the venue has. */
  #bringAll(): void {
    if (this.#isUnsure) this.#recorded.forgetPlaced();
    this.#isUnsure = false;
    this.#worn.clear();
    const { read, contract } = this.#parts;
    for (const side of ['buy', 'sell'] as const) {
      const there: Ticks[] = [];
      let price = read.levelAfter(contract.id, side, NO_TICKS);
      for (; price !== NO_TICKS; price = read.levelAfter(contract.id, side, price))
        there.push(price);
      for (const known of there) this.#bring(side, known);
      const levels = side === 'buy' ? this.#book.bids : this.#book.asks;
      const passed = new Set<number>(there);
      for (const [known] of levels) if (!passed.has(known)) this.#bring(side, ticks(known));
    }
    this.#steps.move(this.#rests);
  }

  /** Brings a level to the size that was recorded. */
  #bring(side: Side, price: Ticks): void {
    if (this.#hasOrders) {
      this.#bringOrders(side, price);
      return;
    }
    const levels = side === 'buy' ? this.#book.bids : this.#book.asks;
    this.#bringTo(side, price, levels.get(price) ?? 0);
  }

  #bringTo(side: Side, price: Ticks, size: number): void {
    const recorded = this.#reach.has(price) ? size : 0;
    const owed = Math.round(this.#effect.owed(side, price, this.#at));
    const target = Math.max(0, recorded - owed);
    if (this.#bringSole(side, price, target)) return;
    const queue = this.#queueAt(side, price);
    let held = 0;
    for (const { isOwn, left } of queue.orders) if (isOwn) held += left;
    if (held === target) return;
    if (target < held) {
      shrinkQueue(queue.orders, {
        held,
        target,
        model: this.#parts.model,
        residues: this.#residues,
      });
      this.#tell(queue, this.#steps);
      return;
    }
    const last = queue.orders.at(-1);
    if (last?.isOwn === true) last.left += target - held;
    else queue.orders.push({ order: undefined, isOwn: true, left: target - held });
    this.#tell(queue, this.#rests);
  }

  /** Most levels are one order of the tape, which needs no record of its queue. False if not. */
  #bringSole(side: Side, price: Ticks, target: number): boolean {
    const held = this.#queues.soleAt(side, price);
    if (held < 0) return false;
    if (held === target) return true;
    this.#queues.setSole(side, price, target);
    (target < held ? this.#steps : this.#rests).sole(side, price, target);
    return true;
  }

  /** The sizes of the tape's orders there; those that come to nothing are gone afterwards. */
  #tell(queue: Queue, steps: StepWriter): void {
    const sizes = queue.orders.filter(({ isOwn }) => isOwn).map(({ left }) => left);
    steps.level(queue.side, queue.price, sizes);
    queue.orders = queue.orders.filter(({ left }) => left > 0);
  }

  /**
   * A print tells that nothing of the tape stands at a better price any more, and that there was
   * enough at its own. Traders at better prices are met first, for the taker's size.
   */
  #print({ price: printed, size: traded, takerSide }: TapeTrade): void {
    if (!this.#reach.hasBegun) {
      this.counts.early += 1;
      return;
    }
    const price = ticks(this.#scale.price(printed));
    if (!this.#scale.holds(price)) return;
    this.counts.trades += 1;
    const size = lots(Math.max(1, this.#scale.size(traded)));
    const makerSide = oppositeSide(takerSide);
    const better = this.#clear(makerSide, price, false);
    this.#clear(takerSide, price, true);
    const queue = this.#queueAt(makerSide, price);
    let there = better.reduce((sum, { left }) => sum + left, 0);
    for (const { left } of queue.orders) there += left;
    if (there < size) {
      queue.orders.push({ order: undefined, isOwn: true, left: size - there });
      this.#tell(queue, this.#steps);
    }
    this.#steps.print(takerSide, price, size);
    let left: number = size;
    for (const each of [...better, ...queue.orders]) {
      const taken = Math.min(left, each.left);
      each.left -= taken;
      left -= taken;
    }
    queue.orders = queue.orders.filter((each) => each.left > 0);
    this.#wear(queue);
  }

  /**
   * Takes the tape's orders away that a print at this price shows to be gone: those of its makers
   * at better prices, and those of the other side that it would cross. Returns what traders have
   * there, the best first.
   */
  #clear(side: Side, price: Ticks, isInclusive: boolean): Queued[] {
    const { read, contract } = this.#parts;
    const traders: Queued[] = [];
    const sign = side === 'buy' ? 1 : -1;
    let level = read.levelAfter(contract.id, side, NO_TICKS);
    for (; level !== NO_TICKS; level = read.levelAfter(contract.id, side, level)) {
      const ahead = (level - price) * sign;
      if (ahead < 0 || (ahead === 0 && !isInclusive)) break;
      const queue = this.#queueAt(side, level);
      let own = 0;
      for (const each of queue.orders) {
        if (!each.isOwn) {
          traders.push(each);
          continue;
        }
        own += each.left;
        each.left = 0;
        if (each.recorded !== undefined) unplace(each.recorded);
      }
      if (own === 0) continue;
      this.#tell(queue, this.#steps);
      this.#wear(queue);
    }
    return traders;
  }

  #wear(queue: Queue): void {
    this.#worn.set(keyOf(queue.side, queue.price), queue);
  }

  #queueAt(side: Side, price: Ticks): Queue {
    return this.#queues.at(side, price, (orders) => {
      if (this.#hasOrders) this.#recorded.name(side, price, orders);
    });
  }
}

/** Whether no price is there twice, as exchanges tell them. */
function isSorted(levels: FlatLevels): boolean {
  const isRising = levels.length > 2 && levels[2]! > levels[0]!;
  for (let place = 2; place < levels.length; place += 2) {
    const [before, price] = [levels[place - 2]!, levels[place]!];
    if (isRising ? price <= before : price >= before) return false;
  }
  return true;
}
