import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Anything, BOB, BTC } from '../gateway-v2/rest-kit.ts';
import { openV3Kit, type V3Kit } from './v3-kit.ts';

let kit: V3Kit;
beforeAll(async () => {
  kit = await openV3Kit();
});
afterAll(() => kit.close());

const STATUSES: Readonly<Record<string, string>> = {
  open: 'NEW',
  filled: 'FILLED',
  canceled: 'CANCELED',
  untriggered: 'UNTRIGGERED',
};
const EXECUTIONS: Readonly<Record<string, string>> = {
  normal: 'GTC',
  postOnly: 'POST_ONLY',
  fok: 'FOK',
  ioc: 'IOC',
};
const SIDES: Readonly<Record<string, readonly [string, string]>> = {
  open_long: ['BUY', 'LONG'],
  open_short: ['SELL', 'SHORT'],
  close_long: ['SELL', 'LONG'],
  close_short: ['BUY', 'SHORT'],
};

/** Reads an order in both dialects; every figure of one is that of the other. */
async function both(orderId: string | number, account = BOB): Promise<Anything> {
  const v2 = await kit.ok('orderDetail', { orderId }, account);
  const v3 = await kit.ok3('v3OrderRead', { orderId }, account);
  expect(v3).toMatchObject({
    orderId: Number(v2.order_id),
    clientOrderId: v2.client_oid,
    symbol: 'BTCUSDT',
    price: v2.price,
    origQty: v2.size,
    executedQty: v2.filled_qty,
    avgPrice: v2.price_avg,
    time: Number(v2.createTime),
    status: STATUSES[v2.status],
    timeInForce: EXECUTIONS[v2.order_type],
    tpTriggerPrice: v2.presetTakeProfitPrice ?? '0',
    slTriggerPrice: v2.presetStopLossPrice ?? '0',
  });
  expect([v3.side, v3.positionSide]).toEqual(SIDES[v2.type]);
  expect(v3.reduceOnly).toBe(v2.type.startsWith('close'));
  return { ...v3, v2 };
}

interface Words {
  readonly size: string;
  /** `open_long` and so on. */
  readonly type: string;
  /** A market order where it is left out. */
  readonly price?: string;
  readonly execution?: string;
}

/** The same order in either dialect. */
const PLACE: Readonly<Record<string, (words: Words) => Promise<string>>> = {
  'version 2': async ({ size, type, price, execution = 'normal' }) => {
    const { order_id: id } = await kit.ok(
      'orderPlaceOrder',
      {
        ...{ symbol: BTC, size, type: String(Object.keys(SIDES).indexOf(type) + 1) },
        order_type: String(['normal', 'postOnly', 'fok', 'ioc'].indexOf(execution)),
        ...(price === undefined ? { match_price: '1' } : { match_price: '0', price }),
      },
      BOB,
    );
    return id;
  },
  'version 3': async ({ size, type, price, execution = 'normal' }) => {
    const [side, positionSide] = SIDES[type]!;
    const { orderId } = await kit.ok3(
      'v3OrderPlace',
      {
        ...{ symbol: 'BTCUSDT', side, positionSide, quantity: size },
        ...(price === undefined
          ? { type: 'MARKET' }
          : { type: 'LIMIT', price, timeInForce: EXECUTIONS[execution] }),
      },
      BOB,
    );
    return orderId;
  },
};

for (const [dialect, place] of Object.entries(PLACE)) {
  test(`[DIA-4] an order placed in ${dialect} reads alike in both: new, part, filled`, async () => {
    const id = await place({ size: '0.0100', type: 'open_long', price: '90000.0' });
    expect(await both(id)).toMatchObject({ status: 'NEW', executedQty: '0', type: 'LIMIT' });
    await kit.quote(BTC, 'sell', '0.0040', '90000.0');
    expect(await both(id)).toMatchObject({ status: 'NEW', executedQty: '0.0040' });
    await kit.quote(BTC, 'sell', '0.0060', '90000.0');
    const filled = await both(id);
    expect(filled).toMatchObject({ status: 'FILLED', executedQty: '0.0100', avgPrice: '90000.0' });
    expect(filled.updateTime).toBeGreaterThan(filled.time);
    expect(filled.cumQuote).toBe('900.00000000');
  });

  test(`[DIA-4] in ${dialect}: canceled by hand, after a part, by its own terms`, async () => {
    const resting = await place({ size: '0.0100', type: 'open_long', price: '90000.0' });
    await kit.quote(BTC, 'sell', '0.0010', '90000.0');
    await kit.ok('orderCancelOrder', { orderId: resting }, BOB);
    expect(await both(resting)).toMatchObject({ status: 'CANCELED', executedQty: '0.0010' });
    const terms = { size: '0.0100', type: 'open_long', price: '90000.0' };
    for (const execution of ['ioc', 'fok']) {
      const id = await place({ ...terms, execution });
      expect(await both(id)).toMatchObject({ status: 'CANCELED', executedQty: '0' });
    }
    const taking = { ...terms, price: '90000.1', execution: 'postOnly' };
    expect(await both(await place(taking))).toMatchObject({ status: 'CANCELED' });
    const kept = await place({ ...terms, price: '89000.0', execution: 'postOnly' });
    expect(await both(kept)).toMatchObject({ status: 'NEW', timeInForce: 'POST_ONLY' });
    await kit.ok3('v3OrderCancel', { orderId: kept }, BOB);
    expect(await both(kept)).toMatchObject({ status: 'CANCELED' });
  });

  test(`[DIA-4] in ${dialect}: market orders of all four kinds`, async () => {
    for (const type of ['open_long', 'close_long', 'open_short', 'close_short'])
      expect(await both(await place({ size: '0.0050', type }))).toMatchObject({
        status: 'FILLED',
        type: 'MARKET',
        timeInForce: 'IOC',
      });
  });
}

test('[DIA-4] triggers read alike: untriggered, triggered, canceled', async () => {
  await kit.ok3('v3OrderPlace', {
    ...{ symbol: 'BTCUSDT', side: 'SELL', positionSide: 'SHORT', type: 'MARKET' },
    quantity: '0.0010',
  });
  const plan = { symbol: BTC, size: '0.0010', type: '1', match_type: '1' };
  const v2Plan = await kit.ok('orderPlanOrder', { ...plan, trigger_price: '90000.1' }, BOB);
  const v3Plan = await kit.ok3(
    'v3AlgoPlace',
    {
      ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'STOP_MARKET' },
      ...{ quantity: '0.0010', triggerPrice: '90000.1' },
    },
    BOB,
  );
  const kept = await kit.ok('orderPlanOrder', { ...plan, trigger_price: '95000.0' }, BOB);
  const ids = [v2Plan.order_id, v3Plan.orderId, kept.order_id];
  for (const id of ids)
    expect(await both(id)).toMatchObject({ status: 'UNTRIGGERED', type: 'STOP_MARKET' });
  const listed = await kit.ok3('v3AlgoOpen', {}, BOB);
  const current = await kit.ok('orderCurrentPlan', {}, BOB);
  expect(listed.map((each: Anything) => [String(each.algoId), each.triggerPrice])).toEqual(
    current.map((each: Anything) => [each.order_id, each.triggerPrice]),
  );

  await kit.ok3('v3OrderPlace', {
    ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'MARKET' },
    quantity: '0.0010',
  });
  for (const id of ids.slice(0, 2))
    expect(await both(id)).toMatchObject({ status: 'FILLED', stopPrice: '90000.1' });
  await kit.ok3('v3AlgoCancel', { orderId: kept.order_id }, BOB);
  expect(await both(kept.order_id)).toMatchObject({ status: 'CANCELED' });
});

test('[DIA-4] what one dialect refuses the other does, for the same reason', async () => {
  const order = { symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT' };
  const v2 = { symbol: BTC, type: '1', order_type: '0', match_price: '0' };
  const cases = [
    ['-1054', '100', '89000'],
    ['-3006', '0.00001', '89000'],
    ['-3006', '0.01', '89000.05'],
    ['-3007', '5000', '89000'],
    ['-3006', '0.01', '2000000'],
  ] as const;
  for (const [code, size, price] of cases) {
    const said = await kit.fails3('v3OrderPlace', Number(code), {
      ...order,
      quantity: size,
      price,
    });
    const before = await kit.fails('orderPlaceOrder', '40015', { ...v2, size, price });
    expect(before.endsWith(said), `${before} / ${said}`).toBe(true);
    expect(said).not.toMatch(/^[A-Z_]+:/);
  }
});
