/**
 * Runs something soon after it is wanted, and never more often than every so many milliseconds. A
 * run that has more to do than one turn of the loop should bear goes on in the next.
 */
export interface Pacer {
  readonly want: () => void;
  readonly stop: () => void;
}

/** What a run left: nothing, something for its next time, or something for the next turn. */
export type Left = 'nothing' | 'some' | 'unfinished';

export function createPacer(everyMillis: number, run: () => Left): Pacer {
  let isWanted = false;
  let isStopped = false;
  let turn: NodeJS.Immediate | undefined;
  let rest: NodeJS.Timeout | undefined;
  const begin = (): void => {
    turn = undefined;
    const left = run();
    if (isStopped) return;
    isWanted = left !== 'nothing';
    if (left === 'unfinished') {
      turn = setImmediate(begin);
      return;
    }
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
