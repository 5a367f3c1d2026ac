/** The streams of the market and of an account, as each client hears them. */
import { expect } from 'vitest';
import { type Anything, BTC } from '../../gateway-v2/rest-kit.ts';
import { closing, holding, opening, resting, tradeAt } from './orders.ts';
import { BOTH_MODES, type Check, type Client, n, type Seat, SYMBOL } from './seat.ts';

const PAUSE = 20;
const HAPPENINGS = 10;
/** Of the slowest stream, seven seconds. */
const TRIES = 350;

const trade = async (seat: Pick<Seat, 'kit'>): Promise<void> => {
  await tradeAt(seat, 'ask');
  await tradeAt(seat, 'bid');
};

const ofBtc = (event: Anything): Anything =>
  Array.isArray(event) ? event.find(({ s }: Anything) => s === SYMBOL) : event;

interface Told {
  readonly stream: string;
  readonly shows: string;
  readonly hold: (seat: Seat, event: Anything) => Promise<void>;
}

/** The first event about BTC that each stream of the market brought. */
export type HeardMarket = ReadonlyMap<string, Anything>;

/** Hears all market streams of a client at once, while there is something to hear. */
export async function hearMarket(kit: Seat['kit'], { streams = {} }: Client): Promise<HeardMarket> {
  const heard = new Map<string, Anything>();
  const wanted = TOLD.filter(({ stream }) => stream in streams);
  for (const { stream } of wanted)
    await streams[stream]![1]((event) => {
      const ours = ofBtc(event);
      if (ours !== undefined && !heard.has(stream)) heard.set(stream, ours);
    });
  for (let time = 0; heard.size < wanted.length && time < TRIES; time += 1) {
    if (time % HAPPENINGS === 0) {
      await trade({ kit });
      await kit.quote(BTC, 'buy', '0.0010', '89990.0');
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  // What was heard is held against this moment: the market goes on before the checks.
  return heard.set(V2_TICKER, await kit.ok('marketTicker', { symbol: BTC }));
}

const expectTrade = async ({ kit }: Seat, event: Anything): Promise<void> => {
  const trades = await kit.ok('marketTrades', { symbol: BTC });
  const of = (price: unknown, size: unknown) => `${n(size)} at ${n(price)}`;
  expect(trades.map((each: Anything) => of(each.price, each.size))).toContain(of(event.p, event.q));
};

const expectTop = async ({ kit }: Seat, event: Anything): Promise<void> => {
  const { bids, asks } = await kit.ok('marketDepth', { symbol: BTC });
  expect([n(event.b), n(event.a)]).toEqual([n(bids[0][0]), n(asks[0][0])]);
};

const expectTicker = async ({ kit }: Seat, event: Anything): Promise<void> => {
  const v2 = await kit.ok('marketTicker', { symbol: BTC });
  expect([n(v2.best_bid), n(v2.best_ask)]).toContain(n(event.c));
  expect(n(event.v)).toBeLessThanOrEqual(n(v2.base_volume));
};

const V2_TICKER = 'ticker of version 2';

const expectMark = async ({ market }: Seat, event: Anything): Promise<void> => {
  const v2 = market.get(V2_TICKER);
  expect(n(event.p)).toBeCloseTo(n(v2.markPrice), -1);
  expect(n(event.i)).toBeCloseTo(n(v2.indexPrice), -1);
};

const expectKline = async ({ kit }: Seat, { k }: Anything): Promise<void> => {
  const [row] = await kit.ok('marketCandles', { symbol: BTC, granularity: '1m', limit: 1 });
  expect([k.t % 60_000, n(k.o)]).toEqual([0, k.t === n(row[0]) ? n(row[1]) : n(k.o)]);
};

const expectDepth = async (_seat: Seat, { b, a, U, u, pu }: Anything): Promise<void> => {
  for (const [price, size] of [...b, ...a]) expect([n(price), n(size)]).not.toContain(Number.NaN);
  expect([U <= u, pu < u]).toEqual([true, true]);
};

const told = (streams: readonly string[], shows: string, hold: Told['hold']): Told[] =>
  streams.map((stream) => ({ stream, shows, hold }));

const TOLD: readonly Told[] = [
  ...told(['aggTrade', 'trade'], 'price and size of a trade', expectTrade),
  ...told(['markPrice', 'markPrices'], 'mark and index', expectMark),
  ...told(['kline', 'continuousKline'], 'the candle that is forming', expectKline),
  ...told(
    ['miniTicker', 'miniTickers', 'ticker', 'tickers'],
    'last price and volume',
    expectTicker,
  ),
  ...told(['bookTicker', 'bookTickers'], 'the best prices', expectTop),
  ...told(['partialDepth', 'diffDepth', 'rpiDepth'], 'levels, and ids in a row', expectDepth),
];

const MARKET: readonly Check[] = TOLD.map(({ stream, shows, hold }) => ({
  about: stream,
  shows,
  run: async (seat) => {
    const event = seat.market.get(stream);
    expect(event, `${stream} brought nothing`).toBeDefined();
    await hold(seat, event);
  },
}));

/** Every event of an account from now on, as the client hears them. */
async function listening(seat: Seat): Promise<{
  readonly until: (isIt: (event: Anything) => boolean) => Promise<Anything>;
}> {
  const heard: Anything[] = [];
  await seat.client.streams!['user']![1]((event) => heard.push(event));
  const until = async (isIt: (event: Anything) => boolean): Promise<Anything> => {
    for (let time = 0; time < TRIES; time += 1) {
      const found = heard.find(isIt);
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
    throw new Error(`heard only ${JSON.stringify(heard)}`);
  };
  // A connection takes a while, and nothing says that it is there.
  await seat.ask('POST leverage', { symbol: SYMBOL, leverage: 19 });
  for (let time = 0; heard.length === 0 && time < TRIES; time += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (time % HAPPENINGS === HAPPENINGS - 1)
      await seat.ask('POST leverage', { symbol: SYMBOL, leverage: 10 + (time % 7) });
  }
  return { until };
}

/** Clients leave an event as it is, or lay its inner record open. */
const orderOf = (event: Anything): Anything => (event.e === 'ORDER_TRADE_UPDATE' ? event.o : {});

const USER: readonly Check[] = [
  {
    about: 'user: an order from new to filled and one to canceled',
    shows: 'ORDER_TRADE_UPDATE of every state, ACCOUNT_UPDATE with the position',
    needs: ['user', 'POST order', 'DELETE order', 'POST leverage'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { until } = await listening(seat);
      const order = { ...opening(seat, 'BUY'), ...resting('90000.0') };
      const { orderId } = await seat.ask('POST order', order);
      const heard = (x: string, X: string) =>
        until((event) => {
          const o = orderOf(event);
          return n(o.i) === n(orderId) && o.x === x && o.X === X;
        });
      await heard('NEW', 'NEW');
      await seat.kit.quote(BTC, 'sell', '0.0040', '90000.0');
      const part = orderOf(await heard('TRADE', 'PARTIALLY_FILLED'));
      expect([n(part.l), n(part.z), n(part.L), part.m]).toEqual([0.004, 0.004, 90_000, true]);
      await seat.kit.quote(BTC, 'sell', '0.0060', '90000.0');
      const whole = orderOf(await heard('TRADE', 'FILLED'));
      expect([n(whole.l), n(whole.z), whole.ps]).toEqual([
        0.006,
        0.01,
        seat.mode === 'net' ? 'BOTH' : 'LONG',
      ]);
      const update = await until(
        (event) =>
          event.e === 'ACCOUNT_UPDATE' &&
          event.a.P.some(({ pa }: Anything) => Math.abs(n(pa) - 0.01) < 1e-9),
      );
      const [assets] = await seat.v2('accountAssets');
      expect(n(update.a.B[0].wb)).toBeCloseTo(n(assets.equity) - n(assets.unrealizePnl), 6);
      const other = await seat.ask('POST order', { ...order, price: '89000.0' });
      await seat.ask('DELETE order', { symbol: SYMBOL, orderId: other.orderId });
      await until(
        (event) => n(orderOf(event).i) === n(other.orderId) && orderOf(event).X === 'CANCELED',
      );
    },
  },
  {
    about: 'user: a stop from new to fired, and one canceled',
    shows: 'ALGO_UPDATE of every state, and the order that it became',
    needs: ['user', 'POST order', 'POST algoOrder', 'DELETE algoOrder', 'POST leverage'],
    modes: BOTH_MODES,
    run: async (seat) => {
      const { until } = await listening(seat);
      await tradeAt(seat, 'ask');
      const bought = { ...opening(seat, 'BUY'), type: 'MARKET', quantity: '0.0100' };
      await seat.ask('POST order', bought);
      const stop = { ...closing(seat, 'SELL'), algoType: 'CONDITIONAL', type: 'STOP_MARKET' };
      const order = { ...stop, quantity: '0.0100', triggerPrice: '89999.9' };
      const { algoId } = await seat.ask('POST algoOrder', order);
      const heard = (X: RegExp, id = algoId) =>
        until(
          ({ e, o, ...event }) =>
            (e === 'ALGO_UPDATE' || o?.aid !== undefined) &&
            n((o ?? event).aid) === n(id) &&
            X.test((o ?? event).X),
        );
      await heard(/^NEW$/);
      await tradeAt(seat, 'bid');
      const fired = await heard(/^TRIGGERED$/);
      const became = fired.o.ai;
      await until((event) => n(orderOf(event).i) === n(became) && orderOf(event).X === 'FILLED');
      await heard(/^FINISHED$/);
      expect(await holding(seat)).toBe(0);
      const far = { ...opening(seat, 'SELL'), algoType: 'CONDITIONAL', type: 'STOP_MARKET' };
      const waiting = { ...far, quantity: '0.0100', triggerPrice: '80000.0' };
      const { algoId: other } = await seat.ask('POST algoOrder', waiting);
      await seat.ask('DELETE algoOrder', { symbol: SYMBOL, algoId: other });
      await heard(/^CANCELED$/, other);
    },
  },
];

export const STREAM_CHECKS: readonly Check[] = [...MARKET, ...USER];
