/**
 * Gathers what one turn of the event loop has for each connection, and writes it at the end of the
 * turn, or when somebody who knows that the turn is over says so. Where there are very many, some
 * are written in the turns that follow.
 */
import { performance } from 'node:perf_hooks';
import { type Bundle, emptyBundle } from './bundle.ts';

export interface Writer {
  readonly writeOut: () => void;
}

export interface Outbox {
  /** Has the writer called at the end of the turn; answers with what its bundle begins with. */
  readonly enter: (writer: Writer) => Bundle;
  readonly flush: () => void;
}

/** One turn of the loop writes for so long; the clock is read now and then. */
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
    // Whatever is sent while these are written belongs to the next turn.
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

/** How many had their turn. */
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
