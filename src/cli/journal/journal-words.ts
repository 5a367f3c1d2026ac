/** What the verbs of `perpetua journal` have in common. */
import type { Seq } from '../../domain/units.ts';
import type { Output } from '../../terminal/output.ts';

export interface JournalWords {
  readonly dataFolder: string;
  readonly from: Seq | undefined;
  readonly to: Seq | undefined;
  readonly json: boolean;
  readonly output: Output;
}
