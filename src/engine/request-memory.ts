/**
 * The signed requests of the last minute and the outcome of each. An entry whose request is known
 * here changes nothing and gets the first answer again, in every replay of the journal too.
 *
 * Ten thousand requests may come in a second, so they are kept in plain arrays, oldest first, with
 * a hash table of their places: there are no objects for the garbage collector to walk through.
 *
 * It has a clock of its own, since venue time may run sixty times as fast, and a wall clock may be
 * wrong. With each request it moves on by as much as the wall clock did, never back and only a
 * little at a time: neither a clock set forward nor one set back makes it forget too early.
 */
import { assert } from '../domain/assert.ts';
import type { CommandOutcome } from '../domain/command-outcome.ts';
import { contractId, orderId } from '../domain/ids.ts';
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
  /** Outcomes that fit into a number; zero where one stands in `others`. */
  briefs: Float64Array;
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
  briefs: new Float64Array(room),
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
 * Whether the memory is full even after forgetting what has expired. The clock moves only with
 * requests, so one is let in whenever it would move the clock by a whole step.
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

/** Moves the memory's clock on and forgets requests that have expired. */
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

/** The clocks of several gateways differ a little: a time behind the latest adds nothing. */
const stepTo = ({ latest }: RequestMemory, receivedAt: Millis): number =>
  Math.max(0, Math.min(receivedAt - latest, REQUEST_STEP_MAX));

export const rememberRequest = (
  memory: RequestMemory,
  { words, receivedAt }: RequestIdentity,
  outcome: CommandOutcome,
): void => keepRequest(memory, { words, heardAt: memory.clock, receivedAt, outcome });

interface KeptRequest {
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
  const at = place * 4;
  memory.words[at] = words[0];
  memory.words[at + 1] = words[1];
  memory.words[at + 2] = words[2];
  memory.words[at + 3] = words[3];
  memory.heardAt[place] = heardAt;
  memory.receivedAt[place] = receivedAt;
  const brief = briefOf(outcome);
  memory.briefs[place] = brief;
  if (brief === 0) memory.others.set(memory.next, outcome);
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

/**
 * Most requests place or cancel one order, and its id says it all; others change something at a
 * contract, which is written as a number below zero. Zero stands for all the rest.
 */
export function briefOf(outcome: CommandOutcome): number {
  if (outcome.kind !== 'done') return 0;
  const { orders, contract } = outcome;
  if (contract === null) return orders.length === 1 ? orders[0]! : 0;
  return orders.length === 0 ? -1 - contract : 0;
}

export const outcomeFrom = (brief: number): CommandOutcome =>
  brief > 0
    ? { kind: 'done', orders: [orderId(brief)], contract: null }
    : { kind: 'done', orders: [], contract: contractId(-1 - brief) };

function outcomeAt(memory: RequestMemory, place: number): CommandOutcome {
  const brief = memory.briefs[place]!;
  if (brief !== 0) return outcomeFrom(brief);
  const room = memory.heardAt.length;
  const number = memory.first + ((place - memory.first) & (room - 1));
  const outcome = memory.others.get(number);
  assert(outcome !== undefined, 'a request has no outcome', number);
  return outcome;
}

/** The room is a power of two. */
const placeOf = ({ heardAt }: RequestMemory, number: number): number => number % heardAt.length;

/** The slot of the request in the table, or the free slot where it would go. */
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
  if (memory.briefs[place] === 0) memory.others.delete(memory.first);
  memory.first += 1;
}

/** All of them keep their numbers, and so those that are not brief keep their outcomes. */
function widen(memory: RequestMemory): void {
  const room = memory.heardAt.length;
  const { words, heardAt, receivedAt, briefs, table } = createRequestMemory(room * 2);
  const mask = table.length - 1;
  for (let number = memory.first; number < memory.next; number += 1) {
    const from = number % room;
    const to = number % (room * 2);
    words.set(memory.words.subarray(from * 4, from * 4 + 4), to * 4);
    heardAt[to] = memory.heardAt[from]!;
    receivedAt[to] = memory.receivedAt[from]!;
    briefs[to] = memory.briefs[from]!;
    let slot = words[to * 4]! & mask;
    while (table[slot] !== 0) slot = (slot + 1) & mask;
    table[slot] = to + 1;
  }
  Object.assign(memory, { words, heardAt, receivedAt, briefs, table });
}
