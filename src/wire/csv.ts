/** CSV files for spreadsheets, and what comes back from them. */

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^[=+@\t\r-]/;

/** Keeps a spreadsheet from reading text as a formula. Numbers stay numbers. */
export const guarded = (text: string): string =>
  FORMULA.test(text) && !/^-[\d.]+$/.test(text) ? `'${text}` : text;

/** Adds quotes if needed. */
function field(value: unknown): string {
  const safe = guarded(String(value ?? ''));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function csvOf(rows: readonly object[]): string {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const line = (row: object): string => {
    const fields = new Map<string, unknown>(Object.entries(row));
    return names.map((name) => field(fields.get(name))).join(',');
  };
  return `${[names.join(','), ...rows.map(line)].join('\r\n')}\r\n`;
}

/** Lines of fields. Quotes keep commas and line breaks; empty lines are skipped. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  // A field with the mark after it: a comma, the end of a line, or the end of the text.
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/y;
  const body = text.replace(/^\uFEFF/, '');
  while (field.lastIndex < body.length) {
    const found = field.exec(body);
    if (found === null) break;
    const [, quoted, plain = '', mark] = found;
    line.push(unguarded(quoted?.replaceAll('""', '"') ?? plain));
    if (mark === ',') continue;
    if (line.some((one) => one !== '')) lines.push(line);
    line = [];
  }
  if (line.some((one) => one !== '')) lines.push(line);
  return lines;
}

/** An export puts `'` before what a spreadsheet would take for a formula. */
const unguarded = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text.slice(1)) ? text.slice(1) : text;
