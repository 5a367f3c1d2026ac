/** Tables for a terminal and for a Markdown page. */
import { padText, padTextStart, textWidth } from './text-width.ts';

/** Rows of text under headings, as wide as they need to be. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = headings.map((heading, at) =>
    Math.max(textWidth(heading), ...rows.map((row) => textWidth(row[at] ?? ''))),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => padText(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** The same for a Markdown page. The first row is the head, the first column is text. */
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
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lines[0] ?? '', `| ${rule.join(' | ')} |`, ...lines.slice(1)];
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
