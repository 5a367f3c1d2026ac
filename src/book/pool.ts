/**
 * Fixed-size records in one growing block of memory, with a free list. Orders and levels live in
 * pools, so that trading allocates no objects: a record is a number, and one record is half a cache
 * line.
 *
 * A record holds four 32-bit words (fields 0–3) and two 64-bit floats that count exactly to 2^53
 * (fields 2–3 of the wide view; 0–1 of that view overlap the words). A released record keeps its
 * fields, except that word 0 then links the free list. Code that releases a record must mark it as
 * released in another word.
 */

export interface Pool {
  /** The block, seen as 32-bit words. */
  words: Int32Array;
  /** The same block, seen as 64-bit floats. */
  wides: Float64Array;
  /** First record of the free list. */
  free: number;
  /** Records ever handed out; those from here on have never been touched. */
  touched: number;
  /** Records in use. */
  live: number;
}

export const NO_RECORD = -1;

const WORDS_SHIFT = 3;
const WIDES_SHIFT = 2;
const RECORD_BYTES = 32;

export function createPool(capacity: number): Pool {
  const block = new ArrayBuffer(capacity * RECORD_BYTES);
  return {
    words: new Int32Array(block),
    wides: new Float64Array(block),
    free: NO_RECORD,
    touched: 0,
    live: 0,
  };
}

export function takeRecord(pool: Pool): number {
  pool.live += 1;
  const record = pool.free;
  if (record !== NO_RECORD) {
    pool.free = getWord(pool, record, 0);
    return record;
  }
  if (pool.touched << WORDS_SHIFT === pool.words.length) growPool(pool);
  pool.touched += 1;
  return pool.touched - 1;
}

export function releaseRecord(pool: Pool, record: number): void {
  pool.live -= 1;
  setWord(pool, record, 0, pool.free);
  pool.free = record;
}

/** Here and below, callers pass a record that was handed out, so the index is in the block. */
export const getWord = (pool: Pool, record: number, field: number): number =>
  pool.words[(record << WORDS_SHIFT) + field]!;

export function setWord(pool: Pool, record: number, field: number, value: number): void {
  pool.words[(record << WORDS_SHIFT) + field] = value;
}

export const getWide = (pool: Pool, record: number, field: number): number =>
  pool.wides[(record << WIDES_SHIFT) + field]!;

export function setWide(pool: Pool, record: number, field: number, value: number): void {
  pool.wides[(record << WIDES_SHIFT) + field] = value;
}

function growPool(pool: Pool): void {
  const block = new ArrayBuffer(pool.words.byteLength * 2);
  const words = new Int32Array(block);
  words.set(pool.words);
  pool.words = words;
  pool.wides = new Float64Array(block);
}
