/** When funding settles next, computed from the time of day alone. */
import type { ModelContract } from './model.ts';

const DAY = 86_400_000;

/** The interval that begins at a moment: when it ends, and how long ago the previous one began. */
export function startModelInterval({ terms, funding }: ModelContract, after: number): void {
  const times = terms.fundingTimes.map(Number);
  const midnight = after - (after % DAY);
  const candidates = [-DAY, 0, DAY].flatMap((day) => times.map((time) => midnight + day + time));
  candidates.sort((first, second) => first - second);
  const next = candidates.find((time) => time > after) ?? 0;
  const before = [...candidates, ...times.map((time) => midnight - 2 * DAY + time)]
    .sort((first, second) => first - second)
    .filter((time) => time < next)
    .at(-1);
  funding.nextAt = next;
  funding.interval = next - (before ?? 0);
  funding.samples = 0;
  funding.weighted = 0n;
}
