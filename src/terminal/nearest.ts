/** Guesses which known word a mistyped one was meant to be. */
import { editDistance } from '../wire/nearest-name.ts';

/** The message for a verb that a command does not have. */
export const noSuchVerb = (command: string, verb: string, known: readonly string[]): string =>
  `no "${command} ${verb}"; did you mean "${command} ${findNearest(verb, known)}"?`;

/** The known word closest to the given one; the first if several are equally close. */
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
