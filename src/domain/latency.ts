/**
 * How late an account sees, acts and is told. Each leg is a list of delays in venue time; which of
 * them holds follows from the account and the moment alone, so whoever asks again gets the same
 * answer: after a restart, in another process, in a replay.
 */
import { formatDuration } from './duration.ts';
import { createHasher, digestNumber, hashNumber } from './hash.ts';
import type { AccountId } from './ids.ts';
import { LATENCY_DELAYS_MAX, LATENCY_HOLD_MAX, LATENCY_MAX } from './limits.ts';
import { type Reject, reject } from './reject.ts';
import { bounded, MILLIS, manyOf, type RecordOf, wordOf } from './shape.ts';
import { type Millis, millis } from './units.ts';

const DELAYS = manyOf(bounded(MILLIS, { max: LATENCY_MAX }));
const LATENCY_ORDER = wordOf('drawn', 'in-turn');

/** No delays in a leg are no delay. */
export const LATENCY = {
  /** From the market to what the account sees of it. */
  feed: DELAYS,
  /** From the account to the venue. */
  entry: DELAYS,
  /** From the venue to what the account is told of its own: answers, orders, fills. */
  answer: DELAYS,
  /** For how long a delay holds: above a millisecond, slow ones come together. */
  hold: bounded(MILLIS, { min: 1, max: LATENCY_HOLD_MAX }),
  /** In turn: one after the other, from the beginning again after the last. */
  order: LATENCY_ORDER,
};
export type Latency = RecordOf<typeof LATENCY>;

export const LEGS = ['feed', 'entry', 'answer'] as const;
export type Leg = (typeof LEGS)[number];

export const NO_LATENCY: Latency = {
  feed: [],
  entry: [],
  answer: [],
  hold: millis(1),
  order: 'drawn',
};

/** The delay of a leg at a moment. */
export function delayAt(latency: Latency, leg: Leg, account: AccountId, at: Millis): Millis {
  const delays = latency[leg];
  if (delays.length <= 1) return delays[0] ?? millis(0);
  const turn = Math.floor(at / latency.hold);
  return delays[placeAt(latency, leg, account, turn) % delays.length]!;
}

function placeAt({ order }: Latency, leg: Leg, account: AccountId, turn: number): number {
  if (order === 'in-turn') return turn;
  const hasher = createHasher();
  hashNumber(hasher, account);
  hashNumber(hasher, LEGS.indexOf(leg));
  hashNumber(hasher, turn);
  return digestNumber(hasher);
}

export const hasLatency = (latency: Latency | undefined): latency is Latency =>
  latency !== undefined && LEGS.some((leg) => latency[leg].some((delay) => delay > 0));

export function checkLatency(latency: Latency): Reject | undefined {
  const isWithin = (value: number, least: number, most: number): boolean =>
    Number.isSafeInteger(value) && value >= least && value <= most;
  for (const leg of LEGS) {
    const delays = latency[leg];
    if (delays.length > LATENCY_DELAYS_MAX)
      return reject('latency-invalid', { given: delays.length, limit: LATENCY_DELAYS_MAX });
    const wrong = delays.find((delay) => !isWithin(delay, 0, LATENCY_MAX));
    if (wrong !== undefined) return reject('latency-invalid', { given: wrong, limit: LATENCY_MAX });
  }
  return isWithin(latency.hold, 1, LATENCY_HOLD_MAX)
    ? undefined
    : reject('latency-invalid', { given: latency.hold, limit: LATENCY_HOLD_MAX });
}

export const isSameLatency = (first: Latency | undefined, second: Latency | undefined): boolean =>
  first?.hold === second?.hold &&
  first?.order === second?.order &&
  LEGS.every((leg) => first?.[leg].join() === second?.[leg].join());

/** Such as `feed 5ms, entry 5ms to 80ms`; `none` where nothing is late. */
export function describeLatency(latency: Latency | undefined): string {
  if (latency === undefined) return 'none';
  const legs = LEGS.filter((leg) => latency[leg].some((delay) => delay > 0)).map((leg) => {
    const delays = latency[leg].toSorted((first, second) => first - second);
    const [least, most] = [formatDuration(delays[0]!), formatDuration(delays.at(-1)!)];
    return `${leg} ${least === most ? least : `${least} to ${most}`}`;
  });
  if (legs.length === 0) return 'none';
  const isVaried = LEGS.some((leg) => latency[leg].length > 1);
  const held = isVaried && latency.hold > 1 ? [`each for ${formatDuration(latency.hold)}`] : [];
  return [...legs, ...held].join(', ');
}
