/**
 * Gathers what one turn of the event loop has for each connection, and writes it at the end of the
 * turn, or when somebody who knows that the turn is over says so.
 */
import { type Bundle, emptyBundle } from './bundle.ts';

export interface Writer {
  readonly writeOut: () => void;
}

export interface Outbox {
  /** Has the writer called at the end of the turn; answers with what its bundle begins with. */
  readonly enter: (writer: Writer) => Bundle;
  readonly flush: () => void;
}

export function createOutbox(): Outbox {
  let writers: Writer[] = [];
  let root = emptyBundle();
  let turn: NodeJS.Immediate | undefined;
  const flush = (): void => {
    const waiting = writers;
    clearImmediate(turn);
    turn = undefined;
    writers = [];
    // Whatever is sent while these are written belongs to the next turn.
    root = emptyBundle();
    for (const writer of waiting) writer.writeOut();
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
