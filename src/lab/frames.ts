/**
 * The frames between the lab and its client: the length of the payload and its kind, four bytes
 * each, then the payload. Numbers have their small end first, in the payload too.
 */
import { LabError } from './lab-error.ts';

export const FRAME_KINDS = { control: 1, step: 2, rows: 3, error: 4 } as const;

export const HEADER_BYTES = 8;
/** Sixteen million numbers: more than an agent learns from at once. */
export const FRAME_BYTES_MAX = 128 * 1_024 * 1_024;
/** What a client sends is small: control, or one action for each environment. */
const REQUEST_BYTES_MAX = 1_024 * 1_024;

export interface Frame {
  readonly kind: number;
  /** Alone in its memory, so that its numbers may be read in place. */
  readonly payload: Uint8Array;
}

export function createFrameReader() {
  let waiting: Uint8Array = new Uint8Array(0);
  return {
    /** The frames that are complete now. Throws where a length cannot be meant. */
    push: (chunk: Uint8Array): Frame[] => {
      const bytes = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
      const frames: Frame[] = [];
      let at = 0;
      while (bytes.length - at >= HEADER_BYTES) {
        const length = view.getUint32(at, true);
        if (length > REQUEST_BYTES_MAX)
          throw new LabError(
            'frame-too-long',
            `a frame says it has ${length} bytes; at most ${REQUEST_BYTES_MAX} are allowed`,
          );
        const end = at + HEADER_BYTES + length;
        if (bytes.length < end) break;
        const payload = new Uint8Array(bytes.subarray(at + HEADER_BYTES, end));
        frames.push({ kind: view.getUint32(at + 4, true), payload });
        at = end;
      }
      // A copy, because the reader of the stream uses its memory again.
      waiting = new Uint8Array(bytes.subarray(at));
      return frames;
    },
  };
}

/** A frame with room for so many numbers. */
export function createRows(count: number): {
  readonly bytes: Uint8Array;
  readonly numbers: Float64Array;
} {
  const buffer = new ArrayBuffer(HEADER_BYTES + count * Float64Array.BYTES_PER_ELEMENT);
  return { bytes: new Uint8Array(buffer), numbers: new Float64Array(buffer, HEADER_BYTES) };
}

/** The frame of the first so many numbers. */
export function finishRows(bytes: Uint8Array, count: number): Uint8Array {
  const length = count * Float64Array.BYTES_PER_ELEMENT;
  writeHeader(bytes, FRAME_KINDS.rows, length);
  return bytes.subarray(0, HEADER_BYTES + length);
}

export function formatJsonFrame(kind: number, value: unknown): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(value));
  const bytes = new Uint8Array(HEADER_BYTES + text.length);
  writeHeader(bytes, kind, text.length);
  bytes.set(text, HEADER_BYTES);
  return bytes;
}

function writeHeader(bytes: Uint8Array, kind: number, length: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(0, length, true);
  view.setUint32(4, kind, true);
}

export const formatFault = ({ code, message }: LabError): Uint8Array =>
  formatJsonFrame(FRAME_KINDS.error, { code, message });
