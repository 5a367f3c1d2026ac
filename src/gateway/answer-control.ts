/** Turns the result of a control into an answer. */
import { DURATION_WORDS, findDuration } from '../domain/duration.ts';
import type { TimeRefused } from '../venue/time-control.ts';
import { both, type WireError, wireError } from '../wire/errors.ts';

export async function answerControl<Said extends object>(
  said: Said | TimeRefused | Promise<Said | TimeRefused>,
): Promise<Said | WireError> {
  const answer = await said;
  return isRefused(answer) ? refusedError(answer) : answer;
}

const isRefused = (answer: object): answer is TimeRefused => 'refused' in answer;

function refusedError({ refused, isForbidden }: TimeRefused): WireError {
  return wireError(isForbidden ? '40022' : '40017', { detail: both(refused) });
}

/** A year: beyond it a length of time is a slip of the keyboard. */
const DURATION_MAX = 366 * 86_400_000;

/** Null if nothing was given. */
export function readDuration(field: string, text: string | undefined): number | null | WireError {
  if (text === undefined) return null;
  const duration = findDuration(text);
  if (duration !== undefined && duration <= DURATION_MAX) return duration;
  const limit = duration === undefined ? DURATION_WORDS : 'at most 366d';
  return wireError('40020', { field, detail: both(`"${text.slice(0, 40)}": ${limit}`) });
}
