/**
 * A private socket of a browser, from its handshake to its login. Until then it hears and is told
 * nothing; a login that is late, wrong or refused ends the connection with the reason.
 */
import type { RawData, WebSocket } from 'ws';
import { isWireError, type WireError } from '../../wire/errors.ts';
import type { Locale } from '../../wire/locale.ts';
import { LOGIN_PROTOCOL, type LoginHeaders, parseLoginFrame } from '../../wire/login-frame.ts';
import { isRefused, type Refused, refuse, type Verified } from '../credentials-check.ts';
import { CLOSE_POLICY } from './connection.ts';

export interface LoginParts {
  readonly socket: WebSocket;
  readonly locale: Locale;
  readonly withinMillis: number;
  readonly identify: (headers: LoginHeaders) => Promise<Verified | Refused>;
}

/** More than a client needs to subscribe to everything it may. */
const HELD_MAX = 200;

/** Whether a handshake without keys asks to log in afterwards. */
export const asksToLogIn = (headers: {
  readonly 'access-key'?: unknown;
  readonly 'sec-websocket-protocol'?: string | undefined;
}): boolean =>
  headers['access-key'] === undefined &&
  (headers['sec-websocket-protocol'] ?? '')
    .split(',')
    .some((name) => name.trim() === LOGIN_PROTOCOL);

/** Resolves with the key, or with nothing where the connection has been ended. */
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
  if (!isRefused(verified)) return verified;
  turnAway(socket, verified.error, locale);
  return undefined;
}

/**
 * Keeps what a client says before it is known who it is, and says it again afterwards. Some of it
 * may have come together with the login, so pausing the connection alone would lose it.
 */
export function holdMessages(socket: WebSocket): () => void {
  const held: [data: RawData, isBinary: boolean][] = [];
  const hold = (data: RawData, isBinary: boolean): void => {
    held.push([data, isBinary]);
    if (held.length > HELD_MAX) socket.close(CLOSE_POLICY, 'too many messages');
  };
  let isFirst = true;
  const afterFirst = (data: RawData, isBinary: boolean): void => {
    if (!isFirst) hold(data, isBinary);
    isFirst = false;
  };
  socket.on('message', afterFirst);
  return () => {
    socket.off('message', afterFirst);
    for (const [data, isBinary] of held) socket.emit('message', data, isBinary);
  };
}

function turnAway(socket: WebSocket, { code, text }: WireError, locale: Locale): void {
  const frame = { event: 'error', channel: '', code, msg: text[locale] };
  socket.send(JSON.stringify(frame));
  socket.close(CLOSE_POLICY, `login refused: ${code}`);
}

/** Undefined where none came in time, or it was no text. */
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
