/**
 * The few operations that the journal needs of a file system. A port, so that tests can make a disk
 * full, slow, forgetful or broken. Writing goes to the system's cache and is quick; only making
 * it durable takes time and is asynchronous.
 */

/** A file that is open. */
export type FileHandle = number;

export interface Files {
  /** Creates the folder and its parents; returns whether it was missing. */
  makeFolder(path: string): boolean;
  /** Names in a folder; none if the folder does not exist. */
  list(folder: string): string[];
  /** `create` empties what was there; `change` and `read` need the file to exist. */
  open(path: string, purpose: 'create' | 'change' | 'read'): FileHandle;
  close(file: FileHandle): void;
  size(file: FileHandle): number;
  /** Bytes read, fewer than asked for at the end of the file. */
  read(file: FileHandle, into: Uint8Array, position: number): number;
  /** Bytes written, possibly fewer than given. */
  write(file: FileHandle, bytes: Uint8Array, position: number): number;
  /** Contents, and the size if it changed: fdatasync. */
  syncData(file: FileHandle): Promise<void>;
  /** Contents and all that the folder knows of the file: fsync. */
  sync(file: FileHandle): Promise<void>;
  rename(from: string, to: string): void;
  remove(path: string): void;
  /** Names in the folder, after a create, rename or remove. */
  syncFolder(path: string): Promise<void>;
}

export function writeAll(
  files: Files,
  file: FileHandle,
  bytes: Uint8Array,
  position: number,
): void {
  let done = 0;
  while (done < bytes.length) {
    const count = files.write(file, bytes.subarray(done), position + done);
    if (count <= 0) throw new Error('the file system writes nothing and gives no reason');
    done += count;
  }
}

/** Fills `into` as far as the file goes; returns the bytes read. */
export function readAll(
  files: Files,
  file: FileHandle,
  into: Uint8Array,
  position: number,
): number {
  let done = 0;
  while (done < into.length) {
    const count = files.read(file, into.subarray(done), position + done);
    if (count === 0) break;
    done += count;
  }
  return done;
}
