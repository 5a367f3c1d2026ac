/** Tables for a terminal and for a Markdown page. */

/** Rows of text under headings, as wide as they need to be. */
export function formatTable(headings: readonly string[], rows: readonly (readonly string[])[]) {
  const widths = headings.map((heading, at) =>
    Math.max(heading.length, ...rows.map((row) => row[at]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
}

/** The same for a Markdown page. The first row is the head, the first column is text. */
export function formatMarkdownTable(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  const lines = rows.map((row) => {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    );
    return `| ${cells.join(' | ')} |`;
  });
  const rule = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`,
  );
  return [lines[0] ?? '', `| ${rule.join(' | ')} |`, ...lines.slice(1)];
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
