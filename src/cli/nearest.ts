/** Which of the known words a mistyped one was probably meant to be. */

/** How many letters must be inserted, removed or replaced to turn one word into the other. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = previous[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(replaced, previous[column]! + 1, current[column - 1]! + 1));
    }
    previous = current;
  }
  return previous[to.length]!;
}

/** The known word closest to the given one; the first of equals. */
export function findNearest(word: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined;
  let distanceMin = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = editDistance(word.toLowerCase(), candidate);
    if (distance < distanceMin) {
      nearest = candidate;
      distanceMin = distance;
    }
  }
  return nearest;
}
