/**
 * What a test of a bot does with a sandbox, over HTTP and over sockets, with every timer and clock
 * faked that its runner fakes. Whatever waits for one of them hangs, and so does the test.
 */
import assert from 'node:assert/strict';
import { openSandbox } from 'perpetua';
import { createClient } from 'perpetua/client';

export async function tradeUnderFakes(): Promise<void> {
  await using venue = await openSandbox({ markets: ['BTC'], accounts: 2 });
  const bot = createClient({ baseUrl: venue.url, ...venue.accounts[0] });
  const heard = Promise.withResolvers<void>();
  const socket = bot.publicSocket();
  socket.subscribe('ticker.cmt_btcusdt', () => heard.resolve());
  await bot.order.placeOrder({
    symbol: 'cmt_btcusdt',
    client_oid: 'first',
    size: '0.1000',
    type: '1',
    match_price: '1',
  });
  await venue.advance('10s');
  await heard.promise;
  socket.close();
  await venue.faults.begin({ kind: 'delay', account: 0, delay: '20ms', calls: 1 });
  assert.equal((await bot.account.assets())[0]?.coinName, 'USDT');
  assert.equal((await venue.account(0)).positions.length, 1);
}
