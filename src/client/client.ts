/**
 * A client of the venue for Node and browsers: every call of version 2 as a typed function, both
 * sockets, one class of errors. It imports nothing but its own files.
 *
 *     const client = createClient({ baseUrl: 'http://localhost:8700', ...keys });
 *     const { bids } = await client.market.depth({ symbol: 'cmt_btcusdt', limit: 15 });
 */
import { type ClientTerms, checkClientTerms } from './client-terms.ts';
import { type Calls, createCalls } from './generated.ts';
import { createSender } from './send-call.ts';

export type { AnsweredCall, ClientKeys, ClientTerms, SentCall } from './client-terms.ts';
export type * from './generated.ts';
export { type CallFate, PerpetuaError } from './perpetua-error.ts';
export type { CallTerms } from './route.ts';

export interface PerpetuaClient extends Calls {
  /** Sets the clock of the client by the venue's. A refusal for a wrong clock does so by itself. */
  readonly syncClock: () => Promise<void>;
}

export function createClient(terms: ClientTerms): PerpetuaClient {
  checkClientTerms(terms);
  const { send, syncClock } = createSender(terms);
  return { ...createCalls(send), syncClock };
}
