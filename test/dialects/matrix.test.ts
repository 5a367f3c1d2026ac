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

test('[DIA-21] every dialect leads to the same money, positions and history', async () => {
  expect(Object.keys(TONGUES).sort()).toEqual(DIALECTS.map(({ id }) => id).sort());
  const told: Anything[] = [];
  for (const tongue of Object.values(TONGUES)) {
    const kit = await openRestKit();
    await tell(kit, tongue);
    told.push(await readAll(kit));
    await kit.close();
  }
  const [first, ...others] = told;
  expect(first.positions).toHaveLength(1);
  expect(first.fills.list).toHaveLength(3);
  for (const other of others) expect(other).toEqual(first);
});
