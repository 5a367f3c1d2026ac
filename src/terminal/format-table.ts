/** Tables for a terminal. */
import { printableLine } from './printable.ts';
import { padText, textWidth } from './text-width.ts';

/**
 * Rows of text under headings. Where they are wider than the terminal, the columns come in parts,
 * each with the first column beside them. What no terminal shows, or one that tells no width, is as
 * wide as it needs to be.
 */
export function formatTable(
  headings: readonly string[],
  cells: readonly (readonly string[])[],
  columns = process.stdout.columns || Number.POSITIVE_INFINITY,
): string[] {
  const rows = cells.map((row) => row.map(printableLine));
  const widths = headings.map((heading, at) =>
    Math.max(textWidth(heading), ...rows.map((row) => textWidth(row[at] ?? ''))),
  );
  const line = (cells: readonly string[], shown: readonly number[]): string =>
    shown
      .map((at) => padText(cells[at] ?? '', widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const rule = widths.map((width) => '-'.repeat(width));
  return partsOf(widths, columns).flatMap((shown, part) => [
    ...(part === 0 ? [] : ['']),
    ...[headings, rule, ...rows].map((cells) => line(cells, shown)),
  ]);
}

/** Which columns stand beside each other. */
function partsOf(widths: readonly number[], columns: number): number[][] {
  const [first = 0] = widths;
  const parts: number[][] = [[0]];
  let taken = first;
  for (const [at, width] of widths.entries()) {
    if (at === 0) continue;
    const isFull = taken + 2 + width > columns && (parts.at(-1)?.length ?? 0) > 1;
    if (isFull) parts.push([0]);
    taken = (isFull ? first : taken) + 2 + width;
    parts.at(-1)?.push(at);
  }
  return parts;
}

export const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
