/** The audit log of organisers: who did what, when, why, with which result. */
import { type Millis, millis } from '../../domain/units.ts';
import type { RecordRow, Tables } from '../../facts/records.ts';
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
  /** Part of an entry as the reader is shown it; empty for all. */
  readonly find: string;
  /** An entry as the reader is shown it; as it is where left out. */
  readonly show?: ((row: AuditRow) => AuditRow) | undefined;
  readonly isOldestFirst: boolean;
  /** The number of the last entry seen; zero at the beginning. */
  readonly after: number;
  readonly limit: number;
}

/** The result while the change is running, and for ever if the process ended in it. */
const UNFINISHED = 'begun';
const OUTCOME_LENGTH_MAX = 300;

const INSERT = `INSERT INTO audit (at, role, actor, action, about, reason, outcome)
  VALUES (?, ?, ?, ?, ?, ?, ?) RETURNING number`;
const FINISH = 'UPDATE audit SET outcome = ? WHERE number = ?';
const NEWEST = 'SELECT * FROM audit WHERE number < ? ORDER BY number DESC LIMIT ?';
const OLDEST = 'SELECT * FROM audit WHERE number > ? ORDER BY number LIMIT ?';
/** Rows read at a time while some are looked for. */
const READ_AT_ONCE = 500;

export function createAuditLog({ ask }: Tables) {
  return {
    /** Written before the change is tried. Returns a function to record the result. */
    begin: async ({ at, role, actor, action, about, reason }: AuditNote) => {
      const values = [at, role, actor, action, about, reason, UNFINISHED];
      const number = Number((await ask(INSERT, values))[0]?.['number']);
      return async (outcome: string) => {
        await ask(FINISH, [outcome.slice(0, OUTCOME_LENGTH_MAX), number]);
      };
    },
    list: async (page: AuditPage): Promise<readonly AuditRow[]> => {
      const { find, show = (row) => row, isOldestFirst, after, limit } = page;
      const found: AuditRow[] = [];
      const sql = isOldestFirst ? OLDEST : NEWEST;
      const count = find === '' ? limit : READ_AT_ONCE;
      for (let last = after === 0 && !isOldestFirst ? NUMBER_MAX : after; ; ) {
        const rows = (await ask(sql, [last, count])).map((row) => show(rowOf(row)));
        found.push(...rows.filter((row) => find === '' || isAuditFound(row, find)));
        last = rows.at(-1)?.number ?? last;
        if (found.length >= limit || rows.length < count) return found.slice(0, limit);
      }
    },
  };
}

const NUMBER_MAX = Number.MAX_SAFE_INTEGER;

const rowOf = (row: RecordRow): AuditRow => ({
  number: Number(row['number']),
  at: millis(Number(row['at'])),
  role: String(row['role']),
  actor: String(row['actor']),
  action: String(row['action']),
  about: String(row['about']),
  reason: String(row['reason']),
  outcome: String(row['outcome']),
});
