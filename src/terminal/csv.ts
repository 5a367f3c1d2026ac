/** Tables as comma-separated text; a value with a comma, a quote or a line break is quoted. */

export const formatCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map(quote).join()}\n`).join('');

const quote = (cell: string): string =>
  /[",\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
