/**
 * Tells luck from skill. All programs met the same markets, so heats are drawn again with
 * replacement for all of them together, and the spread of the means and of the ranks over many such
 * draws is their interval. Two programs are called different only if the signs of their differences
 * are: a copy beside its original is called so in one contest of twenty at most, by construction.
 */

export interface RankedProgram {
  /** Among those that were given. */
  readonly place: number;
  /** Those with the same mean share it. */
  readonly rank: number;
  readonly mean: number;
  /** Of the mean, and of the rank: in 95 of 100 draws it is between these. */
  readonly meanFrom: number;
  readonly meanTo: number;
  readonly rankFrom: number;
  readonly rankTo: number;
  /** Whether it can be told from the next one on the list; true for the last. */
  readonly isApart: boolean;
}

const DRAWS = 1_999;
const TAIL = 0.025;
/** Half of the twentieth that is promised: of 200 contests of copies, ten hold with room. */
const SIGNIFICANT = 0.025;
/** Any number will do, and with the same one everybody gets the same board. */
const RANDOM_SEED = 0x9e3779b9;

/** Scores by program and heat; the programs in the order in which they came. */
export function rankField(scores: readonly (readonly number[])[]): RankedProgram[] {
  const heats = scores[0]?.length ?? 0;
  const means = scores.map((own) => sumOf(own) / heats);
  const rankIn = (values: readonly number[], place: number): number =>
    1 + values.filter((value) => value > values[place]!).length;
  const random = drawWords(RANDOM_SEED);
  const drawn = Array.from({ length: DRAWS }, () => {
    const chosen = Array.from({ length: heats }, () => random() % heats);
    const again = scores.map((own) => chosen.reduce((sum, heat) => sum + own[heat]!, 0) / heats);
    return { means: again, ranks: again.map((_, place) => rankIn(again, place)) };
  });
  const order = means.map((_, place) => place).sort((one, two) => means[two]! - means[one]!);
  return order.map((place, at): RankedProgram => {
    const ownMeans = sorted(drawn.map((each) => each.means[place]!));
    const ownRanks = sorted(drawn.map((each) => each.ranks[place]!));
    const next = order[at + 1];
    return {
      place,
      rank: rankIn(means, place),
      mean: means[place]!,
      meanFrom: quantile(ownMeans, TAIL),
      meanTo: quantile(ownMeans, 1 - TAIL),
      rankFrom: quantile(ownRanks, TAIL),
      rankTo: quantile(ownRanks, 1 - TAIL),
      isApart: next === undefined || isApartFrom(scores[place]!, scores[next]!),
    };
  });
}

/**
 * Whether two programs that met the same markets can be told apart. If they were alike, the
 * difference of a heat could as well have the other sign: the sum is held against those that other
 * signs would have given.
 */
export function isApartFrom(one: readonly number[], two: readonly number[]): boolean {
  const differences = one.map((score, heat) => score - two[heat]!).filter((each) => each !== 0);
  const found = Math.abs(sumOf(differences));
  const random = drawWords(RANDOM_SEED);
  let asLarge = 1;
  for (let draw = 0; draw < DRAWS; draw += 1) {
    let sum = 0;
    let bits = 0;
    for (const [at, difference] of differences.entries()) {
      if (at % 32 === 0) bits = random();
      sum += (bits >>> (at % 32)) & 1 ? difference : -difference;
    }
    if (Math.abs(sum) >= found) asLarge += 1;
  }
  return asLarge / (DRAWS + 1) <= SIGNIFICANT;
}

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const sorted = (values: readonly number[]): number[] => values.toSorted((one, two) => one - two);

const quantile = (values: readonly number[], part: number): number =>
  values[Math.round(part * (values.length - 1))] ?? 0;

/** Words of 32 bits, by counting and mixing: the same on every machine. */
export function drawWords(seed: number): () => number {
  let count = seed >>> 0;
  return () => {
    count = (count + 0x9e3779b9) >>> 0;
    let word = Math.imul(count ^ (count >>> 16), 0x21f0aaad);
    word = Math.imul(word ^ (word >>> 15), 0x735a2d97);
    return (word ^ (word >>> 15)) >>> 0;
  };
}
