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
