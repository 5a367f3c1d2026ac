/**
 * The same messages as commands of a thousand accounts through the whole engine, with margin, fees,
 * positions and events. Buyers and sellers are different accounts, because nobody trades with
 * oneself here; a modified order is cancelled and placed anew, because here one that shrinks would
 * keep its place.
 */
import { type AccountId, orderId } from '../../../src/domain/ids.ts';
import { ppm } from '../../../src/domain/units.ts';
import { addId, createIdIndex, findId, NO_ENTRY, takeId } from '../../book-driver/id-index.ts';
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

interface Coming {
  readonly place: number;
  readonly side: number;
  readonly isImmediate: boolean;
}

/**
 * What is known of an order stands in arrays by the message that placed it, because the driver
 * shall cost little beside the engine.
 */
export function runEngine(messages: NeutralMessages, reports: Reports, venue: BenchVenue): void {
  const { count, kinds, seqs, ids, prices, sizes } = messages;
  const { state, index } = venue;
  /** From the id of what rests to the message that placed it. */
  const resting = createIdIndex();
  const sides = new Uint8Array(count);
  const orders = new Float64Array(count);
  const firstOrder = state.nextOrder;
  /** The message of each order, from the first one on. */
  const placeOf: number[] = [];
  for (let place = 0; place < count; place += 1) {
    if (place % INDEX_EVERY === 0) {
      venue.at += 100;
      setIndex(venue, index);
    }
    const kind = kinds[place];
    const seq = seqs[place]!;
    const id = ids[place]!;
    const placed = findId(resting, id);
    if (kind === NEUTRAL.new) {
      if (placed !== NO_ENTRY) continue;
      const side = messages.sides[place]!;
      reports.accepted(seq, side, id, prices[place]!, sizes[place]!);
      enter({ place, side, isImmediate: messages.isImmediate[place] === 1 });
    } else if (placed === NO_ENTRY) {
      if (kind === NEUTRAL.cancel) reports.notCancelled(seq, id);
      else reports.notModified(seq, id);
    } else {
      const side = sides[placed]!;
      const order = orderId(orders[placed]!);
      takeId(resting, id);
      const account = accountOf(venue, id, side);
      run(venue, { kind: 'cancel-order', account, target: { by: 'id', order } });
      if (kind === NEUTRAL.cancel) reports.cancelled(seq, side, id, prices[placed]!);
      else {
        reports.modified(seq, side, id, prices[place]!, sizes[place]!);
        enter({ place, side, isImmediate: false });
      }
    }
  }

  function enter({ place, side, isImmediate }: Coming): void {
    const seq = seqs[place]!;
    const id = ids[place]!;
    let left = sizes[place]!;
    orders[place] = state.nextOrder;
    sides[place] = side;
    placeOf.push(place);
    for (const event of run(venue, enteringOrder(venue, messages, { place, side, isImmediate }))) {
      if (event.kind === 'command-rejected')
        throw new Error(`message ${seq} was refused: ${event.reject.reason}`);
      if (event.kind !== 'fill-settled') continue;
      left -= event.size;
      const maker = ids[placeOf[event.maker.order - firstOrder]!]!;
      reports.traded(seq, event.price, event.size, maker, id);
      if (event.maker.remaining === 0) takeId(resting, maker);
    }
    if (left === 0) return;
    if (isImmediate) reports.cancelled(seq, side, id, prices[place]!);
    else addId(resting, id, place);
  }
}

const enteringOrder = (
  venue: BenchVenue,
  { ids, prices, sizes }: NeutralMessages,
  { place, side, isImmediate }: Coming,
) =>
  orderCommand(accountOf(venue, ids[place]!, side), {
    positionSide: side === 0 ? 'long' : 'short',
    effect: 'open',
    size: sizes[place]!,
    price: prices[place]!,
    timeInForce: isImmediate ? 'ioc' : 'normal',
  });

/** One half of them buys, the other sells. */
function accountOf({ accounts }: BenchVenue, id: number, side: number): AccountId {
  const half = accounts.length / 2;
  return accounts[(id % half) + side * half]!;
}
