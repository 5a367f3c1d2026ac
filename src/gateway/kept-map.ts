/**
 * Remembers recently used values, limited in number and age. Two maps take turns: a value that is
 * used moves to the younger one, and the older one is dropped as a whole. So forgetting costs
 * nothing, however many values there are. Deleting the oldest of one large map one by one would
 * pass over all the deleted places again and again.
 */
import { assert } from '../domain/assert.ts';

export interface KeptTerms {
  /** About how many are remembered at once; from half of that on, the oldest may be forgotten. */
  readonly keptMax: number;
  /** Unused for this long, it may be forgotten; for twice as long, it is. */
  readonly lifeMillis: number;
}

export class KeptMap<Key, Value> {
  readonly #terms: KeptTerms;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();
  #turnedAt = 0;

  constructor(terms: KeptTerms) {
    assert(terms.keptMax >= 1, 'something has to be remembered', terms.keptMax);
    this.#terms = terms;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  find(key: Key): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key);
  }

  /** On a clock that never runs back. */
  keep(key: Key, value: Value, now: number): void {
    const { keptMax, lifeMillis } = this.#terms;
    const isFull = this.#young.size >= Math.ceil(keptMax / 2) && !this.#young.has(key);
    if (isFull || now - this.#turnedAt >= lifeMillis) this.#turn(now);
    this.#old.delete(key);
    this.#young.set(key, value);
  }

  #turn(now: number): void {
    const isLongAgo = now - this.#turnedAt >= 2 * this.#terms.lifeMillis;
    this.#old = isLongAgo ? new Map() : this.#young;
    this.#young = new Map();
    this.#turnedAt = now;
  }
}

/** The oldest is forgotten first. For maps that seldom lose one. */
export function keepNewest<Key, Value>(
  map: Map<Key, Value>,
  most: number,
  key: Key,
  value: Value,
): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
