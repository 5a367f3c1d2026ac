/**
 * Randomness of the market. Numbers are the key stream of AES-256 in counter mode, so nobody
 * foresees them without the key, however many of them are known. A source is opened at a stream and
 * a number, such as the house in a span of time: what is drawn there depends on nothing drawn
 * elsewhere.
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
  /**
   * By the span of time, a look of the makers after the other; each market has a stream of its own,
   * counted on from here.
   */
  house: 0x2_0000,
  /** Takers between two looks of the makers, by the first of the two; one for each market too. */
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

/** Turns of a number are this many words apart: more than is drawn in any of them. */
const TURN_CHUNKS = 2 ** 13;
export const TURN_WORDS = TURN_CHUNKS * CHUNK_WORDS;
/** So many beginnings are made at once: about as many as a span of time has looks. */
const TURNS_MADE = 32;

/** The beginnings of turns of a number, those of one stream after those of another. */
interface Made {
  cipher: Cipheriv | undefined;
  readonly streams: readonly number[];
  number: number;
  turn: number;
  bytes: DataView;
}

/** The beginnings of numbers of a stream, from one of them on. */
interface Ahead {
  readonly cipher: Cipheriv;
  readonly stream: number;
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
  readonly #blocks = new Uint8Array(2 * TURNS_MADE * CHUNK_BYTES);
  readonly #counters = new DataView(this.#blocks.buffer);
  #stream = 0;
  #number = 0;
  /** The one after the current chunk. */
  #chunk = 0;
  #bytes: DataView = this.#counters;
  /** What was prepared for a stream last. */
  readonly #made = new Map<number, Made>();
  /** The numbers of a stream that were made ahead last. */
  #ahead: Ahead | undefined;
  /** Where the next word is, and where the current chunk ends. */
  #at = 0;
  #end = 0;

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
    const made = this.#made.get(stream);
    const turn = this.#chunk / TURN_CHUNKS;
    if (made !== undefined && isMade(made, this.#cipher, number, turn)) {
      const before = made.streams.indexOf(stream) * TURNS_MADE + turn - made.turn;
      this.#bytes = made.bytes;
      this.#at = before * CHUNK_BYTES;
      this.#end = this.#at + CHUNK_BYTES;
      this.#chunk += 1;
    } else this.#fill();
    this.#at += (drawn % CHUNK_WORDS) * WORD_BYTES;
  }

  /** Opens a number of a stream whose numbers are opened in their order: some are made ahead. */
  openInOrder(stream: number, number: number): void {
    const cipher = this.#cipherAt(number);
    const known = this.#ahead;
    const isKnown =
      known !== undefined &&
      known.cipher === cipher &&
      known.stream === stream &&
      number >= known.number &&
      number < known.number + TURNS_MADE;
    const ahead = isKnown ? known : this.#makeAhead(cipher, stream, number);
    this.#ahead = ahead;
    this.#cipher = cipher;
    this.#stream = stream;
    this.#number = number;
    this.#chunk = 1;
    this.#bytes = ahead.bytes;
    this.#at = (number - ahead.number) * CHUNK_BYTES;
    this.#end = this.#at + CHUNK_BYTES;
  }

  #makeAhead(cipher: Cipheriv, stream: number, number: number): Ahead {
    for (let ahead = 0; ahead < TURNS_MADE; ahead += 1)
      this.#count(ahead * CHUNK_BLOCKS, stream, number + ahead, 0);
    const made = cipher.update(this.#blocks.subarray(0, TURNS_MADE * CHUNK_BYTES));
    const bytes = new DataView(made.buffer, made.byteOffset, made.length);
    return { cipher, stream, number, bytes };
  }

  /** Makes the beginnings of a turn of a number, of those after it, and of two streams at once. */
  prepare(streams: readonly [number, number], number: number, turn: number, keyedBy: number): void {
    const cipher = this.#cipherAt(keyedBy);
    let made = this.#made.get(streams[0]);
    if (made !== undefined && isMade(made, cipher, number, turn)) return;
    if (made === undefined) {
      made = { cipher, streams, number, turn, bytes: this.#counters };
      for (const stream of streams) this.#made.set(stream, made);
    }
    let at = 0;
    for (const stream of streams)
      for (let ahead = 0; ahead < TURNS_MADE; ahead += 1) {
        this.#count(at, stream, number, (turn + ahead) * TURN_CHUNKS);
        at += CHUNK_BLOCKS;
      }
    const { buffer, byteOffset, length } = cipher.update(this.#blocks);
    made.bytes = new DataView(buffer, byteOffset, length);
    made.cipher = cipher;
    made.number = number;
    made.turn = turn;
  }

  #cipherAt(number: number): Cipheriv {
    for (const { until, cipher } of this.#earlier) if (number < until) return cipher;
    return this.#newest;
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

  /** The chunk that is due. */
  #fill(): void {
    this.#count(0, this.#stream, this.#number, this.#chunk);
    const made = this.#cipher.update(this.#blocks.subarray(0, CHUNK_BYTES));
    this.#bytes = new DataView(made.buffer, made.byteOffset, made.length);
    this.#at = 0;
    this.#end = CHUNK_BYTES;
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

const isMade = (made: Made, cipher: Cipheriv, number: number, turn: number): boolean =>
  made.cipher === cipher &&
  made.number === number &&
  Number.isInteger(turn) &&
  turn >= made.turn &&
  turn < made.turn + TURNS_MADE;

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

/** A price as people choose it: often a round one nearby, within so many ticks. */
export function roundNearby(random: Random, wanted: number, within: number): number {
  const unit = decadeOf(Math.max(1, within));
  return nextChance(random, ROUND_SHARE) ? Math.round(wanted / unit) * unit : wanted;
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
