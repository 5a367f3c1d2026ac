/** How alike two entrants move, in ppm of a correlation, computed in whole numbers. */
import type { Millis } from '../../domain/units.ts';
import { squareRoot } from '../standing.ts';
import { COPY_LAG } from './thresholds.ts';
import type { WatchRow } from './watch.ts';

const PPM_SQUARED = 1_000_000_000_000n;
const MINUTE = 60_000;

/** One pair of values for each moment at which either moved. */
type Pairs = [number, number][];

/** Net changes of the same minute and contract, side by side. */
export function correlateMinutes(one: WatchRow, other: WatchRow) {
  const from = sharedBeginning(one, other);
  const sums = new Map<string, [number, number]>();
  for (const [place, row] of [one, other].entries()) {
    for (const [at, time] of row.times.entries()) {
      if (time < from) continue;
      const key = `${row.contracts[at]}:${Math.floor(time / MINUTE)}`;
      const sum = sums.get(key) ?? [0, 0];
      sum[place] = (sum[place] ?? 0) + (row.values[at] ?? 0);
      sums.set(key, sum);
    }
  }
  return judge([...sums.values()]);
}

/**
 * The direction of each move of the follower, beside the leader's direction there within two
 * seconds before. Sizes do not matter: a copier may copy only a part.
 */
export function correlateLagged(leader: WatchRow, follower: WatchRow) {
  const from = sharedBeginning(leader, follower);
  const pairs: Pairs = [];
  for (const [at, time] of follower.times.entries()) {
    if (time < from) continue;
    const led = sumBefore(leader, time, follower.contracts[at] ?? 0);
    pairs.push([Math.sign(led), Math.sign(follower.values[at] ?? 0)]);
  }
  return judge(pairs);
}

/** Lists are short and in order. */
function sumBefore({ times, contracts, values }: WatchRow, time: number, contract: number): number {
  let sum = 0;
  for (const [at, when] of times.entries())
    if (when <= time && time - when <= COPY_LAG && contracts[at] === contract)
      sum += values[at] ?? 0;
  return sum;
}

/** Both lists reach back only so far: before the later beginning nothing can be compared. */
const sharedBeginning = (one: WatchRow, other: WatchRow): Millis | number =>
  Math.max(beginningOf(one), beginningOf(other));

/** A list that has dropped nothing yet reaches back to the start. */
const beginningOf = ({ times, changes }: WatchRow): number =>
  changes === times.length ? 0 : (times[0] ?? 0);

/** At how many moments both moved, and how alike: null if one of them never varied. */
function judge(pairs: Pairs) {
  const events = pairs.filter(([one, other]) => one !== 0 && other !== 0).length;
  const count = BigInt(pairs.length);
  let [sumOne, sumOther, squaresOne, squaresOther, products] = [0n, 0n, 0n, 0n, 0n];
  for (const [first, second] of pairs) {
    const [one, other] = [BigInt(first), BigInt(second)];
    sumOne += one;
    sumOther += other;
    squaresOne += one * one;
    squaresOther += other * other;
    products += one * other;
  }
  const varied = (count * squaresOne - sumOne ** 2n) * (count * squaresOther - sumOther ** 2n);
  if (varied <= 0n) return { events, correlation: null };
  const together = count * products - sumOne * sumOther;
  const root = squareRoot((together * together * PPM_SQUARED) / varied);
  return { events, correlation: together < 0n ? -root : root };
}
