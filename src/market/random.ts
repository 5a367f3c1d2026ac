/**
 * Randomness of the market. Numbers are the key stream of AES-256 in counter mode, so nobody
 * foresees them without the key, however many of them are known. A source is opened at a stream and
 * a number, such as the house at a beat: what is drawn there depends on nothing drawn elsewhere.
 */
import { type Cipheriv, createCipheriv } from 'node:crypto';
import { assert } from '../domain/assert.ts';
import { cos, decadeOf, exp, log } from './steady-math.ts';

/** Any source of random words, from 0 up to, and not including, 2^32. */
export interface Random {
  readonly nextWord: () => number;
}

/** What the numbers of a key are for; each stream has its own numbers. */
export const STREAMS = {
  /** By the number of the slow block of the price process. */
  prices: 1,
  /** How a price process without a past begins, by the number of its first block. */
  beginning: 2,
  /** When within its quarter of a second a price takes its step, by the number of the block. */
  instants: 4,
  /** Noise of generated candles, by the place of the contract. */
  candles: 3,
  /** Noise inside replayed candles, by their time; each contract has a stream of its own. */
  replay: 0x1_0000,
  /** By the number of the beat; each market has a stream of its own, counted on from here. */
  house: 0x2_0000,
  /** Takers between two looks of the makers, by the beat of the first; one for each market too. */
  takers: 0x3_0000,
} as const;

const BLOCK_BYTES = 16;
/** Enough for most openings, and few enough that little is made in vain. */
const CHUNK_BLOCKS = 32;
const CHUNK_BYTES = CHUNK_BLOCKS * BLOCK_BYTES;
const WORD_BYTES = 4;
const CHUNK_WORDS = CHUNK_BYTES / WORD_BYTES;
const WORDS = 2 ** 32;

/** A key that numbers were drawn from before another took its place. */
export interface EarlierKey {
  readonly key: Uint8Array;
  /** The first number that is no longer drawn from it. */
  readonly until: number;
}

/** The beginning of a number of a stream. */
interface Beginning {
  readonly cipher: Cipheriv;
  readonly number: number;
  readonly bytes: DataView;
}

/**
 * One cipher serves a key for ever: it encrypts the counters of the mode, block by block, because
 * setting up a cipher for each opening would take longer than everything else. Even one call of it
 * takes longer than the blocks it makes.
 */
export class KeyedRandom implements Random {
  readonly #newest: Cipheriv;
  readonly #earlier: readonly { readonly cipher: Cipheriv; readonly until: number }[];
  #cipher: Cipheriv;
  readonly #blocks = new Uint8Array(2 * CHUNK_BYTES);
  readonly #counters = new DataView(this.#blocks.buffer);
  #stream = 0;
  #number = 0;
  /** The one after the current chunk. */
  #chunk = 0;
  #bytes: DataView = this.#counters;
  /** What was prepared for a stream last. */
  readonly #prepared = new Map<number, Beginning>();
  /** Where the next word is in the current chunk. */
  #at = 0;

  /** Earlier keys come oldest first. */
  constructor(key: Uint8Array, earlier: readonly EarlierKey[] = []) {
    this.#newest = cipherOf(key);
    this.#earlier = earlier.map((one) => ({ cipher: cipherOf(one.key), until: one.until }));
    this.#cipher = this.#newest;
    this.open(0, 0);
  }

  /**
   * From here on draws are those of this number of this stream, after the first so many, by the key
   * of a later number if one is given.
   */
  open(stream: number, number: number, drawn = 0, keyedBy = number): void {
    assert(Number.isSafeInteger(number) && number >= 0, 'draws have no such number', number);
    this.#cipher = this.#cipherAt(keyedBy);
    this.#stream = stream;
    this.#number = number;
    this.#chunk = Math.floor(drawn / CHUNK_WORDS);
    const ready = this.#prepared.get(stream);
    if (ready?.number === number && ready.cipher === this.#cipher && this.#chunk === 0) {
      this.#bytes = ready.bytes;
      this.#chunk = 1;
    } else this.#fill();
    this.#at = (drawn % CHUNK_WORDS) * WORD_BYTES;
  }

  /** Makes the beginnings of a number of two streams at once. */
  prepare(first: number, second: number, number: number): void {
    const cipher = this.#cipherAt(number);
    this.#count(0, first, number, 0);
    this.#count(CHUNK_BLOCKS, second, number, 0);
    const { buffer, byteOffset } = cipher.update(this.#blocks);
    const half = (at: number): Beginning => ({
      cipher,
      number,
      bytes: new DataView(buffer, byteOffset + at * CHUNK_BYTES, CHUNK_BYTES),
    });
    this.#prepared.set(first, half(0));
    this.#prepared.set(second, half(1));
  }

  #cipherAt(number: number): Cipheriv {
    for (const { until, cipher } of this.#earlier) if (number < until) return cipher;
    return this.#newest;
  }

  /** How many words were drawn since it was opened. */
  get drawn(): number {
    return (this.#chunk - 1) * CHUNK_WORDS + this.#at / WORD_BYTES;
  }

  readonly nextWord = (): number => {
    if (this.#at === CHUNK_BYTES) this.#fill();
    // The byte order is the same on every machine.
    const word = this.#bytes.getUint32(this.#at, true);
    this.#at += WORD_BYTES;
    return word;
  };

  /** The chunk that is due. */
  #fill(): void {
    this.#count(0, this.#stream, this.#number, this.#chunk);
    const made = this.#cipher.update(this.#blocks.subarray(0, CHUNK_BYTES));
    this.#bytes = new DataView(made.buffer, made.byteOffset, made.length);
    this.#at = 0;
    this.#chunk += 1;
  }

  /** Writes the counters of a chunk, from this block on. */
  #count(from: number, stream: number, number: number, chunk: number): void {
    const [high, low] = [Math.floor(number / WORDS), number % WORDS];
    for (let block = 0; block < CHUNK_BLOCKS; block += 1) {
      const at = (from + block) * BLOCK_BYTES;
      this.#counters.setUint32(at, stream);
      this.#counters.setUint32(at + 4, high);
      this.#counters.setUint32(at + 8, low);
      this.#counters.setUint32(at + 12, chunk * CHUNK_BLOCKS + block);
    }
  }
}

function cipherOf(key: Uint8Array): Cipheriv {
  const cipher = createCipheriv('aes-256-ecb', key, null);
  cipher.setAutoPadding(false);
  return cipher;
}

/** Uniform in [0, 1). */
export const nextUnit = (random: Random): number => random.nextWord() / WORDS;

export const nextChance = (random: Random, probability: number): boolean =>
  nextUnit(random) < probability;

/** Uniform between two bounds. */
export const nextBetween = (random: Random, low: number, high: number): number =>
  low + nextUnit(random) * (high - low);

/** Normally distributed, mean zero, deviation one. */
export function nextNormal(random: Random): number {
  const radius = Math.sqrt(-2 * log(1 - nextUnit(random)));
  return radius * cos(2 * Math.PI * nextUnit(random));
}

/** People like numbers with one digit and zeros. */
const ROUND_SHARE = 0.4;

/** A whole number as people choose it: often a round one nearby. */
export function roundSometimes(random: Random, wanted: number): number {
  const isRound = nextChance(random, ROUND_SHARE);
  const unit = decadeOf(Math.max(1, wanted));
  return isRound ? Math.round(wanted / unit) * unit : wanted;
}

/**
 * A Poisson draw: how often an event happens that happens `mean` times on average; at most `most`.
 */
export function nextCount(random: Random, mean: number, most: number): number {
  const threshold = exp(-mean);
  let count = 0;
  let product = nextUnit(random);
  while (product > threshold && count < most) {
    count += 1;
    product *= nextUnit(random);
  }
  return count;
}
