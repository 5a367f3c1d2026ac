/**
 * A recording in a file: text, plain or packed, or a table of another program. Beside the messages
 * of LOBSTER may lie the file of the books after them.
 */
import { existsSync } from 'node:fs';
import { readLines, readStart } from '../machine/read-lines.ts';
import { isNpz, readNpz } from './npz.ts';
import { isParquet, readParquetLines } from './parquet.ts';
import { assembleTape, NPZ_NAME, type ReadTape, readTapeLines } from './tape-lines.ts';

export const readTape = (path: string): ReadTape => readFiles(path, findBooks(path));

/** With the best quotes, which nobody plays: there are more of them than of all else. */
export const readQuotedTape = (path: string): ReadTape => readFiles(path, findBooks(path), true);

/** Without what may lie beside it. */
export const readAlone = (path: string): ReadTape => readFiles(path, undefined);

/** The books beside the messages of LOBSTER; undefined where there are none. */
export function findBooks(path: string): string | undefined {
  const books = path.replace(/_message_(?=[^\\/]*$)/, '_orderbook_');
  return books !== path && existsSync(books) ? books : undefined;
}

const readFiles = (path: string, books: string | undefined, hasQuotes = false): ReadTape =>
  assembleTape(path, async function* (counts, began) {
    const start = await readStart(path);
    if (isNpz(start)) {
      began({ name: NPZ_NAME });
      yield* readNpz(path, counts);
      return;
    }
    const pieces = isParquet(start) ? readParquetLines(path) : readLines(path);
    const lines = books === undefined ? pieces : joinLines(pieces, readLines(books));
    yield* readTapeLines(path, lines, counts, began, hasQuotes);
  });

/** Each line with that of the other file behind it. */
async function* joinLines(
  pieces: AsyncGenerator<string[]>,
  others: AsyncGenerator<string[]>,
): AsyncGenerator<string[]> {
  let waiting: string[] = [];
  let place = 0;
  try {
    for await (const texts of pieces) {
      const joined: string[] = [];
      for (const text of texts) {
        if (text === '') continue;
        while (place === waiting.length) {
          const { value, done } = await others.next();
          if (done === true) throw new Error('the file of books beside it has fewer lines');
          [waiting, place] = [value, 0];
        }
        joined.push(`${text.trimEnd()},${waiting[place]}`);
        place += 1;
      }
      yield joined;
    }
  } finally {
    await others.return(undefined);
  }
}
