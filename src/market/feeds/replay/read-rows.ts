/** Streams the rows of a replay file, a piece at a time: files may be larger than memory. */
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { formOf, parseRow, type ReplayRow, type RowForm } from './parse-row.ts';

/** A line that cannot be used; line zero stands for the whole file. */
export interface RowFault {
  readonly line: number;
  readonly words: string;
}

export interface LinedRow {
  readonly line: number;
  readonly row: ReplayRow | RowFault;
}

/** The rows of one piece of the file. Ends after the last piece, or with a fault of the file. */
export async function* readRows(path: string): AsyncGenerator<LinedRow[]> {
  let line = 0;
  let form: RowForm | undefined;
  for await (const texts of readLines(path)) {
    const rows: LinedRow[] = [];
    for (const text of texts) {
      line += 1;
      if (text === '') continue;
      if (form === undefined) {
        const first = formOf(text);
        if (typeof first === 'string') {
          yield [...rows, { line, row: { line, words: first } }];
          return;
        }
        form = first.form;
        if (first.isHeader) continue;
      }
      const row = parseRow(text, form);
      rows.push({ line, row: typeof row === 'string' ? { line, words: row } : row });
    }
    yield rows;
  }
}

export const isRowFault = (row: ReplayRow | RowFault): row is RowFault => 'words' in row;

async function* readLines(path: string): AsyncGenerator<string[]> {
  const file = createReadStream(path, { highWaterMark: 1 << 18 });
  const source = path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  // A pipe does not forward the error of its source.
  if (source !== file) file.on('error', (error) => source.destroy(error));
  source.setEncoding('utf8');
  let rest = '';
  try {
    for await (const piece of source) {
      const texts = (rest + String(piece)).split('\n');
      rest = texts.pop() ?? '';
      yield texts.map((text) => text.trim());
    }
    if (rest !== '') yield [rest.trim()];
  } finally {
    file.destroy();
  }
}
