/** A venue that stands still while it has a call in its hands does not carry it out afterwards. */
import { expect, test } from 'vitest';
import type { Venue } from '../../src/venue/venue.ts';
import { ALICE } from '../gateway-v2/rest-kit.ts';
import { openBinanceKit, queryOf, signForm } from './binance-kit.ts';

const ORDER = {
  ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '0.01', price: '80000' },
};

test('[GATE-60] [VEN-32] an order that got its place after its window did nothing', async () => {
  const kit = await openBinanceKit();
  const { clock, venue } = kit.memory;
  const { submit } = venue;
  /** So long after a call was read. */
  const standStill = (byMillis: number): void => {
    const late: Venue['submit'] = (command, terms) => {
      clock.advance(byMillis);
      return submit(command, terms);
    };
    Object.assign(venue, { submit: late });
  };
  standStill(5_000);
  const { orderId } = await kit.does('POST', 'order', ORDER);
  standStill(5_001);
  const text = await kit.refuses(-1_021, 'POST', 'order', ORDER);
  expect(text).toMatch(/^Timestamp for this request is outside of the recvWindow: .* nothing was/);
  // A longer window does not help beyond the time that every call has.
  const query = signForm(
    queryOf({ ...ORDER, recvWindow: 60_000 }),
    kit.issued.get(ALICE)!,
    clock.wallNow(),
  );
  standStill(12_001);
  const first = await kit.sendForm({ method: 'POST', path: 'order', query });
  expect(first.json.code).toBe(-1_021);
  standStill(0);
  const again = await kit.sendForm({ method: 'POST', path: 'order', query });
  expect(again.text).toBe(first.text);
  const open = await kit.does('GET', 'openOrders', { symbol: 'BTCUSDT' });
  expect(open).toMatchObject([{ orderId }]);
});
