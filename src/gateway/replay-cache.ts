/**
 * Keeps the answers to requests that may have changed something, as long as the same request could
 * be accepted again: until its timestamp has left the window, and a little longer. An exact repeat
 * gets the first answer, or waits for it, and does nothing. Requests are grouped by their own
 * timestamp, so a repeat is looked up in one place and expired ones are dropped together.
 */
import type { Millis } from '../domain/units.ts';

export interface ReplaySettings {
  /** How long after its timestamp a request is remembered: longer than it could be accepted. */
  readonly lifeMillis: number;
  readonly entriesMax: number;
}

export const DEFAULT_REPLAY: ReplaySettings = { lifeMillis: 35_000, entriesMax: 1_000_000 };

/** Enough to tell one signed request from every other. */
export interface RequestMark {
  readonly timestamp: Millis;
  /** Made with a secret that only one key has, over the timestamp and everything else. */
  readonly signature: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly body: string;
}

export type Replay =
  | { readonly kind: 'repeat'; readonly answer: StoredAnswer | Promise<StoredAnswer | undefined> }
  | { readonly kind: 'first'; readonly pending: Pending }
  | { readonly kind: 'full' };

/** The first request decides the answer of its repeats. */
export interface Pending {
  readonly keep: (answer: StoredAnswer) => void;
  /** Nothing was done, and a repeat may try. */
  readonly forget: () => void;
}

interface Entry {
  answer: StoredAnswer | undefined;
  /** For repeats that came while the first was still running. */
  waiting: PromiseWithResolvers<StoredAnswer | undefined> | undefined;
}

const SLICE_MILLIS = 5_000;

export type ReplayCache = ReturnType<typeof createReplayCache>;

export function createReplayCache({ lifeMillis, entriesMax }: ReplaySettings) {
  const slices = new Map<number, Map<string, Entry>>();
  let size = 0;
  let sweptAt = 0;
  const sweep = (now: Millis): void => {
    sweptAt = now;
    for (const [start, slice] of slices) {
      if (start + SLICE_MILLIS + lifeMillis >= now) continue;
      slices.delete(start);
      size -= slice.size;
    }
  };
  const begin = (mark: RequestMark, now: Millis): Replay => {
    if (now - sweptAt >= SLICE_MILLIS || now < sweptAt) sweep(now);
    const start = Math.floor(mark.timestamp / SLICE_MILLIS) * SLICE_MILLIS;
    const slice = slices.get(start) ?? new Map<string, Entry>();
    const { signature } = mark;
    const found = slice.get(signature);
    if (found !== undefined) return { kind: 'repeat', answer: answerOf(found) };
    if (size >= entriesMax) return { kind: 'full' };
    const entry: Entry = { answer: undefined, waiting: undefined };
    slices.set(start, slice);
    slice.set(signature, entry);
    size += 1;
    const forget = (): void => {
      if (slice.delete(signature) && slices.get(start) === slice) size -= 1;
      settle(entry, undefined);
    };
    return { kind: 'first', pending: { keep: (answer) => settle(entry, answer), forget } };
  };
  return { begin, size: () => size };
}

function answerOf(entry: Entry): StoredAnswer | Promise<StoredAnswer | undefined> {
  if (entry.answer !== undefined) return entry.answer;
  entry.waiting ??= Promise.withResolvers();
  return entry.waiting.promise;
}

function settle(entry: Entry, answer: StoredAnswer | undefined): void {
  entry.answer = answer;
  entry.waiting?.resolve(answer);
  entry.waiting = undefined;
}
