/**
 * Unmodified ccxt against the real server over a venue in memory, with version 2 beside it to
 * compare with. Nothing of ccxt is replaced: it is given addresses and keys.
 */
import ccxt from 'ccxt';
import type { AccountId } from '../../src/domain/ids.ts';
import {
  ALICE,
  type Anything,
  type KitSettings,
  openRestKit,
  type RestKit,
} from '../gateway-v2/rest-kit.ts';

export const SYMBOL = 'BTC/USDT:USDT';
export const ETHER = 'ETH/USDT:USDT';

export interface CcxtKit extends RestKit {
  /** The library itself, for its exceptions. */
  readonly library: Anything;
  readonly exchangeOf: (account?: AccountId) => Promise<Anything>;
  /** The same with sockets. */
  readonly streamOf: (account?: AccountId) => Promise<Anything>;
  /** Brings the clock of the venue up to that of this machine, which ccxt reads. */
  readonly catchUp: () => void;
}

export async function openCcxtKit(
  start = Date.now(),
  limits: NonNullable<KitSettings['limits']> = {},
): Promise<CcxtKit> {
  const kit = await openRestKit({
    start,
    limits,
    sockets: { flushEveryMillis: 1, mergeMillis: { ticker: 0, kline: 0, depth: 0, trades: 0 } },
  });
  const { clock } = kit.memory;
  const catchUp = (): void => clock.advance(Math.max(0, Date.now() - clock.wallNow()));
  const streams: Anything[] = [];
  const open = async (library: Anything, account: AccountId): Promise<Anything> => {
    const { key, secret, passphrase } = await kit.keys.create({
      account,
      name: `ccxt ${account}`,
      permissions: ['read', 'trade'],
      allowlist: null,
      passphrase: null,
      expiresAt: null,
    });
    const http = `http://127.0.0.1:${kit.port}`;
    const api = { public: http, private: http, contract: http, contractPrivate: http };
    const ws = { contract: `ws://127.0.0.1:${kit.port}/contract/v3/ws` };
    return new library.weex({
      apiKey: key.key,
      secret,
      password: passphrase,
      enableRateLimit: false,
      // In sandbox mode it takes the addresses under `test`.
      urls: { api: { ...api, ws }, test: { ...api, ws } },
      options: { defaultType: 'swap' },
    });
  };
  const exchangeOf = (account: AccountId = ALICE) => open(ccxt, account);
  const streamOf = async (account: AccountId = ALICE) => {
    const stream = await open(ccxt.pro, account);
    // What ccxt needs for sockets without TLS.
    await stream.loadHttpProxyAgent();
    streams.push(stream);
    return stream;
  };
  const close = async () => {
    for (const stream of streams) await stream.close();
    await kit.close();
  };
  return { ...kit, library: ccxt, exchangeOf, streamOf, catchUp, close };
}
