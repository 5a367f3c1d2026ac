/**
 * Measures how many frames a venue sends a subscriber in one turn. A client listens to a venue with
 * simulated markets for some seconds and counts frames and arrivals. All frames of a turn are one
 * write to a connection, and on an idle machine each write arrives separately.
 */
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { PUBLIC_SOCKET_PATH } from '../../src/wire/v2/socket-dialect.ts';
import { startMeasured } from './measured-venue.ts';

export interface FramesPerTurn {
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

export async function measureTurns(folder: string, seconds: number): Promise<FramesPerTurn> {
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
