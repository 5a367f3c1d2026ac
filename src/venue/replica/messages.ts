/**
 * What the process with the files and its gateways say to each other. Everything that a gateway is
 * told comes in one order: an answer comes after every entry that was durable when it was given. So
 * a gateway that has heard the answer has applied all of them.
 */
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';
import { crc32 } from 'node:zlib';
import { assert } from '../../domain/assert.ts';
import type { VenueUnavailable } from '../venue.ts';

export const TO_OWNER = {
  /** Who it is: JSON of a `Hello`. */
  hello: 1,
  /** The first entry it wants, as JSON; it gets all from there on. */
  follow: 2,
  /** A batch of commands, as log-batch.ts writes it. */
  batch: 3,
  /** JSON of `Asked`, in the order in which they were asked. */
  ask: 4,
  /** The number of a notice that it has heard and heeded, as JSON. */
  heard: 5,
  /** Questions in numbers, see `Reckoning`. */
  reckon: 6,
} as const;

export const TO_GATEWAY = {
  /** JSON of a `Welcome`. */
  welcome: 1,
  /** Whole records of the journal, one after the other. */
  records: 2,
  /** There was no later entry at this moment: the number of the last, as JSON. */
  caughtUp: 3,
  /** What became of a batch that did not count: JSON of a `BatchRefusal`. */
  verdict: 4,
  /** JSON of `LinkAnswer`. */
  answer: 5,
  /** JSON: its number, which is zero if nobody waits for it to be heeded, its topic and value. */
  notice: 6,
  /** The answers to questions in numbers. */
  reckoned: 7,
} as const;

export interface Hello {
  readonly name: string;
  readonly pid: number;
  readonly engine: number;
}

export interface Welcome {
  /** Of the journal: the venue. */
  readonly id: string;
  /** What else a gateway has to know to begin; the composition says what. */
  readonly facts: unknown;
}

/** The id is zero if no answer is wanted. */
export type Asked = readonly [id: number, topic: string, value: unknown];

/** With a third member, which says why, if there is no answer. */
export type LinkAnswer = readonly [id: number, value: unknown, because?: string];

/** Nothing of the batch was done, and its number is free again, unless it is a repeat. */
export interface BatchRefusal {
  readonly session: string;
  readonly number: number;
  readonly why: 'repeat' | 'gap' | 'stale' | 'ended' | 'refused';
  /** In words, where it was refused. */
  readonly because?: string;
  readonly reason?: VenueUnavailable['reason'];
  readonly fate?: VenueUnavailable['fate'];
}

/**
 * Of a frame, little-endian: the length of what follows the checksum (4), and its CRC-32 (4). The
 * kind (1) and the payload follow. One that is too long or whose checksum is wrong ends the
 * connection: nothing after it can be trusted.
 */
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

/** The other end is a process of the same version, and one of the two has started the other. */
export function jsonIn<Value>(payload: Buffer): Value {
  return JSON.parse(payload.toString('utf8'));
}

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

/** A system takes no longer path for a socket than about a hundred bytes. */
const PATH_BYTES_MAX = 100;
const NAME = 'owner.sock';

/** In the data folder, which is its owner's alone; beside it where the path would be too long. */
export function ownerSocketOf(dataFolder: string): string {
  const folder = resolve(dataFolder);
  const short = createHash('sha256').update(folder).digest('hex').slice(0, 16);
  if (process.platform === 'win32') return `\\\\.\\pipe\\perpetua-${short}`;
  const path = join(folder, NAME);
  if (Buffer.byteLength(path) <= PATH_BYTES_MAX) return path;
  return join(ownFolder(join(tmpdir(), `perpetua-${short}`)), NAME);
}

function ownFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { uid, mode } = lstatSync(folder);
  const isOwn = uid === userInfo().uid && (mode & 0o077) === 0;
  assert(isOwn, 'a folder for the socket belongs to somebody else', folder);
  return folder;
}

const RECKONING_HEAD = 6;
const NUMBER_BYTES = 8;
const COUNT_MAX = 255;

/**
 * A question that is a name and a few numbers, as gateways ask for each request: what is left of a
 * budget. The answer is numbers, without a name. As JSON both cost more than their answer.
 *
 * Little-endian, one after the other: id (4), letters of the name (1), how many numbers (1), the
 * name, one byte a letter, and the numbers as eight-byte floats.
 */
export interface Reckoning {
  readonly id: number;
  readonly name: string;
  readonly numbers: readonly number[];
}

/** Gathers some for one message. */
export class ReckoningWriter {
  #bytes = Buffer.allocUnsafe(1_024);
  #at = 0;

  get isEmpty(): boolean {
    return this.#at === 0;
  }

  add(id: number, name: string, numbers: readonly number[]): void {
    const { length } = numbers;
    assert(name.length <= COUNT_MAX && length <= COUNT_MAX, 'a question is short', name.length);
    const end = this.#at + RECKONING_HEAD + name.length + length * NUMBER_BYTES;
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(2 * end);
      this.#bytes.copy(grown, 0, 0, this.#at);
      this.#bytes = grown;
    }
    const bytes = this.#bytes;
    let at = bytes.writeUInt32LE(id, this.#at);
    at = bytes.writeUInt8(name.length, at);
    at = bytes.writeUInt8(length, at);
    at += bytes.write(name, at, 'latin1');
    for (const number of numbers) at = bytes.writeDoubleLE(number, at);
    this.#at = at;
  }

  /** The bytes are its own only until the next is added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return taken;
  }
}

export function* readReckonings(bytes: Buffer): Generator<Reckoning, void> {
  for (let at = 0; at < bytes.length; ) {
    const id = bytes.readUInt32LE(at);
    const nameEnd = at + RECKONING_HEAD + bytes.readUInt8(at + 4);
    const name = bytes.toString('latin1', at + RECKONING_HEAD, nameEnd);
    const numbers = new Array<number>(bytes.readUInt8(at + 5));
    for (let place = 0; place < numbers.length; place += 1)
      numbers[place] = bytes.readDoubleLE(nameEnd + place * NUMBER_BYTES);
    yield { id, name, numbers };
    at = nameEnd + numbers.length * NUMBER_BYTES;
  }
}
