/** What is said of a run that was ended early: whoever stops when it looks good has no verdict. */
import type { Judgement } from './judge.ts';
import type { SweepVerdict } from './judge-sweep.ts';

/** Without an interval too: at a moment that was chosen, it would promise too much. */
export const interruptedAfter = (over: number, asked: number): Judgement => ({
  kind: 'unclear',
  headline:
    `Interrupted after ${over} of ${asked} lives, too early for a verdict: ` +
    'the same command with --resume goes on.',
  interval: undefined,
  level: 0,
});

/** Its means are left. */
export const interruptSweep = (
  { rows, chosen }: SweepVerdict,
  over: number,
  asked: number,
): SweepVerdict => ({
  rows: rows.map((row) => ({ ...row, interval: undefined, hasEdge: false })),
  chosen,
  judgement: interruptedAfter(over, asked),
});
