/** The machine's files with a disk that can be told to misbehave. */
import { type Files, nodeFiles } from '../../src/journal/files.ts';

export interface Faults {
  /** Asked before each write: an error to throw, or at most how many bytes to take. */
  write?: ((bytes: Uint8Array, position: number) => Error | number) | undefined;
  /** Asked before each fdatasync: an error to throw, or something to wait for. */
  syncData?: (() => Error | Promise<void>) | undefined;
  sync?: (() => Error | undefined) | undefined;
  rename?: (() => Error | undefined) | undefined;
  /** How many fdatasyncs have ended well. */
  syncs: number;
}

export function createFaultyFiles(): { readonly files: Files; readonly faults: Faults } {
  const faults: Faults = { syncs: 0 };
  const files: Files = {
    ...nodeFiles,
    write: (file, bytes, position) => {
      const verdict = faults.write?.(bytes, position) ?? bytes.length;
      if (verdict instanceof Error) throw verdict;
      return nodeFiles.write(file, bytes.subarray(0, verdict), position);
    },
    syncData: async (file) => {
      const verdict = faults.syncData?.();
      if (verdict instanceof Error) throw verdict;
      await verdict;
      await nodeFiles.syncData(file);
      faults.syncs += 1;
    },
    sync: async (file) => {
      const verdict = faults.sync?.();
      if (verdict !== undefined) throw verdict;
      await nodeFiles.sync(file);
    },
    rename: (from, to) => {
      const verdict = faults.rename?.();
      if (verdict !== undefined) throw verdict;
      nodeFiles.rename(from, to);
    },
  };
  return { files, faults };
}

/** An error as the system gives it. */
export const systemError = (code: 'ENOSPC' | 'EIO'): Error =>
  Object.assign(
    new Error(code === 'ENOSPC' ? 'ENOSPC: no space left on device' : 'EIO: i/o error'),
    {
      code,
    },
  );
