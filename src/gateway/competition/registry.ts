/**
 * What a competition must remember and must not publish: registrations, the evidence of
 * qualification and who did what as an organiser. One SQLite file, readable by its owner only, or
 * tables in PostgreSQL that all replicas share; each change is on disk before it is acknowledged.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { RecordRow, Records, Tables } from '../../facts/records.ts';
import { copyTables, createSqliteTables } from '../../facts/sqlite-tables.ts';
import { QUALIFYING_STEPS, type QualifyingStep } from '../../wire/competition/qualifying-step.ts';
import { createAuditLog } from './audit-log.ts';
import { createRegistrations } from './registrations.ts';

const FILE_MODE = 0o600;
const BUSY_TIMEOUT_MILLIS = 5_000;
/** Marks the file as ours, and its form. */
const APPLICATION_ID = 0x70657263;
const FORM = 1;

const SCHEMA = `
CREATE TABLE seasons (season INTEGER PRIMARY KEY, is_open INTEGER NOT NULL) STRICT;
CREATE TABLE registrations (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  season INTEGER NOT NULL,
  team TEXT NOT NULL,
  team_key TEXT NOT NULL,
  members TEXT NOT NULL,
  contact TEXT NOT NULL,
  addresses TEXT NOT NULL,
  strategy TEXT NOT NULL,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  account INTEGER UNIQUE,
  api_key TEXT,
  claim_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  claimed_at INTEGER
) STRICT;
CREATE INDEX registrations_by_state ON registrations (season, state, number);
CREATE TABLE team_names (
  season INTEGER NOT NULL, team_key TEXT NOT NULL, registration INTEGER NOT NULL,
  PRIMARY KEY (season, team_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE members (
  season INTEGER NOT NULL, member_key TEXT NOT NULL, registration INTEGER NOT NULL,
  PRIMARY KEY (season, member_key)
) STRICT, WITHOUT ROWID;
CREATE TABLE qualifications (
  account INTEGER NOT NULL, step TEXT NOT NULL, at INTEGER NOT NULL, evidence TEXT NOT NULL,
  PRIMARY KEY (account, step)
) STRICT, WITHOUT ROWID;
CREATE TABLE audit (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  role TEXT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  about TEXT NOT NULL,
  reason TEXT NOT NULL,
  outcome TEXT NOT NULL
) STRICT;
`;

/** Tables that came later. A version of before them opens the file too, and leaves them alone. */
const LATER = `
CREATE TABLE IF NOT EXISTS limits (
  season INTEGER PRIMARY KEY, teams INTEGER NOT NULL, per_address INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS dismissals (
  season INTEGER NOT NULL, test TEXT NOT NULL, accounts TEXT NOT NULL,
  note TEXT NOT NULL, actor TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (season, test, accounts)
) STRICT, WITHOUT ROWID;
`;

/** A null path keeps it in memory only. */
export function openSqliteRegistry(path: string | null): Registry {
  const name = path ?? 'the registry in memory';
  const database = openFile(path, name);
  const registry = createRegistry(createSqliteTables(database), () => {
    if (database.isOpen) database.close();
  });
  const isUnused = () =>
    registry.isUnused().catch((error: unknown) => {
      throw explainFault(name, error);
    });
  return { ...registry, isUnused };
}

/** Its tables go with the records: closing it closes nothing. */
export async function openPostgresRegistry(records: Records): Promise<Registry> {
  await records.prepare('registry', FORM, POSTGRES_SCHEMA);
  return createRegistry(records, () => undefined);
}

/** What one venue has in its file; again does no harm. */
export async function copyRegistry(path: string, records: Records): Promise<void> {
  // Tables that came later are in it then.
  openSqliteRegistry(path).close();
  await records.prepare('registry', FORM, POSTGRES_SCHEMA);
  const tables = [
    ...`${SCHEMA}${LATER}`.matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g),
  ].flatMap(([, name]) => name ?? []);
  await records.transact(async (ask) => {
    for (const table of tables) await ask(`DELETE FROM ${table}`);
    await copyTables(path, tables, ask);
    for (const table of NUMBERED_TABLES)
      await ask(`SELECT setval(pg_get_serial_sequence('${table}', 'number'), MAX(number))
        FROM ${table}`);
  });
}

/** The next row has the number after the last one. */
const NUMBERED_TABLES = ['registrations', 'audit'];

/** Names are compared by their bytes, as SQLite does. */
const POSTGRES_SCHEMA = `${SCHEMA}${LATER}`
  .replace(/\) STRICT(?:, WITHOUT ROWID)?/g, ')')
  .replaceAll('number INTEGER', 'number BIGINT GENERATED ALWAYS AS IDENTITY')
  .replaceAll(' INTEGER', ' BIGINT')
  .replaceAll(' TEXT', ' TEXT COLLATE "C"')
  .split(';')
  .filter((statement) => statement.trim() !== '');

export type Registry = ReturnType<typeof createRegistry>;

const createRegistry = (tables: Tables, close: () => void) => ({
  registrations: createRegistrations(tables),
  qualifications: createQualifications(tables),
  dismissals: createDismissals(tables),
  audit: createAuditLog(tables),
  /** Whether nothing was ever written into it. */
  isUnused: async () => {
    for (const table of USED_TABLES)
      if ((await tables.ask(`SELECT 1 AS found FROM ${table} LIMIT 1`)).length > 0) return false;
    return true;
  },
  close,
});

const USED_TABLES = ['seasons', 'registrations', 'qualifications', 'audit'];

function openFile(path: string | null, name: string): DatabaseSync {
  if (path !== null) {
    closeSync(openSync(path, 'a', FILE_MODE));
    chmodSync(path, FILE_MODE);
  }
  const database = new DatabaseSync(path ?? ':memory:', { timeout: BUSY_TIMEOUT_MILLIS });
  try {
    prepare(database, name);
    return database;
  } catch (error) {
    database.close();
    throw explainFault(name, error);
  }
}

/** What SQLite says names no file. */
function explainFault(name: string, error: unknown): unknown {
  if (!(error instanceof Error) || !('errcode' in error)) return error;
  return new Error(`${name} cannot be used: ${error.message}. ${ONLY_HERE}. ${WITHOUT_COPY}`, {
    cause: error,
  });
}

/** A log of changes left behind would be taken for the new file's. */
const WITHOUT_COPY =
  'Without a copy move it away, with the -wal and -shm beside it, and start again: where there ' +
  'was a season, that start says how to go on without them';

/** For messages about a registry that is damaged or gone. */
export const ONLY_HERE =
  'Registrations, who qualified and the audit log are in it alone: put it back from a copy';

function prepare(database: DatabaseSync, name: string): void {
  const isNew = readNumber(database, 'SELECT COUNT(*) AS value FROM sqlite_schema') === 0;
  database.exec('PRAGMA journal_mode = WAL');
  database.exec('PRAGMA synchronous = FULL');
  if (isNew) {
    database.exec(`BEGIN; ${SCHEMA}; PRAGMA user_version = ${FORM};
      PRAGMA application_id = ${APPLICATION_ID}; COMMIT`);
    database.exec(LATER);
    return;
  }
  if (readNumber(database, 'PRAGMA application_id', 'application_id') !== APPLICATION_ID)
    throw new Error(`${name} is a database of something else: move it away`);
  const form = readNumber(database, 'PRAGMA user_version', 'user_version');
  if (form !== FORM)
    throw new Error(`${name} has form ${form}, this version reads ${FORM}: run the one it is of`);
  database.exec(LATER);
}

const readNumber = (database: DatabaseSync, sql: string, column = 'value'): number =>
  Number(database.prepare(sql).get()?.[column] ?? 0);

export interface Dismissal {
  readonly test: string;
  readonly accounts: readonly number[];
  readonly note: string;
  readonly actor: string;
  readonly at: Millis;
}

const REPLACE = `INSERT INTO dismissals (season, test, accounts, note, actor, at)
  VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (season, test, accounts)
  DO UPDATE SET note = excluded.note, actor = excluded.actor, at = excluded.at`;
const REMOVE = `DELETE FROM dismissals WHERE season = ? AND test = ? AND accounts = ?
  RETURNING season`;

/** Findings of surveillance that an organiser has looked into and put aside, with a note. */
function createDismissals({ ask }: Tables) {
  return {
    add: async (season: number, { test, accounts, note, actor, at }: Dismissal) => {
      await ask(REPLACE, [season, test, JSON.stringify(accounts), note, actor, at]);
    },
    /** False where there is none of these accounts. */
    remove: async (season: number, test: string, accounts: readonly number[]) =>
      (await ask(REMOVE, [season, test, JSON.stringify(accounts)])).length > 0,
    list: async (season: number): Promise<readonly Dismissal[]> => {
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

export interface Evidence {
  readonly step: QualifyingStep;
  readonly at: Millis;
  /** The request, and for an order its id and value. */
  readonly evidence: string;
}

const INSERT = 'INSERT INTO qualifications VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING';
const SELECT = 'SELECT * FROM qualifications';

/** What each account has shown that it can do, with the evidence: when, by which request. */
function createQualifications({ ask }: Tables) {
  return {
    /** The first time counts; later ones change nothing. */
    note: async (account: AccountId, { step, at, evidence }: Evidence) => {
      await ask(INSERT, [account, step, at, evidence]);
    },
    of: async (account: AccountId) =>
      (await ask(`${SELECT} WHERE account = ? ORDER BY at, step`, [account])).flatMap(toEvidence),
    /** Of every account that has shown something. */
    all: async (): Promise<ReadonlyMap<AccountId, readonly Evidence[]>> => {
      const found = new Map<AccountId, Evidence[]>();
      for (const row of await ask(`${SELECT} ORDER BY at, step`)) {
        const account = accountId(Number(row['account']));
        const own = found.get(account) ?? [];
        own.push(...toEvidence(row));
        found.set(account, own);
      }
      return found;
    },
  };
}

function toEvidence(row: RecordRow): Evidence[] {
  const step = QUALIFYING_STEPS.find((known) => known === row['step']);
  if (step === undefined) return [];
  return [{ step, at: millis(Number(row['at'])), evidence: String(row['evidence']) }];
}
