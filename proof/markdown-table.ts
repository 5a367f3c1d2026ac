/** Tables for a Markdown page, such as those of the documents. */
import { padText, textWidth } from '../src/terminal/text-width.ts';

/** The first row is the head, the first column is text. */
export function formatMarkdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => textWidth(row[column] ?? ''))),
  );
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? padText(cell, widths[column] ?? 0) : padTextStart(cell, widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`,
  );
  return [lines[0] ?? '', `|${rule.join('|')}|`, ...lines.slice(1)];
}

const padTextStart = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - textWidth(text))) + text;
