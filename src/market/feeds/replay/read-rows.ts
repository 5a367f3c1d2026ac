/** Streams the rows of a replay file, a piece at a time: files may be larger than memory. */
import { readLines } from '../../../machine/read-lines.ts';
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
  for await (const texts of readLines(path, path.endsWith('.gz'))) {
    const rows: LinedRow[] = [];
    for (const untrimmed of texts) {
      const text = untrimmed.trim();
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
