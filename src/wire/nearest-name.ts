/** Finds the known name that a mistyped one was probably meant to be. */

/** Longer names are compared by their beginning, so that the work stays small. */
const COMPARED_MAX = 64;

/** Returns how many letters must be inserted, removed or replaced to make the names equal. */
export function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const replaced = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      const either = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1);
      current.push(Math.min(replaced, either));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/**
 * Returns the known name closest to the given one, ignoring letter case, `_` and `-`. Of equally
 * close names it returns the first. If more than half of the letters would have to change, it
 * returns undefined.
 */
export function findNearestName(name: string, known: readonly string[]): string | undefined {
  const wanted = fold(name);
  let nearest: string | undefined;
  let distanceMin = Math.max(1, Math.floor(wanted.length / 2)) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, fold(candidate));
    if (distance < distanceMin) {
      nearest = candidate;
      distanceMin = distance;
    }
  }
  return nearest;
}

const fold = (name: string): string =>
  name.slice(0, COMPARED_MAX).toLowerCase().replace(/[_-]/g, '');
