/** What the system says about a file that could not be written, also where SQLite asked it. */

/** The low byte of an SQLite error code, if the system caused the error. */
const SQLITE_SYSTEM_CODES: ReadonlyMap<number, string> = new Map([
  [8, 'EROFS'],
  [10, 'EIO'],
  [13, 'ENOSPC'],
]);

/** The code of the system, such as ENOSPC; another code if the system did not cause the error. */
export function systemCodeOf(error: unknown): string | undefined {
  const fields = new Map<string, unknown>(
    typeof error === 'object' && error !== null ? Object.entries(error) : [],
  );
  const [code, sqlite] = [fields.get('code'), fields.get('errcode')];
  const own = typeof code === 'string' ? code : undefined;
  return typeof sqlite === 'number' ? (SQLITE_SYSTEM_CODES.get(sqlite & 0xff) ?? own) : own;
}

const DISK_FAULTS: ReadonlyMap<string | undefined, string> = new Map([
  ['ENOSPC', 'no room is left on the disk of the data folder: make some'],
  ['EDQUOT', 'no room is left for this user on the disk of the data folder: make some'],
  ['EIO', 'the disk of the data folder does not read or write: check it'],
  ['EROFS', 'the disk of the data folder may only be read: make it writable'],
  ['EACCES', 'a file of the data folder may not be written: give its owner the right to'],
  ['EMFILE', 'too many files are open: allow more (ulimit -n)'],
  ['ENFILE', 'too many files are open on this machine: allow more'],
]);

/** What the operator can mend; undefined if it is something else. */
export const findDiskFault = (error: unknown): string | undefined =>
  DISK_FAULTS.get(systemCodeOf(error));
