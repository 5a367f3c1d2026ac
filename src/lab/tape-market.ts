/** A recorded market for the lives of the lab: read once, when the lab is opened. */
import type { Contract } from '../domain/contract.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { readMoments, symbolsOf, type TapeMoment } from '../tape/kept-tape.ts';
import { readTape } from '../tape/read-tape.ts';
import { isRecordedAs } from '../tape/tape-house.ts';
import { LabError } from './lab-error.ts';

export const readRecording = (paths: readonly string[]): Promise<TapeMoment[]> =>
  readMoments(paths.map(readTape)).catch((error: unknown) => {
    throw new LabError('option-invalid', `tape: ${reasonOf(error)}`);
  });

/** The contracts that the recording has, in the order of the table. */
export function contractsRecorded(
  moments: readonly TapeMoment[],
  known: readonly Contract[],
): Contract[] {
  const symbols = [...symbolsOf(moments)];
  const found = known.filter((contract) =>
    symbols.some((symbol) => isRecordedAs(symbol)(contract)),
  );
  if (found.length > 0) return found;
  const words = `tape: it has ${symbols.join(', ')}, which the table of contracts has not`;
  throw new LabError('contract-unknown', words);
}
