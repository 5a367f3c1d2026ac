/**
 * A sorted set of prices. Each word has a bit for 32 neighbours, each word above has a bit for 32
 * words below, so adding, removing and finding the next price take at most six steps, however many
 * prices there are and wherever they stand. Memory follows the prices in the set.
 */

/** Six storeys of 32 reach 2^30, above any price that a book takes. */
const STOREYS = 6;
const BEYOND = 2 ** 30 - 1;

/** Words by number, the storey of single prices first. */
export type PriceSet = readonly Map<number, number>[];

export const createPriceSet = (): PriceSet =>
  Array.from({ length: STOREYS }, () => new Map<number, number>());

export function addPrice(set: PriceSet, price: number): void {
  let place = price;
  for (const words of set) {
    const word = words.get(place >>> 5) ?? 0;
    words.set(place >>> 5, word | (1 << (place & 31)));
    if (word !== 0) return;
    place >>>= 5;
  }
}

export function removePrice(set: PriceSet, price: number): void {
  let place = price;
  for (const words of set) {
    const word = (words.get(place >>> 5) ?? 0) & ~(1 << (place & 31));
    if (word !== 0) {
      words.set(place >>> 5, word);
      return;
    }
    words.delete(place >>> 5);
    place >>>= 5;
  }
}

/** The nearest price above; zero where there is none. */
export function priceAbove(set: PriceSet, price: number): number {
  let place = price;
  for (let storey = 0; storey < STOREYS; storey += 1) {
    const above = wordAt(set, storey, place >>> 5) & ~((2 << (place & 31)) - 1);
    place >>>= 5;
    if (above !== 0) return lowestUnder(set, storey, (place << 5) | lowestBit(above));
  }
  return 0;
}

/** The nearest price below; zero where there is none. */
export function priceBelow(set: PriceSet, price: number): number {
  let place = price;
  for (let storey = 0; storey < STOREYS; storey += 1) {
    const below = wordAt(set, storey, place >>> 5) & ((1 << (place & 31)) - 1);
    place >>>= 5;
    if (below !== 0) return highestUnder(set, storey, (place << 5) | highestBit(below));
  }
  return 0;
}

/** Zero is no price, so the lowest is the first above it. */
export const lowestPrice = (set: PriceSet): number => priceAbove(set, 0);

export const highestPrice = (set: PriceSet): number => priceBelow(set, BEYOND);

const wordAt = (set: PriceSet, storey: number, word: number): number => set[storey]?.get(word) ?? 0;

const lowestBit = (word: number): number => 31 - Math.clz32(word & -word);

const highestBit = (word: number): number => 31 - Math.clz32(word);

function lowestUnder(set: PriceSet, storey: number, found: number): number {
  let place = found;
  for (let below = storey - 1; below >= 0; below -= 1)
    place = (place << 5) | lowestBit(wordAt(set, below, place));
  return place;
}

function highestUnder(set: PriceSet, storey: number, found: number): number {
  let place = found;
  for (let below = storey - 1; below >= 0; below -= 1)
    place = (place << 5) | highestBit(wordAt(set, below, place));
  return place;
}
