/** What a house rule says about one line of one file. */
export interface Finding {
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

export function formatFinding({ file, line, message }: Finding): string {
  return `${file}:${line}: ${message}`;
}
