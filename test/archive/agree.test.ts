/**
 * Databases and plain arrays must give the same pages, whatever was written and is asked. Few
 * accounts, contracts and times, so that rows tie and filters meet.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Archive, type Cursor, LIST_START, type Page } from '../../src/archive/archive.ts';
import { MemoryArchive } from '../../src/archive/memory-archive.ts';
import { openSqliteArchive } from '../../src/archive/sqlite-archive.ts';
import type { HistoryRows } from '../../src/domain/history.ts';
import { accountId, contractId, orderId } from '../../src/domain/ids.ts';
import type { TriggerPurpose } from '../../src/domain/order.ts';
import type { PostingKind } from '../../src/domain/posting.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { millis, money } from '../../src/domain/units.ts';
import { hasPostgres } from '../kit/postgres.ts';
import { closeLater, openShared, temporaryPath } from './homes.ts';
import { bill, deleveraged, entry, fill, finished, settlement, trigger } from './rows.ts';

const account = fc.integer({ min: 1, max: 2 }).map(accountId);
const contract = fc.integer({ min: 0, max: 2 }).map(contractId);
const at = fc.integer({ min: 0, max: 6 }).map(millis);
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(money);
const effect = fc.constantFrom<Effect>('open', 'close');
const positionSide = fc.constantFrom<PositionSide>('long', 'short');
const kind = fc.constantFrom<PostingKind>('deposit', 'open-long', 'funding');
const purpose = fc.constantFrom<TriggerPurpose>('plan', 'take-profit', 'stop-loss');

const shape = fc.record({
  account,
  contract,
  at,
  amount,
  effect,
  positionSide,
  kind,
  order: fc.integer({ min: 1, max: 4 }).map(orderId),
  trigger: fc.option(fc.record({ purpose, firedAt: fc.option(at) }).map(trigger)),
  clientOrderId: fc.option(fc.constantFrom('one', 'two')),
  isMaker: fc.boolean(),
});
type Shape = typeof shape extends fc.Arbitrary<infer Value> ? Value : never;

/** Orders finish in another order than they were made: their ids come shuffled. */
function toEntry(shapes: readonly Shape[], place: number): HistoryRows {
  const ids = shapes.map((_, within) => place * 16 + ((within * 7 + place) % 16));
  return entry(place + 1, {
    orders: shapes.map(({ at: createdAt, amount: fee, ...rest }, within) => {
      const { account, contract, effect, positionSide, trigger, clientOrderId } = rest;
      const owner = { account, contract, effect, positionSide, trigger, clientOrderId };
      return finished(ids[within]!, { ...owner, createdAt, fee });
    }),
    fills: shapes.map(({ account, contract, order, at, amount, isMaker }, within) => {
      const [id, realisedPnl] = [ids[within]!, amount];
      const number = Math.ceil(id / 2);
      return fill(id, { number, account, contract, order, at, realisedPnl, isMaker });
    }),
    bills: shapes.map(({ account, contract, kind, at, amount }, within) => {
      const where = kind === 'deposit' ? null : contract;
      return bill(ids[within]!, { account, contract: where, kind, at, amount });
    }),
    funding: [settlement(place, { contract: contractId(place % 2) })],
    liquidations: shapes.map(({ account, at }, within) =>
      deleveraged(ids[within]!, { account, at }),
    ),
  });
}

const history = fc
  .array(fc.array(shape, { maxLength: 6 }), { maxLength: 8 })
  .map((entries) => entries.map(toEntry));

const query = fc.record({
  account,
  limit: fc.integer({ min: 1, max: 5 }),
  contract: fc.option(contract, { nil: undefined }),
  from: fc.option(at),
  to: fc.option(at),
  order: fc.option(fc.integer({ min: 1, max: 4 }).map(orderId), { nil: undefined }),
  kind: fc.option(kind, { nil: undefined }),
  purpose: fc.option(purpose, { nil: undefined }),
  effect: fc.option(effect, { nil: undefined }),
  positionSide: fc.option(positionSide, { nil: undefined }),
  idFrom: fc.option(fc.nat(70), { nil: undefined }),
  isRising: fc.boolean(),
});
type Query = typeof query extends fc.Arbitrary<infer Value> ? Value : never;

/** All pages of a list, as they were cut. */
async function walkFrom<Row>(first: Place, read: (place: Place) => Promise<Page<Row>>) {
  const pages: Page<Row>[] = [];
  for (let place = first; ; ) {
    const page = await read(place);
    pages.push(page);
    if (page.next === null) return pages;
    place = first.after === undefined ? { before: page.next } : { after: page.next };
  }
}

type Place = { readonly before?: Cursor; readonly after?: Cursor };

async function readEverything(archive: Archive, { contract, isRising, ...rest }: Query) {
  const asked = { ...rest, contract };
  const walk = <Row>(read: (place: Place) => Promise<Page<Row>>) =>
    walkFrom(isRising ? { after: LIST_START } : {}, read);
  return {
    upTo: await archive.archivedUpTo(),
    orders: await walk((place) => archive.orders({ ...asked, ...place })),
    triggers: await walk((place) => archive.triggerOrders({ ...asked, ...place })),
    fills: await walk((place) => archive.fills({ ...asked, ...place })),
    count: await archive.countFills(asked, 7),
    bills: await walk((place) => archive.bills({ ...asked, ...place })),
    funding: await walk((place) => {
      return archive.funding({ ...rest, contract: contract ?? contractId(1), ...place });
    }),
    liquidations: await walk((place) => archive.liquidations({ ...rest, ...place })),
    client: await archive.findClientOrder(rest.account, 'one'),
    order: await archive.findOrder(orderId(rest.limit * 7)),
  };
}

const agree = (openEmpty: () => Promise<Archive>, numRuns: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      history,
      fc.nat(8),
      fc.array(query, { minLength: 1, maxLength: 4 }),
      async (...given) => {
        const [entries, replayed, queries] = given;
        const memory = new MemoryArchive();
        const stored = await openEmpty();
        for (const archive of [memory, stored]) {
          await archive.write(entries.slice(0, replayed));
          await archive.write(entries);
        }
        for (const asked of queries) {
          expect(await readEverything(stored, asked)).toEqual(await readEverything(memory, asked));
        }
        await stored.close();
      },
    ),
    { numRuns },
  );

test('[ARC-12] the file gives the same pages as plain arrays', () =>
  agree(async () => closeLater(openSqliteArchive(temporaryPath())), 50));

test.runIf(hasPostgres)('[ARC-12] PostgreSQL gives the same pages as plain arrays', () =>
  agree(openShared, 20),
);
