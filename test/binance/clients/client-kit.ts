/**
 * A venue in memory behind the real server, for clients that were written for another exchange.
 * Nothing of a client is replaced: it is given an address and keys. Its clock is that of this
 * machine, because clients read no other.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_TERMS, type PositionMode } from '../../../src/domain/account.ts';
import type { AccountId } from '../../../src/domain/ids.ts';
import { money } from '../../../src/domain/units.ts';
import { BTC, type KitSettings, openRestKit, type RestKit } from '../../gateway-v2/rest-kit.ts';
import { usdt } from '../../kit/driver.ts';

/** What a client is given. */
export interface Door {
  readonly http: string;
  readonly ws: string;
  readonly key: string;
  readonly secret: string;
}

export interface ClientKit extends RestKit {
  readonly openAccount: (mode: PositionMode) => Promise<AccountId>;
  readonly doorOf: (account: AccountId) => Door;
  /** Before each check: index prices go out of date, and sizes on the book are used up. */
  readonly refresh: () => Promise<void>;
  /** One account of each mode that holds a long from before the last settlement of funding. */
  readonly veterans: Readonly<Record<PositionMode, AccountId>>;
}

const EIGHT_HOURS = 8 * 3_600_000;
const STEP = 20_000;
/** Some checks move the clock. A client whose clock is five seconds behind is refused. */
const AHEAD_MILLIS_MAX = 2_000;

export async function openClientKit(settings: KitSettings = {}): Promise<ClientKit> {
  // The scene goes on for a while after it, and must not come to lie ahead of this machine.
  const settlement = Math.floor((Date.now() - 60_000) / EIGHT_HOURS) * EIGHT_HOURS;
  const kit = await openRestKit({
    start: settlement - 60_000,
    ...settings,
    sockets: {
      flushEveryMillis: 1,
      mergeMillis: { ticker: 0, kline: 0, depth: 0, trades: 0 },
      ...settings.sockets,
    },
  });
  const { clock } = kit.memory;
  const openAccount = async (positionMode: PositionMode): Promise<AccountId> => {
    const opening = { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS } as const;
    const { events } = await kit.venue.submit({ ...opening, positionMode });
    const opened = events.find((event) => event.kind === 'account-opened');
    const { account } = opened!;
    await kit.run({ kind: 'deposit', account, amount: money(usdt(10_000)) });
    const key = await kit.keys.create({
      account,
      name: `client ${account}`,
      permissions: ['read', 'trade'],
      allowlist: null,
      passphrase: null,
      expiresAt: null,
    });
    kit.issued.set(account, key);
    return account;
  };
  const doorOf = (account: AccountId): Door => ({
    http: `http://127.0.0.1:${kit.port}`,
    ws: `ws://127.0.0.1:${kit.port}`,
    key: kit.issued.get(account)!.key.key,
    secret: kit.issued.get(account)!.secret,
  });
  const veterans = { hedge: await openAccount('hedge'), net: await openAccount('net') };
  const market = { symbol: BTC, match_price: '1', order_type: '0' };
  for (const account of [veterans.hedge, veterans.net]) {
    await kit.ok('orderPlaceOrder', { ...market, size: '0.0200', type: '1' }, account);
    await kit.ok('orderPlaceOrder', { ...market, size: '0.0050', type: '3' }, account);
  }
  for (let passed = 0; passed < 4; passed += 1) {
    await kit.memory.advance(STEP);
    await kit.setIndex(BTC, '90000.0');
  }
  const catchUp = (): void => clock.advance(Math.max(0, Date.now() - clock.wallNow()));
  catchUp();
  await kit.memory.advance(1);
  const refresh = async (): Promise<void> => {
    await pause(Math.max(0, clock.wallNow() - Date.now() - AHEAD_MILLIS_MAX));
    for (const { contract, index } of kit.venue.read.listing.list())
      await kit.run({ kind: 'set-index-price', contract: contract.id, price: index });
    const { bids, asks } = await kit.ok('marketDepth', { symbol: BTC });
    if (Number(bids[0][1]) < 1) await kit.quote(BTC, 'buy', '5.0000', '89999.9');
    if (Number(asks[0][1]) < 1) await kit.quote(BTC, 'sell', '5.0000', '90000.1');
  };
  await refresh();
  const going = setInterval(catchUp, 5);
  const close = async () => {
    clearInterval(going);
    await kit.close();
  };
  return { ...kit, openAccount, doorOf, refresh, veterans, close };
}
