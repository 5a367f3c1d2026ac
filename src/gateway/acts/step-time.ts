/** Lets venue time pass, and answers when it has. */
import type { TimeStepped } from '../../venue/time-control.ts';
import type { WireError } from '../../wire/errors.ts';
import { answerControl } from '../answer-control.ts';
import type { PrivateCall } from '../call.ts';

export const stepTime = (
  { shared }: PrivateCall,
  byMillis: number,
): Promise<TimeStepped | WireError> => answerControl(shared.stepTime(byMillis));
