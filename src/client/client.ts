/**
 * A client of the venue for Node and browsers: every call of version 2 as a typed function, both
 * sockets, one class of errors. It imports nothing but its own files.
 *
 *     const client = createClient({ baseUrl: 'http://localhost:8700', ...keys });
 *     const { bids } = await client.market.depth({ symbol: 'cmt_btcusdt', limit: 15 });
 */

import { type Calls, createCalls, type PrivatePayloads, type PublicPayloads } from './calls.ts';
import { type ClientTerms, checkClientTerms } from './client-terms.ts';
import { LiveSocket, type SocketTerms } from './live-socket.ts';
import { PerpetuaError } from './perpetua-error.ts';
import { type CallSender, createSender } from './send-call.ts';

export type * from './calls.ts';
export type { AnsweredCall, ClientKeys, ClientTerms, SentCall } from './client-terms.ts';
export {
  type AccountListener,
  followAccount,
  type LiveAccount,
  type ToldCollateral,
  type ToldFill,
  type ToldOrder,
  type ToldPlace,
  type ToldPosition,
} from './follow-account.ts';
export { type DepthFrame, followDepth, LocalBook } from './follow-depth.ts';
export { followTrades, type ToldTrade } from './follow-trades.ts';
export type { ChannelListener, LinkState, LiveSocket, SocketTerms } from './live-socket.ts';
export { type CallFate, PerpetuaError } from './perpetua-error.ts';
export type { CallTerms } from './route.ts';

export interface PerpetuaClient extends Calls {
  /** Wall time by the venue's clock, as far as the client knows it. */
  readonly now: () => number;
  /** Sets the clock of the client by the venue's. A refusal for a wrong clock does so by itself. */
  readonly syncClock: () => Promise<void>;
  /** Opens a socket for market data; close it when it is not needed any more. */
  readonly publicSocket: (terms?: SocketTerms) => LiveSocket<PublicPayloads>;
  /** Opens a socket for the account of the key. */
  readonly privateSocket: (terms?: SocketTerms) => LiveSocket<PrivatePayloads>;
}

const PUBLIC_PATH = '/v2/ws/public';
const PRIVATE_PATH = '/v2/ws/private';
/** Browsers send no headers with a handshake, so the first frame logs in; Node does the same. */
const LOGIN_PROTOCOL = 'perpetua.login';

const KEY_BEGIN_LENGTH = 13;

export function createClient(terms: ClientTerms): PerpetuaClient {
  checkClientTerms(terms);
  const sender = createSender(terms);
  const { now, syncClock } = sender;
  const { baseUrl, apiKey } = terms;
  // The beginning is enough to name it, and proxies log addresses.
  const begin = encodeURIComponent(apiKey?.slice(0, KEY_BEGIN_LENGTH) ?? '');
  const named = begin === '' ? '' : `?ACCESS-KEY=${begin}`;
  const url = (path: string) => (): string => {
    const base = baseUrl === '' ? location.origin : baseUrl;
    return base.replace(/^http/, 'ws').replace(/\/+$/, '') + path;
  };
  return {
    ...createCalls(sender.send),
    now,
    syncClock,
    publicSocket: (own) => new LiveSocket({ url: url(PUBLIC_PATH + named), syncClock }, own),
    privateSocket: (own) =>
      new LiveSocket(
        {
          url: url(PRIVATE_PATH),
          protocol: LOGIN_PROTOCOL,
          login: () => loginFrame(sender),
          syncClock,
        },
        own,
      ),
  };
}

async function loginFrame({ signer, stamp }: CallSender): Promise<object> {
  const holder = await signer();
  if (holder === undefined)
    throw new PerpetuaError('no-key', 'the private socket needs apiKey, secretKey and passphrase');
  const { keys, sign } = holder;
  const timestamp = stamp();
  return {
    event: 'login',
    key: keys.apiKey,
    passphrase: keys.passphrase,
    timestamp,
    sign: await sign(timestamp + PRIVATE_PATH),
  };
}
