/** Compares the published table of fills with the rows of a replay, as they come. */
import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Difference, findDifference, wholeFile } from './difference.ts';
import { FILLS_HEAD } from './fill-files.ts';
import { FILL_COLUMNS } from './fill-rows.ts';
import { FILLS_FILE } from './published-folder.ts';

const NEW_LINE = 10;

export class FillCheck {
  readonly #bytes: Buffer;
  #at = 0;
  #row = 0;
  #difference: Difference | undefined;

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    if (`${this.#nextLine()}\n` !== FILLS_HEAD)
      this.#difference = wholeFile(FILLS_FILE, FILLS_HEAD.trim(), 'another head');
  }

  /** A file that cannot be unpacked differs from the first row on. */
  static open(path: string): FillCheck {
    try {
      return new FillCheck(existsSync(path) ? gunzipSync(readFileSync(path)) : Buffer.alloc(0));
    } catch {
      return new FillCheck(Buffer.alloc(0));
    }
  }

  expect(rows: readonly string[]): void {
    for (const row of rows) {
      if (this.#difference !== undefined) return;
      this.#row += 1;
      const found = this.#nextLine();
      if (found !== row) this.#difference = this.#name(row, found);
    }
  }

  /**
   * To be called after the last row: the first difference, or a published row that the replay does
   * not have.
   */
  finish(): Difference | undefined {
    if (this.#difference !== undefined) return this.#difference;
    if (this.#at >= this.#bytes.length) return undefined;
    return this.#name('', this.#nextLine());
  }

  #name(expected: string, found: string): Difference {
    const head = FILL_COLUMNS.join();
    const named = findDifference('fills.csv', `${head}\n${expected}`, `${head}\n${found}`);
    return {
      file: FILLS_FILE,
      row: String(this.#row),
      field: named?.field ?? '',
      expected: named?.expected ?? expected,
      found: named?.found ?? found,
    };
  }

  #nextLine(): string {
    const end = this.#bytes.indexOf(NEW_LINE, this.#at);
    const stop = end < 0 ? this.#bytes.length : end;
    const line = this.#bytes.toString('utf8', this.#at, stop);
    this.#at = stop + 1;
    return line;
  }
}
