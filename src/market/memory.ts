/**
 * What the market carries from beat to beat is kept in the journal, as bytes in slots: one for the
 * feed and one for each market. Everything else that a beat decides on is in the venue's state, so
 * a restart, a fork or a verifier goes on exactly where the journal ends.
 */
import { type Millis, millis } from '../domain/units.ts';

/** Journals of earlier versions count half seconds, which stay below this for a thousand years. */
const HALF_SECONDS_BELOW = 1e11;

/** A beat has the number of its millisecond of venue time since 1970. */
export const timeOf = (beat: number): Millis =>
  millis(beat < HALF_SECONDS_BELOW ? beat * 500 : beat);

export const FEED_SLOT = 0;

export const mindSlot = (place: number): number => 1 + place;

/**
 * What was recorded besides the prices of a beat: contract, premium, and traded lots or NaN, one
 * after the other. A verifier has it from here.
 */
export const RECORDED_SLOT = 999_999;

/** Where replicas share a log: the entry after which a beat was decided. It is no contract's. */
export const DECIDED_SLOT = 1_000_000;

const DOUBLE_BYTES = 8;

/** The byte order is the same on every machine. */
export function packDoubles(numbers: Float64Array): Uint8Array {
  const view = new DataView(new ArrayBuffer(numbers.length * DOUBLE_BYTES));
  numbers.forEach((number, at) => {
    view.setFloat64(at * DOUBLE_BYTES, number, true);
  });
  return new Uint8Array(view.buffer);
}

export function unpackDoubles({ buffer, byteOffset, length }: Uint8Array): Float64Array {
  const view = new DataView(buffer, byteOffset, length);
  return Float64Array.from({ length: Math.floor(length / DOUBLE_BYTES) }, (_, at) =>
    view.getFloat64(at * DOUBLE_BYTES, true),
  );
}
