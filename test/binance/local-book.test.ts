/**
 * A book that a client keeps from changes, by the strict rule, is the book. The long run, of ten
 * thousand changes, is on request: `LOCAL_BOOK_EVENTS=10000`.
 */

import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import type { OrderId } from '../../src/domain/ids.ts';
import { lots } from '../../src/domain/units.ts';
import { serveDialects } from '../../src/gateway/serve-dialects.ts';
import type { Venue } from '../../src/venue/venue.ts';
import { topId } from '../../src/wire/binance/market/book.ts';
import type { Anything } from '../sockets/socket-kit.ts';
import { BTC, MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { openStreamKit, type StreamKit } from './stream-kit.ts';

const EVENTS = Number(process.env['LOCAL_BOOK_EVENTS'] ?? 1_200);
const PACES = ['@0ms', '@100ms', '', '@500ms'];

interface LocalBook {
  readonly bids: Map<string, string>;
  readonly asks: Map<string, string>;
  lastId: number;
  /** Events that were applied. */
  count: number;
}

type Sides = Readonly<Record<'b' | 'a', [string, string][]>>;

function applySides(book: LocalBook, { b, a }: Sides): void {
  for (const [side, levels] of [
    [book.bids, b],
    [book.asks, a],
  ] as const)
    for (const [price, size] of levels)
      if (Number(size) === 0) side.delete(price);
      else side.set(price, size);
}

/** The strict rule: the first event holds the picture's id, the others follow each other. */
function startBook(picture: Anything, buffered: Anything[]): LocalBook {
  const id = picture.lastUpdateId;
  const book: LocalBook = { bids: new Map(), asks: new Map(), lastId: id, count: 0 };
  applySides(book, { b: picture.bids, a: picture.asks });
  const rest = buffered.filter(({ u }) => u >= id);
  const [first] = rest;
  if (first !== undefined) expect(first.U <= id && id <= first.u, JSON.stringify(first)).toBe(true);
  for (const event of rest) applyEvent(book, event, event === first);
  return book;
}

function applyEvent(book: LocalBook, event: Anything, isFirst: boolean): void {
  if (isFirst) expect(event.U <= book.lastId && book.lastId <= event.u).toBe(true);
  else expect(event.pu).toBe(book.lastId);
  applySides(book, event);
  book.lastId = event.u;
  book.count += 1;
}

/** Orders that come, go and trade. */
function createStorm(venue: Venue, seed: number) {
  const random = seedRandom(seed);
  const resting: OrderId[] = [];
  return async (steps: number): Promise<void> => {
    for (let at = 0; at < steps; at += 1) {
      const isBid = nextWhole(random, 0, 1) === 0;
      const away = nextWhole(random, -2, 37);
      const price = isBid ? MIDDLE - away : MIDDLE + away;
      const account = traderAt(nextWhole(random, 0, 3));
      const size = lots(nextWhole(random, 1, 5));
      const order = { ...orderOf(account, isBid ? 'long' : 'short', price), size };
      const { events } = await venue.submit(order);
      for (const event of events) if (event.kind === 'order-rested') resting.push(event.order);
      if (resting.length > 30) {
        const [gone] = resting.splice(nextWhole(random, 0, resting.length - 1), 1);
        const owner = venue.read.account.findOrder(gone!)?.order.account;
        if (owner !== undefined)
          await venue.submit({
            kind: 'cancel-order',
            account: owner,
            target: { by: 'id', order: gone! },
          });
      }
    }
  };
}

/** A client that keeps a book from one stream. */
async function followBook(kit: StreamKit, stream: string) {
  const client = await kit.open(`/public/stream?streams=${stream}`);
  await client.call('LIST_SUBSCRIPTIONS');
  let book: LocalBook | undefined;
  let taken = 0;
  return {
    start: async (): Promise<void> => {
      const picture = await pictureOf(kit);
      // Some events come after the picture, some came before it.
      taken = client.events('depthUpdate').length;
      book = startBook(picture, client.events('depthUpdate'));
    },
    /** Applies what came. Resolves once it is as new as the book. */
    catchUp: async (): Promise<LocalBook> => {
      const { version } = kit.venue.read.market.levels(BTC, 1);
      const last = topId(version);
      if (book!.lastId < last) await client.event('depthUpdate', ({ u }) => u >= last);
      for (const event of client.events('depthUpdate').slice(taken)) {
        if (event.u >= book!.lastId) applyEvent(book!, event, book!.count === 0);
        taken += 1;
      }
      return book!;
    },
  };
}

const pictureOf = async ({ port }: StreamKit): Promise<Anything> => {
  const url = `http://127.0.0.1:${port}/fapi/v1/depth?symbol=BTCUSDT&limit=1000`;
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.json();
};

const sorted = (levels: Iterable<[string, string]>) =>
  [...levels].sort(([first], [second]) => Number(first) - Number(second));

async function expectSame(kit: StreamKit, book: LocalBook): Promise<void> {
  const picture = await pictureOf(kit);
  expect(sorted(book.bids)).toEqual(sorted(picture.bids));
  expect(sorted(book.asks)).toEqual(sorted(picture.asks));
  expect(picture.lastUpdateId - book.lastId).toBe(1);
}

test('[BNC-65] a book kept by the strict rule equals the book, at each pace', async () => {
  const kit = await openStreamKit({ bufferedBytesMax: 64 * 1024 ** 2 });
  serveDialects(kit.gateway);
  const storm = createStorm(kit.venue, 5);
  await storm(60);
  const followers = await Promise.all(PACES.map((pace) => followBook(kit, `btcusdt@depth${pace}`)));
  await storm(20);
  // In the middle of changes.
  for (const follower of followers) await follower.start();
  for (let part = 0; part < 4; part += 1) {
    await storm(Math.ceil(EVENTS / 4));
    for (const follower of followers) await expectSame(kit, await follower.catchUp());
  }
  // In a quiet market: the picture is as new as the last change.
  const late = await followBook(kit, 'btcusdt@depth@100ms');
  await late.start();
  await storm(10);
  await expectSame(kit, await late.catchUp());
});
