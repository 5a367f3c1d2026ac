/**
 * A set of prices that answers "which is the next one up, or down?" in a handful of steps, however
 * many prices lie between. Bit n of tier 0 is set when price n is in the set; bit n of each higher
 * tier when word n of the tier below has any bit. Six tiers of 32 cover every price, and the top
 * one is one word.
 *
 * Tiers reach the highest price seen, rounded up to a power of two, and never shrink. They take
 * little more than one bit per price, and the system gives memory only to the pages that are used.
 */

export interface TickSet {
  readonly tiers: Int32Array[];
  /** First price the tiers do not cover. */
  reach: number;
}

/** The result of a search that finds no price: zero is never a member. */
export const NO_MEMBER = 0;

const TIERS = 6;
const WORD_SHIFT = 5;
const WORD_MASK = 31;
const REACH_FIRST = 1 << 12;

export function createTickSet(): TickSet {
  const tiers: Int32Array[] = [];
  for (let tier = 0; tier < TIERS; tier += 1) {
    tiers.push(new Int32Array(tierLength(REACH_FIRST, tier)));
  }
  return { tiers, reach: REACH_FIRST };
}

export function addTick(set: TickSet, tick: number): void {
  if (tick >= set.reach) extend(set, tick);
  let index = tick;
  for (let tier = 0; tier < TIERS; tier += 1) {
    const before = wordAt(set, tier, index >> WORD_SHIFT);
    setWordAt(set, tier, index >> WORD_SHIFT, before | (1 << (index & WORD_MASK)));
    // A word that was not empty already has its bit in the tier above.
    if (before !== 0) return;
    index >>= WORD_SHIFT;
  }
}

export function removeTick(set: TickSet, tick: number): void {
  let index = tick;
  for (let tier = 0; tier < TIERS; tier += 1) {
    const after = wordAt(set, tier, index >> WORD_SHIFT) & ~(1 << (index & WORD_MASK));
    setWordAt(set, tier, index >> WORD_SHIFT, after);
    if (after !== 0) return;
    index >>= WORD_SHIFT;
  }
}

/** Lowest member above `tick`, which need not be one itself. */
export function tickAbove(set: TickSet, tick: number): number {
  if (tick >= set.reach) return NO_MEMBER;
  let index = tick;
  for (let tier = 0; tier < TIERS; tier += 1) {
    const above = wordAt(set, tier, index >> WORD_SHIFT) & (-2 << (index & WORD_MASK));
    if (above !== 0) return lowestUnder(set, tier, (index & ~WORD_MASK) | lowestBit(above));
    index >>= WORD_SHIFT;
  }
  return NO_MEMBER;
}

/** Highest member below `tick`, which must lie within reach. */
export function tickBelow(set: TickSet, tick: number): number {
  let index = tick;
  for (let tier = 0; tier < TIERS; tier += 1) {
    const below = wordAt(set, tier, index >> WORD_SHIFT) & ((1 << (index & WORD_MASK)) - 1);
    if (below !== 0) return highestUnder(set, tier, (index & ~WORD_MASK) | highestBit(below));
    index >>= WORD_SHIFT;
  }
  return NO_MEMBER;
}

/** Follows the first set bits from an index of one tier down to a price. */
function lowestUnder(set: TickSet, tier: number, from: number): number {
  let index = from;
  for (let lower = tier - 1; lower >= 0; lower -= 1) {
    index = (index << WORD_SHIFT) | lowestBit(wordAt(set, lower, index));
  }
  return index;
}

function highestUnder(set: TickSet, tier: number, from: number): number {
  let index = from;
  for (let lower = tier - 1; lower >= 0; lower -= 1) {
    index = (index << WORD_SHIFT) | highestBit(wordAt(set, lower, index));
  }
  return index;
}

function extend(set: TickSet, tick: number): void {
  while (set.reach <= tick) set.reach *= 2;
  set.tiers.forEach((words, tier) => {
    const wider = new Int32Array(tierLength(set.reach, tier));
    wider.set(words);
    set.tiers[tier] = wider;
  });
}

const wordAt = (set: TickSet, tier: number, index: number): number => set.tiers[tier]![index]!;

function setWordAt(set: TickSet, tier: number, index: number, word: number): void {
  set.tiers[tier]![index] = word;
}

const tierLength = (reach: number, tier: number): number =>
  Math.max(1, reach >> (WORD_SHIFT * (tier + 1)));

const highestBit = (word: number): number => WORD_MASK - Math.clz32(word);
const lowestBit = (word: number): number => WORD_MASK - Math.clz32(word & -word);
