/** Chance that anyone can repeat: the same word gives the same numbers, on every machine. */

const LEAST_BITS = 32;

/** The generator sfc32, begun with a hash of the word. */
export function createDraws(word: string) {
  let [a, b, c, d] = [hashOf(word, 1), hashOf(word, 2), hashOf(word, 3), 1];
  const next = (): number => {
    const sum = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let at = 0; at < LEAST_BITS; at += 1) next();
  /** A whole number from zero, below the limit. */
  return { below: (limit: number): number => Math.floor((next() / 2 ** 32) * limit) };
}

/** FNV-1a, begun differently for each part of the state. */
function hashOf(word: string, part: number): number {
  let hash = 0x811c9dc5 ^ part;
  for (const letter of word) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash | 0;
}
