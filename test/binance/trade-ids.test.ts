/** A fill has one id: on the tape, in the user stream and in the lists of its account. */
import { expect, test } from 'vitest';
import type { AccountId } from '../../src/domain/ids.ts';
import { money } from '../../src/domain/units.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { ALICE, type Anything, BOB } from '../gateway-v2/rest-kit.ts';
import { isReplicated } from '../kit/cluster-setup.ts';
import { openClient } from '../sockets/socket-kit.ts';
import { type BinanceKit, openBinanceKit } from './binance-kit.ts';
import { streamClient } from './stream-kit.ts';

const SOCKETS = { flushEveryMillis: 1 };
const SIZES: Readonly<Record<string, string>> = { BTCUSDT: '0.001', ETHUSDT: '0.1' };
const ORDER = { side: 'BUY', positionSide: 'LONG', type: 'MARKET' };

async function openUser(kit: BinanceKit) {
  const { listenKey } = await kit.does('POST', 'listenKey');
  const path = `/private/ws?listenKey=${listenKey}`;
  const user = streamClient(await openClient(`ws://127.0.0.1:${kit.port}${path}`));
  await user.call('LIST_SUBSCRIPTIONS');
  return user;
}

/** These are the fills of the account, wherever they are told. */
async function expectOneId(kit: BinanceKit, symbol: string, ids: readonly number[]) {
  const list = async (path: string, fields: object = {}): Promise<Anything[]> =>
    kit.does('GET', path, { symbol, ...fields });
  const own = await list('userTrades');
  expect(own.map(({ id }) => id)).toEqual(ids);
  const income = await list('income', { incomeType: 'COMMISSION', limit: 1_000 });
  expect(income.map(({ tradeId }) => Number(tradeId))).toEqual(ids);
  const [tape, aggregates] = [await list('trades'), await list('aggTrades')];
  for (const { id, price, qty, time } of own) {
    const [trade] = tape.filter((each) => each.id === id);
    expect(trade).toMatchObject({ price, qty, time });
    const [found] = aggregates.filter(({ f, l }) => f <= id && id <= l);
    expect(found).toMatchObject({ p: price, q: qty, T: time });
    expect((await list('userTrades', { fromId: id, limit: 1 }))[0].id).toBe(id);
    expect((await list('historicalTrades', { fromId: id, limit: 1 }))[0].id).toBe(id);
  }
  expect(aggregates.map(({ a }) => a)).toEqual(aggregates.map((_, place) => place + 1));
}

test('[BNC-32] a fill has one id everywhere, in each symbol, also after a restart', async () => {
  await inTemporaryFolder(async (dataFolder) => {
    const seen = new Map<string, number[]>(Object.keys(SIZES).map((symbol) => [symbol, []]));
    let when: { readonly start?: number } = {};
    // A replica of the kit that is opened again does not get the duty to write the archive.
    const lives = isReplicated() ? 1 : 2;
    for (let life = 0; life < lives; life += 1) {
      const kit = await openBinanceKit({ sockets: SOCKETS, dataFolder, ...when });
      const user = await openUser(kit);
      const buy = (symbol: string, account: AccountId) =>
        kit.does('POST', 'order', { ...ORDER, symbol, quantity: SIZES[symbol] }, account);
      // A settlement off the tape counts in the symbol too, and moves no aggregate.
      await buy('BTCUSDT', BOB);
      await kit.run({ kind: 'reset-account', account: BOB, wallet: money(1_000_000_000_000n) });
      for (const symbol of ['BTCUSDT', 'ETHUSDT', 'ETHUSDT', 'BTCUSDT', 'ETHUSDT']) {
        const { orderId } = await buy(symbol, ALICE);
        const isIt = ({ o }: Anything) => o.i === orderId && o.x === 'TRADE';
        const { o } = await user.event('ORDER_TRADE_UPDATE', isIt);
        const lite = await user.event('TRADE_LITE', ({ i }) => i === orderId);
        expect(lite.t).toBe(o.t);
        seen.get(symbol)!.push(o.t);
      }
      for (const [symbol, ids] of seen) await expectOneId(kit, symbol, ids);
      when = { start: kit.memory.clock.wallNow() };
      await kit.close();
    }
    expect(seen.get('BTCUSDT')).toEqual([3, 4, 7, 8].slice(0, 2 * lives));
    expect(seen.get('ETHUSDT')).toEqual([1, 2, 3, 4, 5, 6].slice(0, 3 * lives));
  });
});
