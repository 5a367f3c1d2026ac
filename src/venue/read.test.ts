import { afterEach, beforeEach, expect, test } from 'vitest';
import { START } from '../../test/kit/driver.ts';
import { type MemoryVenue, openMemoryVenue } from '../../test/kit/open-memory-venue.ts';
import { rulesAt } from '../../test/kit/season.ts';
import { BTC, genesisOf, MIDDLE, orderOf, restingBid, traderAt } from '../../test/venue/market.ts';
import { accountId } from '../domain/ids.ts';
import { fineTicks, lots, NO_TICKS } from '../domain/units.ts';
import type { Read } from './read.ts';

let memory: MemoryVenue;
let read: Read;
beforeEach(async () => {
  memory = await openMemoryVenue({ start: START, genesis: genesisOf(2) });
  read = memory.venue.read;
});
afterEach(() => memory.venue.close());

test('[VEN-1] a read is as new as the last acknowledgement, a record stays', async () => {
  const before = {
    account: read.account.get(traderAt(0)),
    listing: read.listing.list()[0],
    prices: read.market.prices(BTC),
    hash: read.hash(),
  };
  const kept = structuredClone(before);
  await memory.venue.submit(orderOf(traderAt(0), 'long', MIDDLE));
  await memory.venue.submit(orderOf(traderAt(1), 'short', MIDDLE));
  await memory.venue.submit({ kind: 'halt-contract', contract: BTC });
  expect(before).toEqual(kept);
  expect(read.account.get(traderAt(0)).wallet).toBeLessThan(Number(kept.account.wallet));
  expect(read.listing.list()[0]).toMatchObject({ isHalted: true, last: MIDDLE });
  expect(read.listing.isHalted(BTC)).toBe(true);
  expect(read.market.prices(BTC).last).toBe(MIDDLE);
  expect(read.hash()).not.toBe(kept.hash);
});

test('[VEN-1] an order is found by its id and by its client order id', async () => {
  const { events } = await memory.venue.submit(restingBid('mine'));
  const accepted = events.find((event) => event.kind === 'order-accepted')!;
  expect(read.account.findClientOrder(traderAt(0), 'mine')).toBe(accepted.order);
  expect(read.account.findOrder(accepted.order)?.order.clientOrderId).toBe('mine');
  expect(read.account.hasOrdered(accepted.order)).toBe(true);
  expect(read.account.standing(traderAt(0), BTC).orders).toHaveLength(1);
  expect(read.account.standing(traderAt(1), BTC).orders).toEqual([]);
});

test('[VEN-1] accounts and contracts that do not exist are told apart from those that do', () => {
  const nobody = accountId(9_999);
  expect([read.account.status(traderAt(0)), read.account.status(nobody)]).toEqual([
    'active',
    undefined,
  ]);
  expect(read.account.nextId()).toBe(traderAt(2));
  const { symbol } = read.listing.contract(BTC);
  expect(read.listing.find(symbol)).toBe(read.listing.contract(BTC));
  expect(read.listing.find('none')).toBeUndefined();
  expect(() => read.account.get(nobody)).toThrow('no such account');
});

test('[SEA-14] a team that left is no entrant any more', async () => {
  const { submit } = memory.venue;
  expect(read.season.current()).toBeNull();
  await submit({ kind: 'open-season', season: 1, rules: rulesAt(START) });
  await submit({ kind: 'enrol-team', season: 1, team: 'Foxes' });
  const [entrant] = read.season.entrants();
  const { account } = entrant!;
  expect(read.season.findTeam('foxes')).toBe(account);
  expect(read.season.sanction(account)).toBe('none');
  expect(read.season.sanction(traderAt(0))).toBeUndefined();
  await submit({ kind: 'leave-season', season: 1, account });
  expect(read.season.sanction(account)).toBeUndefined();
  expect([entrant?.team, read.season.entrants()]).toEqual(['Foxes', []]);
});

test('[TRL-5] a trailing stop shows where it would fire now', async () => {
  const { submit } = memory.venue;
  const { events } = await submit({
    kind: 'place-trigger',
    account: traderAt(0),
    contract: BTC,
    purpose: 'plan',
    positionSide: 'short',
    effect: 'open',
    size: lots(1),
    triggerPrice: NO_TICKS,
    triggerSource: 'index',
    price: null,
    clientOrderId: null,
    marginMode: null,
    options: { trailing: { callback: 10, activation: null } },
  });
  const { order } = events.find((event) => event.kind === 'order-accepted')!;
  const stop = () => read.account.findOrder(order)?.order.trigger?.price;
  expect(stop()).toBe(MIDDLE * 0.99);
  const price = fineTicks(MIDDLE * 110);
  await submit({ kind: 'set-index-price', contract: BTC, price });
  expect(stop()).toBe((MIDDLE * 1_089) / 1_000);
  const [listed] = read.account.orders({
    account: traderAt(0),
    contract: null,
    group: 'untriggered',
  });
  expect(listed?.order.trigger?.price).toBe(stop());
  expect(listed?.order.options?.trailing).toEqual({ callback: 10, activation: null });
});
