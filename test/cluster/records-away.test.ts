/** The database of a cluster goes away and returns, while teams trade and operators operate. */
import { expect, test } from 'vitest';
import { fieldOf } from '../../src/proof/qualify/signed-client.ts';
import { useServer } from '../kit/postgres.ts';
import { hasCluster, openCluster, type Replica } from './cluster-kit.ts';

const SYMBOL = 'cmt_btcusdt';
const ALONE = '--unsafe';

/** Places an order that is far from the market and takes it back. Answers with its id. */
async function trade(replica: Replica, client_oid: string): Promise<string> {
  const call = replica.callAs(0);
  const order = { symbol: SYMBOL, client_oid, size: '0.0001', type: '1', order_type: '0' };
  const limit = { match_price: '0', price: '80000' };
  const placed = await call('/order/placeOrder', '', { ...order, ...limit });
  expect(placed, JSON.stringify(placed.body)).toMatchObject({ status: 200 });
  const orderId = String(fieldOf(placed.body, 'order_id'));
  expect(await call('/order/cancel_order', '', { orderId })).toMatchObject({ status: 200 });
  return orderId;
}

const history = (replica: Replica) =>
  replica.callAs(0)('/order/history', `symbol=${SYMBOL}&pageSize=100`);

const idsIn = (body: unknown): string[] =>
  Array.isArray(body) ? body.map((row) => String(fieldOf(row, 'order_id'))).sort() : [];

const makeKey = async (replica: Replica): Promise<string> =>
  JSON.stringify(await replica.askAdmin('/keys', { account: 1_001, name: 'new' }));

test.runIf(hasCluster)(
  '[REC-3] [REC-6] without its database the venue trades on, and history is complete later',
  async () => {
    const { start } = await openCluster({ servers: 1 });
    const replicas = [await start('one', ALONE), await start('two', ALONE)] as const;
    const [one, two] = replicas;
    const ids = [await trade(one, 'first'), await trade(two, 'second')];
    const untilComplete = async (): Promise<void> => {
      for (const replica of replicas)
        await expect
          .poll(async () => idsIn((await history(replica)).body))
          .toEqual([...ids].sort());
    };
    await untilComplete();
    const server = await useServer();
    await server.stop();
    for (let at = 0; at < 20; at += 1) ids.push(await trade(replicas[at & 1]!, `away-${at}`));
    for (const replica of replicas) {
      const { status, body } = await history(replica);
      expect(status).toBe(503);
      expect(JSON.stringify(body)).toContain('database of the venue cannot be reached');
      expect(JSON.stringify(body)).not.toContain('postgres');
      expect(await makeKey(replica)).toContain('cannot be asked');
    }
    await server.start();
    await untilComplete();
    await expect.poll(() => makeKey(two)).toContain('perp_');
    expect([await one.stop(), await two.stop()]).toEqual([0, 0]);
  },
);
