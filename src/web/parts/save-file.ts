/** Files for the reader to keep. */

/** `fills` of an account on a day as `fills-sandbox-1-2026-03-02.csv`. */
export const accountFileName = (what: string, account: string, at: number): string => {
  const who = account.replace(/[^\w-]+/g, '');
  return `${what}-${who}-${new Date(at).toISOString().slice(0, 10)}.csv`;
};

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
