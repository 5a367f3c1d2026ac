/** The floods, as data: what each connection sends first, and what it repeats. */
import { randomBytes } from 'node:crypto';
import {
  createOrders,
  type DialectName,
  PLACE_PATH,
  type Quote,
  type Signer,
  signerOf,
} from '../bench/http-orders.ts';

export interface Flood {
  readonly name: string;
  readonly connections: number;
  /** What a connection sends first; made separately for each. */
  readonly opening: () => Buffer;
  readonly refrain?: () => Buffer;
  /**
   * When the refrain is sent: as often as possible, after each answer, or at an interval in
   * milliseconds.
   */
  readonly pace?: 'flat-out' | 'when-answered' | number;
  /** Each connection comes from an address of its own, and sends nothing before it is answered. */
  readonly isPolite?: true;
  readonly hangsUp?: 'at-once' | 'when-answered';
  readonly comesBack?: 'never';
  /** Reads no answer. */
  readonly isDeaf?: boolean;
  readonly door?: 'admin';
}

export interface FloodParts {
  /** A valid key of the attacker. */
  readonly signer: Signer;
  readonly quotes: readonly Quote[];
}

const SILENCE = (): Buffer => Buffer.alloc(0);
const SOCKET = '/v2/ws/public';
const SESSION_SOCKET = '/v5/public/linear';
const TIME = '/capi/v2/market/time';
const KLINES = [1, 5, 15, 30].map((minutes) => `MINUTE_${minutes}`);

const ask = (path: string, ...headers: string[]): Buffer =>
  Buffer.from([`GET ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n'));

const always =
  (bytes: Buffer): (() => Buffer) =>
  () =>
    bytes;

const times = (count: number, bytes: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: count }, () => bytes));

/** As many as fit into one read of the other side. */
const CHUNK_BYTES = 65_536;
const chunkful = (bytes: Buffer): Buffer => times(Math.floor(CHUNK_BYTES / bytes.length), bytes);

const pipelined = (name: string, path: string): Flood => {
  const bytes = always(chunkful(ask(path)));
  return { name, connections: 4, opening: bytes, refrain: bytes, pace: 'flat-out' };
};

const plain = (name: string, path: string): Flood => {
  const bytes = always(ask(path, 'accept-encoding: gzip'));
  return { name, connections: 100, opening: bytes, refrain: bytes, pace: 'when-answered' };
};

const onSockets = (
  name: string,
  connections: number,
  first: Buffer,
  refrain?: Buffer,
  path = SOCKET,
): Flood => ({
  name,
  connections,
  opening: always(Buffer.concat([handshake(path), first])),
  ...(refrain === undefined ? {} : { refrain: always(refrain), pace: 'flat-out' as const }),
});

const say = (event: string, channel: string): Buffer =>
  clientFrame('text', JSON.stringify({ event, channel }));

/** Forty topics at once, and gone again. */
function sessionChurn(symbols: readonly string[]): Buffer {
  const names = symbols.map((symbol) => symbol.slice('cmt_'.length).toUpperCase());
  const topics = ['orderbook.50', 'orderbook.200', 'tickers', 'publicTrade', 'kline.1'];
  const args = topics.flatMap((topic) => names.map((name) => `${topic}.${name}`));
  return Buffer.concat(
    ['subscribe', 'unsubscribe'].map((op) => clientFrame('text', JSON.stringify({ op, args }))),
  );
}

/** All the channels of these markets, a hundred at most. */
function subscribing(symbols: readonly string[]): Buffer {
  const prices = ['LAST_PRICE', 'MARK_PRICE', 'INDEX_PRICE'];
  const channels = symbols.flatMap((symbol) => [
    ...[`ticker.${symbol}`, `depth.${symbol}.15`, `depth.${symbol}.200`, `trades.${symbol}`],
    ...prices.flatMap((price) => KLINES.map((interval) => `kline.${price}.${symbol}.${interval}`)),
  ]);
  return Buffer.concat(channels.slice(0, 100).map((channel) => say('subscribe', channel)));
}

/** Orders with a wrong signature, and correctly signed ones sent too often. */
const signedFlood = (
  name: string,
  { signer, quotes }: FloodParts,
  isGood: boolean,
  dialect: DialectName = 'v2',
): Flood => {
  const orders = createOrders(quotes);
  const take = (): Buffer => {
    const [order = SILENCE()] = orders.take(1, [signer], dialect);
    return isGood
      ? order
      : Buffer.from(order.toString('latin1').replace(/(SIGN: ).{6}/, '$1AAAAAA'));
  };
  return { name, connections: 20, opening: take, refrain: take, pace: 'when-answered' };
};

/** Nobody whom the venue knows signed them, which it has to find out by recovering who did. */
function forgedActions(name: string): Flood {
  const some = (): string => `0x${randomBytes(32).toString('hex')}`;
  const take = (): Buffer => {
    const action = { type: 'cancel', cancels: [{ a: 0, o: 1 }] };
    const signature = { r: some(), s: some(), v: 27 };
    const body = Buffer.from(JSON.stringify({ action, nonce: Date.now(), signature }));
    return Buffer.concat([posting(body.length, '/hl/exchange'), body]);
  };
  return { name, connections: 20, opening: take, refrain: take, pace: 'when-answered' };
}

const posting = (bytes: number, path = PLACE_PATH): Buffer =>
  Buffer.from(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: ${bytes}\r\n\r\n`);

const CHUNKED = Buffer.from(
  `POST ${PLACE_PATH} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`,
);

/** Addresses that poll, each within its limits. */
const polling = (
  name: string,
  connections: number,
  pace: number,
  paths: readonly string[],
): Flood => {
  let sent = 0;
  const next = (): Buffer => ask(paths[sent++ % paths.length] ?? '');
  return { name, connections, opening: SILENCE, refrain: next, pace, isPolite: true };
};

/** Many who do nothing wrong. */
function politeFloods({ quotes }: FloodParts): readonly Flood[] {
  const symbols = quotes.map(({ symbol }) => symbol);
  const market = (call: string, query: string): string[] =>
    symbols.map((symbol) => `/capi/v2/market/${call}?symbol=${symbol}&${query}`);
  const polls = {
    '1000 candles': market('candles', 'granularity=1m&limit=1000'),
    '200 levels': market('depth', 'limit=200'),
    tickers: ['/capi/v2/market/tickers'],
    boards: ['/competition/leaderboard'],
  };
  const all = Object.entries(polls);
  return [
    // All tickers weigh 40, of which an address has two a second; the others weigh ten at most.
    ...all.map(([what, paths]) =>
      polling(`60 addresses, ${what}`, 60, what === 'tickers' ? 500 : 100, paths),
    ),
    ...all.map(([what, paths]) => polling(`500 addresses, ${what}`, 500, 1_000, paths)),
  ];
}

export const floodsOf = (parts: FloodParts): readonly Flood[] => [
  ...askingFloods(parts),
  ...politeFloods(parts),
  ...connectingFloods(),
  ...slowFloods(),
  ...socketFloods(parts),
];

function askingFloods(parts: FloodParts): readonly Flood[] {
  const symbol = parts.quotes[0]?.symbol ?? '';
  const candles = `/capi/v2/market/candles?symbol=${symbol}&granularity=1m&limit=1000`;
  return [
    pipelined('pipelined /metrics', '/metrics'),
    pipelined('pipelined /docs', '/docs'),
    pipelined('pipelined /healthz', '/healthz'),
    pipelined('pipelined market/time', TIME),
    plain('100 connections /docs', '/docs'),
    plain('100 connections /metrics', '/metrics'),
    plain('100 connections, 1000 candles', candles),
    plain('100 connections, 200 levels', `/capi/v2/market/depth?symbol=${symbol}&limit=200`),
    plain('100 connections, leaderboard', '/competition/leaderboard'),
    signedFlood('wrong signatures', parts, false),
    signedFlood('orders of one good key', parts, true),
    signedFlood('wrong signatures, Bybit v5', parts, false, 'bybit'),
    signedFlood('orders of one good key, Bybit v5', parts, true, 'bybit'),
    forgedActions('forged actions, Hyperliquid'),
    { ...pipelined('never reads answers', '/docs'), connections: 200, isDeaf: true },
    { ...pipelined('pipelined at the admin port', '/metrics'), door: 'admin' },
  ];
}

/** Floods of connections that never become a request. */
const connectingFloods = (): readonly Flood[] => [
  { name: '10,500 idle connections', connections: 10_500, opening: SILENCE, comesBack: 'never' },
  { name: 'idle, coming back', connections: 1_000, opening: SILENCE },
  { name: 'connect and reset', connections: 100, opening: SILENCE, hangsUp: 'at-once' },
  { name: 'no HTTP', connections: 100, opening: always(Buffer.from('hello?\r\n\r\n')) },
  { name: 'TLS', connections: 100, opening: always(Buffer.from('160301020001', 'hex')) },
];

const trickling = (name: string, connections: number, opening: Buffer): Flood => ({
  name,
  connections,
  opening: always(opening),
  refrain: always(Buffer.from('y')),
  pace: 100,
});

/** Floods of requests that never end, or end late. */
function slowFloods(): readonly Flood[] {
  const head = Buffer.from('GET / HTTP/1.1\r\nx: ');
  const large = always(Buffer.concat([posting(60_000), Buffer.alloc(60_000)]));
  return [
    trickling('headers byte by byte', 500, head),
    trickling('bodies byte by byte', 500, posting(60_000)),
    {
      name: 'endless headers',
      connections: 100,
      opening: always(head),
      pace: 'flat-out',
      refrain: always(Buffer.from(`y\r\nx: ${'y'.repeat(8_000)}`)),
    },
    {
      name: 'bodies in tiny chunks',
      connections: 50,
      opening: always(CHUNKED),
      refrain: always(chunkful(Buffer.from('1\r\nx\r\n'))),
      pace: 'flat-out',
    },
    {
      name: 'large bodies',
      connections: 50,
      opening: large,
      refrain: large,
      pace: 'when-answered',
    },
  ];
}

function socketFloods({ quotes }: FloodParts): readonly Flood[] {
  const symbols = quotes.map(({ symbol }) => symbol);
  const channel = `depth.${symbols[0]}.200`;
  const churn = Buffer.concat([say('subscribe', channel), say('unsubscribe', channel)]);
  const begun = clientFrame('text', 'x', { isFinal: false });
  const more = clientFrame('continuation', '', { isFinal: false });
  return [
    {
      name: 'handshakes',
      connections: 50,
      opening: always(handshake(SOCKET)),
      hangsUp: 'when-answered',
    },
    onSockets('61 sockets of pings', 61, SILENCE(), chunkful(clientFrame('ping', ''))),
    onSockets('90 sockets, 100 channels each', 90, subscribing(symbols)),
    { ...onSockets('10 sockets, 100 channels, deaf', 10, subscribing(symbols)), isDeaf: true },
    onSockets('subscribing and unsubscribing', 61, SILENCE(), churn),
    onSockets('the same, Bybit v5', 61, SILENCE(), sessionChurn(symbols), SESSION_SOCKET),
    onSockets('64 KiB messages', 61, SILENCE(), clientFrame('text', 'x'.repeat(65_000))),
    onSockets('messages in tiny pieces', 61, begun, chunkful(more)),
  ];
}

/** The bytes that a WebSocket client sends: handshakes and masked frames. */
const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const OPCODES = { text: 1, ping: 9, continuation: 0 } as const;
const FINAL = 0x80;
const MASKED = 0x80;

export const handshake = (path: string): Buffer =>
  Buffer.from(
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: Upgrade\r\n` +
      `sec-websocket-version: 13\r\nsec-websocket-key: ${KEY}\r\n\r\n`,
  );

/** A mask of zeros leaves the payload as it is. */
export function clientFrame(
  kind: keyof typeof OPCODES,
  text: string,
  { isFinal = true }: { readonly isFinal?: boolean } = {},
): Buffer {
  const payload = Buffer.from(text);
  const first = (isFinal ? FINAL : 0) | OPCODES[kind];
  const head =
    payload.length < 126
      ? Buffer.from([first, MASKED | payload.length])
      : Buffer.from([first, MASKED | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(4), payload]);
}

/** The names are the same whatever the flood hits and whoever sends it. */
export const FLOOD_NAMES: readonly string[] = floodsOf({
  quotes: [],
  signer: signerOf({ apiKey: '', secretKey: 'none', passphrase: '' }),
}).map(({ name }) => name);
