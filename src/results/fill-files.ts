/**
 * The table of fills, compressed in pieces as it grows, with one file for each season in the
 * journal.
 */
import { appendFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Contest } from '../competition/contest.ts';
import type { SeasonRecord } from '../competition/season-record.ts';
import type { Contract } from '../domain/contract.ts';
import type { FillSettled } from '../domain/event.ts';
import type { AccountId } from '../domain/ids.ts';
import type { Millis, Money } from '../domain/units.ts';
import { formatLots, formatMoney, formatTicks } from '../wire/quantity.ts';
import { type Difference, findDifference, wholeFile } from './difference.ts';
import { FILLS_FILE } from './published-folder.ts';

const PIECE_ROWS = 20_000;

const OTHERS = 'other';

interface NamedFill {
  readonly fill: FillSettled;
  readonly at: Millis;
  readonly contract: Contract;
  /** Undefined where it is no entrant. */
  readonly taker: string | undefined;
  readonly maker: string | undefined;
}

const ofEntrant = (name: string | undefined, amount: Money): string =>
  name === undefined ? '' : formatMoney(amount);

/**
 * Fills as rows of a table without account ids: entrants are numbered in the order of enrolment,
 * and everyone else is just "other".
 */
const CELLS: Readonly<Record<string, (row: NamedFill) => string | number>> = {
  trade: ({ fill }) => fill.trade,
  at: ({ at }) => at,
  symbol: ({ contract }) => contract.symbol,
  venue: ({ fill }) => fill.venue,
  takerSide: ({ fill }) => fill.takerSide,
  price: ({ contract, fill }) => formatTicks(contract, fill.price),
  size: ({ contract, fill }) => formatLots(contract, fill.size),
  value: ({ fill }) => formatMoney(fill.value),
  taker: ({ taker }) => taker ?? OTHERS,
  takerFee: ({ taker, fill }) => ofEntrant(taker, fill.taker.fee),
  takerPnl: ({ taker, fill }) => ofEntrant(taker, fill.taker.realisedPnl),
  maker: ({ maker }) => maker ?? OTHERS,
  makerFee: ({ maker, fill }) => ofEntrant(maker, fill.maker.fee),
  makerPnl: ({ maker, fill }) => ofEntrant(maker, fill.maker.realisedPnl),
};

export const FILLS_HEAD = `${Object.keys(CELLS).join()}\n`;

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

/** Undefined if no entrant took part. */
export function fillRow(
  contest: Contest,
  season: SeasonRecord,
  at: Millis,
  fill: FillSettled,
): string | undefined {
  const contract = contest.contracts[fill.contract];
  const names = namesOf(season);
  const [taker, maker] = [names.get(fill.taker.account), names.get(fill.maker.account)];
  if (contract === undefined || (taker === undefined && maker === undefined)) return undefined;
  const row: NamedFill = { fill, at, contract, taker, maker };
  return Object.values(CELLS)
    .map((cellOf) => cellOf(row))
    .join();
}

/** Worked out once for each season: nobody enrols after the start. */
const known = new WeakMap<SeasonRecord, ReadonlyMap<AccountId, string>>();

function namesOf(season: SeasonRecord): ReadonlyMap<AccountId, string> {
  let names = known.get(season);
  if (names === undefined) {
    names = new Map(
      season.entrants.map(({ account }, place) => [
        account,
        `T${String(place + 1).padStart(4, '0')}`,
      ]),
    );
    known.set(season, names);
  }
  return names;
}

const NEW_LINE = 10;

/** Compares the published table of fills with the rows of a replay, as they come. */
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
    const named = findDifference('fills.csv', FILLS_HEAD + expected, FILLS_HEAD + found);
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
