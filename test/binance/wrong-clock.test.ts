/** A replica on a machine whose clock is a few seconds off serves everyone whose clock is right. */
import { expect, test } from 'vitest';
import { ALICE } from '../gateway-v2/rest-kit.ts';
import { openBinanceKit, signForm } from './binance-kit.ts';

const ORDER = {
  ...{ symbol: 'BTCUSDT', side: 'BUY', positionSide: 'LONG', type: 'LIMIT', timeInForce: 'GTC' },
  ...{ quantity: '0.01', price: '80000' },
};

test.each([-3_000, 4_800])(
  '[CLU-41] [BNC-3] a replica %i ms ahead judges by the log',
  async (skew) => {
    const kit = await openBinanceKit({ skew });
    const { clock } = kit.memory;
    const { serverTime } = (await kit.send({ method: 'GET', path: '/fapi/v1/time' })).json;
    expect(Math.abs(serverTime - clock.wallNow())).toBeLessThan(50);
    await kit.does('GET', '/fapi/v2/balance', { recvWindow: 500 });
    const { orderId } = await kit.does('POST', 'order', { ...ORDER, recvWindow: 500 });
    await kit.does('DELETE', 'order', { symbol: 'BTCUSDT', orderId });
    // Nobody gets more time than elsewhere.
    const old = signForm('recvWindow=500', kit.issued.get(ALICE)!, clock.wallNow() - 600);
    const late = await kit.sendForm({ method: 'GET', path: '/fapi/v2/balance', query: old });
    expect(late.json.code).toBe(-1_021);
  },
);
