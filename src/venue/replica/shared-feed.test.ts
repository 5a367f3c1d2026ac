import { expect, onTestFinished, test } from 'vitest';
import { KeptArchive } from '../../../test/venue/kept-archive.ts';
import type { HistoryRows } from '../../domain/history.ts';
import { accountId } from '../../domain/ids.ts';
import { millis, money, type Seq, seq } from '../../domain/units.ts';
import { logNothing } from '../logger.ts';
import { SharedFeed } from './shared-feed.ts';

const ACCOUNT = accountId(7);
const AMOUNTS = { amount: money(1n), fee: money(0n), collateral: money(1n), wallet: money(1n) };

/** An entry with one row, unless its number is even. */
function rowsOf(at: number): HistoryRows {
  const about = { account: ACCOUNT, contract: null, kind: 'deposit', at: millis(at) } as const;
  const bills = at % 2 === 0 ? [] : [{ id: at, ...about, ...AMOUNTS }];
  return { seq: seq(at), orders: [], fills: [], bills, funding: [], liquidations: [] };
}

interface Chosen {
  readonly isHolder?: boolean;
  readonly rowsMax?: number;
}

function createFeed(archive: KeptArchive, { isHolder = false, rowsMax = 1_000 }: Chosen = {}) {
  const duty = { isHeld: isHolder };
  const remade: [Seq, Seq][] = [];
  const feed = new SharedFeed({
    ...{ archive, archivedUpTo: seq(0), rowsMax, logger: logNothing, isKept: () => true },
    isHolder: () => duty.isHeld,
    remake: async function* (after, upTo) {
      remade.push([after, upTo]);
      for (let at = after + 1; at <= upTo; at += 1) yield [rowsOf(at)];
    },
  });
  feed.start();
  onTestFinished(() => feed.close());
  const offer = (from: number, to: number): void => {
    for (let at = from; at <= to; at += 1) feed.offer(rowsOf(at));
  };
  return { feed, duty, offer, remade };
}

const storedIn = async (archive: KeptArchive): Promise<number[]> => {
  const { rows } = await archive.bills({ account: ACCOUNT, limit: 1_000 });
  return rows.map(({ id }) => id).reverse();
};

const odd = (upTo: number): number[] =>
  Array.from({ length: Math.ceil(upTo / 2) }, (_, place) => place * 2 + 1);

test('[CLU-13] one replica writes, and who takes over has all that is missing', async () => {
  const archive = new KeptArchive();
  const first = createFeed(archive, { isHolder: true });
  const second = createFeed(archive);
  first.offer(1, 9);
  second.offer(1, 9);
  await Promise.all([first.feed.stored(), second.feed.stored()]);
  expect(await storedIn(archive)).toEqual(odd(9));
  // The first dies with rows that it has not written.
  first.duty.isHeld = false;
  second.offer(10, 15);
  expect(second.feed.lagAt(seq(15))).toBe(6);
  second.duty.isHeld = true;
  await second.feed.stored();
  expect(await storedIn(archive)).toEqual(odd(15));
  expect(second.remade).toEqual([]);
  expect(second.feed.lagAt(seq(15))).toBe(0);
});

test('[CLU-13] two writers at once store each row once', async () => {
  const archive = new KeptArchive();
  const feeds = [0, 1].map(() => createFeed(archive, { isHolder: true }));
  for (const { offer } of feeds) offer(1, 99);
  await Promise.all(feeds.map(({ feed }) => feed.settle()));
  expect(await storedIn(archive)).toEqual(odd(99));
});

test('[CLU-13] an archive that goes away gets everything when it is back', async () => {
  const archive = new KeptArchive();
  const { feed, offer, remade } = createFeed(archive, { isHolder: true, rowsMax: 20 });
  offer(1, 9);
  await feed.stored();
  archive.failure = new Error('the database is not there');
  offer(10, 21);
  await expect.poll(() => feed.failure).toBe('the database is not there');
  // More than memory may hold.
  offer(22, 99);
  archive.failure = undefined;
  await expect.poll(() => feed.failure).toBeNull();
  await feed.settle();
  expect(await storedIn(archive)).toEqual(odd(99));
  expect(remade.length).toBeGreaterThan(0);
});
