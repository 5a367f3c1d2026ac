/** The audit log of organisers: who did what, when, why, with which result. */
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { type Millis, millis } from '../../domain/units.ts';
import { isAuditFound } from '../../wire/competition/audit-sentences.ts';

export interface AuditNote {
  readonly at: Millis;
  readonly role: string;
  readonly actor: string;
  readonly action: string;
  readonly about: string;
  readonly reason: string;
}

export interface AuditRow extends AuditNote {
  readonly number: number;
  readonly outcome: string;
}

export interface AuditPage {
  /** Part of an entry as people read it; empty for all. */
  readonly find: string;
  readonly isOldestFirst: boolean;
  /** The number of the last entry seen; zero at the beginning. */
  readonly after: number;
  readonly limit: number;
}

export interface AuditLog {
  /** Written before the change is tried. Returns a function to record the result. */
  readonly begin: (note: AuditNote) => (outcome: string) => void;
  readonly list: (page: AuditPage) => readonly AuditRow[];
}

/** The result while the change is running, and for ever if the process ended in it. */
const UNFINISHED = 'begun';
const OUTCOME_LENGTH_MAX = 300;

export function createAuditLog(database: DatabaseSync): AuditLog {
  const insert = database.prepare(
    `INSERT INTO audit (at, role, actor, action, about, reason, outcome)
      VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const finish = database.prepare('UPDATE audit SET outcome = ? WHERE number = ?');
  const newest = database.prepare('SELECT * FROM audit WHERE number < ? ORDER BY number DESC');
  const oldest = database.prepare('SELECT * FROM audit WHERE number > ? ORDER BY number');
  return {
    begin: ({ at, role, actor, action, about, reason }) => {
      const { lastInsertRowid: number } = insert.run(
        at,
        role,
        actor,
        action,
        about,
        reason,
        UNFINISHED,
      );
      return (outcome) => {
        finish.run(outcome.slice(0, OUTCOME_LENGTH_MAX), number);
      };
    },
    list: ({ find, isOldestFirst, after, limit }) => {
      const isFirst = after === 0 && !isOldestFirst;
      const found: AuditRow[] = [];
      for (const one of (isOldestFirst ? oldest : newest).iterate(isFirst ? NUMBER_MAX : after)) {
        const row = rowOf(one);
        if (find === '' || isAuditFound(row, find)) found.push(row);
        if (found.length === limit) break;
      }
      return found;
    },
  };
}

const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const rowOf = (row: Record<string, SQLOutputValue>): AuditRow => ({
  number: Number(row['number']),
  at: momentOf(row['at']),
  role: String(row['role']),
  actor: String(row['actor']),
  action: String(row['action']),
  about: String(row['about']),
  reason: String(row['reason']),
  outcome: String(row['outcome']),
});

const momentOf = (value: unknown): Millis => millis(Number(value));
