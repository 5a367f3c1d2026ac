/** What can go wrong with an archive, in words for whoever runs the venue. */

/**
 * - `damaged`: the file is no sound archive; it is to be deleted and comes back from the journal.
 * - `foreign`: the file is some other database, not to be touched.
 * - `version`: the file was written by another version of the venue.
 * - `full`: more rows wait to be stored than may; the write was refused and may be tried again.
 * - `failed`: a write failed or the thread died; nothing is stored until it is opened again.
 * - `closed`: asked after it was closed.
 */
export type ArchiveFault = 'damaged' | 'foreign' | 'version' | 'full' | 'failed' | 'closed';

export class ArchiveError extends Error {
  override readonly name = 'ArchiveError';
  readonly fault: ArchiveFault;

  constructor(fault: ArchiveFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}

export const closedError = (): ArchiveError => new ArchiveError('closed', 'the archive is closed');

/** The advice is safe because the journal holds everything the archive does. */
export const adviseDeletion = (path: string): string =>
  `stop the venue, delete ${path} and start again: it is rebuilt from the journal`;
