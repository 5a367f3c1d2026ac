import { expect, test } from 'vitest';
import { createStream } from '../../book-driver/stream.ts';
import { hashOfBook, hashOfEngine } from '../bench-neutral.ts';
import { driveStream } from '../measure.ts';
import { type NeutralMessages, parseMessages, workloadOf } from './read-messages.ts';
import { createReports } from './reports.ts';
import { runBook } from './run-book.ts';
import { openNeutral, runEngine } from './run-engine.ts';

/**
 * What such files rarely or never hold. `B1 100 5` buys 5 at 100 as order 1, `S` sells, `!` at the
 * end cancels what does not trade at once; `C1` cancels order 1, `M1 101 3` modifies it.
 */
const CASES: readonly (readonly [string, string])[] = [
  ['nothing at all', ''],
  ['one order', 'B1 100 5'],
  ['id zero', 'B0 100 5, S1 100 5'],
  ['two that meet', 'B1 100 5, S2 100 5'],
  ['two that do not', 'B1 100 5, S2 101 5'],
  ['at the price of who waits', 'S1 99 5, B2 105 5'],
  ['the rest waits', 'S1 100 3, B2 100 5, S3 100 2'],
  ['older first', 'S1 100 3, S2 100 3, B3 100 4'],
  ['better first', 'S1 101 3, S2 100 3, B3 101 4'],
  ['through three levels', 'S1 100 1, S2 101 2, S3 102 3, B4 102 6'],
  ['through levels up to a limit', 'S1 100 1, S2 101 2, S3 103 3, B4 102 9'],
  ['immediate on an empty book', 'B1 100 5!'],
  ['immediate, all of it', 'S1 100 5, B2 100 5!'],
  ['immediate, a part', 'S1 100 3, B2 100 5!'],
  ['immediate, too low', 'S1 101 3, B2 100 5!'],
  ['immediate sells', 'B1 100 3, B2 99 3, S3 99 9!'],
  ['cancel', 'B1 100 5, C1'],
  ['cancel twice', 'B1 100 5, C1, C1'],
  ['cancel what never came', 'C7'],
  ['cancel what has traded', 'B1 100 5, S2 100 5, C1, C2'],
  ['cancel what has traded in part', 'B1 100 5, S2 100 2, C1, S3 100 3'],
  ['cancel in the middle of a queue', 'B1 100 1, B2 100 2, B3 100 3, C2, S4 100 6'],
  ['cancel an immediate one', 'B1 100 5!, C1'],
  ['modify down', 'B1 100 5, B2 100 5, M1 100 3, S3 100 6'],
  ['modify up', 'B1 100 5, B2 100 5, M1 100 9, S3 100 6'],
  ['modify to the same', 'B1 100 5, B2 100 5, M1 100 5, S3 100 6'],
  ['modify the price away', 'B1 100 5, M1 99 5, S2 100 5, S3 99 5'],
  ['modify across', 'B1 100 5, S2 102 5, M1 102 5'],
  ['modify across, in part', 'B1 100 5, S2 102 3, M1 103 9, S3 103 4'],
  ['modify what never came', 'M7 100 5'],
  ['modify what has traded', 'B1 100 5, S2 100 5, M1 100 5'],
  ['modify what has traded in part', 'B1 100 5, S2 100 2, M1 100 8, S3 100 9'],
  ['an id again after a cancel', 'B1 100 5, C1, S1 101 4, B2 101 4'],
  ['an id again after a trade', 'B1 100 5, S2 100 5, S1 100 4, B2 100 4'],
  ['both sides modified to meet', 'B1 100 5, S2 110 5, M1 105 5, M2 105 7, C2'],
  ['large and small', 'S1 100 1, S2 100 100000, S3 100 1, B4 100 100001, C3'],
];

const MESSAGE = /^([BSCM])(\d+)(?: (\d+))?(?: (\d+))?(!?)$/;

function fileOf(text: string): NeutralMessages {
  const messages = text === '' ? [] : text.split(', ');
  const bytes = Buffer.alloc(16 + 40 * messages.length);
  bytes.writeUInt32LE(messages.length, 12);
  for (const [place, message] of messages.entries()) {
    const [, kind = '', id, price, size, isImmediate] = MESSAGE.exec(message) ?? [];
    // A modification does not say the side, and a cancellation nothing but the id.
    const [first, second] = [Number(price ?? 0), Number(size ?? 0)];
    const at = 16 + 40 * place;
    bytes[at] = kind === 'C' ? 1 : kind === 'M' ? 2 : 0;
    bytes[at + 1] = kind === 'S' ? 1 : 0;
    bytes[at + 2] = isImmediate === '!' ? 1 : 0;
    bytes.writeUInt32LE(second, at + 4);
    bytes.writeBigUInt64LE(BigInt(place), at + 8);
    bytes.writeBigUInt64LE(BigInt(id ?? 0), at + 16);
    bytes.writeBigInt64LE(BigInt(first), at + 24);
  }
  return parseMessages(bytes, 'case');
}

interface Waiting {
  readonly id: number;
  readonly side: number;
  readonly price: number;
  size: number;
}

/** The rules as a list that is searched from the front. */
function plainly(messages: NeutralMessages): string[] {
  let book: Waiting[] = [];
  const reports = createReports();
  const enter = (seq: number, order: Waiting, isImmediate: boolean): void => {
    const sign = order.side === 0 ? 1 : -1;
    const others = book
      .filter(({ side, price }) => side !== order.side && sign * price <= sign * order.price)
      .sort((one, two) => sign * (one.price - two.price));
    for (const other of others) {
      const size = Math.min(other.size, order.size);
      if (size === 0) break;
      reports.traded(seq, other.price, size, other.id, order.id);
      other.size -= size;
      order.size -= size;
    }
    book = [...book, ...(isImmediate ? [] : [order])].filter(({ size }) => size > 0);
    if (isImmediate && order.size > 0) reports.cancelled(seq, order.side, order.id, order.price);
  };
  for (let place = 0; place < messages.count; place += 1) {
    const seq = messages.seqs[place]!;
    const id = messages.ids[place]!;
    const [price, size] = [messages.prices[place]!, messages.sizes[place]!];
    const found = book.find((order) => order.id === id);
    const kind = messages.kinds[place];
    if (kind === 0) {
      const side = messages.sides[place]!;
      reports.accepted(seq, side, id, price, size);
      enter(seq, { id, side, price, size }, messages.isImmediate[place] === 1);
    } else if (found === undefined) {
      if (kind === 1) reports.notCancelled(seq, id);
      else reports.notModified(seq, id);
    } else {
      book = book.filter((order) => order !== found);
      if (kind === 1) reports.cancelled(seq, found.side, id, found.price);
      else {
        reports.modified(seq, found.side, id, price, size);
        enter(seq, { ...found, price, size }, false);
      }
    }
  }
  return reports.lines();
}

test.each(CASES)('%s', (_, text) => {
  const messages = fileOf(text);
  const [book, engine] = [createReports(), createReports()];
  runBook(messages, book);
  runEngine(messages, engine, openNeutral(messages));
  expect(book.lines()).toEqual(plainly(messages));
  expect(engine.lines()).toEqual(plainly(messages));
});

test.each(CASES)('as the peer gets it: %s', (_, text) => {
  const messages = fileOf(text);
  const sizes = plainly(messages).flatMap((line) => /^1,\d+,\d+,(\d+)/.exec(line)?.[1] ?? []);
  const traded = sizes.reduce((sum, size) => sum + Number(size), 0);
  expect(driveStream(createStream(), workloadOf(messages), 0, messages.count)).toBe(traded);
});

test('reports are sorted by message and kind, and their hash is that of the public text', () => {
  const messages = fileOf('S1 100 3, B2 101 5!, C9');
  const reports = createReports();
  runBook(messages, reports);
  expect(reports.lines()).toEqual([
    '0,0,1,1,100,3',
    '0,1,0,2,101,5',
    '1,1,100,3,1,2',
    '2,1,0,2,101',
    '4,2,9',
  ]);
  expect(hashOfBook(messages)).toBe(hashOfEngine(messages));
  expect(hashOfBook(messages)).toMatchInlineSnapshot(
    `"0344de4910be922e2c6286f771131e8650e63fee01cac570a7485643973cc9e1"`,
  );
});

test('what is no file of messages is refused', () => {
  expect(() => parseMessages(Buffer.alloc(3), 'odd')).toThrow('odd is not a file of messages');
  expect(() => parseMessages(Buffer.alloc(56), 'odd')).toThrow('does not fit');
});
