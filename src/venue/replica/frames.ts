/**
 * Frames on a socket between two processes of one venue, little-endian: the length of what follows
 * the checksum (4), its CRC-32 (4), the kind (1) and the payload. A frame that is too long or whose
 * checksum is wrong ends the connection: nothing after it can be trusted.
 */
import { crc32 } from 'node:zlib';

const HEAD = 8;

/** A handful of records, with room to spare; nothing longer was sent by a venue. */
const FRAME_BYTES_MAX = 64 * 1_024 * 1_024;

export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

export function binaryMessage(kind: number, payload: Uint8Array): Buffer {
  const frame = Buffer.allocUnsafe(HEAD + 1 + payload.length);
  frame.writeUInt32LE(1 + payload.length, 0);
  frame[HEAD] = kind;
  frame.set(payload, HEAD + 1);
  frame.writeUInt32LE(crc32(frame.subarray(HEAD)), 4);
  return frame;
}

export const jsonMessage = (kind: number, value: unknown): Buffer =>
  binaryMessage(kind, Buffer.from(JSON.stringify(value), 'utf8'));

/** Takes in what a socket reads, in any pieces, and hands on each whole frame. */
export class MessageReader {
  readonly #hear: (kind: number, payload: Buffer) => void;
  #parts: Buffer[] = [];
  #length = 0;
  /** How many bytes the next step needs. */
  #wanted = HEAD;

  constructor(hear: (kind: number, payload: Buffer) => void) {
    this.#hear = hear;
  }

  push(part: Buffer): void {
    this.#parts.push(part);
    this.#length += part.length;
    if (this.#length < this.#wanted) return;
    const bytes = this.#parts.length === 1 ? part : Buffer.concat(this.#parts, this.#length);
    const rest = bytes.subarray(this.#read(bytes));
    this.#parts = rest.length === 0 ? [] : [rest];
    this.#length = rest.length;
  }

  /** Returns where the first frame begins that is not whole. */
  #read(bytes: Buffer): number {
    let at = 0;
    for (;;) {
      this.#wanted = HEAD;
      if (at + HEAD > bytes.length) return at;
      const length = bytes.readUInt32LE(at);
      if (length < 1 || length > FRAME_BYTES_MAX)
        throw new BrokenFrame(`a frame of impossible length ${length}`);
      this.#wanted = HEAD + length;
      const end = at + HEAD + length;
      if (end > bytes.length) return at;
      const body = bytes.subarray(at + HEAD, end);
      if (crc32(body) !== bytes.readUInt32LE(at + 4))
        throw new BrokenFrame('a frame whose checksum is wrong');
      at = end;
      this.#hear(body[0] ?? 0, body.subarray(1));
    }
  }
}
