/**
 * Tells people how far a thing has come that takes longer than two seconds: a line that is drawn
 * anew on a terminal, and now and then a line elsewhere.
 */
import { whole } from './format-table.ts';
import type { Output } from './output.ts';

export interface Progress {
  /** The words are made only when they are shown. */
  readonly tell: (words: () => string) => void;
  /** Leaves the terminal as it was. */
  readonly end: () => void;
}

const FIRST_MILLIS = 2_000;
const REDRAWN_MILLIS = 200;
const REPEATED_MILLIS = 10_000;

export function createProgress({ err, redraw }: Omit<Output, 'out'>): Progress {
  const everyMillis = redraw === undefined ? REPEATED_MILLIS : REDRAWN_MILLIS;
  let dueAt = performance.now() + FIRST_MILLIS;
  let isShown = false;
  return {
    tell: (words) => {
      const now = performance.now();
      if (now < dueAt) return;
      dueAt = now + everyMillis;
      isShown = true;
      (redraw ?? err)(words());
    },
    end: () => {
      if (isShown) redraw?.('');
    },
  };
}

/** How far a replay has come: a season can have a hundred million commands. */
export function tellEntries({ tell }: Progress, last: number): (seq: number) => void {
  const began = performance.now();
  let first: number | undefined;
  return (seq) => {
    first ??= seq;
    const done = seq - first;
    tell(() => {
      const perSecond = (done * 1_000) / (performance.now() - began);
      return `replaying: entry ${whole(seq)} of ${whole(last)}, ${whole(perSecond)} a second`;
    });
  };
}

/** Says that the answer is still awaited, until the work itself has something better to say. */
export async function whileWaiting<Result>(
  output: Output,
  work: (progress: Progress) => Promise<Result>,
  what = 'waiting for the venue',
): Promise<Result> {
  const progress = createProgress(output);
  const began = performance.now();
  const wait = setInterval(() => {
    const seconds = Math.round((performance.now() - began) / 1_000);
    progress.tell(() => `${what}, ${seconds} s`);
  }, REDRAWN_MILLIS);
  const tell: Progress['tell'] = (words) => {
    clearInterval(wait);
    progress.tell(words);
  };
  try {
    return await work({ tell, end: progress.end });
  } finally {
    clearInterval(wait);
    progress.end();
  }
}
