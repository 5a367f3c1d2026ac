/**
 * Tells luck from skill, all by one thing: if two programs were alike, the difference of a heat
 * could as well have the other sign. All met the same markets, so a draw turns the signs of a heat
 * for all of them together. What other signs would have given says who can be told from whom; how
 * many are told to be better or worse is the interval of a rank; and the means of the heats with
 * one sign are spread as the mean itself is (Hartigan's typical values), which is its interval.
 *
 * The whole board is judged at once, by the step-down of Westfall and Young: however many programs
 * are alike, one contest of twenty at most tells any of them apart.
 */
import { createDraws } from '../verdict/draws.ts';

/** With fewer, whatever was found is not rare enough among its draws. */
export const TELLING_HEATS = 7;
const DRAWS = 2_000;
/** Of so many all draws are taken: there are 1,024. */
const ALL_HEATS_MAX = 11;
const TAIL = 0.025;
/** Half of the twentieth that is promised: of 200 contests of copies, ten hold with room. */
const SIGNIFICANT = 0.025;
/** Any word will do, and with the same one everybody gets the same board. */
const WORD = 'perpetua board';

/** Scores by program and heat; the programs in the order in which they came. */
export function rankField(scores: readonly (readonly number[])[]) {
  const heats = scores[0]?.length ?? 0;
  const totals = scores.map((own) => own.reduce((sum, score) => sum + score, 0));
  const order = totals.map((_, place) => place).sort((one, two) => totals[two]! - totals[one]!);
  const draws = drawSigns(heats);
  const drawn = scores.map((own) => Float64Array.from(draws, (signs) => turned(own, signs)));
  const balances = draws.map((signs) => signs.reduce((sum, sign) => sum + sign, 0));
  const ahead = tellAhead(scores, drawn, order);
  return order.map((place, at) => {
    const own = ahead[place]!;
    const next = order[at + 1];
    const [meanFrom, meanTo] = meanInterval(drawn[place]!, balances);
    return {
      /** Among those that were given. */
      place,
      /** Those with the same mean share it. */
      rank: 1 + totals.filter((total) => total > totals[place]!).length,
      mean: totals[place]! / heats,
      /** Where the true ones are, in 95 of 100 contests. */
      meanFrom,
      meanTo,
      rankFrom: 1 + ahead.filter((others) => others.has(place)).length,
      rankTo: scores.length - own.size,
      /** The places of those that it is told to be better than. */
      ahead: own,
      /** Whether it can be told from the next one on the list; true for the last. */
      isApart: next === undefined || own.has(next),
    };
  });
}

/** The first is what was found. Turning all changes nothing, so that of the first heat stays. */
function drawSigns(heats: number): Int8Array[] {
  const all = heats > ALL_HEATS_MAX ? Infinity : 1 << Math.max(0, heats - 1);
  const { below } = createDraws(WORD);
  return Array.from({ length: Math.min(DRAWS, all) }, (_, draw) => {
    const signs = new Int8Array(heats).fill(1);
    for (let heat = 1; heat < heats && draw > 0; heat += 1)
      if (all > DRAWS ? below(2) === 1 : (draw >> (heat - 1)) & 1) signs[heat] = -1;
    return signs;
  });
}

function turned(scores: readonly number[], signs: Int8Array): number {
  let sum = 0;
  for (let heat = 0; heat < signs.length; heat += 1) sum += scores[heat]! * signs[heat]!;
  return sum;
}

interface Pair {
  readonly better: number;
  readonly worse: number;
  /** Of the differences; no draw changes it. */
  readonly length: number;
  readonly ratio: number;
}

/** By place, those that each is told to be better than. */
function tellAhead(
  scores: readonly (readonly number[])[],
  drawn: readonly Float64Array[],
  order: readonly number[],
): Set<number>[] {
  const ahead = scores.map(() => new Set<number>());
  if ((scores[0]?.length ?? 0) < TELLING_HEATS) return ahead;
  const pairs = order
    .flatMap((better, at) => order.slice(at + 1).map((worse) => ({ better, worse })))
    .map(({ better, worse }): Pair => {
      const length = distance(scores[better]!, scores[worse]!);
      return { better, worse, length, ratio: (drawn[better]![0]! - drawn[worse]![0]!) / length };
    })
    .filter(({ ratio }) => ratio > 0)
    .sort((one, two) => two.ratio - one.ratio);
  for (const { better, worse } of pairs.slice(0, countTold(pairs, drawn)))
    ahead[better]!.add(worse);
  // Who is better than one that is better than a third is better than the third.
  for (const place of order.toReversed())
    for (const worse of [...ahead[place]!])
      for (const third of ahead[worse]!) ahead[place]!.add(third);
  return ahead;
}

function distance(one: readonly number[], two: readonly number[]): number {
  let squares = 0;
  for (let heat = 0; heat < one.length; heat += 1) {
    const apart = one[heat]! - two[heat]!;
    squares += apart * apart;
  }
  return Math.sqrt(squares);
}

/** How many of the pairs, the clearest first, chance gives too seldom: from there on, none. */
function countTold(pairs: readonly Pair[], drawn: readonly Float64Array[]): number {
  const draws = drawn[0]?.length ?? 0;
  const asLarge = new Uint32Array(pairs.length);
  // Rows of numbers: of five hundred programs there are a hundred thousand pairs.
  const better = Uint32Array.from(pairs, (pair) => pair.better);
  const worse = Uint32Array.from(pairs, (pair) => pair.worse);
  const lengths = Float64Array.from(pairs, (pair) => pair.length);
  const ratios = Float64Array.from(pairs, (pair) => pair.ratio);
  for (let draw = 0; draw < draws; draw += 1) {
    const sums = Float64Array.from(drawn, (own) => own[draw]!);
    let most = 0;
    for (let at = pairs.length - 1; at >= 0; at -= 1) {
      const ratio = Math.abs(sums[better[at]!]! - sums[worse[at]!]!) / lengths[at]!;
      if (ratio > most) most = ratio;
      if (most >= ratios[at]!) asLarge[at]! += 1;
    }
  }
  const first = asLarge.findIndex((count) => count > SIGNIFICANT * draws);
  return first === -1 ? pairs.length : first;
}

/** Where the means of the heats of one sign end; with fewer than six heats, all of them. */
function meanInterval(sums: Float64Array, balances: readonly number[]) {
  const [total = 0, heats = 0] = [sums[0], balances[0]];
  const means = new Float64Array(2 * sums.length - 1).fill(total / heats);
  // In the first draw all heats have one sign.
  for (let draw = 1; draw < sums.length; draw += 1) {
    means[2 * draw - 1] = (total + sums[draw]!) / (heats + balances[draw]!);
    means[2 * draw] = (total - sums[draw]!) / (heats - balances[draw]!);
  }
  means.sort();
  const beyond = Math.max(1, Math.floor(TAIL * (means.length + 1)));
  return [means[beyond - 1] ?? 0, means.at(-beyond) ?? 0] as const;
}
