/**
 * Questions that are a name and a few numbers, and answers that are numbers, as gateways ask them
 * for each request: of what is left of a budget. As JSON they cost more than their answer.
 *
 * Little-endian, one after the other: id (4), letters of the name (1), how many numbers (1), the
 * name, one byte a letter, and the numbers as eight-byte floats. An answer has no name.
 */
import { assert } from '../../domain/assert.ts';

const HEAD = 6;
const NUMBER_BYTES = 8;
const COUNT_MAX = 255;

export interface Reckoning {
  readonly id: number;
  readonly name: string;
  readonly numbers: readonly number[];
}

/** Gathers some for one message. */
export class ReckoningWriter {
  #bytes = Buffer.allocUnsafe(1_024);
  #at = 0;

  get isEmpty(): boolean {
    return this.#at === 0;
  }

  add(id: number, name: string, numbers: readonly number[]): void {
    const { length } = numbers;
    assert(name.length <= COUNT_MAX && length <= COUNT_MAX, 'a question is short', name.length);
    const end = this.#at + HEAD + name.length + length * NUMBER_BYTES;
    if (end > this.#bytes.length) {
      const grown = Buffer.allocUnsafe(2 * end);
      this.#bytes.copy(grown, 0, 0, this.#at);
      this.#bytes = grown;
    }
    const bytes = this.#bytes;
    let at = bytes.writeUInt32LE(id, this.#at);
    at = bytes.writeUInt8(name.length, at);
    at = bytes.writeUInt8(length, at);
    at += bytes.write(name, at, 'latin1');
    for (const number of numbers) at = bytes.writeDoubleLE(number, at);
    this.#at = at;
  }

  /** The bytes are its own only until the next is added. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#at);
    this.#at = 0;
    return taken;
  }
}

export function* readReckonings(bytes: Buffer): Generator<Reckoning, void> {
  for (let at = 0; at < bytes.length; ) {
    const id = bytes.readUInt32LE(at);
    const nameEnd = at + HEAD + bytes.readUInt8(at + 4);
    const name = bytes.toString('latin1', at + HEAD, nameEnd);
    const numbers = new Array<number>(bytes.readUInt8(at + 5));
    for (let place = 0; place < numbers.length; place += 1)
      numbers[place] = bytes.readDoubleLE(nameEnd + place * NUMBER_BYTES);
    yield { id, name, numbers };
    at = nameEnd + numbers.length * NUMBER_BYTES;
  }
}
