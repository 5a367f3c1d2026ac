/** What a model might try to get past its caps. */
import { createClient } from 'perpetua/client';
import { expect, onTestFinished, test } from 'vitest';
import { type Caps, createCapGuard } from '../../src/cli/mcp/caps.ts';
import { amendOwnOrder } from '../../src/cli/mcp/trading-tools.ts';
import { openSandbox } from '../../src/sandbox/perpetua.ts';

const symbol = 'cmt_btcusdt';

async function openBound(caps: Caps) {
  const venue = await openSandbox({ markets: ['BTC'], accounts: 1 });
  onTestFinished(venue.close);
  const client = createClient({ baseUrl: venue.url, ...venue.accounts[0], retries: 0 });
  const { last } = await client.market.ticker({ symbol });
  return { client, guard: createCapGuard(caps), last: Number(last) };
}

const isOver = (flag: string) =>
  expect.objectContaining({ message: expect.stringContaining(flag) });

test('[MCP-9] a short is worth what the market pays, however low its limit', async () => {
  const { client, guard, last } = await openBound({ orderValue: 1_000 });
  const order = { symbol, size: '0.1', price: (last / 5).toFixed(0) };
  const place = () => client.order.placeOrder({ ...order, type: '2', match_price: '0' });
  const opening = { ...order, type: 'open_short', price: Number(order.price) / 2 };
  const refused = isOver('--max-order-value');
  await expect(guard.send(client, opening, place)).rejects.toEqual(refused);
  const waiting = { ...opening, triggerPrice: last * 1.1 };
  await expect(guard.send(client, waiting, place)).rejects.toEqual(refused);
  // Without the caps the venue takes it.
  expect((await place()).order_id).toBeDefined();
  expect(Number((await client.account.allPosition())[0]?.open_value)).toBeGreaterThan(1_000);
});

test('[MCP-9] an order that waits is measured again when its trigger is moved', async () => {
  const { client, guard, last } = await openBound({ orderValue: 1_000 });
  const size = '0.1';
  const plan = { symbol, size, type: '1', match_type: '1', trigger_price: '100.0' } as const;
  const sent = await guard.send(
    client,
    { symbol, size, type: 'open_long', triggerPrice: plan.trigger_price },
    () => client.order.planOrder(plan),
  );
  const amend = (triggerPrice: number) =>
    amendOwnOrder(client, guard, { orderId: sent.order_id, triggerPrice: triggerPrice.toFixed(0) });
  await expect(amend(last - 50)).rejects.toEqual(isOver('--max-order-value'));
  expect(await client.order.currentPlan()).toMatchObject([{ triggerPrice: '100.0' }]);
  await amend(200);
  expect(await client.order.currentPlan()).toMatchObject([{ triggerPrice: '200.0' }]);
});

test('[MCP-9] orders sent at the same time count together', async () => {
  const { client, guard, last } = await openBound({ leverage: 1 });
  const size = (6_000 / last).toFixed(3);
  const order = { symbol, size, price: last.toFixed(0) };
  const buy = () =>
    guard.send(client, { ...order, type: 'open_long' }, () =>
      client.order.placeOrder({ ...order, type: '1', match_price: '0' }),
    );
  const [first, second] = await Promise.allSettled([buy(), buy()]);
  expect(first).toMatchObject({ status: 'fulfilled' });
  expect(second).toMatchObject({ status: 'rejected', reason: isOver('--max-leverage') });
});

test('[MCP-9] the orders of a day count together, and closing goes on', async () => {
  const { client, guard, last } = await openBound({ dayValue: 2_500 });
  const size = (1_000 / last).toFixed(3);
  const order = { symbol, size, price: last.toFixed(0) };
  const buy = () =>
    guard.send(client, { ...order, type: 'open_long' }, () =>
      client.order.placeOrder({ ...order, type: '1', match_price: '1' }),
    );
  const back = guard.send(client, { ...order, size: `-${size}`, type: 'open_long' }, () =>
    client.order.placeOrder({ ...order, size: `-${size}`, type: '1', match_price: '1' }),
  );
  await expect(back).rejects.toThrow('size');
  await buy();
  await expect(buy()).rejects.toEqual(isOver('--max-day-value 2500'));
  const close = () => client.order.placeOrder({ ...order, type: '3', match_price: '1' });
  expect(await guard.send(client, { ...order, type: 'close_long' }, close)).toBeDefined();
});

test('[MCP-6] an order that waits keeps its limit when only its trigger is moved', async () => {
  const { client, guard, last } = await openBound({});
  const [trigger, limit] = [last * 1.1, last * 1.05].map((price) => price.toFixed(0));
  const plan = { symbol, size: '0.01', type: '1', match_type: '0', trigger_price: `${trigger}` };
  const { order_id: orderId } = await client.order.planOrder({
    ...plan,
    type: '1',
    match_type: '0',
    execute_price: `${limit}`,
  });
  await amendOwnOrder(client, guard, { orderId, triggerPrice: (last * 1.2).toFixed(0) });
  const [moved] = await client.order.currentPlan();
  expect(Number(moved?.price)).toBe(Number(limit));
  const larger = amendOwnOrder(client, guard, {
    orderId,
    triggerPrice: `${trigger}`,
    size: '0.02',
  });
  await expect(larger).rejects.toThrow('The size of an order that waits stays');
});
