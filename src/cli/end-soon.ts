/** The end of a command, also where it has left something open. */

/** So long a process lives on at most. */
const OVER_MILLIS = 1_000;

/** The client of NATS, for one, keeps its connection to a server that never said a word. */
export const endSoon = (): void => {
  setTimeout(() => process.exit(), OVER_MILLIS).unref();
};
