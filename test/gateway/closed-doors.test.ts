/** A replica that is behind its log answers nobody. */
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { serveSockets } from '../../src/gateway/sockets/serve-sockets.ts';
import { openEdgeKit } from './edge-kit.ts';

test('[CLU-8] a replica that is behind turns calls and sockets away', async () => {
  let closed: string | undefined;
  const kit = await openEdgeKit({}, (gateway) => {
    Object.assign(gateway.edge.venue, { findClosed: () => closed });
    serveSockets(gateway);
  });
  const { port, send, sendSigned, calls } = kit;
  const order = { method: 'POST', path: '/capi/v2/order/placeOrder', body: '{}' };
  const connect = () => new WebSocket(`ws://127.0.0.1:${port}/v2/ws/public`);
  try {
    const socket = connect();
    await once(socket, 'open');
    expect((await send({ path: '/healthz' })).status).toBe(200);
    closed = 'this replica is behind the log';
    const [code, reason] = await once(socket, 'close');
    expect([code, String(reason)]).toEqual([1_001, 'this replica is behind the log']);
    for (const path of ['/healthz', '/capi/v2/market/time', '/fapi/v1/time', '/nowhere'])
      expect(await send({ path })).toMatchObject({
        status: 503,
        headers: { 'retry-after': '1' },
        text: expect.stringContaining('behind the log; nothing was done'),
      });
    expect((await sendSigned(order)).status).toBe(503);
    expect(calls).toHaveLength(0);
    const refused = connect();
    refused.on('error', () => undefined);
    const [, answer] = await once(refused, 'unexpected-response');
    expect(answer.statusCode).toBe(503);
    closed = undefined;
    expect((await send({ path: '/healthz' })).status).toBe(200);
    expect((await sendSigned(order)).status).toBe(200);
    expect(calls).toHaveLength(1);
  } finally {
    await kit.close();
  }
});
