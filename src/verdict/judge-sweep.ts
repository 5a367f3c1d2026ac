/** What a sweep found: which variants have an edge, if any, after all that was tried. */
import { intervalOf, type MeanInterval, meanOf } from './bootstrap.ts';
import { interruptedAfter, type Judgement, LIVES_MIN } from './judge.ts';
import { type Found, stepDown } from './step-down.ts';
import { type Variant, variantText } from './variants.ts';

/** The chance that a sweep without any edge names one. */
export const SWEEP_LEVEL = 0.05;

/** What a life that failed is taken for: all that it had. */
const SUPPOSED_LOSS = -1;

export interface TriedVariant {
  readonly variant: Variant;
  /** By seed; null of a life that failed. */
  readonly returns: ReadonlyMap<string, number | null>;
}

export interface VariantRow {
  readonly variant: Variant;
  readonly lives: number;
  readonly mean: number;
  readonly interval: MeanInterval | undefined;
  readonly hasEdge: boolean;
}

export interface SweepVerdict {
  readonly rows: readonly VariantRow[];
  /** The place of the variant to go on with: the clearest edge, or else the best ratio. */
  readonly chosen: number;
  readonly judgement: Judgement;
}

/** The more variants this folder has seen before, the smaller the share of these. */
export function judgeSweep(tried: readonly TriedVariant[], tries: number): SweepVerdict {
  const level = (SWEEP_LEVEL * tried.length) / Math.max(tries, tried.length);
  // After Ctrl-C some variants have not come to the last seeds. What failed for all says nothing.
  const seeds = [...(tried[0]?.returns.keys() ?? [])].filter(
    (seed) =>
      tried.every(({ returns }) => returns.has(seed)) &&
      tried.some(({ returns }) => returns.get(seed) !== null),
  );
  const matrix = seeds.map((seed) =>
    tried.map(({ returns }) => returns.get(seed) ?? SUPPOSED_LOSS),
  );
  const isEnough = seeds.length >= LIVES_MIN;
  const { found, ratios } = isEnough ? stepDown(matrix, level) : NOTHING_FOUND;
  const chosen = found[0] ?? ratios.indexOf(Math.max(...ratios));
  const rows = tried.map((each, at): VariantRow => {
    const { variant } = each;
    const values = returnsIn(each);
    const interval = intervalOf(values);
    const mean = meanOf(values);
    return { variant, lives: values.length, mean, interval, hasEdge: found.includes(at) };
  });
  const interval = rows[chosen]?.interval;
  const best = rows[found[0] ?? -1];
  const judgement: Judgement =
    best === undefined
      ? {
          kind: 'unclear',
          headline: isEnough
            ? `No edge in any of ${tried.length} variants.`
            : `Too few lives for a verdict: at least ${LIVES_MIN} of each variant are needed.`,
          interval,
          level,
        }
      : { kind: 'earns', headline: `${variantText(best.variant)} has an edge.`, interval, level };
  return { rows, chosen: Math.max(0, chosen), judgement };
}

/** One that was ended early. Its means are left. */
export const interruptSweep = (
  { rows, chosen }: SweepVerdict,
  over: number,
  asked: number,
): SweepVerdict => ({
  rows: rows.map((row) => ({ ...row, interval: undefined, hasEdge: false })),
  chosen,
  judgement: interruptedAfter(over, asked),
});

const returnsIn = ({ returns }: TriedVariant): number[] =>
  [...returns.values()].filter((value) => value !== null);

const NOTHING_FOUND: Pick<Found, 'found' | 'ratios'> = { found: [], ratios: [0] };
