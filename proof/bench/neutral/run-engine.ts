/**
 * The same messages as commands of a thousand accounts through the whole engine, with margin, fees,
 * positions and events. Buyers and sellers are different accounts, because nobody trades with
 * oneself here; a modified order is cancelled and placed anew, because here one that shrinks would
 * keep its place.
 */
import { type AccountId, type OrderId, orderId } from '../../../src/domain/ids.ts';
import { ppm } from '../../../src/domain/units.ts';
import { type BenchVenue, openBenchVenue, orderCommand, run, setIndex } from '../engine-venue.ts';
import { NEUTRAL, type NeutralMessages } from './read-messages.ts';
import type { Reports } from './reports.ts';

const ACCOUNTS = 1_000;
/** The index is told this often, in messages. */
const INDEX_EVERY = 250;
/** As wide as a contract may have them: seen from the middle, no price is further away. */
const BANDS = ppm(499_000);

export const openNeutral = (messages: NeutralMessages): BenchVenue =>
  openBenchVenue({
    accounts: ACCOUNTS,
    role: 'trader',
    wallet: 10_000_000n,
    index: middleOf(messages),
    bands: BANDS,
  });

/** As many times the lowest price as the highest is of it. */
function middleOf({ prices, kinds }: NeutralMessages): number {
  let [low, high] = [Number.POSITIVE_INFINITY, 1];
  for (const [place, price] of prices.entries()) {
    if (kinds[place] === NEUTRAL.cancel) continue;
    low = Math.min(low, price);
    high = Math.max(high, price);
  }
  return Math.round(Math.sqrt(Math.min(low, high) * high));
}

/** An order that rests, or did when its owner last heard of it. */
interface Resting {
  readonly id: number;
  readonly account: AccountId;
  readonly order: OrderId;
  readonly side: number;
  readonly price: number;
}

interface Coming {
  readonly seq: number;
  readonly id: number;
  readonly side: number;
  readonly price: number;
  readonly size: number;
  readonly isImmediate: boolean;
}

export function runEngine(messages: NeutralMessages, reports: Reports, venue: BenchVenue): void {
  const byId = new Map<number, Resting>();
  const idOf = new Map<OrderId, number>();
  const index = middleOf(messages);
  for (let place = 0; place < messages.count; place += 1) {
    if (place % INDEX_EVERY === 0) {
      venue.at += 100;
      setIndex(venue, index);
    }
    const kind = messages.kinds[place];
    const seq = messages.seqs[place]!;
    const id = messages.ids[place]!;
    const price = messages.prices[place]!;
    const size = messages.sizes[place]!;
    if (kind === NEUTRAL.new) {
      if (byId.has(id)) continue;
      const side = messages.sides[place]!;
      const isImmediate = messages.isImmediate[place] === 1;
      reports.accepted(seq, side, id, price, size);
      enter({ seq, id, side, price, size, isImmediate });
      continue;
    }
    const resting = byId.get(id);
    if (resting === undefined) {
      if (kind === NEUTRAL.cancel) reports.notCancelled(seq, id);
      else reports.notModified(seq, id);
      continue;
    }
    const { account, order, side } = resting;
    run(venue, { kind: 'cancel-order', account, target: { by: 'id', order } });
    forget(id, order);
    if (kind === NEUTRAL.cancel) reports.cancelled(seq, side, id, resting.price);
    else {
      reports.modified(seq, side, id, price, size);
      enter({ seq, id, side, price, size, isImmediate: false });
    }
  }

  function enter({ seq, id, side, price, size, isImmediate }: Coming): void {
    const account = accountOf(venue, id, side);
    const order = orderId(venue.state.nextOrder);
    const positionSide = side === 0 ? 'long' : 'short';
    const timeInForce = isImmediate ? 'ioc' : 'normal';
    let left = size;
    for (const event of run(
      venue,
      orderCommand(account, { positionSide, effect: 'open', size, price, timeInForce }),
    )) {
      if (event.kind === 'command-rejected')
        throw new Error(`message ${seq} was refused: ${event.reject.reason}`);
      if (event.kind !== 'fill-settled') continue;
      left -= event.size;
      const maker = idOf.get(event.maker.order) ?? 0;
      reports.traded(seq, event.price, event.size, maker, id);
      if (event.maker.remaining === 0) forget(maker, event.maker.order);
    }
    if (left > 0 && isImmediate) reports.cancelled(seq, side, id, price);
    else if (left > 0) {
      byId.set(id, { id, account, order, side, price });
      idOf.set(order, id);
    }
  }

  function forget(id: number, order: OrderId): void {
    byId.delete(id);
    idOf.delete(order);
  }
}

/** One half of them buys, the other sells. */
function accountOf({ accounts }: BenchVenue, id: number, side: number): AccountId {
  const half = accounts.length / 2;
  return accounts[(id % half) + side * half]!;
}
