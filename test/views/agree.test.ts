/** The views, folded from events alone, agree with the engine that told them, after every entry. */

import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { bestTicks, levelLots, nextTicks } from '../../src/book/book.ts';
import type { Side } from '../../src/domain/side.ts';
import { type Lots, NO_TICKS, type Ticks, toBigInt } from '../../src/domain/units.ts';
import type { Listing } from '../../src/engine/state.ts';
import { openInterestOf, pricesOf } from '../../src/views/contracts.ts';
import {
  bestAsk,
  bestBid,
  createDepth,
  depthOf,
  openWindow,
  takeWindowChange,
  topLevels,
} from '../../src/views/depth.ts';
import { fundingOf } from '../../src/views/funding.ts';
import { listOrders } from '../../src/views/orders.ts';
import { type Following, followHistory, followWorkload, orderDifferences } from './follow.ts';

const ENTRIES = 1_200;

const RUNS: readonly (readonly [string, () => Following])[] = [
  ...[1, 2, 3, 4].map((seed) => [`workload ${seed}`, () => followWorkload(seed)] as const),
  ...[5, 6].map((seed) => [`history ${seed}`, () => followHistory(seed)] as const),
];

/** As `toEqual`, for a fraction of its cost: each entry of each run asks several times. */
function expectEqual(mine: unknown, its: unknown, where: string): void {
  if (!isDeepStrictEqual(mine, its)) expect(mine, where).toEqual(its);
}

function levelsOf({ book }: Listing, side: Side) {
  const levels = [];
  for (let price = bestTicks(book, side); price !== NO_TICKS; price = nextTicks(book, side, price))
    levels.push({ price, size: levelLots(book, side, price) });
  return levels;
}

for (const [name, follow] of RUNS)
  describe(name, () => {
    test('[VIEW-1] depth is the book, level by level, after every entry', () => {
      const { state, views, step } = follow();
      for (let done = 0; done < ENTRIES; done += 1) {
        const { entry } = step();
        for (const listing of state.listings) {
          const depth = depthOf(views.depth, listing.contract.id);
          const [bids, asks] = [levelsOf(listing, 'buy'), levelsOf(listing, 'sell')];
          const where = `entry ${entry.seq}`;
          expectEqual(topLevels(depth.bids, 1e6), bids, where);
          expectEqual(topLevels(depth.asks, 1e6), asks, where);
          expectEqual(bestBid(depth), bestTicks(listing.book, 'buy'), where);
          expectEqual(bestAsk(depth), bestTicks(listing.book, 'sell'), where);
        }
      }
    });

    test('[VIEW-2] whoever applies every change in turn holds the same levels', () => {
      const { views, step } = follow();
      // One reader holds every level, the other the best five of each side.
      const readers = [10_000, 5].map((limit) => ({
        window: openWindow(createDepth(0 as never), limit),
        bids: new Map<Ticks, Lots>(),
        asks: new Map<Ticks, Lots>(),
      }));
      for (let done = 0; done < ENTRIES; done += 1) {
        const { entry } = step();
        const depth = views.depth.depths[0];
        if (depth === undefined || done % 3 !== 0) continue;
        for (const reader of readers) {
          const seen = reader.window.version;
          const change = takeWindowChange(depth, reader.window);
          const where = `entry ${entry.seq}`;
          if (change !== undefined) expectEqual(change.startVersion, seen + 1, where);
          for (const side of ['bids', 'asks'] as const) {
            for (const { price, size } of change?.[side] ?? []) {
              if (size === 0) reader[side].delete(price);
              else reader[side].set(price, size);
            }
            const best = topLevels(depth[side], reader.window.limit);
            const levels = new Map(best.map(({ price, size }) => [price, size]));
            expectEqual(reader[side], levels, where);
          }
        }
      }
    });

    test('[VIEW-9] living orders are those of the engine, the ended are handed out', () => {
      const { state, views, known, step } = follow();
      const ended = new Set<number>();
      for (let done = 0; done < ENTRIES; done += 1) {
        const { entry, folded } = step();
        const wrong: string[] = [];
        const where = `entry ${entry.seq}`;
        expectEqual(views.orders.live.size, state.orders.size, where);
        for (const { order } of views.orders.live.values())
          wrong.push(...orderDifferences(order, state.orders.get(order.id)!));
        for (const { order, cancelReason } of folded.rows.orders) {
          expectEqual(ended.has(order.id), false, where);
          ended.add(order.id);
          expectEqual(cancelReason === null, order.status === 'filled', where);
          // The engine empties an exit that its other half has used up; history keeps its size.
          const engine = known.get(order.id)!;
          wrong.push(
            ...orderDifferences(
              order,
              cancelReason === 'oco' ? { ...engine, size: order.size } : engine,
            ),
          );
        }
        expectEqual(wrong, [], where);
        expectEqual(views.orders.ended.size + views.orders.touched.size, 0, where);
      }
      expect(ended.size + state.orders.size).toBe(known.size);
    });

    test('[VIEW-10] orders are found by account and contract, newest first', () => {
      const { state, views, step } = follow();
      for (let done = 0; done < ENTRIES / 2; done += 1) step();
      for (const { id: account, desks } of state.accounts.filter((one) => one !== undefined)) {
        const all = [...state.orders.values()].filter((order) => order.account === account);
        for (const group of ['working', 'untriggered'] as const) {
          const wanted = all
            .filter(({ status }) => (status === 'untriggered') === (group === 'untriggered'))
            .map(({ id }) => id)
            .sort((first, second) => second - first);
          const query = { account, contract: null, group };
          expect(listOrders(views.orders, query).map(({ order }) => order.id)).toEqual(wanted);
          for (const desk of desks.filter((one) => one !== undefined)) {
            const { id: contract } = desk.listing.contract;
            expect(listOrders(views.orders, { ...query, contract })).toHaveLength(
              desk[group].count,
            );
          }
        }
      }
    });

    test('[VIEW-7] [VIEW-8] prices, open interest and funding are those of the engine', () => {
      const { state, views, step } = follow();
      for (let done = 0; done < ENTRIES; done += 1) {
        const { entry } = step();
        const where = `entry ${entry.seq}`;
        for (const listing of state.listings) {
          const { id } = listing.contract;
          const { index, mark, last, longLots, shortLots } = listing;
          const prices = pricesOf(views.prices, id);
          expectEqual({ ...prices, index, mark, last }, { ...prices }, where);
          const interest = openInterestOf(views.openInterest, id);
          expectEqual([interest, interest], [longLots, shortLots], where);
          const { estimate, samples, lastRate, nextAt, interval } = listing.funding;
          const funding = fundingOf(views.funding, id);
          const engine = { ...funding, estimate, samples, lastRate, nextAt, interval };
          expectEqual(engine, { ...funding }, where);
        }
      }
    });

    test('[VIEW-11] the bills of every account sum to its collateral', () => {
      const { state, step } = follow();
      const sums = new Map<number, bigint>();
      let lastId = 0;
      for (let done = 0; done < ENTRIES; done += 1) {
        const { entry, folded } = step();
        const newest = new Map<number, (typeof folded.rows.bills)[number]>();
        for (const row of folded.rows.bills) {
          expectEqual(row.id > lastId, true, `bill ${row.id}`);
          lastId = row.id;
          const sum = (sums.get(row.account) ?? 0n) + toBigInt(row.amount);
          sums.set(row.account, sum);
          expectEqual(toBigInt(row.collateral), sum, `bill ${row.id} of ${row.kind}`);
          newest.set(row.account, row);
        }
        for (const account of state.accounts.filter((one) => one !== undefined))
          expectEqual(
            sums.get(account.id) ?? 0n,
            toBigInt(account.collateral),
            `entry ${entry.seq}`,
          );
        for (const [id, row] of newest)
          expectEqual(row.wallet, state.accounts[id]!.wallet, `wallet after ${row.kind}`);
      }
    });

    test('[VIEW-12] every fill leaves two rows and every kind of history is kept', () => {
      const { known, step } = follow();
      for (let done = 0; done < ENTRIES; done += 1) {
        const { events, folded, entry } = step();
        const { rows } = folded;
        const count = (...kinds: string[]) =>
          events.filter(({ kind }) => kinds.includes(kind)).length;
        const where = `entry ${entry.seq}`;
        expectEqual(rows.seq, entry.seq, where);
        expectEqual(rows.fills.length, 2 * count('fill-settled'), where);
        expectEqual(rows.funding.length, count('funding-settled'), where);
        const told = ['liquidation-started', 'liquidation-ended', 'deleveraged', 'deficit-covered'];
        expectEqual(rows.liquidations.length, count(...told), where);
        for (let place = 0; place < rows.fills.length; place += 2) {
          const [maker, taker] = [rows.fills[place]!, rows.fills[place + 1]!];
          expectEqual([maker.isMaker, taker.isMaker], [true, false], where);
          expectEqual(maker.side !== taker.side, true, where);
          expectEqual(maker.trade, taker.trade, where);
          expectEqual(maker.origin, known.get(maker.order)!.origin, where);
          expectEqual(taker.marginMode, known.get(taker.order)!.marginMode, where);
        }
      }
    });
  });
