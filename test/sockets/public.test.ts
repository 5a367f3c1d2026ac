import { expect, test } from 'vitest';
import { nextWhole, seedRandom } from '../../proof/bench/generate.ts';
import type { OrderId } from '../../src/domain/ids.ts';
import { fineTicks, lots, ticks } from '../../src/domain/units.ts';
import type { Venue } from '../../src/venue/venue.ts';
import type { PublicChannel } from '../../src/wire/channels.ts';
import { formatLots, formatTicks } from '../../src/wire/quantity.ts';
import { klinePayload, tickerPayload, tradesPayload } from '../../src/wire/v2/format-socket.ts';
import { BTC, MIDDLE, orderOf, traderAt } from '../venue/market.ts';
import { type Anything, type Client, openSocketKit, SYMBOL } from './socket-kit.ts';

const contractIn = (venue: Venue) => venue.read.listing.list()[BTC]!.contract;

const trade = async (venue: Venue, price = MIDDLE): Promise<void> => {
  await venue.submit(orderOf(traderAt(0), 'long', price));
  await venue.submit(orderOf(traderAt(1), 'short', price));
};

const mark = (venue: Venue, price: number) =>
  venue.submit({ kind: 'set-index-price', contract: BTC, price: fineTicks(price * 100) });

test('[SOCK-1] a subscription is answered, and so is its end, then nothing comes', async () => {
  const { venue, connect } = await openSocketKit();
  const channel = `trades.${SYMBOL}`;
  const [client, witness] = await Promise.all([connect(), connect()]);
  await client.subscribe(channel);
  await witness.subscribe(channel);
  expect(client.frames).toEqual([{ event: 'subscribed', channel }]);
  client.say({ event: 'unsubscribe', channel });
  await client.heard(({ event }) => event === 'unsubscribed');
  await trade(venue);
  await witness.heard(({ event }) => event === 'payload');
  await client.settle();
  expect(client.payloads(channel)).toEqual([]);
  expect(client.frames[1]).toEqual({ event: 'unsubscribed', channel });
});

test('[SOCK-5] the ticker comes at once, then when it changed, as the view has it', async () => {
  const { venue, connect } = await openSocketKit();
  const client = await connect();
  const channel = { kind: 'ticker', contract: contractIn(venue) } as const;
  const now = () => tickerPayload(channel, venue.read.market.ticker(BTC));
  await client.subscribe(`ticker.${SYMBOL}`);
  const first = now();
  await client.heard(({ event }) => event === 'payload');
  expect(client.payloads(`ticker.${SYMBOL}`)).toEqual([first]);
  await trade(venue, MIDDLE + 10);
  const text = JSON.stringify(now());
  expect(text).not.toBe(JSON.stringify(first));
  await client.heard((frame) => JSON.stringify(frame) === text);
});

test('[SOCK-5] changes of a ticker within the merge time make one frame', async () => {
  const { venue, connect } = await openSocketKit({
    mergeMillis: { ticker: 60, kline: 0, depth: 0, trades: 0 },
  });
  const client = await connect();
  await client.subscribe(`ticker.${SYMBOL}`);
  for (let at = 0; at < 20; at += 1) await trade(venue, MIDDLE + at);
  const last = formatTicks(contractIn(venue), ticks(MIDDLE + 19));
  await client.heard(({ data }) => data?.[0].lastPrice === last && data[0].trades === '20');
  expect(client.payloads(`ticker.${SYMBOL}`).length).toBeLessThan(10);
});

test('[SOCK-6] candles: a snapshot, then what changed, across the end of an interval', async () => {
  const { venue, clock, connect } = await openSocketKit();
  await trade(venue);
  for (const [price, name] of [
    ['last', 'LAST_PRICE'],
    ['mark', 'MARK_PRICE'],
  ] as const) {
    const client = await connect();
    const subject: Extract<PublicChannel, { kind: 'kline' }> = {
      kind: 'kline',
      contract: contractIn(venue),
      price,
      interval: '1m',
    };
    const read = (limit: number) =>
      venue.read.market.candles(
        { contract: BTC, price },
        { interval: '1m', limit, start: null, end: null },
      );
    const channel = `kline.${name}.${SYMBOL}.MINUTE_1`;
    await client.subscribe(channel);
    const snapshot = await client.heard(({ type }) => type === 'snapshot');
    expect(snapshot).toEqual(klinePayload(subject, 'snapshot', read(100)));
    await mark(venue, MIDDLE + 7);
    await trade(venue, MIDDLE + 7);
    clock.advance(60_000);
    await mark(venue, MIDDLE + 9);
    await trade(venue, MIDDLE + 9);
    const held = new Map<string, Anything>();
    const wanted = klinePayload(subject, 'snapshot', read(3)).data;
    await client.heard(() => {
      for (const { data } of client.payloads(channel))
        for (const row of data) held.set(row.klineTime, row);
      return wanted.every((row) => JSON.stringify(held.get(row.klineTime)) === JSON.stringify(row));
    });
    const changes = client.payloads(channel).slice(1);
    for (const { type } of changes) expect(type).toBe('change');
  }
});

test('[SOCK-8] trades come once each, oldest first, as the view has them', async () => {
  const { venue, connect } = await openSocketKit();
  await trade(venue);
  const client = await connect();
  const channel = `trades.${SYMBOL}`;
  await client.subscribe(channel);
  for (let at = 1; at <= 30; at += 1) await trade(venue, MIDDLE + at);
  const rows = () => client.payloads(channel).flatMap(({ data }) => data);
  await client.heard(() => rows().length >= 30);
  const newest = venue.read.market.trades(BTC, 30).reverse();
  expect(rows()).toEqual(
    tradesPayload({ kind: 'trades', contract: contractIn(venue) }, newest).data,
  );
});

/** The levels as a client holds them that applies every change. */
class Book {
  version = 0;
  readonly sides = { bids: new Map<string, string>(), asks: new Map<string, string>() };
  applied = 0;

  apply(row: Anything): void {
    if (row.depthType === 'SNAPSHOT') for (const side of Object.values(this.sides)) side.clear();
    else expect(Number(row.startVersion)).toBe(this.version + 1);
    expect(Number(row.endVersion)).toBeGreaterThanOrEqual(Number(row.startVersion));
    this.version = Number(row.endVersion);
    for (const name of ['bids', 'asks'] as const)
      for (const { price, size } of row[name])
        if (size === '0') expect(this.sides[name].delete(price)).toBe(true);
        else this.sides[name].set(price, size);
  }

  read(client: Client, channel: string): void {
    for (const { data } of client.payloads(channel).slice(this.applied)) {
      this.apply(data[0]);
      this.applied += 1;
    }
  }
}

function levelsOf(venue: Venue, limit: number) {
  const contract = contractIn(venue);
  const { bids, asks } = venue.read.market.levels(BTC, limit);
  const written = (levels: typeof bids): Map<string, string> =>
    new Map(
      levels.map(({ price, size }) => [formatTicks(contract, price), formatLots(contract, size)]),
    );
  return { bids: written(bids), asks: written(asks) };
}

test.each([1, 2, 3])('[SOCK-7] depth stays whole under random trading, seed %i', async (seed) => {
  const { venue, connect } = await openSocketKit();
  const random = seedRandom(seed);
  const pick = (count: number): number => nextWhole(random, 0, count - 1);
  const clients: { client: Client; limit: number; book: Book }[] = [];
  const join = async (limit: number): Promise<void> => {
    const client = await connect();
    await client.subscribe(`depth.${SYMBOL}.${limit}`);
    clients.push({ client, limit, book: new Book() });
  };
  await join(15);
  await join(200);
  const placed: { account: number; order: OrderId }[] = [];
  const step = async (): Promise<void> => {
    const account = pick(4);
    if (placed.length > 40 && pick(3) === 0) {
      const [found] = placed.splice(pick(placed.length), 1);
      const target = { by: 'id', order: found!.order } as const;
      await venue.submit({ kind: 'cancel-order', account: traderAt(found!.account), target });
      return;
    }
    const side = pick(2) === 0 ? 'long' : 'short';
    const away = pick(60) - 10;
    const price = side === 'long' ? MIDDLE - away : MIDDLE + away;
    const wanted = { ...orderOf(traderAt(account), side, price), size: lots(1 + pick(9)) };
    const { events } = await venue.submit(wanted);
    for (const event of events)
      if (event.kind === 'order-rested') placed.push({ account, order: event.order });
  };
  for (let round = 0; round < 10; round += 1) {
    for (let at = 0; at < 40; at += 1) await step();
    if (round === 4) await join(15);
    if (round === 6) await join(200);
  }
  // The last change is at the top, so that every window tells it.
  await venue.submit(orderOf(traderAt(0), 'long', MIDDLE - 2_000));
  await venue.submit({ ...orderOf(traderAt(0), 'long', MIDDLE + 200), size: lots(5_000) });
  const { version } = venue.read.market.levels(BTC, 1);
  for (const { client, limit, book } of clients) {
    await client.heard(() => {
      book.read(client, `depth.${SYMBOL}.${limit}`);
      return book.version === version;
    });
    expect(book.sides).toEqual(levelsOf(venue, limit));
  }
});
