/** Prints now and then how far a replay has come: a season can have a hundred million commands. */
import { whole } from '../../terminal/format-table.ts';

const EVERY_MILLIS = 2_000;

export function createProgress(out: (line: string) => void, last: number): (seq: number) => void {
  const began = performance.now();
  let told = began;
  let first: number | undefined;
  return (seq) => {
    first ??= seq;
    const now = performance.now();
    if (now - told < EVERY_MILLIS) return;
    told = now;
    const perSecond = ((seq - first) * 1_000) / (now - began);
    out(`replaying: entry ${whole(seq)} of ${whole(last)}, ${whole(perSecond)} a second`);
  };
}
