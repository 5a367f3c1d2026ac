/** Rows as a CSV file, and files for the reader to keep. */

/** Adds quotes if needed, and keeps a spreadsheet from reading text as a formula. */
function field(value: unknown): string {
  const text = String(value ?? '');
  const safe = /^[=+@\t]/.test(text) || /^-(?![\d.])/.test(text) ? `'${text}` : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
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

export const saveFile = (name: string, text: string): void =>
  saveBlob(name, new Blob([text], { type: 'text/csv;charset=utf-8' }));

export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1_000);
}
