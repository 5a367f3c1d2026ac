/**
 * The five markets a book is measured on. Each says where the mid goes while the orders arrive; all
 * share the same flow of orders around it.
 */

export interface Scenario {
  readonly name: string;
  readonly summary: string;
  /** Drift of the mid, as a factor of its start; `progress` runs from 0 to 1. */
  readonly drift: (progress: number) => number;
  /** Deviation of the random part of the mid over the whole run, as a fraction of the price. */
  readonly volatility: number;
  /** How far from the mid orders stand at most, in ticks. */
  readonly depthMax: number;
  /** Orders that stand in the book before the clock starts, kept at this number by replacement. */
  readonly standing: number;
  /** How many messages the peer gets, if all of them would take it minutes. */
  readonly peerMessages?: number;
}

/**
 * 1,000.0 with a tick of a tenth. With a finer tick the mid would outrun most orders within their
 * lives, and they would trade instead of being cancelled.
 */
export const MID_START = 10_000;

const DEPTH_MAX = 2_000;

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'normal',
    summary: 'the mid wanders about one per cent',
    drift: () => 1,
    volatility: 0.01,
    depthMax: DEPTH_MAX,
    standing: 0,
  },
  {
    name: 'static',
    summary: 'the mid stands still among 21,000 standing orders on 60 levels',
    drift: () => 1,
    volatility: 0,
    depthMax: 30,
    standing: 21_000,
    peerMessages: 100_000,
  },
  {
    name: 'swing-25',
    summary: 'the mid rises 25 % and returns',
    drift: (progress) => 1 + 0.25 * triangle(progress),
    volatility: 0.01,
    depthMax: DEPTH_MAX,
    standing: 0,
  },
  {
    name: 'swing-40',
    summary: 'the mid rises 40 % and returns',
    drift: (progress) => 1 + 0.4 * triangle(progress),
    volatility: 0.01,
    depthMax: DEPTH_MAX,
    standing: 0,
  },
  {
    name: 'flash-crash',
    summary: 'the mid falls 20 % within 2 % of the run and recovers',
    drift: (progress) => 1 - 0.2 * crash(progress),
    volatility: 0.01,
    depthMax: DEPTH_MAX,
    standing: 0,
  },
];

/** From 0 up to 1 at half time and back. */
const triangle = (progress: number): number => 1 - Math.abs(2 * progress - 1);

/** Nothing until half time, a fall in 2 % of the run, a recovery over the next 10 %. */
function crash(progress: number): number {
  if (progress < 0.5 || progress > 0.62) return 0;
  return progress < 0.52 ? (progress - 0.5) / 0.02 : (0.62 - progress) / 0.1;
}
