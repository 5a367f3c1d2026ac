/** Findings of surveillance that an organiser has looked into and put aside, with a note. */
import { type Millis, millis } from '../../domain/units.ts';
import type { Tables } from '../../facts/records.ts';

export interface Dismissal {
  readonly test: string;
  readonly accounts: readonly number[];
  readonly note: string;
  readonly actor: string;
  readonly at: Millis;
}

export interface Dismissals {
  readonly add: (season: number, dismissal: Dismissal) => Promise<void>;
  /** False where there is none of these accounts. */
  readonly remove: (season: number, test: string, accounts: readonly number[]) => Promise<boolean>;
  readonly list: (season: number) => Promise<readonly Dismissal[]>;
}

const REPLACE = `INSERT INTO dismissals (season, test, accounts, note, actor, at)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (season, test, accounts)
  DO UPDATE SET note = excluded.note, actor = excluded.actor, at = excluded.at`;
const REMOVE = `DELETE FROM dismissals WHERE season = ? AND test = ? AND accounts = ?
  RETURNING season`;

export function createDismissals({ ask }: Tables): Dismissals {
  return {
    add: async (season, { test, accounts, note, actor, at }) => {
      await ask(REPLACE, [season, test, JSON.stringify(accounts), note, actor, at]);
    },
    remove: async (season, test, accounts) =>
      (await ask(REMOVE, [season, test, JSON.stringify(accounts)])).length > 0,
    list: async (season) => {
      const rows = await ask('SELECT * FROM dismissals WHERE season = ? ORDER BY at', [season]);
      return rows.map((row) => ({
        test: String(row['test']),
        accounts: numbersOf(String(row['accounts'])),
        note: String(row['note']),
        actor: String(row['actor']),
        at: millis(Number(row['at'])),
      }));
    },
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
