/**
 * The contents of a snapshot: the engine's state, the views and the scores, as one JSON text. The
 * capture is taken at one moment and shares nothing that changes, so writing it may take longer.
 */

import { performance } from 'node:perf_hooks';
import { recoverContest, snapshotContest } from '../competition/season-snapshot.ts';
import {
  createHasher,
  digest,
  type Hasher,
  hashNumber,
  hashPlain,
  hashText,
} from '../domain/hash.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { reasonOf } from '../domain/reason-of.ts';
import type { Seq } from '../domain/units.ts';
import { recoverSnapshot } from '../engine/recover-snapshot.ts';
import { stateHash, takeSnapshot } from '../engine/snapshot.ts';
import type { StoredSnapshot } from '../journal/journal.ts';
import { nextTurn } from '../machine/timers.ts';
import { recoverViews, snapshotViews } from '../views/snapshot-views.ts';
import type { Present } from './present.ts';

/** Grows by one when the shape changes; state and views have versions of their own inside. */
const PAYLOAD_VERSION = 2;

export type Capture = Readonly<ReturnType<typeof capture>>;

export const capture = ({ state, views, contest }: Present) => ({
  version: PAYLOAD_VERSION,
  state: takeSnapshot(state),
  views: snapshotViews(views),
  contest: snapshotContest(contest),
});

/** Between two pieces it rests: for a turn of the loop, so that other work of the thread runs. */
export async function encodeCapture(
  taken: Capture,
  rest: Rest = nextTurn,
): Promise<StoredSnapshot> {
  const hash = await hashInTurns(taken.state, rest);
  return { seq: taken.state.seq, hash, payload: await encodeInTurns(taken, rest) };
}

export type Rest = () => Promise<void>;

/** The venue as it was, or in words why this snapshot cannot be used. */
export function restorePresent(snapshot: StoredSnapshot): Present | string {
  try {
    const saved = parsePlain(new TextDecoder().decode(snapshot.payload));
    if (!isCapture(saved)) return 'it was written by another version of the venue';
    const present: Present = {
      state: recoverSnapshot(saved.state),
      views: recoverViews(saved.views),
      contest: recoverContest(saved.contest),
    };
    return judge(present, snapshot) ?? present;
  } catch (error) {
    return reasonOf(error);
  }
}

function judge(
  { state, views, contest }: Present,
  { seq, hash }: StoredSnapshot,
): string | undefined {
  const isOf = (found: Seq): boolean => found === seq;
  if (!isOf(state.seq) || !isOf(views.seq) || !isOf(contest.seq)) {
    const found = `state ${state.seq}, views ${views.seq} and scores ${contest.seq}`;
    return `it claims entry ${seq} but holds ${found}`;
  }
  const found = stateHash(state);
  return found === hash
    ? undefined
    : `its state hashes to ${found}, but the stored hash is ${hash}`;
}

const isCapture = (value: unknown): value is Capture =>
  typeof value === 'object' &&
  value !== null &&
  'version' in value &&
  value.version === PAYLOAD_VERSION &&
  'state' in value &&
  'views' in value &&
  'contest' in value;

/**
 * Hashing and writing the snapshot of a large venue takes a second, and trading goes on meanwhile:
 * this is how long it may have to wait for one piece.
 */
const TURN_MILLIS = 2;
const ITEMS_PER_PIECE = 100;
const PAYLOAD_DEPTH = 4;

/** Does all pieces, and rests whenever a piece of time is used up. */
async function doInTurns(pieces: Iterable<void>, rest: Rest): Promise<void> {
  let start = performance.now();
  for (const _ of pieces) {
    if (performance.now() - start < TURN_MILLIS) continue;
    await rest();
    start = performance.now();
  }
}

/** The same bytes as stringifyPlain. Nobody may change the value meanwhile. */
export async function encodeInTurns(value: object, rest: Rest = nextTurn): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  await doInTurns(
    encodePieces(value, (text) => parts.push(Buffer.from(text))),
    rest,
  );
  return Buffer.concat(parts);
}

/** Takes the value apart down to its large lists, and writes the rest in one go. */
function* encodePieces(
  value: unknown,
  write: (text: string) => void,
  depth = PAYLOAD_DEPTH,
  field = '',
): Generator<void> {
  if (depth === 0 || typeof value !== 'object' || value === null) {
    write(stringifyPlain(value, field));
    yield;
  } else if (Array.isArray(value)) {
    yield* encodeList(value, write, depth, field);
  } else {
    let separator = '{';
    for (const [key, inner] of Object.entries(value)) {
      write(`${separator}${JSON.stringify(key)}:`);
      yield* encodePieces(inner, write, depth - 1, key);
      separator = ',';
    }
    write(separator === '{' ? '{}' : '}');
  }
}

function* encodeList(
  list: readonly unknown[],
  write: (text: string) => void,
  depth: number,
  field: string,
): Generator<void> {
  write('[');
  const step = list.length > ITEMS_PER_PIECE ? ITEMS_PER_PIECE : 1;
  for (let at = 0; at < list.length; at += step) {
    if (at > 0) write(',');
    if (step === 1) yield* encodePieces(list[at], write, depth - 1, field);
    else write(stringifyPlain(list.slice(at, at + step), field).slice(1, -1));
    yield;
  }
  write(']');
}

/** The hash that stateHash gives to the state of which this is the snapshot. */
export async function hashInTurns(value: object, rest: Rest = nextTurn): Promise<string> {
  const hasher = createHasher();
  await doInTurns(hashPieces(hasher, value), rest);
  return digest(hasher);
}

function* hashPieces(hasher: Hasher, value: object): Generator<void> {
  for (const key of Object.keys(value).sort()) {
    const inner: unknown = Reflect.get(value, key);
    hashText(hasher, key);
    if (Array.isArray(inner)) {
      hashNumber(hasher, inner.length);
      for (const item of inner) {
        hashPlain(hasher, item, key);
        yield;
      }
    } else hashPlain(hasher, inner, key);
  }
}
