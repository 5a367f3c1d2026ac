/**
 * The timers and the clock that a client goes by, taken when it is loaded. A test that replaces
 * those of its process, so that they stand still, would otherwise wait for the client for ever.
 */
export const {
  setTimeout: startTimer,
  clearTimeout: stopTimer,
  setInterval: startBeat,
  clearInterval: stopBeat,
} = globalThis;

export const { now: clientNow } = Date;
