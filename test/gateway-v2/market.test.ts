import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BTC, expectShape, openRestKit, type RestKit } from './rest-kit.ts';

let kit: RestKit;
beforeAll(async () => {
  kit = await openRestKit();
});
afterAll(() => kit.close());

test('[REST-1] x', async () => {
  console.log(await kit.ok('marketTicker', { symbol: BTC }));
  console.log(
    await kit.ok('orderPlaceOrder', {
      symbol: BTC,
      client_oid: 'a',
      size: '0.0001',
      type: '1',
      order_type: '0',
      match_price: '0',
      price: '100000.0',
    }),
  );
  console.log(await kit.ok('orderHistory', {}));
  console.log(await kit.ok('orderFills', {}));
  console.log(await kit.ok('accountAllPosition', {}));
  console.log(await kit.ok('accountBills', {}));
});
