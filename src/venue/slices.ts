/**
 * Long work in small pieces. Hashing and writing the snapshot of a large venue takes a second, and
 * trading goes on meanwhile.
 */

import { performance } from 'node:perf_hooks';
import {
  createHasher,
  digest,
  type Hasher,
  hashNumber,
  hashPlain,
  hashText,
} from '../domain/hash.ts';
import { stringifyPlain } from '../domain/plain-json.ts';
import { nextTurn } from '../machine/timers.ts';

/** How long trading may have to wait for one piece. */
const TURN_MILLIS = 2;
const ITEMS_PER_PIECE = 100;
const PAYLOAD_DEPTH = 4;

/** Does all pieces, and lets other work run whenever a piece of time is used up. */
export async function doInTurns(pieces: Iterable<void>): Promise<void> {
  let start = performance.now();
  for (const _ of pieces) {
    if (performance.now() - start < TURN_MILLIS) continue;
    await nextTurn();
    start = performance.now();
  }
}

/** The same bytes as stringifyPlain. Nobody may change the value meanwhile. */
export async function encodeInTurns(value: object): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  await doInTurns(encodePieces(value, (text) => parts.push(Buffer.from(text))));
  return Buffer.concat(parts);
}

/** Takes the value apart down to its large lists, and writes the rest in one go. */
function* encodePieces(
  value: unknown,
  write: (text: string) => void,
  depth = PAYLOAD_DEPTH,
): Generator<void> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    write(stringifyPlain(value));
    yield;
  } else if (Array.isArray(value)) {
    yield* encodeList(value, write, depth);
  } else {
    let separator = '{';
    for (const [key, inner] of Object.entries(value)) {
      write(`${separator}${JSON.stringify(key)}:`);
      yield* encodePieces(inner, write, depth - 1);
      separator = ',';
    }
    write(separator === '{' ? '{}' : '}');
  }
}

function* encodeList(
  list: readonly unknown[],
  write: (text: string) => void,
  depth: number,
): Generator<void> {
  write('[');
  const step = list.length > ITEMS_PER_PIECE ? ITEMS_PER_PIECE : 1;
  for (let at = 0; at < list.length; at += step) {
    if (at > 0) write(',');
    if (step === 1) yield* encodePieces(list[at], write, depth - 1);
    else write(stringifyPlain(list.slice(at, at + step)).slice(1, -1));
    yield;
  }
  write(']');
}

/** The hash that stateHash gives to the state of which this is the snapshot. */
export async function hashInTurns(value: object): Promise<string> {
  const hasher = createHasher();
  await doInTurns(hashPieces(hasher, value));
  return digest(hasher);
}

function* hashPieces(hasher: Hasher, value: object): Generator<void> {
  for (const key of Object.keys(value).sort()) {
    const inner: unknown = Reflect.get(value, key);
    hashText(hasher, key);
    if (Array.isArray(inner)) {
      hashNumber(hasher, inner.length);
      for (const item of inner) {
        hashPlain(hasher, item);
        yield;
      }
    } else hashPlain(hasher, inner);
  }
}
