/**
 * The table of fills, compressed in pieces as it grows, with one file for each season in the
 * journal.
 */
import { appendFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { FILL_COLUMNS } from './fill-rows.ts';
import { FILLS_FILE } from './published-folder.ts';

const PIECE_ROWS = 20_000;
export const FILLS_HEAD = `${FILL_COLUMNS.join()}\n`;

export class FillFiles {
  readonly #folder: string;
  readonly #rows = new Map<number, string[]>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  add(season: number, rows: readonly string[]): void {
    const kept = this.#rowsOf(season);
    kept.push(...rows);
    if (kept.length >= PIECE_ROWS) this.#flush(season, kept);
  }

  /** One becomes the published file, the others are deleted. */
  finish(season: number): void {
    const kept = this.#rowsOf(season);
    this.#flush(season, kept);
    for (const other of this.#rows.keys())
      if (other !== season) rmSync(this.#path(other), { force: true });
    renameSync(this.#path(season), join(this.#folder, FILLS_FILE));
  }

  #rowsOf(season: number): string[] {
    const found = this.#rows.get(season);
    if (found !== undefined) return found;
    const rows: string[] = [];
    this.#rows.set(season, rows);
    appendFileSync(this.#path(season), gzipSync(FILLS_HEAD));
    return rows;
  }

  #flush(season: number, rows: string[]): void {
    if (rows.length === 0) return;
    const text = rows.splice(0).join('\n');
    appendFileSync(this.#path(season), gzipSync(`${text}\n`));
  }

  #path(season: number): string {
    return join(this.#folder, `fills-${season}.tmp`);
  }
}
