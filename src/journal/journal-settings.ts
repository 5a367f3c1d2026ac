/** The settings of a journal in files, and their defaults. */
import { type Files, nodeFiles } from './files.ts';

export interface JournalSettings {
  /** Holds `journal`, `snapshots` and the lock. */
  readonly dataFolder: string;
  /** Version and settings of the engine, in words; a change begins a new segment. */
  readonly version: string;
  readonly segmentBytes: number;
  readonly waitingEntriesMax: number;
  readonly waitingBytesMax: number;
  readonly files: Files;
  /** Receives warnings for the operator: a torn tail, a skipped snapshot, a failing disk. */
  readonly warn: (message: string) => void;
}

export const JOURNAL_DEFAULTS: Omit<JournalSettings, 'dataFolder' | 'version'> = {
  segmentBytes: 64 * 1024 * 1024,
  // About a tenth of a second of the fastest disk we saw. Nobody should wait longer.
  waitingEntriesMax: 65_536,
  waitingBytesMax: 32 * 1024 * 1024,
  files: nodeFiles,
  warn: () => undefined,
};
