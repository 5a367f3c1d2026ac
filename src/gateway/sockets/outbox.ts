/**
 * Gathers the frames of one turn of the event loop for each connection, and writes them at the end
 * of the turn, or earlier when `flush` is called. If there are very many connections, some are
 * written in the following turns.
 */

import { performance } from 'node:perf_hooks';
import { clearImmediate, setImmediate } from '../../machine/timers.ts';
import { type Bundle, emptyBundle } from './bundle.ts';

export interface Writer {
  readonly writeOut: () => void;
}

export interface Outbox {
  /** Has the writer called at the end of the turn. Returns the empty bundle to start from. */
  readonly enter: (writer: Writer) => Bundle;
  readonly flush: () => void;
}

/** One turn of the loop writes for this long. The clock is read once per so many writers. */
const WRITING_MILLIS = 2;
const WRITERS_PER_LOOK = 16;

export function createOutbox(): Outbox {
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
    enter: (writer) => {
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
