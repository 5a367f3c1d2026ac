/**
 * Closes everything that was opened, in reverse order. One that fails to close does not keep the
 * others open, and a caller that waits can ask what is being closed.
 */
type Close = () => Promise<void>;

interface Closing {
  /** The name of what is closed, for people; a function if it changes while closing. */
  readonly what: string | (() => string);
  readonly close: Close;
}

export interface Closings {
  readonly add: (what: Closing['what'], close: Close) => void;
  /** Rejects with the first failure, after closing everything else. */
  readonly closeAll: Close;
  /** What is being closed at the moment; undefined if nothing is. */
  readonly findCurrent: () => string | undefined;
}

export function createClosings(): Closings {
  const open: Closing[] = [];
  let current: Closing | undefined;
  return {
    add: (what, close) => void open.push({ what, close }),
    closeAll: async () => {
      const failures: unknown[] = [];
      for (current = open.pop(); current !== undefined; current = open.pop())
        await current.close().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
    findCurrent: () => (typeof current?.what === 'function' ? current.what() : current?.what),
  };
}
