/**
 * The flooding side, in a process of its own: so many connections from one loopback address, each
 * saying its opening and then its refrain, and coming back at once when it is thrown out. It ends
 * by itself, and knows nothing but this machine.
 */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flood } from './floods.ts';

export interface AttackTerms {
  readonly flood: Flood;
  readonly port: number;
  readonly from: string;
  readonly seconds: number;
}

/** However fast it is thrown out, it does not come back more often. */
const CONNECTS_MAX = 300_000;
/** Opening ten thousand at once would only fill the queue of the system. */
const OPENING_PER_TURN = 50;

interface Attack extends AttackTerms {
  connects: number;
  isOver: boolean;
}

/** Says so once everything is under way. */
export async function attack(terms: AttackTerms): Promise<number> {
  const state: Attack = { ...terms, connects: 0, isOver: false };
  console.log(0);
  const end = sleep(terms.seconds * 1_000);
  for (let n = 0; n < terms.flood.connections; n += 1) {
    open(state);
    if (n % OPENING_PER_TURN === OPENING_PER_TURN - 1) await new Promise(setImmediate);
  }
  await end;
  state.isOver = true;
  process.exit(0);
}

function open(state: Attack): void {
  if (state.isOver || state.connects >= CONNECTS_MAX) return;
  state.connects += 1;
  const { flood, port, from } = state;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from, noDelay: true });
  socket.on('error', () => undefined);
  socket.on('connect', () => begin(flood, socket));
  socket.on('close', () => {
    if (flood.comesBack !== 'never') setImmediate(open, state);
  });
}

function begin({ opening, refrain, pace, hangsUp, isDeaf }: Flood, socket: Socket): void {
  if (hangsUp === 'at-once') {
    socket.resetAndDestroy();
    return;
  }
  const first = opening();
  if (first.length > 0) socket.write(first);
  if (isDeaf === true) socket.pause();
  else socket.on('data', () => hangsUp === 'when-answered' && socket.destroy());
  if (refrain === undefined) return;
  if (pace === 'when-answered')
    socket.on('data', (chunk: Buffer) => {
      if (chunk.toString('latin1', 0, 5) === 'HTTP/') socket.write(refrain());
    });
  else if (pace === 'flat-out') pour(socket, refrain);
  else {
    const timer = setInterval(() => socket.write(refrain()), pace);
    socket.once('close', () => clearInterval(timer));
  }
}

/** As fast as the other side takes it. */
function pour(socket: Socket, refrain: () => Buffer): void {
  const more = (): void => {
    if (socket.destroyed) return;
    if (socket.write(refrain())) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}
