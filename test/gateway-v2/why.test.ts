/** Why money or a position was taken, as the venue's own endpoints tell it. */
import { expect, onTestFinished, test } from 'vitest';
import { ALICE, BOB, BTC, openRestKit, type RestKit } from './rest-kit.ts';

async function openKit(): Promise<RestKit> {
  const kit = await openRestKit();
  onTestFinished(() => kit.close());
  return kit;
}

const openLong = (kit: RestKit, size: string, account = ALICE) =>
  kit.ok('orderPlaceOrder', { symbol: BTC, size, type: '1', match_price: '1' }, account);

test('[WEB-10] margin tiers are those of the contract', async () => {
  const kit = await openKit();
  const [row, ...rest] = await kit.ok('perpetuaTiers', { symbol: BTC });
  expect(rest).toEqual([]);
  const { contract } = kit.venue.read.listing.list()[0]!;
  expect(row.tiers).toHaveLength(contract.tiers.length);
  expect(row.tiers[0]).toEqual({
    notionalMax: '50000',
    maxLeverage: 400,
    maintenanceRate: '0.001',
  });
  expect(await kit.ok('perpetuaTiers')).toHaveLength(kit.venue.read.listing.list().length);
});

test('[WEB-10] a liquidation is told to its owner alone, with all its numbers', async () => {
  const kit = await openKit();
  await kit.quote(BTC, 'sell', '20', '90000.1');
  await openLong(kit, '1.5000');
  await openLong(kit, '0.0100', BOB);
  await kit.setIndex(BTC, '20000.0');
  const records = await kit.ok('perpetuaLiquidations');
  const started = records.find(({ kind }: { kind: string }) => kind === 'started');
  const [position] = started.positions;
  const pnl = Number(position.size) * Number(position.mark) - Number(position.openValue);
  expect(Number(position.unrealizePnl)).toBeCloseTo(pnl, 6);
  expect(Number(started.equity)).toBeCloseTo(Number(started.backing) + pnl, 6);
  expect(Number(started.equity)).toBeLessThanOrEqual(Number(started.requirement));
  expect(records.some(({ kind }: { kind: string }) => kind === 'ended')).toBe(true);
  expect(await kit.ok('perpetuaLiquidations', {}, BOB)).toEqual([]);
});

test('[WEB-10] a funding payment names size, mark and rate, which give it exactly', async () => {
  const kit = await openKit();
  await openLong(kit, '0.0500');
  await kit.memory.advance(8 * 3_600_000);
  await kit.setIndex(BTC, '90000.0');
  const payments = await kit.ok('perpetuaFunding');
  const { items } = await kit.ok('accountBills', { businessType: 'position_funding' });
  expect(payments.map(({ id }: { id: number }) => id)).toEqual(
    items.map(({ billId }: { billId: number }) => billId),
  );
  for (const payment of payments) {
    expect([payment.side, payment.size]).toEqual(['LONG', '0.0500']);
    const product = Number(payment.size) * Number(payment.mark) * Number(payment.rate);
    expect(Number(payment.amount)).toBeCloseTo(-product, 6);
  }
});

test('[WEB-10] what cannot be asked is refused by name', async () => {
  const { sendSigned, send } = await openKit();
  const path = '/capi/v2/perpetua/liquidations';
  const wrong = await sendSigned({ method: 'GET', path: `${path}?limit=1000` });
  expect([wrong.status, wrong.json.code]).toEqual([400, '40020']);
  expect((await send({ method: 'GET', path })).json.code).toBe('40001');
});
