/**
 * What goes wrong between a client and an exchange: budgets, clocks, listen keys that run
 * out, and stops at the place where they once were. Each has a venue of its own.
 */
import { expect, onTestFinished, test } from 'vitest';
import type { AccountId } from '../../../src/domain/ids.ts';
import type { Anything, KitSettings } from '../../gateway-v2/rest-kit.ts';
import { library, openCcxt, PAIR } from './ccxt-seat.ts';
import { type ClientKit, openClientKit } from './client-kit.ts';
import { OLD } from './old-client.ts';
import { PACKAGES } from './packages.ts';
import { type Client, type Package, type Seat, SYMBOL, seatOf } from './seat.ts';

async function begin(settings: KitSettings = {}): Promise<ClientKit> {
  const kit = await openClientKit(settings);
  onTestFinished(kit.close);
  return kit;
}

async function sit(kit: ClientKit, pack: Package): Promise<Seat> {
  const account = await kit.openAccount('net');
  const client: Client = await pack.open(kit.doorOf(account));
  onTestFinished(async () => {
    await client.close?.();
  });
  return seatOf({ kit, client, account, mode: 'net', market: new Map() });
}

const BALANCES = ['GET v3/balance', 'GET v2/balance'];
const balanceOf = ({ client }: Seat): string => BALANCES.find((call) => call in client.calls)!;

/** A hundredth of what the dialect has a minute. */
const WEIGHT = 24;
const NARROW = { limits: { windowTimes: { weight: 0.01, orders: 1 } } };

const minuteNow = (): number => Math.floor(Date.now() / 60_000);

/** The budget is that of a minute of the clock; where one ends meanwhile, there are two of them. */
async function spend(budget: number, ask: () => Promise<unknown>): Promise<Anything> {
  const minute = minuteNow();
  for (let taken = 0; taken <= 2 * budget; taken += 1) {
    const outcome = await ask().then(
      () => 'taken',
      (refused: Anything) => refused,
    );
    if (outcome === 'taken') continue;
    if (minuteNow() === minute) expect(taken).toBe(budget);
    else expect(taken).toBeGreaterThanOrEqual(budget);
    return outcome;
  }
  throw new Error('nothing was refused');
}

test('[BNC-100] beyond the weight every client is told so by 429, then by 418', async () => {
  for (const pack of PACKAGES) {
    const { ask, client } = await sit(await begin(NARROW), pack);
    expect(client.codeOf(await spend(WEIGHT, () => ask('GET time')))).toBe(-1003);
  }
  const kit = await begin(NARROW);
  const exchange = await openCcxt(kit.doorOf(await kit.openAccount('net')));
  const refused = await spend(WEIGHT - 1, () => exchange.fetchTime());
  for (let outcome = refused, calls = 0; ; calls += 1) {
    expect(outcome).toBeInstanceOf(library.DDoSProtection);
    if (outcome.message.includes('418')) break;
    expect(calls).toBeLessThan(100);
    outcome = await exchange.fetchTime().catch((thrown: unknown) => thrown);
    if (typeof outcome === 'number') outcome = await spend(WEIGHT - 1, () => exchange.fetchTime());
  }
  expect(Number(exchange.last_response_headers['Retry-After'])).toBeGreaterThanOrEqual(119);
});

test('[BNC-100] a clock two seconds behind will do, a minute is -1021', async () => {
  const kit = await begin();
  const seats: Seat[] = [];
  for (const pack of PACKAGES) seats.push(await sit(kit, pack));
  const exchange = await openCcxt(kit.doorOf(await kit.openAccount('net')));
  kit.memory.clock.advance(2_000);
  for (const seat of seats) await seat.ask(balanceOf(seat));
  await exchange.fetchBalance();
  kit.memory.clock.advance(70_000);
  for (const seat of seats) await seat.refuse(-1021, balanceOf(seat));
  await expect(exchange.fetchBalance()).rejects.toThrow(library.InvalidNonce);
});

const STOP = { type: 'STOP_MARKET', quantity: '0.0010', stopPrice: '85000.0' };

test('[BNC-100] the old connector is told where stops went, or places them', async () => {
  const order = { symbol: SYMBOL, side: 'SELL', ...STOP };
  const now = await sit(await begin(), OLD);
  await now.refuse(-4120, 'POST order', order);
  const then = await sit(await begin({ legacyConditionalOrders: true }), OLD);
  const placed = await then.ask('POST order', order);
  expect(placed).toMatchObject({ origType: 'STOP_MARKET', status: 'NEW', side: 'SELL' });
  expect(await then.v2('orderCurrentPlan', { symbol: 'cmt_btcusdt' })).toHaveLength(1);
});

const SOON = { timeout: 60_000, interval: 20 };

/** Clients wait between tries, up to seconds. */
const BACK = { timeout: 60_000, interval: 100 };
const BUY = { symbol: SYMBOL, side: 'BUY' };
const FAR = { ...BUY, type: 'LIMIT', timeInForce: 'GTC', quantity: '0.0010', price: '85000.0' };
const MANY = 10;

interface Listener {
  readonly account: AccountId;
  /** The ids of the orders that it heard of. */
  readonly heard: ReadonlySet<string>;
  /** Places an order and returns its id. */
  readonly place: () => Promise<string>;
}

/** Cuts the socket, waits until the client hears again, and holds it to every order since. */
async function expectBack(kit: ClientKit, { account, heard, place }: Listener): Promise<void> {
  const untilHeard = async (): Promise<void> => {
    const placed: string[] = [];
    await expect
      .poll(async () => {
        placed.push(await place());
        return placed.some((id) => heard.has(id));
      }, BACK)
      .toBe(true);
  };
  await untilHeard();
  const cut = await kit.faults.begin({ kind: 'dropped-sockets', account, calls: 1 });
  expect(cut.hits).toBe(1);
  await untilHeard();
  const placed: string[] = [];
  for (let order = 0; order < MANY; order += 1) placed.push(await place());
  await expect.poll(() => placed.filter((id) => !heard.has(id)), SOON).toEqual([]);
}

test('[BNC-100] [FAULT-10] after a cut every client misses no order again', async () => {
  const kit = await begin();
  const reconnect = async (pack: Package): Promise<void> => {
    const { account, ask, client } = await sit(kit, pack);
    const heard = new Set<string>();
    await client.streams!['user']![1](({ e, o }: Anything) => {
      if (e === 'ORDER_TRADE_UPDATE') heard.add(String(o.i));
    });
    // Some clients write their client id into what they are given.
    const place = async () => String((await ask('POST order', { ...FAR })).orderId);
    await expectBack(kit, { account, heard, place });
  };
  const watch = async (): Promise<void> => {
    const account = await kit.openAccount('net');
    const exchange = await openCcxt(kit.doorOf(account));
    onTestFinished(() => exchange.close());
    const heard = new Set<string>();
    let isOver = false;
    // A watcher that fails is called again, as the manual of ccxt says.
    const watching = (async () => {
      while (!isOver)
        await exchange.watchOrders(PAIR).then(
          (orders: Anything[]) => orders.map(({ id }) => heard.add(id)),
          (thrown: unknown) => expect(thrown).toBeInstanceOf(library.NetworkError),
        );
    })();
    const place = async () => (await exchange.createOrder(PAIR, 'limit', 'buy', 0.001, 85_000)).id;
    await expectBack(kit, { account, heard, place });
    isOver = true;
    await place();
    await watching;
  };
  await Promise.all([...PACKAGES.map(reconnect), watch()]);
});

/** Hears the events of an account until one is of this kind. */
function listening(seat: Seat): { readonly kinds: Set<string>; readonly opened: Promise<unknown> } {
  const kinds = new Set<string>();
  const [, open] = seat.client.streams!['user']!;
  return { kinds, opened: Promise.resolve(open((event: Anything) => kinds.add(event.e))) };
}

// The last, because some clients go on to connect for seconds after they were closed.
test('[BNC-100] a listen key that runs out is told, and a client can begin anew', async () => {
  const kit = await begin();
  const heard = await Promise.all(
    PACKAGES.map(async (pack) => {
      const seat = await sit(kit, pack);
      const { kinds, opened } = listening(seat);
      await opened;
      let leverage = 10;
      await expect
        .poll(async () => {
          leverage = leverage === 10 ? 11 : 10;
          await seat.ask('POST leverage', { symbol: SYMBOL, leverage });
          return kinds.size;
        }, SOON)
        .toBeGreaterThan(0);
      return { pack, seat, kinds };
    }),
  );
  await kit.memory.advance(3_700_000);
  for (const { pack, seat, kinds } of heard) {
    await expect
      .poll(() => [...kinds], { ...SOON, message: pack.name })
      .toContain('listenKeyExpired');
    expect((await seat.ask('POST listenKey')).listenKey).toMatch(/^[A-Za-z0-9]{64}$/);
  }
});
