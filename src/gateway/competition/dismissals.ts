/** Findings of surveillance that an organiser has looked into and put aside, with a note. */
import type { DatabaseSync } from 'node:sqlite';
import { type Millis, millis } from '../../domain/units.ts';

export interface Dismissal {
  readonly test: string;
  readonly accounts: readonly number[];
  readonly note: string;
  readonly actor: string;
  readonly at: Millis;
}

export interface Dismissals {
  readonly add: (season: number, dismissal: Dismissal) => void;
  /** False where there is none of these accounts. */
  readonly remove: (season: number, test: string, accounts: readonly number[]) => boolean;
  readonly list: (season: number) => readonly Dismissal[];
}

export function createDismissals(database: DatabaseSync): Dismissals {
  return {
    add: (season, { test, accounts, note, actor, at }) => {
      database
        .prepare('INSERT OR REPLACE INTO dismissals VALUES (?, ?, ?, ?, ?, ?)')
        .run(season, test, JSON.stringify(accounts), note, actor, at);
    },
    remove: (season, test, accounts) => {
      const sql = 'DELETE FROM dismissals WHERE season = ? AND test = ? AND accounts = ?';
      return database.prepare(sql).run(season, test, JSON.stringify(accounts)).changes > 0;
    },
    list: (season) =>
      database
        .prepare('SELECT * FROM dismissals WHERE season = ? ORDER BY at')
        .all(season)
        .map((row) => ({
          test: String(row['test']),
          accounts: numbersOf(String(row['accounts'])),
          note: String(row['note']),
          actor: String(row['actor']),
          at: millis(Number(row['at'])),
        })),
  };
}

function numbersOf(json: string): readonly number[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(Number) : [];
}

/**
 * The one that covers a finding. A group that has grown since is a new question; one that has
 * shrunk is not.
 */
export const findDismissal = (
  dismissals: readonly Dismissal[],
  finding: { readonly test: string; readonly accounts: readonly number[] },
): Dismissal | undefined =>
  dismissals.find(
    ({ test, accounts }) =>
      test === finding.test && finding.accounts.every((account) => accounts.includes(account)),
  );
