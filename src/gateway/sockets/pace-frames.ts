/**
 * Passes the bytes of a socket to the WebSocket library in small steps, each in the turn of its
 * address. Otherwise the library handles everything that has arrived at once, such as ten thousand
 * pings, and continues after the connection has ended. The bytes are not changed. A client that is
 * cut off is not read any more.
 */
import type { Duplex } from 'node:stream';
import type { Turns } from '../connections/pace-requests.ts';

/** The bytes of one step: a few dozen subscriptions. */
const STEP_BYTES = 1_024;

export interface PacedFrames {
  /** Stops reading, and drops the waiting bytes. */
  readonly stop: () => void;
}

export function paceFrames(stream: Duplex, turns: Turns, group: string): PacedFrames {
  const emit = stream.emit.bind(stream);
  let rest: Buffer | undefined;
  let isStopped = false;
  const step = (): void => {
    if (rest === undefined || stream.destroyed) return;
    const piece = rest.subarray(0, STEP_BYTES);
    rest = piece.length === rest.length ? undefined : rest.subarray(piece.length);
    emit('data', piece);
    if (rest !== undefined) turns.line(group, 'act', step);
    else if (!isStopped) stream.resume();
  };
  const receive = (bytes: Buffer): boolean => {
    if (isStopped) return false;
    const isInLine = rest !== undefined;
    rest = rest === undefined ? bytes : Buffer.concat([rest, bytes]);
    stream.pause();
    if (!isInLine) turns.line(group, 'act', step);
    return true;
  };
  // The stream keeps its listeners; they get the bytes later.
  stream.emit = (event: string | symbol, ...args: unknown[]): boolean =>
    event === 'data' && Buffer.isBuffer(args[0]) ? receive(args[0]) : emit(event, ...args);
  // Otherwise the library reads the rest after the connection has ended.
  stream.prependListener('close', () => {
    if (isStopped) stream.read();
  });
  return {
    stop: () => {
      isStopped = true;
      rest = undefined;
      stream.pause();
      // After a broken frame the library reads on, and drops what comes.
      stream.resume = () => stream;
    },
  };
}
