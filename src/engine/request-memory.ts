/**
 * The signed requests of the last minute and what became of each. An entry whose request is in here
 * changes nothing and is answered as the first one was, by whoever reads the journal.
 *
 * Requests come by the ten thousand a second, so they lie in plain arrays, oldest first, with a
 * table of places beside them: nothing for the garbage collector to walk through.
 *
 * It has a clock of its own, since venue time may run sixty times as fast, and a wall clock may be
 * wrong. With each request it moves on by as much as the wall clock did, never back and only a
 * little at a time: neither a clock set forward nor one set back makes it forget too early.
 */
import { assert } from '../domain/assert.ts';
import type { CommandOutcome } from '../domain/command-outcome.ts';
import { orderId } from '../domain/ids.ts';
import { REQUEST_LIFE, REQUEST_STEP_MAX, REQUESTS_REMEMBERED_MAX } from '../domain/limits.ts';
import type { IdentityWords, RequestIdentity } from '../domain/request-identity.ts';
import { type Millis, millis } from '../domain/units.ts';

export interface RequestMemory {
  /** Its own clock, in milliseconds. */
  clock: number;
  /** The latest wall clock that came with a request. */
  latest: number;
  /** The numbers of the oldest request and of the next one; they only grow. */
  first: number;
  next: number;
  /** By number, modulo the room: four words each. */
  words: Int32Array;
  /** What the own clock read, and the wall clock. */
  heardAt: Float64Array;
  receivedAt: Float64Array;
  /** The order, where that is all there is to tell; zero where the outcome stands in `others`. */
  orders: Float64Array;
  /** By number. */
  readonly others: Map<number, CommandOutcome>;
  /** Places by the first word, one above the place in the arrays; zero is free. */
  table: Int32Array;
}

/** A request that was answered before. */
export interface Answered {
  readonly outcome: CommandOutcome;
  readonly receivedAt: Millis;
}

const ROOM_FIRST = 16;

export const createRequestMemory = (room = ROOM_FIRST): RequestMemory => ({
  clock: 0,
  latest: 0,
  first: 0,
  next: 0,
  words: new Int32Array(room * 4),
  heardAt: new Float64Array(room),
  receivedAt: new Float64Array(room),
  orders: new Float64Array(room),
  others: new Map(),
  table: new Int32Array(room * 2),
});

export const countRequests = ({ first, next }: RequestMemory): number => next - first;

export function findAnswered(memory: RequestMemory, words: IdentityWords): Answered | undefined {
  const place = memory.table[findSlot(memory, words)]! - 1;
  if (place < 0) return undefined;
  const receivedAt = millis(memory.receivedAt[place]!);
  return { outcome: outcomeAt(memory, place), receivedAt };
}

/**
 * Whether one more would not fit, also after what is over was forgotten. Where none is let in the
 * clock stands still, so one is whenever it can move by a whole step.
 */
export function isFullFor(
  memory: RequestMemory,
  receivedAt: Millis,
  max = REQUESTS_REMEMBERED_MAX,
): boolean {
  if (countRequests(memory) < max) return false;
  const step = stepTo(memory, receivedAt);
  const oldest = memory.heardAt[placeOf(memory, memory.first)]!;
  return step < REQUEST_STEP_MAX && memory.clock + step - oldest <= REQUEST_LIFE;
}

/** Time passes, and what is over is forgotten. */
export function passTime(memory: RequestMemory, receivedAt: Millis): void {
  memory.clock += stepTo(memory, receivedAt);
  const isSetBack = receivedAt < memory.latest - REQUEST_LIFE;
  if (receivedAt > memory.latest || isSetBack) memory.latest = receivedAt;
  while (memory.first < memory.next) {
    const place = placeOf(memory, memory.first);
    if (memory.clock - memory.heardAt[place]! <= REQUEST_LIFE) return;
    forget(memory, place);
  }
}

/** Clocks of several doors differ a little: what is behind the latest adds nothing. */
const stepTo = ({ latest }: RequestMemory, receivedAt: Millis): number =>
  Math.max(0, Math.min(receivedAt - latest, REQUEST_STEP_MAX));

export const rememberRequest = (
  memory: RequestMemory,
  { words, receivedAt }: RequestIdentity,
  outcome: CommandOutcome,
): void => keepRequest(memory, { words, heardAt: memory.clock, receivedAt, outcome });

export interface KeptRequest {
  readonly words: IdentityWords;
  readonly heardAt: number;
  readonly receivedAt: number;
  readonly outcome: CommandOutcome;
}

/** As the newest. */
export function keepRequest(memory: RequestMemory, kept: KeptRequest): void {
  if (countRequests(memory) === memory.heardAt.length) widen(memory);
  const { words, heardAt, receivedAt, outcome } = kept;
  const slot = findSlot(memory, words);
  assert(memory.table[slot] === 0, 'a request is remembered twice', words[0]);
  const place = placeOf(memory, memory.next);
  memory.table[slot] = place + 1;
  memory.words.set(words, place * 4);
  memory.heardAt[place] = heardAt;
  memory.receivedAt[place] = receivedAt;
  const order = orderAlone(outcome);
  memory.orders[place] = order;
  if (order === 0) memory.others.set(memory.next, outcome);
  memory.next += 1;
}

/** Oldest first. */
export function* listRequests(memory: RequestMemory): Generator<KeptRequest, void> {
  for (let number = memory.first; number < memory.next; number += 1) {
    const place = placeOf(memory, number);
    const at = place * 4;
    const { words } = memory;
    yield {
      words: [words[at]!, words[at + 1]!, words[at + 2]!, words[at + 3]!],
      heardAt: memory.heardAt[place]!,
      receivedAt: memory.receivedAt[place]!,
      outcome: outcomeAt(memory, place),
    };
  }
}

/** Most requests place or cancel one order, and its id says it all. Zero for the others. */
export function orderAlone(outcome: CommandOutcome): number {
  if (outcome.kind !== 'done' || outcome.contract !== null) return 0;
  return outcome.orders.length === 1 ? outcome.orders[0]! : 0;
}

function outcomeAt(memory: RequestMemory, place: number): CommandOutcome {
  const order = memory.orders[place]!;
  if (order > 0) return { kind: 'done', orders: [orderId(order)], contract: null };
  const room = memory.heardAt.length;
  const number = memory.first + ((place - memory.first) & (room - 1));
  const outcome = memory.others.get(number);
  assert(outcome !== undefined, 'a request has no outcome', number);
  return outcome;
}

/** The room is a power of two. */
const placeOf = ({ heardAt }: RequestMemory, number: number): number => number % heardAt.length;

/** Where the request stands in the table, or the free slot where it would. */
function findSlot({ table, words: kept }: RequestMemory, words: IdentityWords): number {
  const mask = table.length - 1;
  let slot = words[0] & mask;
  for (; table[slot] !== 0; slot = (slot + 1) & mask) {
    const at = (table[slot]! - 1) * 4;
    if (
      kept[at] === words[0] &&
      kept[at + 1] === words[1] &&
      kept[at + 2] === words[2] &&
      kept[at + 3] === words[3]
    )
      break;
  }
  return slot;
}

/** The oldest goes. Those behind its slot move up, so that a search ends at the first free one. */
function forget(memory: RequestMemory, place: number): void {
  const { table, words } = memory;
  const mask = table.length - 1;
  let free = words[place * 4]! & mask;
  while (table[free] !== place + 1) free = (free + 1) & mask;
  for (let slot = (free + 1) & mask; table[slot] !== 0; slot = (slot + 1) & mask) {
    const home = words[(table[slot]! - 1) * 4]! & mask;
    if (((slot - home) & mask) < ((slot - free) & mask)) continue;
    table[free] = table[slot]!;
    free = slot;
  }
  table[free] = 0;
  if (memory.orders[place] === 0) memory.others.delete(memory.first);
  memory.first += 1;
}

function widen(memory: RequestMemory): void {
  const wider = createRequestMemory(memory.heardAt.length * 2);
  wider.first = memory.first;
  wider.next = memory.first;
  for (const kept of listRequests(memory)) keepRequest(wider, kept);
  const { words, heardAt, receivedAt, orders, table } = wider;
  Object.assign(memory, { words, heardAt, receivedAt, orders, table });
}
