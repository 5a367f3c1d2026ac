/**
 * Records the public streams of an exchange that speaks as Binance USDⓈ-M does: each message as it
 * came, with the time it came at. The book's snapshot is asked for once its changes come, and again
 * after a connection was lost.
 */
import { performance } from 'node:perf_hooks';
import { WebSocket } from 'ws';
import { setTimeout } from '../machine/timers.ts';
import { createLineFile } from './tape-writer.ts';

export interface CaptureTerms {
  /** Where its sockets are, and its calls. */
  readonly socketUrl: string;
  readonly restUrl: string;
  /** In lower case, such as btcusdt. */
  readonly symbols: readonly string[];
  readonly path: string;
  /** Ends it; the file is whole when the promise resolves. */
  readonly stop: AbortSignal;
  readonly tell: (words: string) => void;
}

export const REAL_EXCHANGE = {
  socketUrl: 'wss://fstream.binance.com',
  restUrl: 'https://fapi.binance.com',
} as const;

export interface Captured {
  readonly messages: number;
  readonly connections: number;
}

const STREAMS = ['depth@0ms', 'trade', 'bookTicker', 'markPrice@1s'];
/** As many levels as the exchange gives. */
const LEVELS = 1_000;
const AGAIN_MILLIS = 1_000;
const CHANGE = /"e":"depthUpdate".*?"s":"([A-Z0-9]+)"/;

/** Nanoseconds since 1970, as finely as this machine tells them. */
const nanosNow = (): string =>
  String(BigInt(Math.round((performance.timeOrigin + performance.now()) * 1_000)) * 1_000n);

export async function captureTape(terms: CaptureTerms): Promise<Captured> {
  const { stop, tell } = terms;
  const file = createLineFile(terms.path);
  const counts = { messages: 0, connections: 0 };
  const add = (text: string): void => {
    counts.messages += 1;
    file.add(`${nanosNow()} ${text}`);
  };
  try {
    while (!stop.aborted) {
      counts.connections += 1;
      const reason = await listen(terms, add);
      if (stop.aborted) break;
      tell(`the connection was lost (${reason}); trying again`);
      await pause(AGAIN_MILLIS, stop);
    }
  } finally {
    file.close();
  }
  return counts;
}

/** Resolves with the reason when the connection is over. */
function listen(terms: CaptureTerms, add: (text: string) => void): Promise<string> {
  const { socketUrl, symbols, stop } = terms;
  const names = symbols.flatMap((symbol) => STREAMS.map((stream) => `${symbol}@${stream}`));
  const socket = new WebSocket(`${socketUrl}/stream?streams=${names.join('/')}`);
  const asked = new Set<string>();
  const { promise, resolve } = Promise.withResolvers<string>();
  const end = (): void => socket.terminate();
  stop.addEventListener('abort', end, { once: true });
  socket.on('message', (data) => {
    const text = String(data);
    add(text);
    const symbol = CHANGE.exec(text)?.[1];
    if (symbol === undefined || asked.has(symbol)) return;
    asked.add(symbol);
    askSnapshot(terms, symbol).then(add, (error: unknown) => {
      terms.tell(`no snapshot of ${symbol}: ${String(error)}`);
      asked.delete(symbol);
    });
  });
  socket.on('error', (error) => resolve(error.message));
  socket.on('close', (code) => resolve(`closed with ${code}`));
  return promise.finally(() => {
    stop.removeEventListener('abort', end);
    socket.terminate();
  });
}

/** The answer does not say whose book it is. */
async function askSnapshot({ restUrl }: CaptureTerms, symbol: string): Promise<string> {
  const answer = await fetch(`${restUrl}/fapi/v1/depth?symbol=${symbol}&limit=${LEVELS}`);
  const text = await answer.text();
  if (!answer.ok || !text.startsWith('{'))
    throw new Error(`${answer.status} ${text.slice(0, 200)}`);
  return `{"s":"${symbol}",${text.slice(1)}`;
}

function pause(forMillis: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    stop.addEventListener('abort', () => resolve(), { once: true });
    setTimeout(resolve, forMillis);
  });
}
