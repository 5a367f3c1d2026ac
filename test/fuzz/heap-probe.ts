/**
 * Loaded into the venue before it starts: on SIGUSR2 it collects garbage and notes, in the folder
 * in which the venue runs, how many bytes are left that something still refers to.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Where it notes them. */
export type HeapNotes = 'heap-bytes.txt';

const NOTES: HeapNotes = 'heap-bytes.txt';

if (isMainThread)
  process.on('SIGUSR2', () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    appendFileSync(NOTES, `${heapUsed + external}\n`);
  });
