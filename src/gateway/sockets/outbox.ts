/**
 * Gathers the frames of one turn of the event loop for each connection, and writes them at the end
 * of the turn, or earlier when `flush` is called. If there are very many connections, some are
 * written in the following turns.
 */

import { performance } from 'node:perf_hooks';
import { clearImmediate, setImmediate } from '../../machine/timers.ts';

export interface Bundle {
  readonly before: Bundle | undefined;
  readonly frame: Buffer;
  readonly length: number;
  /** The bundle last made from this one: the next connection usually needs the same. */
  next: Bundle | undefined;
  joined: Buffer | undefined;
}

const NO_BYTES = Buffer.alloc(0);

/**
 * Frames that are written together. Connections with the same frames in the same order share a
 * bundle: the bytes are joined once for all of them, and each connection gets a single write.
 */
export const emptyBundle = (): Bundle => ({
  before: undefined,
  frame: NO_BYTES,
  length: 0,
  next: undefined,
  joined: undefined,
});

export function addFrame(bundle: Bundle, frame: Buffer): Bundle {
  const { next } = bundle;
  if (next !== undefined && next.frame === frame) return next;
  const added: Bundle = {
    before: bundle,
    frame,
    length: bundle.length + frame.length,
    next: undefined,
    joined: undefined,
  };
  bundle.next = added;
  return added;
}

export function joinBundle(bundle: Bundle): Buffer {
  if (bundle.length === bundle.frame.length) return bundle.frame;
  bundle.joined ??= join(bundle);
  return bundle.joined;
}

function join(bundle: Bundle): Buffer {
  const bytes = Buffer.allocUnsafe(bundle.length);
  let end = bundle.length;
  for (let each: Bundle | undefined = bundle; each !== undefined; each = each.before) {
    end -= each.frame.length;
    each.frame.copy(bytes, end);
  }
  return bytes;
}

export interface Writer {
  readonly writeOut: () => void;
}

export type Outbox = ReturnType<typeof createOutbox>;

/** One turn of the loop writes for this long. The clock is read once per so many writers. */
const WRITING_MILLIS = 2;
const WRITERS_PER_LOOK = 16;

export function createOutbox() {
  let writers: Writer[] = [];
  let root = emptyBundle();
  let turn: NodeJS.Immediate | undefined;
  const flush = (): void => {
    const waiting = writers;
    clearImmediate(turn);
    turn = undefined;
    // Frames that are sent while these are written belong to the next turn.
    writers = [];
    root = emptyBundle();
    const written = writeSome(waiting);
    if (written === waiting.length) return;
    writers = [...waiting.slice(written), ...writers];
    turn ??= setImmediate(flush);
  };
  return {
    /** Has the writer called at the end of the turn. Returns the empty bundle to start from. */
    enter: (writer: Writer): Bundle => {
      writers.push(writer);
      turn ??= setImmediate(flush);
      return root;
    },
    flush,
  };
}

/** Writes until the time is up. Returns how many writers had their turn. */
function writeSome(waiting: readonly Writer[]): number {
  const start = performance.now();
  let written = 0;
  for (const writer of waiting) {
    const isLook = written % WRITERS_PER_LOOK === WRITERS_PER_LOOK - 1;
    if (isLook && performance.now() - start > WRITING_MILLIS) break;
    writer.writeOut();
    written += 1;
  }
  return written;
}
