/** What a format of tapes is that consists of lines of text. */
import type { TapeCounts, TapeEvent } from './tape-event.ts';

/** What a line tells. Throws the reason if it cannot be read. */
export type LineReader = (text: string) => readonly TapeEvent[];

export interface TapeFormat {
  readonly name: string;
  /** Whether a file that begins with this line has the format. */
  readonly isBegunBy: (text: string) => boolean;
  readonly createReader: (counts: TapeCounts) => LineReader;
}
