/**
 * The wording of errors for rejects of the engine. Bots parse these texts, so the Chinese text
 * begins with the same words, followed by the translation.
 */
import type { Command } from '../domain/command.ts';
import type { Reject, RejectReason } from '../domain/reject.ts';
import { type ErrorCode, type WireError, wireError } from './errors.ts';
import type { Texts } from './locale.ts';
import type { Figures } from './reject-figures.ts';
import type { MarginWords } from './words.ts';

/** The data from which the error of a reject is made. */
export interface Refusal extends Figures {
  readonly reject: Reject;
  readonly command: Command | null;
  readonly marginWords: MarginWords;
}

export type RejectAnswer = (refusal: Refusal) => WireError;
export type Answers<Reason extends RejectReason> = Readonly<Record<Reason, RejectAnswer>>;

export const argument = (en: string, zh: string): WireError =>
  engineError('INVALID_ARGUMENT', { en, zh });

export const precondition = (en: string, zh: string): WireError =>
  engineError('FAILED_PRECONDITION', { en, zh });

function engineError(voice: string, { en, zh }: Texts): WireError {
  return {
    ...wireError('40015'),
    voice,
    text: { en: `${voice}: ${en}`, zh: `${voice}: ${en}（${zh}）` },
  };
}

/** Returns an error with the text of the code and a detail after it. */
export const detailed = (code: ErrorCode, en: string, zh: string, field = ''): WireError =>
  wireError(code, { field, detail: { en, zh } });
