/** Where a command's words go; a test puts arrays behind it. */
export interface Output {
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
}
