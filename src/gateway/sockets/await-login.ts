/**
 * A private socket of a browser, from its handshake to its login. Until the login nothing is sent
 * to it and its messages wait. A login that is late, wrong or refused ends the connection with the
 * reason.
 */

import type { RawData, WebSocket } from 'ws';
import { clearTimeout, setTimeout } from '../../machine/timers.ts';
import { LOGIN_PROTOCOL, type LoginHeaders, parseLoginFrame } from '../../wire/client-frames.ts';
import { isWireError, type Locale, type WireError } from '../../wire/errors.ts';
import { type AuthFailure, isAuthFailure, refuse, type Verified } from '../authenticate.ts';
import { CLOSE_POLICY } from './connection.ts';

export interface LoginParts {
  readonly socket: WebSocket;
  readonly locale: Locale;
  readonly withinMillis: number;
  readonly identify: (headers: LoginHeaders) => Promise<Verified | AuthFailure>;
}

/** Messages, and their bytes together: more than a client needs to subscribe to everything. */
const HELD_MAX = 200;
const HELD_BYTES_MAX = 65_536;

/** Whether a handshake without a key asks to log in afterwards. */
export const asksToLogIn = (headers: {
  readonly 'access-key'?: unknown;
  readonly 'sec-websocket-protocol'?: string | undefined;
}): boolean =>
  headers['access-key'] === undefined &&
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .some((name) => name.trim() === LOGIN_PROTOCOL);

/** Resolves with the key, or with undefined if the connection was ended. */
export async function awaitLogin(parts: LoginParts): Promise<Verified | undefined> {
  const { socket, locale, withinMillis, identify } = parts;
  const text = await firstText(socket, withinMillis);
  if (text === undefined) {
    socket.close(CLOSE_POLICY, 'no login came in time');
    return undefined;
  }
  const headers = parseLoginFrame(text);
  const verified = isWireError(headers) ? refuse(headers) : await identify(headers);
  if (socket.readyState !== socket.OPEN) return undefined;
  if (!isAuthFailure(verified)) return verified;
  turnAway(socket, verified.error, locale);
  return undefined;
}

/**
 * Keeps the messages that a client sends before its login is checked, and delivers them afterwards.
 * Some may arrive together with the login, so pausing the connection alone would lose them. A
 * refused client can keep sending until the connection ends; its messages are not kept.
 */
export function holdMessages(socket: WebSocket) {
  let held: [data: RawData, isBinary: boolean][] = [];
  let bytes = 0;
  let isFirst = true;
  const release = (): typeof held => {
    socket.off('message', hold);
    const released = held;
    held = [];
    return released;
  };
  function hold(data: RawData, isBinary: boolean): void {
    if (isFirst) {
      isFirst = false;
      return;
    }
    held.push([data, isBinary]);
    bytes += Buffer.isBuffer(data) ? data.length : HELD_BYTES_MAX;
    if (held.length <= HELD_MAX && bytes <= HELD_BYTES_MAX) return;
    release();
    socket.close(CLOSE_POLICY, 'too many messages');
  }
  socket.on('message', hold);
  return {
    sayAgain: (): void => {
      for (const [data, isBinary] of release()) socket.emit('message', data, isBinary);
    },
    /** Drops the kept messages and keeps no more. */
    forget: (): void => void release(),
  };
}

/** Cuts a connection whose client does not confirm the close in time. */
export function endWithin(socket: WebSocket, byMillis: number): void {
  if (socket.readyState === socket.CLOSED) return;
  const timer = setTimeout(() => socket.terminate(), byMillis);
  socket.once('close', () => clearTimeout(timer));
}

function turnAway(socket: WebSocket, { code, text }: WireError, locale: Locale): void {
  const frame = { event: 'error', channel: '', code, msg: text[locale] };
  socket.send(JSON.stringify(frame));
  socket.close(CLOSE_POLICY, `login refused: ${code}`);
}

/** Resolves with undefined if no frame came in time, or if it was not text. */
function firstText(socket: WebSocket, withinMillis: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const end = (text: string | undefined): void => {
      clearTimeout(timer);
      socket.off('message', hear);
      socket.off('close', leave);
      resolve(text);
    };
    const hear = (data: RawData, isBinary: boolean): void =>
      end(!isBinary && Buffer.isBuffer(data) ? data.toString('utf8') : undefined);
    const leave = (): void => end(undefined);
    const timer = setTimeout(leave, withinMillis);
    socket.once('message', hear);
    socket.once('close', leave);
    socket.on('error', () => undefined);
  });
}
