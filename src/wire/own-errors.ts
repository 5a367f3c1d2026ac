/** What the errors of dialects other than the first have in common. */
import type { RejectReason } from '../domain/reject.ts';
import { both, type ErrorCode, type WireError, wireError } from './errors.ts';

/** An error that only one dialect has, by its code there. The general code is what the log says. */
export const ownError = (own: string, text: string, code: ErrorCode = '40017'): WireError => ({
  ...wireError(code),
  text: both(text),
  own,
});

/** Gives rejects the codes that they have at one endpoint, where these differ from the usual. */
export const blamedBy =
  <Code extends string>(codes: Partial<Record<RejectReason, Code>>) =>
  (error: WireError): WireError => {
    const own = error.reason === undefined ? undefined : codes[error.reason];
    return own === undefined ? error : { ...error, own };
  };

/** A word of the texts that all dialects share, and how it is called in one. */
export type OwnWord = readonly [word: RegExp, own: string];

/** Dialects that know position modes as one-way and hedge. */
export const MODE_WORDS: readonly OwnWord[] = [
  [/\bnet position mode\b/g, 'one-way mode'],
  [/\bhedge position mode\b/g, 'hedge mode'],
  [/\bnot net\b/g, 'not one-way'],
];

export const inOwnWords = (text: string, words: readonly OwnWord[]): string =>
  words.reduce((said, [word, own]) => said.replace(word, own), text);
