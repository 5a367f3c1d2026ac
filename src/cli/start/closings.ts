/**
 * What was opened, closed again in the other order. One that fails to close does not keep the
 * others open, and whoever waits can ask what for.
 */
type Close = () => Promise<void>;

interface Closing {
  /** What is closed, for people; a function where that changes while it closes. */
  readonly what: string | (() => string);
  readonly close: Close;
}

export interface Closings {
  readonly add: (what: Closing['what'], close: Close) => void;
  /** Rejects with the first failure, after everything was tried. */
  readonly closeAll: Close;
  /** What is being closed at this moment; undefined where nothing is. */
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
