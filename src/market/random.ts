/**
 * Randomness of the market. Numbers are the key stream of AES-256 in counter mode, so nobody
 * foresees them without the key, however many of them are known. A source is opened at a stream and
 * a number, such as the house at a beat: what is drawn there depends on nothing drawn elsewhere.
 */
import { type Cipheriv, createCipheriv } from 'node:crypto';
import { assert } from '../domain/assert.ts';

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
  /** Noise of generated candles, by the place of the contract. */
  candles: 3,
  /** Noise inside replayed candles, by their time; each contract has a stream of its own. */
  replay: 0x1_0000,
  /** By the number of the beat; each market has a stream of its own, counted on from here. */
  house: 0x2_0000,
} as const;

const BLOCK_BYTES = 16;
/** Enough for most openings, and few enough that little is made in vain. */
const CHUNK_BLOCKS = 32;
const CHUNK_BYTES = CHUNK_BLOCKS * BLOCK_BYTES;
const WORD_BYTES = 4;
const CHUNK_WORDS = CHUNK_BYTES / WORD_BYTES;
/** The first chunks of this many numbers are made together. */
const GROUP = 16;
const WORDS = 2 ** 32;

/** A key that numbers were drawn from before another took its place. */
export interface EarlierKey {
  readonly key: Uint8Array;
  /** The first number that is no longer drawn from it. */
  readonly until: number;
}

/** The first chunks of some numbers of a stream, a step apart. */
interface Group {
  readonly first: number;
  readonly step: number;
  readonly chunks: DataView;
  /** The number opened last. */
  last: number;
}

/**
 * One cipher serves a key for ever: it encrypts the counters of the mode, block by block, because
 * setting up a cipher for each opening would take longer than everything else. Even one call of it
 * takes longer than the blocks it makes, and the numbers of a stream are mostly opened in equal
 * steps, so one call serves a group of them.
 */
export class KeyedRandom implements Random {
  readonly #newest: Cipheriv;
  readonly #earlier: readonly { readonly cipher: Cipheriv; readonly until: number }[];
  #cipher: Cipheriv;
  readonly #blocks = new Uint8Array(GROUP * CHUNK_BYTES);
  readonly #counters = new DataView(this.#blocks.buffer);
  /** The last group of each stream. */
  readonly #groups = new Map<number, Group>();
  #stream = 0;
  #number = 0;
  /** The one after the current chunk. */
  #chunk = 0;
  /** The current chunk ends at a place of these bytes; the next word is at another. */
  #bytes: DataView = this.#counters;
  #end = 0;
  #at = 0;

  /** Earlier keys come oldest first. */
  constructor(key: Uint8Array, earlier: readonly EarlierKey[] = []) {
    this.#newest = cipherOf(key);
    this.#earlier = earlier.map((one) => ({ cipher: cipherOf(one.key), until: one.until }));
    this.#cipher = this.#newest;
    this.open(0, 0);
  }

  /** From here on draws are those of this number of this stream, after the first so many. */
  open(stream: number, number: number, drawn = 0): void {
    assert(Number.isSafeInteger(number) && number >= 0, 'draws have no such number', number);
    this.#cipher = this.#earlier.find(({ until }) => number < until)?.cipher ?? this.#newest;
    this.#stream = stream;
    this.#number = number;
    this.#chunk = Math.floor(drawn / CHUNK_WORDS);
    if (this.#chunk === 0 && this.#cipher === this.#newest) this.#begin();
    else this.#fill();
    this.#at += (drawn % CHUNK_WORDS) * WORD_BYTES;
  }

  /** How many words were drawn since it was opened. */
  get drawn(): number {
    return this.#chunk * CHUNK_WORDS - (this.#end - this.#at) / WORD_BYTES;
  }

  readonly nextWord = (): number => {
    if (this.#at === this.#end) this.#fill();
    // The byte order is the same on every machine.
    const word = this.#bytes.getUint32(this.#at, true);
    this.#at += WORD_BYTES;
    return word;
  };

  #begin(): void {
    const number = this.#number;
    let group = this.#groups.get(this.#stream);
    let place = group === undefined ? -1 : (number - group.first) / group.step;
    if (group === undefined || !(Number.isInteger(place) && place >= 0 && place < GROUP)) {
      const step = Math.max(1, number - (group?.last ?? number));
      group = { first: number, step, chunks: this.#encrypt(step, GROUP), last: number };
      this.#groups.set(this.#stream, group);
      place = 0;
    }
    group.last = number;
    this.#take(group.chunks, place * CHUNK_BYTES);
  }

  #fill(): void {
    this.#take(this.#encrypt(1, 1), 0);
  }

  #take(bytes: DataView, from: number): void {
    this.#bytes = bytes;
    this.#at = from;
    this.#end = from + CHUNK_BYTES;
    this.#chunk += 1;
  }

  /** The chunk that is due, of as many numbers in these steps. */
  #encrypt(step: number, numbers: number): DataView {
    for (let place = 0; place < numbers; place += 1) {
      const number = this.#number + place * step;
      const [high, low] = [Math.floor(number / WORDS), number % WORDS];
      for (let block = 0; block < CHUNK_BLOCKS; block += 1) {
        const at = place * CHUNK_BYTES + block * BLOCK_BYTES;
        this.#counters.setUint32(at, this.#stream);
        this.#counters.setUint32(at + 4, high);
        this.#counters.setUint32(at + 8, low);
        this.#counters.setUint32(at + 12, this.#chunk * CHUNK_BLOCKS + block);
      }
    }
    const made = this.#cipher.update(this.#blocks.subarray(0, numbers * CHUNK_BYTES));
    return new DataView(made.buffer, made.byteOffset, made.length);
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
  const radius = Math.sqrt(-2 * Math.log(1 - nextUnit(random)));
  return radius * Math.cos(2 * Math.PI * nextUnit(random));
}

/**
 * A Poisson draw: how often an event happens that happens `mean` times on average; at most `most`.
 */
export function nextCount(random: Random, mean: number, most: number): number {
  const threshold = Math.exp(-mean);
  let count = 0;
  let product = nextUnit(random);
  while (product > threshold && count < most) {
    count += 1;
    product *= nextUnit(random);
  }
  return count;
}
