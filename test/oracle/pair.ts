/**
 * The fast and the plain book side by side: every message goes to both, and both must give the same
 * outcome, the same fills and the same hash. The bug-class tests drive a pair too, so that each
 * named bug is looked for in both.
 */
import { expect } from 'vitest';
import { checkBook } from '../../src/book/check-book.ts';
import { fillLots, fillMakerId, fillTakerId, fillTicks } from '../../src/book/fill-buffer.ts';
import { hashBook } from '../../src/book/hash-book.ts';
import type { Outcome, Stream, TimeInForce } from '../../src/book/stream.ts';
import { createStream, streamCancel, streamModify, streamNew } from '../../src/book/stream.ts';
import type { Side } from '../../src/domain/side.ts';
import type { PlainFill, PlainStream } from './plain-stream.ts';
import {
  createPlainStream,
  hashPlain,
  plainCancel,
  plainModify,
  plainNew,
} from './plain-stream.ts';

export type Message =
  | {
      readonly kind: 'new';
      readonly id: number;
      readonly side: Side;
      readonly price: number;
      readonly size: number;
      readonly timeInForce: TimeInForce;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'modify'; readonly id: number; readonly price: number; readonly size: number };

export interface Pair {
  readonly fast: Stream;
  readonly plain: PlainStream;
}

export const createPair = (): Pair => ({ fast: createStream(), plain: createPlainStream() });

/** Sends a message to both books and compares everything that can be seen from outside. */
export function send(pair: Pair, message: Message): Outcome {
  const outcome = sendFast(pair.fast, message);
  const expected = sendPlain(pair.plain, message);
  const context = JSON.stringify(message);
  expect(outcome, context).toBe(expected);
  expect(fillsOf(pair), context).toEqual(pair.plain.fills);
  expect(hashBook(pair.fast.book), context).toBe(hashPlain(pair.plain));
  expect(pair.fast.index.count, context).toBe(pair.plain.orders.length);
  checkBook(pair.fast.book);
  return outcome;
}

export function fillsOf({ fast: { fills } }: Pair): PlainFill[] {
  return Array.from({ length: fills.count }, (_, place) => ({
    makerId: fillMakerId(fills, place),
    takerId: fillTakerId(fills, place),
    price: fillTicks(fills, place),
    size: fillLots(fills, place),
  }));
}

function sendFast(stream: Stream, message: Message): Outcome {
  switch (message.kind) {
    case 'new':
      return streamNew(
        stream,
        message.id,
        message.side,
        message.price,
        message.size,
        message.timeInForce,
      );
    case 'cancel':
      return streamCancel(stream, message.id);
    case 'modify':
      return streamModify(stream, message.id, message.price, message.size);
  }
}

function sendPlain(stream: PlainStream, message: Message): Outcome {
  switch (message.kind) {
    case 'new':
      return plainNew(
        stream,
        message.id,
        message.side,
        message.price,
        message.size,
        message.timeInForce,
      );
    case 'cancel':
      return plainCancel(stream, message.id);
    case 'modify':
      return plainModify(stream, message.id, message.price, message.size);
  }
}
