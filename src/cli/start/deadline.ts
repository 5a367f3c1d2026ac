/**
 * Makes sure that a stopping process ends. A part that hangs is named at the deadline and left
 * behind. Everything acknowledged is on disk by then, so nothing that a client was told is lost.
 */

/** Shorter than the launcher's own wait; both are shorter than the promised five seconds. */
const DEADLINE_MILLIS = 4_000;

export interface Deadline {
  /** Starts the deadline; only the first call counts. */
  readonly begin: () => void;
  /** Called when everything is closed, which is always after the beginning. */
  readonly finish: () => void;
}

export interface DeadlineParts {
  /** What has not finished yet, for people. */
  readonly unfinished: () => string;
  readonly complain: (line: string) => void;
}

export function createDeadline({ unfinished, complain }: DeadlineParts): Deadline {
  let timer: NodeJS.Timeout | undefined;
  const giveUp = (): void => {
    complain(`did not wait longer for ${unfinished()}; nothing that was acknowledged is lost`);
    process.exit(1);
  };
  const begin = (): void => {
    if (timer !== undefined) return;
    timer = setTimeout(giveUp, DEADLINE_MILLIS);
    // Hearing this, the launcher ends a process that cannot even run the line above. That it is
    // gone is no news from here on.
    process.removeAllListeners('disconnect');
    if (process.connected) process.disconnect();
  };
  return { begin, finish: () => clearTimeout(timer) };
}
