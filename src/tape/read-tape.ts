/** A recording in a file: text, plain or packed, or a table of another program. */
import { readLines, readStart } from '../machine/read-lines.ts';
import { isNpz, readNpz } from './npz.ts';
import { isParquet, readParquetLines } from './parquet.ts';
import { assembleTape, NPZ_NAME, type ReadTape, readTapeLines } from './tape-lines.ts';

export const readTape = (path: string): ReadTape =>
  assembleTape(path, async function* (counts, began) {
    const start = await readStart(path);
    if (isNpz(start)) {
      began({ name: NPZ_NAME });
      yield* readNpz(path, counts);
      return;
    }
    const pieces = isParquet(start) ? readParquetLines(path) : readLines(path);
    yield* readTapeLines(path, pieces, counts, began);
  });
