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

/** The known name closest to the given one; the first of equals, none where all are far. */
export const findNearestName = (name: string, known: readonly string[]): string | undefined =>
  findNearest(known, (candidate) => distanceTo(name, candidate));

/**
 * The known path closest to the given one, compared part by part; the first of equals. A path may
 * lack its last parts, but not all except the first.
 */
export function findNearestByPart(path: string, known: readonly string[]): string | undefined {
  const sent = path.split('/');
  return findNearest(known, (candidate) => {
    const parts = candidate.split('/');
    const missing = parts.length - sent.length;
    if (missing < 0 || (missing > 0 && sent.length === 1)) return Number.POSITIVE_INFINITY;
    return sent.reduce((sum, part, at) => sum + distanceTo(part, parts[at] ?? ''), missing);
  });
}

function findNearest(
  known: readonly string[],
  distanceOf: (candidate: string) => number,
): string | undefined {
  let nearest: string | undefined;
  let distanceMin = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const distance = distanceOf(candidate);
    if (distance < distanceMin) {
      nearest = candidate;
      distanceMin = distance;
    }
  }
  return nearest;
}

/**
 * Letter case, `_` and `-` aside. Infinite where the names are far apart: two letters may change,
 * or a third of a long name, or half of a short one.
 */
function distanceTo(name: string, candidate: string): number {
  const wanted = fold(name);
  const { length } = wanted;
  const near = Math.max(1, Math.min(length >> 1, Math.max(2, Math.floor(length / 3))));
  const distance = editDistance(wanted, fold(candidate));
  return distance <= near ? distance : Number.POSITIVE_INFINITY;
}

const fold = (name: string): string =>
  name.slice(0, COMPARED_MAX).toLowerCase().replace(/[_-]/g, '');
