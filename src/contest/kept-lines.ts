/** A file of lines that grows while somebody works, and from which they go on. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Whole lines. One that was torn when somebody pulled the plug is taken off the file. */
export function keptLines(path: string): string[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  if (whole !== text) writeFileSync(path, whole);
  return whole.split('\n').slice(0, -1);
}
