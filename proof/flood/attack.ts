/**
 * The attacker, in its own process: many connections from one loopback address, or polite ones from
 * an address each. Each sends its opening, then its refrain again and again, and reconnects at once
 * when it is closed. It ends by itself, and attacks only this machine.
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

/** How many connections it opens in total, however often they are closed. */
const CONNECTS_MAX = 300_000;
/** Opening ten thousand at once would only fill the system's queue. */
const OPENING_PER_TURN = 50;

interface Attack extends AttackTerms {
  connects: number;
  isOver: boolean;
}

/** Prints a line as it begins. */
export async function attack(terms: AttackTerms): Promise<number> {
  const state: Attack = { ...terms, connects: 0, isOver: false };
  console.log(0);
  const end = sleep(terms.seconds * 1_000);
  for (let n = 0; n < terms.flood.connections; n += 1) {
    open(state, n);
    if (n % OPENING_PER_TURN === OPENING_PER_TURN - 1) await new Promise(setImmediate);
  }
  await end;
  state.isOver = true;
  process.exit(0);
}

function open(state: Attack, place: number): void {
  if (state.isOver || state.connects >= CONNECTS_MAX) return;
  state.connects += 1;
  const { flood, port, from } = state;
  const localAddress = flood.isPolite === true ? addressAt(from, place) : from;
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  socket.on('error', () => undefined);
  socket.on('connect', () =>
    flood.isPolite === true ? poll(flood, socket, place) : begin(flood, socket),
  );
  socket.on('close', () => {
    if (flood.comesBack !== 'never') setImmediate(open, state, place);
  });
}

/** One of many addresses that belong to the given one. */
function addressAt(from: string, place: number): string {
  const own = from.slice(from.lastIndexOf('.') + 1);
  return `127.${10 + Math.floor(place / 250)}.${own}.${1 + (place % 250)}`;
}

/** Asks at an interval, not all at the same moment, and nothing before the last was answered. */
function poll({ refrain, pace, connections }: Flood, socket: Socket, place: number): void {
  if (refrain === undefined || typeof pace !== 'number') return;
  let isAnswered = true;
  socket.on('data', (chunk: Buffer) => {
    if (chunk.toString('latin1', 0, 5) === 'HTTP/') isAnswered = true;
  });
  const ask = (): void => {
    if (isAnswered) socket.write(refrain());
    isAnswered = false;
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = setTimeout(
    () => {
      timer = setInterval(ask, pace);
    },
    (pace * place) / connections,
  );
  socket.once('close', () => {
    clearTimeout(begin);
    clearInterval(timer);
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

/** As fast as the other side accepts it. */
function pour(socket: Socket, refrain: () => Buffer): void {
  const more = (): void => {
    if (socket.destroyed) return;
    if (socket.write(refrain())) setImmediate(more);
    else socket.once('drain', more);
  };
  more();
}
