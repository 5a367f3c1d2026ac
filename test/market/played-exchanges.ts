/**
 * Three exchanges played by one local server, each in the form that its class of ccxt expects. What
 * each of them says can be changed while it runs: a price, nothing new, an error, silence.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const PLAYED = ['kraken', 'hitbtc', 'bitstamp'] as const;

type Played = (typeof PLAYED)[number];

export interface PlayedExchanges {
  /** How ccxt is told where they are. */
  readonly options: Readonly<Record<Played, object>>;
  /** Prices by base; what is asked for next is answered with them. */
  readonly prices: Record<Played, Record<string, number>>;
  /** Answers with an error instead. */
  readonly gone: Set<Played>;
  /** Resolves when each of these has been asked for prices twice from now on. */
  readonly askedTwice: (names: readonly Played[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

export async function playExchanges(bases: readonly string[]): Promise<PlayedExchanges> {
  const prices: PlayedExchanges['prices'] = { kraken: {}, hitbtc: {}, bitstamp: {} };
  const gone = new Set<Played>();
  const asked: Record<Played, number> = { kraken: 0, hitbtc: 0, bitstamp: 0 };
  let wake = (): void => undefined;
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? '';
    const name = PLAYED.find((one) => path.startsWith(`/${one}/`)) ?? 'kraken';
    if (/ticker/i.test(path)) asked[name] += 1;
    wake();
    response.writeHead(gone.has(name) ? 503 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(gone.has(name) ? {} : answers[name](path, bases, prices[name])));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = `http://127.0.0.1:${port}`;
  const terms = { rateLimit: 1 };
  return {
    options: {
      kraken: { ...terms, urls: { api: { public: `${at}/kraken` } } },
      hitbtc: { ...terms, urls: { api: { public: `${at}/hitbtc/api/3` } } },
      bitstamp: { ...terms, urls: { api: { public: `${at}/bitstamp/api` } } },
    },
    prices,
    gone,
    askedTwice: (names) => {
      const wanted = names.map((name) => ({ name, count: asked[name] + 2 }));
      return new Promise((resolve) => {
        wake = () => {
          if (wanted.every(({ name, count }) => asked[name] >= count)) setImmediate(resolve);
        };
      });
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

type Answer = (path: string, bases: readonly string[], prices: Record<string, number>) => unknown;

const quotes = (price: number) => ({ bid: price * 0.9999, ask: price * 1.0001 });

const answers: Record<Played, Answer> = {
  kraken: (path, bases, prices) => ({
    error: [],
    result: Object.fromEntries(
      bases.map((base) => {
        const { bid, ask } = quotes(prices[base] ?? 1);
        const pair = { altname: `${base}USDT`, wsname: `${base}/USDT`, base, quote: 'USDT' };
        const market = { ...pair, pair_decimals: 8, lot_decimals: 8, status: 'online' };
        const ticker = { a: [`${ask}`, '1', '1'], b: [`${bid}`, '1', '1'], c: [`${bid}`, '1'] };
        return [`${base}USDT`, path.includes('AssetPairs') ? market : ticker];
      }),
    ),
  }),
  hitbtc: (path, bases, prices) =>
    Object.fromEntries(
      bases.map((base) => {
        const { bid, ask } = quotes(prices[base] ?? 1);
        const pair = { type: 'spot', base_currency: base, quote_currency: 'USDT' };
        const market = { ...pair, quantity_increment: '0.01', tick_size: '0.0001' };
        const ticker = { ask: `${ask}`, bid: `${bid}`, last: `${bid}`, timestamp: null };
        return [
          `${base}USDT`,
          path.includes('symbol') && !path.includes('ticker') ? market : ticker,
        ];
      }),
    ),
  bitstamp: (path, bases, prices) =>
    bases.map((base) => {
      const { bid, ask } = quotes(prices[base] ?? 1);
      const pair = { market_symbol: `${base}usdt`.toLowerCase(), market_type: 'SPOT' };
      const decimals = { base_decimals: 8, counter_decimals: 8, trading: 'Enabled' };
      const market = { ...pair, ...decimals, base_currency: base, counter_currency: 'USDT' };
      const ticker = { pair: `${base}/USDT`, ask: `${ask}`, bid: `${bid}`, last: `${bid}` };
      return path.includes('markets') ? market : ticker;
    }),
};
