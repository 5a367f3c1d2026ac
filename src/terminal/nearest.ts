/** What is said to a mistyped word: which known one it was probably meant to be. */
import { findNearestName } from '../wire/nearest-name.ts';

/** The message for a verb that a command does not have. */
export const noSuchVerb = (command: string, verb: string, known: readonly string[]): string =>
  `no "${command} ${verb}"${didYouMean(verb, known, (meant) => `"${command} ${meant}"`)}`;

/** Empty where the word resembles none that is known. */
export function didYouMean(
  word: string,
  known: readonly string[],
  show: (meant: string) => string,
): string {
  const meant = findNearestName(word, known);
  return meant === undefined ? '' : `; did you mean ${show(meant)}?`;
}
