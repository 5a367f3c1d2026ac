/**
 * `perpetua bench ws`: frames per second to many subscribers, written by the gateway and by plain
 * calls of `ws.send`, on the same connections in the same run. The clients are another process that
 * only counts bytes, so that the writer is measured. First, a venue with its markets shows how many
 * frames a subscriber gets in one turn.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import type { Duplex } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { WebSocket, WebSocketServer } from 'ws';
import { monotonic } from '../../src/domain/units.ts';
import { Connection, type Peer } from '../../src/gateway/sockets/connection.ts';
import { createOutbox, type Outbox } from '../../src/gateway/sockets/outbox.ts';
import { DEFAULT_SOCKET_SETTINGS } from '../../src/gateway/sockets/settings.ts';
import { jsonFrame } from '../../src/gateway/sockets/text-frame.ts';
import { inTemporaryFolder } from '../../src/machine/temporary-folder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { PUBLIC_SOCKET_PATH, V2_SOCKETS } from '../../src/wire/v2/socket-dialect.ts';
import { asTimes, type Figure, measured } from './figure.ts';
import { benchmark, startMeasured, takeTurns, tellProgress } from './harness.ts';

const HELP = `Usage: perpetua bench ws [options]

  --subscribers N  how many connections (1000)
  --quick          a short run that only checks that everything works
  --json           print JSON instead of tables`;

/** Numbers of frames that one turn can have for each subscriber; each divides a round. */
const STEPS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48];
const FRAMES_PER_ROUND = 192;
/** How long the benchmark listens to a venue. */
const LISTEN_SECONDS = 10;
const ROUNDS = 5;

/** A change of depth, of the size that a busy market sends. */
const PAYLOAD = {
  event: 'payload',
  channel: 'depth.cmt_btcusdt.15',
  data: [
    {
      startVersion: '5101',
      endVersion: '5107',
      level: 15,
      depthType: 'CHANGED',
      symbol: 'cmt_btcusdt',
      asks: [
        { price: '90000.1', size: '0.4250' },
        { price: '90000.4', size: '0' },
      ],
      bids: [{ price: '89999.8', size: '1.2500' }],
    },
  ],
} as const;

interface Subscriber {
  readonly socket: WebSocket;
  readonly connection: Connection;
}

interface Audience {
  readonly server: Server;
  readonly clients: ChildProcess;
  readonly outbox: Outbox;
  readonly subscribers: readonly Subscriber[];
  /** Resolves when the clients have received this many more bytes. */
  readonly received: (bytes: number) => Promise<void>;
}

const WAYS = ['prepared', 'same-object', 'same-text'] as const;
type Way = (typeof WAYS)[number];
type Speeds = Record<Way, number>;

export const benchWs = benchmark({
  help: HELP,
  hidden: ['clients-of'],
  instead: ({ values, countOf }) => {
    const port = values.get('clients-of');
    return port === undefined ? undefined : countBytes(Number(port), countOf('subscribers'));
  },
  measure: ({ isQuick, countOf }) => measureWs(countOf('subscribers'), isQuick),
  title: 'frames a second to subscribers',
  figures: figuresOf,
  format: formatResult,
});

async function measureWs(count: number, isQuick: boolean) {
  const turns = await findTurns(isQuick ? 2 : LISTEN_SECONDS);
  const audience = await gather(isQuick ? Math.min(count, 50) : count);
  try {
    const rows = [];
    const [one, all] = [nearestStep(turns.one), nearestStep(turns.all)];
    for (const framesPerTurn of new Set([1, one, all].toSorted((a, b) => a - b))) {
      const speeds = await measureWays(audience, framesPerTurn, isQuick ? 1 : ROUNDS);
      rows.push({ framesPerTurn, ...speeds, ratio: speeds.prepared / speeds['same-object'] });
    }
    const subscribers = audience.subscribers.length;
    return { subscribers, frameBytes: jsonFrame(PAYLOAD).length, turns, rows };
  } finally {
    dismiss(audience);
  }
}

function findTurns(seconds: number): Promise<FramesPerTurn> {
  tellProgress('how many frames a turn has');
  return inTemporaryFolder((folder) => measureTurns(folder, seconds));
}

const nearestStep = (frames: number): number =>
  STEPS.reduce((best, step) => (Math.abs(step - frames) < Math.abs(best - frames) ? step : best));

/** The best round of each way counts. */
async function measureWays(
  audience: Audience,
  framesPerTurn: number,
  rounds: number,
): Promise<Speeds> {
  const turns = FRAMES_PER_ROUND / framesPerTurn;
  const frames = FRAMES_PER_ROUND * audience.subscribers.length;
  const speeds = await takeTurns(
    { rounds },
    WAYS.map((way) => async (round: number) => {
      tellProgress(`${framesPerTurn} frames a turn, ${way}, round ${round}`);
      return frames / (await timeWay(audience, way, framesPerTurn, turns));
    }),
  );
  const [prepared = 0, object = 0, text = 0] = speeds.map((each) => Math.max(...each));
  return { prepared, 'same-object': object, 'same-text': text };
}

/** A turn is over when every client has everything: nothing piles up in between. */
async function timeWay(
  audience: Audience,
  way: Way,
  framesPerTurn: number,
  turns: number,
): Promise<number> {
  const bytes = jsonFrame(PAYLOAD).length * framesPerTurn * audience.subscribers.length;
  const start = performance.now();
  for (let turn = 0; turn < turns; turn += 1) {
    const received = audience.received(bytes);
    for (let frame = 0; frame < framesPerTurn; frame += 1) tellAll(audience, way);
    audience.outbox.flush();
    await received;
  }
  return (performance.now() - start) / 1_000;
}

function tellAll({ subscribers }: Audience, way: Way): void {
  if (way === 'prepared') {
    const frame = jsonFrame(PAYLOAD);
    for (const { connection } of subscribers) connection.send(frame);
  } else if (way === 'same-object') {
    for (const { socket } of subscribers) socket.send(JSON.stringify(PAYLOAD));
  } else {
    const text = JSON.stringify(PAYLOAD);
    for (const { socket } of subscribers) socket.send(text);
  }
}

async function gather(count: number): Promise<Audience> {
  const outbox = createOutbox();
  const subscribers: Subscriber[] = [];
  const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
  const server = createServer();
  const complete = Promise.withResolvers<void>();
  server.on('upgrade', (request, stream: Duplex, head) =>
    sockets.handleUpgrade(request, stream, head, (socket) => {
      const settings = DEFAULT_SOCKET_SETTINGS;
      const parts = { socket, stream, peer: NOBODY, outbox, settings, now: monotonic(0) };
      const connection = new Connection(parts);
      subscribers.push({ socket, connection });
      if (subscribers.length === count) complete.resolve();
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  const again = [...process.execArgv, process.argv[1] ?? '', 'bench', 'ws'];
  const wanted = ['--clients-of', String(port), '--subscribers', String(count)];
  const clients = spawn(process.execPath, [...again, ...wanted], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { received, begin } = countReceived(clients);
  await complete.promise;
  await begin;
  return { server, clients, outbox, subscribers, received };
}

const NOBODY: Peer = {
  client: { address: { family: 4, bits: 0n }, text: '', group: '' },
  locale: 'en',
  dialect: V2_SOCKETS,
  asked: { kind: 'public', channels: [], isCombined: false },
  key: undefined,
};

/** The other process: opens this many connections and then reports how many bytes came in total. */
async function countBytes(port: number, count: number): Promise<number> {
  let total = 0;
  let isTelling = false;
  const tell = (): void => {
    isTelling = false;
    process.stdout.write(`${total}\n`);
  };
  const closed: Promise<unknown>[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => socket.destroy());
    closed.push(new Promise((resolve) => socket.once('close', resolve)));
    socket.write(HANDSHAKE);
    await once(socket, 'data');
    socket.on('data', (chunk) => {
      total += chunk.length;
      if (isTelling) return;
      isTelling = true;
      setImmediate(tell);
    });
  }
  tell();
  await Promise.all(closed);
  return 0;
}

const HANDSHAKE =
  'GET / HTTP/1.1\r\nHost: bench\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';

/** The clients print their total of bytes; their first line says that all are connected. */
function countReceived(clients: ChildProcess) {
  let total = 0;
  let wanted = 0;
  let waiting: PromiseWithResolvers<void> | undefined;
  const begun = Promise.withResolvers<void>();
  const lines = createInterface({ input: clients.stdout! });
  lines.on('line', (line) => {
    begun.resolve();
    total = Number(line);
    if (total < wanted) return;
    waiting?.resolve();
    waiting = undefined;
  });
  const received = (bytes: number): Promise<void> => {
    wanted += bytes;
    waiting = Promise.withResolvers();
    return waiting.promise;
  };
  return { received, begin: begun.promise };
}

function dismiss({ server, clients, subscribers }: Audience): void {
  clients.kill();
  for (const { socket } of subscribers) socket.terminate();
  server.close();
}

type WsResult = Awaited<ReturnType<typeof measureWs>>;

function figuresOf({ rows }: WsResult): Figure[] {
  return rows.map((row) =>
    measured(`${row.framesPerTurn} a turn`, row.prepared, {
      show: whole,
      beside: `${whole(row['same-object'])}, ws.send of the object: ${asTimes(row.ratio)}`,
    }),
  );
}

function formatResult({ subscribers, frameBytes, turns }: WsResult): string[] {
  return [
    'In one turn, a venue with its markets sends a subscriber of all channels:',
    `${turns.one.toFixed(1)} frames of one market, or ${turns.all.toFixed(1)} of all markets.`,
    `${whole(subscribers)} subscribers, frames of ${frameBytes} bytes, counted on arrival.`,
  ];
}

interface FramesPerTurn {
  /** All channels of one market. */
  readonly one: number;
  /** All channels of every market. */
  readonly all: number;
}

const CHANNELS = (symbol: string): readonly string[] => [
  `ticker.${symbol}`,
  `depth.${symbol}.15`,
  `trades.${symbol}`,
  `kline.LAST_PRICE.${symbol}.MINUTE_1`,
  `kline.MARK_PRICE.${symbol}.MINUTE_1`,
];

async function measureTurns(folder: string, seconds: number): Promise<FramesPerTurn> {
  const venue = await startMeasured(folder, 0);
  try {
    const response = await fetch(`${venue.baseUrl}/capi/v2/market/contracts`);
    const contracts: readonly { readonly symbol: string }[] = JSON.parse(await response.text());
    const symbols = contracts.map(({ symbol }) => symbol);
    const [one, all] = await Promise.all([
      listen(venue.port, symbols.slice(0, 1), seconds),
      listen(venue.port, symbols, seconds),
    ]);
    return { one, all };
  } finally {
    await venue.stop();
  }
}

async function listen(port: number, symbols: readonly string[], seconds: number): Promise<number> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${PUBLIC_SOCKET_PATH}`);
  const [{ socket: stream }] = await once(socket, 'upgrade');
  if (socket.readyState !== socket.OPEN) await once(socket, 'open');
  for (const channel of symbols.flatMap(CHANNELS))
    socket.send(JSON.stringify({ event: 'subscribe', channel }));
  // Greetings are not part of what a market sends.
  await setTimeout(1_000);
  let frames = 0;
  let arrivals = 0;
  socket.on('message', () => {
    frames += 1;
  });
  stream.on('data', () => {
    arrivals += 1;
  });
  await setTimeout(seconds * 1_000);
  socket.terminate();
  return arrivals === 0 ? 0 : frames / arrivals;
}
