/** The version of the program, from its package file. */
import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const file = new URL('../../package.json', import.meta.url);
  const { version }: { version?: unknown } = JSON.parse(readFileSync(file, 'utf8'));
  return String(version);
}
