/**
 * Exchanges through ccxt. It is an optional dependency of many megabytes, so it is loaded here
 * alone, and only if the live feed is chosen.
 */
export interface OutsideQuote {
  /** For example BTC/USDT. */
  readonly pair: string;
  /** The middle of bid and ask, or the last trade if one of them is missing. */
  readonly price: number;
  /** The spread as a fraction of the price; zero if bid or ask is missing. */
  readonly spread: number;
  /** The exchange's own time of the quote; undefined if it gives none. */
  readonly at: number | undefined;
}

/** As the live feed sees it: it is asked for quotes and may not answer. */
export interface Exchange {
  readonly name: string;
  /** The exchange must not be asked more often than this. */
  readonly everyMillis: number;
  /** The requested pairs that the exchange has. */
  readonly ask: (pairs: readonly string[]) => Promise<readonly OutsideQuote[]>;
}

export interface ExchangeChoice {
  readonly names: readonly string[];
  /** Options of single exchanges in the form of ccxt: other addresses, a proxy. */
  readonly options?: Readonly<Record<string, object>> | undefined;
  readonly load?: (() => Promise<unknown>) | undefined;
}

/** The part of a ccxt exchange that is used here. */
interface CcxtExchange {
  readonly rateLimit: number;
  readonly loadMarkets: () => Promise<unknown>;
  readonly fetchTickers: (pairs: string[]) => Promise<unknown>;
}

const ANSWER_MILLIS_MAX = 8_000;
const ASK_EVERY_MILLIS = 1_000;

/** Rejects with a message if ccxt is missing or does not know a name. */
export async function openExchanges({
  names,
  options = {},
  load = loadCcxt,
}: ExchangeChoice): Promise<Exchange[]> {
  const library = await load();
  return names.map((name) => {
    const Maker = partOf(library, name);
    if (typeof Maker !== 'function')
      throw new Error(`exchanges: ccxt knows no exchange called ${name}`);
    const made: unknown = Reflect.construct(Maker, [{ ...TERMS, ...options[name] }]);
    if (!isCcxtExchange(made))
      throw new Error(`exchanges: ${name} does not give the prices of all its markets at once`);
    return toExchange(name, made);
  });
}

/** Only spot prices are read, and nothing that would need an account. */
const TERMS = {
  enableRateLimit: true,
  timeout: ANSWER_MILLIS_MAX,
  has: { fetchCurrencies: false },
  options: { defaultType: 'spot', fetchMarkets: { types: ['spot'] } },
};

async function loadCcxt(): Promise<unknown> {
  // The name is a variable so that the compiler does not load ccxt's types, which are huge.
  const name = 'ccxt';
  try {
    const loaded: unknown = await import(name);
    return partOf(loaded, 'default') ?? loaded;
  } catch (error) {
    throw new Error('the live feed needs the package ccxt, which is missing: npm install ccxt', {
      cause: error,
    });
  }
}

function toExchange(name: string, made: CcxtExchange): Exchange {
  let known: ReadonlySet<string> | undefined;
  return {
    name,
    everyMillis: Math.max(ASK_EVERY_MILLIS, made.rateLimit),
    ask: async (pairs) => {
      if (known === undefined) {
        const markets = await made.loadMarkets();
        known = new Set(pairs.filter((pair) => partOf(markets, pair) !== undefined));
      }
      if (known.size === 0) return [];
      const tickers = await made.fetchTickers([...known]);
      return [...known]
        .map((pair) => quoteOf(pair, partOf(tickers, pair)))
        .filter((quote) => quote !== undefined);
    },
  };
}

/** The middle if there are both sides, otherwise the last trade. */
export function quoteOf(pair: string, ticker: unknown): OutsideQuote | undefined {
  const [bid, ask] = [positive(ticker, 'bid'), positive(ticker, 'ask')];
  const at = positive(ticker, 'timestamp');
  if (bid !== undefined && ask !== undefined) {
    const price = (bid + ask) / 2;
    return { pair, price, spread: Math.abs(ask - bid) / price, at };
  }
  const price = positive(ticker, 'last');
  return price === undefined ? undefined : { pair, price, spread: 0, at };
}

function positive(record: unknown, name: string): number | undefined {
  const value = partOf(record, name);
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? value : undefined;
}

function partOf(record: unknown, name: string): unknown {
  const isRecord = (typeof record === 'object' && record !== null) || typeof record === 'function';
  return isRecord ? Reflect.get(record, name) : undefined;
}

const isCcxtExchange = (value: unknown): value is CcxtExchange =>
  typeof partOf(value, 'rateLimit') === 'number' &&
  typeof partOf(value, 'loadMarkets') === 'function' &&
  typeof partOf(value, 'fetchTickers') === 'function' &&
  partOf(partOf(value, 'has'), 'fetchTickers') !== false;
