/** The messages through the bare book, without accounts and money. */

import { slotSide, slotTicks } from '../../../src/book/book.ts';
import { fillLots, fillMakerId, fillTicks } from '../../book-driver/fill-buffer.ts';
import { findId, NO_ENTRY } from '../../book-driver/id-index.ts';
import {
  ACCEPTED,
  createStream,
  type Stream,
  streamCancel,
  streamModify,
  streamNew,
} from '../../book-driver/stream.ts';
import { NEUTRAL, type NeutralMessages } from './read-messages.ts';
import type { Reports } from './reports.ts';

export function runBook(messages: NeutralMessages, reports: Reports): void {
  const stream = createStream();
  for (let place = 0; place < messages.count; place += 1) {
    if (messages.kinds[place] === NEUTRAL.new) enter(stream, messages, place, reports);
    else change(stream, messages, place, reports);
  }
}

function enter(stream: Stream, messages: NeutralMessages, place: number, reports: Reports): void {
  const [seq, id] = [messages.seqs[place]!, messages.ids[place]!];
  const [side, price, size] = [
    messages.sides[place]!,
    messages.prices[place]!,
    messages.sizes[place]!,
  ];
  const isImmediate = messages.isImmediate[place] === 1;
  const word = side === 0 ? 'buy' : 'sell';
  if (streamNew(stream, id, word, price, size, isImmediate ? 'ioc' : 'normal') !== ACCEPTED) return;
  reports.accepted(seq, side, id, price, size);
  if (tellFills(stream, seq, id, reports) < size && isImmediate)
    reports.cancelled(seq, side, id, price);
}

/** A modification or a cancellation: of an order that rests, or it is refused. */
function change(stream: Stream, messages: NeutralMessages, place: number, reports: Reports): void {
  const [seq, id] = [messages.seqs[place]!, messages.ids[place]!];
  const isCancel = messages.kinds[place] === NEUTRAL.cancel;
  const slot = findId(stream.index, id);
  if (slot === NO_ENTRY) {
    if (isCancel) reports.notCancelled(seq, id);
    else reports.notModified(seq, id);
    return;
  }
  const side = slotSide(stream.book, slot) === 'buy' ? 0 : 1;
  if (isCancel) {
    reports.cancelled(seq, side, id, slotTicks(stream.book, slot));
    streamCancel(stream, id);
    return;
  }
  const [price, size] = [messages.prices[place]!, messages.sizes[place]!];
  streamModify(stream, id, price, size);
  reports.modified(seq, side, id, price, size);
  tellFills(stream, seq, id, reports);
}

/** How much traded. */
function tellFills({ fills }: Stream, seq: number, taker: number, reports: Reports): number {
  let traded = 0;
  for (let place = 0; place < fills.count; place += 1) {
    const size = fillLots(fills, place);
    traded += size;
    reports.traded(seq, fillTicks(fills, place), size, fillMakerId(fills, place), taker);
  }
  return traded;
}
