import { expect, test } from 'vitest';
import { exampleContract } from '../../../test/kit/contracts.ts';
import { START } from '../../../test/kit/driver.ts';
import { openMemoryVenue } from '../../../test/kit/open-memory-venue.ts';
import { DEFAULT_TERMS } from '../../domain/account.ts';
import { accountId, contractId, orderId } from '../../domain/ids.ts';
import { fineTicks, lots, money, ticks } from '../../domain/units.ts';
import { watchRecentOrders } from './shared.ts';

const HOUSE = accountId(1_001);
const TRADER = accountId(1_002);

const place = (account = TRADER) =>
  ({
    kind: 'place-order',
    account,
    contract: contractId(0),
    positionSide: 'long',
    effect: 'open',
    size: lots(1),
    price: ticks(800_000),
    timeInForce: 'ioc',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  }) as const;

async function openVenue() {
  const genesis = [
    { kind: 'list-contract', contract: exampleContract() },
    { kind: 'set-index-price', contract: contractId(0), price: fineTicks(90_000_000) },
    { kind: 'open-account', role: 'house', terms: DEFAULT_TERMS },
    { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS },
    { kind: 'deposit', account: HOUSE, amount: money(10n ** 12n) },
    { kind: 'deposit', account: TRADER, amount: money(10n ** 12n) },
  ] as const;
  return (await openMemoryVenue({ start: START, genesis })).venue;
}

test('[REST-5] orders of traders that ended are found until newer ones need the room', async () => {
  const venue = await openVenue();
  const recent = watchRecentOrders(venue, 2);
  for (let count = 0; count < 3; count += 1) await venue.submit(place());
  expect([1, 2, 3].map((id) => recent.find(orderId(id))?.order.status)).toEqual([
    undefined,
    'canceled',
    'canceled',
  ]);
  await venue.submit(place(HOUSE));
  expect(recent.find(orderId(4))).toBe(undefined);
  expect(recent.find(orderId(2))?.order.account).toBe(TRADER);
  await venue.close();
});

test('[REST-5] living orders are not among them, and after the end nothing is added', async () => {
  const venue = await openVenue();
  const recent = watchRecentOrders(venue);
  await venue.submit({ ...place(), timeInForce: 'normal' });
  expect(recent.find(orderId(1))).toBe(undefined);
  recent.stop();
  await venue.submit(place());
  expect(recent.find(orderId(2))).toBe(undefined);
  await venue.close();
});
