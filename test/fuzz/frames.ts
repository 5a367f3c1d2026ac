/** Frames that no socket should like, on connections that are thrown away after a few of them. */
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { chance, type Dice, pick, roll } from '../../proof/sim/dice.ts';
import { type Access, sign } from '../../src/cli/qualify/signed-client.ts';
import { PRIVATE_SOCKET_PATH, PUBLIC_SOCKET_PATH } from '../../src/wire/v2/socket-dialect.ts';
import { ACTION_SOCKET, ACTION_TEXTS } from './wrong-action.ts';
import { SESSION_PATHS, SESSION_TEXTS, sessionLogin } from './wrong-envelope.ts';

const FRAMES_PER_CONNECTION = 50;
const CONNECTIONS = 8;
/** For the venue to read them, or to hang up. */
const PATIENCE_MILLIS = 50;
/** For a busy machine to answer the handshake. */
const HANDSHAKE_MILLIS = 5_000;
const TEXT_FRAME = 0x81;
const MASKED = 0x80;

const TEXTS = [
  ...SESSION_TEXTS,
  ...ACTION_TEXTS,
  ...['', '{', '[]', 'null', '1e999', '{"event":1}', '{"event":"subscribe"}', '{"event":"login"}'],
  ...['{"event":"subscribe","channel":{}}', '{"event":"subscribe","channel":"x.y.z"}', 'ping'],
  ...['{"event":"subscribe","channel":"__proto__"}', '{"event":"unsubscribe","channel":"depth."}'],
  ...['{"event":"subscribe","event":"ping"}', '{"event":"ping","time":{}}', '\u0000', '{"a":NaN}'],
  ...['{"event":"subscribe","channel":"orders"}', '{"event":"unsubscribe","channel":"account"}'],
  ...['{"event":"subscribe","channel":"fill","channel":"fill"}', '{"event":["subscribe"]}'],
  ...['{"event":"subscribe","channel":"depth.cmt_btcusdt.-1"}', '{"event":"pong","time":1e400}'],
  ...['{"method":"SUBSCRIBE","params":["btcusdt@depth@0ms"],"id":{}}', '{"method":"SUBSCRIBE"}'],
  ...['{"method":"SUBSCRIBE","params":["!@","@@@","__proto__"],"id":1}', '{"id":1,"method":[]}'],
  ...['{"method":"SET_PROPERTY","params":["combined"],"id":-1e999}', '{"method":"GET_PROPERTY"}'],
  ...['{"id":1,"method":"order.place","params":{"__proto__":1}}', '{"method":"depth","id":[[]]}'],
  ...['{"id":1,"method":"order.place","params":{"apiKey":"x","signature":"","timestamp":1e999}}'],
  ...['{"id":1,"method":"session.logon","params":[]}', '{"id":1,"method":"depth","params":"x"}'],
];

export interface FrameTerms {
  readonly port: number;
  readonly dice: Dice;
  /** Who signs in where the socket is a private one. */
  readonly access: Access;
}

/** A third of the connections are private, the others public, in every dialect. */
export async function throwFrames(terms: FrameTerms, count: number): Promise<void> {
  let left = count;
  const worker = async (): Promise<void> => {
    while (left > 0) {
      const frames = Math.min(left, FRAMES_PER_CONNECTION);
      left -= frames;
      await throwSome(terms, frames);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
}

const OPEN_PATHS = [
  ...[PUBLIC_SOCKET_PATH, '/v3/ws/public', '/ws', '/ws-fapi/v1', '/ws-fapi/v1?returnRateLimits=x'],
  ...[...SESSION_PATHS, ACTION_SOCKET],
  ...['/stream?streams=btcusdt@depth@100ms/!ticker@arr', '/private/ws?listenKey=x&events=y'],
];

async function throwSome({ port, dice, access }: FrameTerms, count: number): Promise<void> {
  const isPrivate = chance(dice, 33);
  const path = isPrivate ? PRIVATE_SOCKET_PATH : pick(dice, OPEN_PATHS);
  const proof = isPrivate ? proofOf(access) : '';
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const heard = new Promise((resolve) => socket.once('data', resolve));
  const from = `10.9.${roll(dice, 0, 255)}.${roll(dice, 1, 254)}`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: venue\r\nx-forwarded-for: ${from}\r\n${proof}` +
      'connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n' +
      'sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await Promise.race([heard, closed, pause(HANDSHAKE_MILLIS)]);
  socket.resume();
  if (SESSION_PATHS.includes(path) && chance(dice, 50))
    socket.write(frameOf(Buffer.from(sessionLogin(access))));
  for (let sent = 0; sent < count && socket.writable; sent += 1) socket.write(drawFrame(dice));
  await Promise.race([pause(PATIENCE_MILLIS), closed]);
  socket.destroy();
}

function proofOf({ apiKey, secretKey, passphrase }: Access): string {
  const timestamp = String(Date.now());
  return (
    `access-key: ${apiKey}\r\naccess-passphrase: ${passphrase}\r\n` +
    `access-timestamp: ${timestamp}\r\n` +
    `access-sign: ${sign(secretKey, timestamp + PRIVATE_SOCKET_PATH)}\r\n`
  );
}

/** Mostly whole frames with nonsense in them, so that a connection lives to see the next. */
function drawFrame(dice: Dice): Buffer {
  const payload = chance(dice, 80)
    ? Buffer.from(pick(dice, TEXTS))
    : Buffer.from(Array.from({ length: roll(dice, 0, 300) }, () => roll(dice, 0, 255)));
  const first = chance(dice, 95) ? TEXT_FRAME : roll(dice, 0, 255);
  const isLying = chance(dice, 2);
  const length = isLying ? roll(dice, 0, 70_000) : payload.length;
  return frameOf(payload, first, length, chance(dice, 98) ? MASKED : 0);
}

function frameOf(
  payload: Buffer,
  first = TEXT_FRAME,
  length = payload.length,
  mask = MASKED,
): Buffer {
  const key = Buffer.of(1, 2, 3, 4);
  const masked = payload.map((byte, at) => byte ^ (key[at % 4] ?? 0));
  return Buffer.concat([lengthBytes(first, mask, length), mask === 0 ? Buffer.of() : key, masked]);
}

function lengthBytes(first: number, mask: number, length: number): Buffer {
  if (length < 126) return Buffer.of(first, mask | length);
  if (length < 65_536) return Buffer.of(first, mask | 126, length >> 8, length & 255);
  return Buffer.of(
    first,
    mask | 127,
    0,
    0,
    0,
    0,
    0,
    length >> 16,
    (length >> 8) & 255,
    length & 255,
  );
}
