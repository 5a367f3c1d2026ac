/** What the verbs of `perpetua journal` have in common. */
import type { Seq } from '../../domain/units.ts';

export interface JournalWords {
  readonly dataFolder: string;
  readonly from: Seq | undefined;
  readonly to: Seq | undefined;
  readonly json: boolean;
  readonly out: (line: string) => void;
}
