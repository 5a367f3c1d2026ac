/**
 * Runs a function soon after it is requested, but not more often than once per interval. A run that
 * would take too long for one turn of the event loop continues in the next turn.
 */
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from '../../machine/timers.ts';
export interface Pacer {
  readonly want: () => void;
  readonly stop: () => void;
}

/** The work that a run left: none, some for the next interval, or some for the next turn. */
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
