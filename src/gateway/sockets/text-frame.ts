/**
 * Encodes a text as one WebSocket frame of a server: whole, unmasked, not compressed. The bytes are
 * made once and can be written to any number of connections.
 */
import type { SocketDialect } from '../../wire/socket-dialect.ts';

const FINAL_TEXT = 0x81;
const LENGTH_16 = 126;
const LENGTH_64 = 127;

export function textFrame(text: string): Buffer {
  const length = Buffer.byteLength(text);
  const head = length < LENGTH_16 ? 2 : length < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(head + length);
  frame[0] = FINAL_TEXT;
  if (head === 2) frame[1] = length;
  else if (head === 4) {
    frame[1] = LENGTH_16;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = LENGTH_64;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  frame.write(text, head);
  return frame;
}

/** A ping without data. */
export const controlPing = (): Buffer => Buffer.from([FINAL_PING, 0]);

const FINAL_PING = 0x89;
const FINAL_PONG = 0x8a;

/** Returns the answer to a ping, which is never longer than 125 bytes. */
export const controlPong = (data: Buffer): Buffer =>
  Buffer.concat([Buffer.from([FINAL_PONG, data.length]), data]);

export const jsonFrame = (value: object): Buffer => textFrame(JSON.stringify(value));

interface Subscriber {
  readonly isCombined: boolean;
  readonly dialect: Pick<SocketDialect, 'combine'>;
}

/** Returns the bytes for a connection that subscribed under this name. */
export type FrameFor = (subscriber: Subscriber, name: string) => Buffer;

/** Encoded once for all that get the payload bare, and once for each name that it is wrapped in. */
export function sharedFrame(payload: object): FrameFor {
  let bare: Buffer | undefined;
  let wrapped: Map<string, Buffer> | undefined;
  return ({ isCombined, dialect }, name) => {
    if (!isCombined) {
      bare ??= jsonFrame(payload);
      return bare;
    }
    wrapped ??= new Map();
    const known = wrapped.get(name);
    if (known !== undefined) return known;
    const frame = jsonFrame(dialect.combine(name, payload));
    wrapped.set(name, frame);
    return frame;
  };
}
