/** The errors of an archive, in words for the operator of the venue. */

/**
 * - `damaged`: the file is not a sound archive; the part the journal holds can be written again.
 * - `incomplete`: the file is sound, but rows are missing that were stored in it.
 * - `mixed`: the file is the archive of another journal.
 * - `foreign`: the file is some other database, not to be touched.
 * - `version`: the file was written by another version of the venue.
 * - `full`: too many rows are waiting to be stored; the write was refused and may be tried again.
 * - `failed`: a write failed or the thread died; nothing is stored until it is opened again.
 * - `closed`: asked after it was closed.
 */
export type ArchiveFault =
  | 'damaged'
  | 'incomplete'
  | 'mixed'
  | 'foreign'
  | 'version'
  | 'full'
  | 'failed'
  | 'closed';

/** The journal that an archive is written from. */
export interface ArchiveSource {
  /** All zeros where it is not known. */
  readonly id: string;
  /** The oldest entry that it still holds; history before that is in the archive alone. */
  readonly firstSeq: number;
}

export const UNKNOWN_SOURCE: ArchiveSource = { id: '0'.repeat(16), firstSeq: 1 };

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export const closedError = (): ArchiveError => new ArchiveError('closed', 'the archive is closed');

/** Says which part of the history the journal can restore, and which part it cannot. */
export function adviseRebuilding(path: string, { firstSeq }: ArchiveSource): string {
  const lost =
    firstSeq === 1
      ? 'nothing is lost, since the journal holds every entry'
      : `history before entry ${firstSeq} is then lost, since the journal begins there`;
  return `to have it written again from the journal move ${path} away and start; ${lost}`;
}
