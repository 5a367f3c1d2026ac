/** Runs something soon after it is wanted, and never more often than every so many milliseconds. */
export interface Pacer {
  readonly want: () => void;
  readonly stop: () => void;
}

/** The run says whether it left something for the next. */
export function createPacer(everyMillis: number, run: () => boolean): Pacer {
  let isWanted = false;
  let isStopped = false;
  let turn: NodeJS.Immediate | undefined;
  let rest: NodeJS.Timeout | undefined;
  const begin = (): void => {
    turn = undefined;
    isWanted = run();
    rest = setTimeout(resume, everyMillis);
  };
  const resume = (): void => {
    rest = undefined;
    if (isWanted) begin();
  };
  return {
    want: () => {
      isWanted = true;
      if (isStopped || rest !== undefined) return;
      turn ??= setImmediate(begin);
    },
    stop: () => {
      isStopped = true;
      isWanted = false;
      clearImmediate(turn);
      clearTimeout(rest);
    },
  };
}
