/** The same order, the same account: one story in every dialect, compared to the last unit. */
import { expect, test } from 'vitest';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { ALICE, type Anything, BTC, openRestKit, type RestKit } from '../gateway-v2/rest-kit.ts';
import { TONGUES, type Tongue } from './tongues.ts';

async function tell(kit: RestKit, { place, cancel }: Tongue): Promise<void> {
  await cancel(kit, await place(kit, { opens: true, size: '0.0300', price: '80000.0' }));
  await place(kit, { opens: true, size: '0.0200', price: null });
  await place(kit, { opens: true, size: '0.0100', price: '90010.0' });
  await kit.setIndex(BTC, '90100.0');
  await place(kit, { opens: false, size: '0.0050', price: null });
  await cancel(kit, await place(kit, { opens: false, size: '0.0050', price: '99000.0' }));
}

/** What differs by the moment or the words of a call, and by nothing else. */
const INCIDENTAL = /time$|^client_?oid$|^contracts$/i;

const plain = (value: Anything): Anything => {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !INCIDENTAL.test(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, plain(each)]));
};

async function readAll(kit: RestKit) {
  return plain({
    money: await kit.ok('accountAssets', {}),
    positions: await kit.ok('accountAllPosition', {}),
    orders: await kit.ok('orderHistory', { symbol: BTC, pageSize: 50 }),
    fills: await kit.ok('orderFills', { symbol: BTC }),
    bills: await kit.ok('accountBills', {}),
    wallet: String(kit.venue.read.account.wallet(ALICE)),
  });
}

async function storyOf(tongue: Tongue, mode: 'hedge' | 'net') {
  const kit = await openRestKit();
  if (mode === 'net') await kit.run({ kind: 'set-position-mode', account: ALICE, mode });
  await tell(kit, tongue);
  const told = await readAll(kit);
  await kit.close();
  return told;
}

const [HOME, ...TALES] = Object.values(TONGUES);
/** A dialect that shows the market alone has no story to tell. */
const TRADED = DIALECTS.filter(({ qualifying }) => qualifying.order.length > 0);

test('[DIA-21] every dialect leads to the same money, positions and history', async () => {
  expect(Object.keys(TONGUES).sort()).toEqual(TRADED.map(({ id }) => id).sort());
  const first = await storyOf(HOME!, 'hedge');
  expect(first.positions).toHaveLength(1);
  expect(first.fills.list).toHaveLength(3);
  for (const tongue of TALES.filter(({ isOneWay }) => isOneWay !== true))
    expect(await storyOf(tongue, 'hedge')).toEqual(first);
});

test('[DIA-21] so does one for one-way accounts alone, but for its market orders', async () => {
  const { orders: _, ...first } = await storyOf(HOME!, 'net');
  for (const tongue of TALES.filter(({ isOneWay }) => isOneWay === true)) {
    const { orders: __, ...told } = await storyOf(tongue, 'net');
    expect(told).toEqual(first);
    expect(told.positions).toHaveLength(1);
  }
});
