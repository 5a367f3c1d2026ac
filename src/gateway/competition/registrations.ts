/** Registrations as they are kept: a team and a person are in one of them only, per season. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { assert } from '../../domain/assert.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { ENTRANTS_MAX } from '../../domain/limits.ts';
import { type Millis, millis } from '../../domain/units.ts';
import {
  type Application,
  REGISTRATION_STATES,
  type Registration,
  type RegistrationState,
} from './registration.ts';
import { inTransaction } from './transaction.ts';

/** Which field names somebody who is registered already, and who. */
export interface Taken {
  readonly taken: 'team' | 'members';
  readonly name: string;
}

export interface Added {
  readonly id: string;
  /** Shown once: proves that a later caller is the team. */
  readonly claimToken: string;
}

export interface RegistrationPage {
  readonly season: number;
  readonly state: RegistrationState | null;
  /** Part of the name of a team, or of a person or contact if those are searched too. */
  readonly find: string;
  readonly isPeopleSearched: boolean;
  readonly sort: RegistrationOrder;
  readonly descending: boolean;
  /** How many were seen already. */
  readonly after: number;
  readonly limit: number;
}

export const REGISTRATION_ORDERS = ['applied', 'team', 'account'] as const;
export type RegistrationOrder = (typeof REGISTRATION_ORDERS)[number];

export interface RegistrationLimits {
  /** How many teams may wait or be approved. */
  readonly teams: number;
  /** How many one address may register at once, and then in an hour. */
  readonly perAddress: number;
}

export interface Registrations {
  readonly isOpen: (season: number) => boolean;
  readonly setOpen: (season: number, isOpen: boolean) => void;
  readonly limits: (season: number) => RegistrationLimits;
  readonly setLimits: (season: number, limits: RegistrationLimits) => void;
  readonly add: (season: number, application: Application, now: Millis) => Added | Taken;
  readonly find: (id: string) => Registration | undefined;
  readonly findByAccount: (account: AccountId) => Registration | undefined;
  /** Compares in constant time. */
  readonly isClaimant: (id: string, token: string) => boolean;
  readonly list: (page: RegistrationPage) => {
    readonly rows: readonly Registration[];
    readonly total: number;
    readonly next: number | null;
  };
  readonly countByState: (season: number) => Readonly<Record<RegistrationState, number>>;
  readonly approve: (id: string, issued: Issued, now: Millis) => void;
  /** The names of the team and its members are free again. */
  readonly decline: (id: string, decision: Decision, now: Millis) => void;
  /** False where they were collected before. */
  readonly claim: (id: string, now: Millis) => boolean;
  readonly unclaim: (id: string) => void;
}

export interface Issued {
  readonly account: AccountId;
  readonly apiKey: string;
}

export interface Decision {
  readonly state: 'rejected' | 'withdrawn';
  readonly reason: string;
}

/** A class, or a hall full of classes, is behind one address. */
const DEFAULT_LIMITS: RegistrationLimits = { teams: ENTRANTS_MAX, perAddress: 200 };

const CLAIM_BYTES = 24;
const ID_BYTES = 8;

/** Two spellings of one name are one name. */
export const foldName = (name: string): string =>
  name.normalize('NFKC').trim().toLowerCase().replace(/\s+/gu, ' ');

export function createRegistrations(database: DatabaseSync): Registrations {
  return {
    isOpen: (season) =>
      database.prepare('SELECT is_open FROM seasons WHERE season = ?').get(season)?.['is_open'] ===
      1,
    setOpen: (season, isOpen) => {
      const sql = 'INSERT INTO seasons VALUES (?, ?) ON CONFLICT DO UPDATE SET is_open = ?';
      database.prepare(sql).run(season, isOpen ? 1 : 0, isOpen ? 1 : 0);
    },
    limits: (season) => {
      const row = database.prepare('SELECT * FROM limits WHERE season = ?').get(season);
      if (row === undefined) return DEFAULT_LIMITS;
      return { teams: Number(row['teams']), perAddress: Number(row['per_address']) };
    },
    setLimits: (season, { teams, perAddress }) => {
      database
        .prepare('INSERT OR REPLACE INTO limits VALUES (?, ?, ?)')
        .run(season, teams, perAddress);
    },
    add: (season, application, now) =>
      inTransaction(database, () => add(database, season, application, now)),
    find: (id) => rowOf(database.prepare('SELECT * FROM registrations WHERE id = ?').get(id)),
    findByAccount: (account) =>
      rowOf(database.prepare('SELECT * FROM registrations WHERE account = ?').get(account)),
    isClaimant: (id, token) => {
      const found = database.prepare('SELECT claim_hash FROM registrations WHERE id = ?').get(id);
      const hash = Buffer.from(String(found?.['claim_hash'] ?? hashOf('')), 'hex');
      return timingSafeEqual(hash, Buffer.from(hashOf(token), 'hex')) && token !== '';
    },
    list: (page) => list(database, page),
    countByState: (season) => countByState(database, season),
    approve: (id, { account, apiKey }, now) => {
      const sql = `UPDATE registrations
        SET state = 'approved', account = ?, api_key = ?, decided_at = ?
        WHERE id = ? AND state = 'registered'`;
      const { changes } = database.prepare(sql).run(account, apiKey, now, id);
      assert(changes === 1, 'a registration is approved once');
    },
    decline: (id, decision, now) =>
      inTransaction(database, () => decline(database, id, decision, now)),
    claim: (id, now) => {
      const sql = 'UPDATE registrations SET claimed_at = ? WHERE id = ? AND claimed_at IS NULL';
      return database.prepare(sql).run(now, id).changes === 1;
    },
    unclaim: (id) => {
      database.prepare('UPDATE registrations SET claimed_at = NULL WHERE id = ?').run(id);
    },
  };
}

function add(
  database: DatabaseSync,
  season: number,
  application: Application,
  now: Millis,
): Added | Taken {
  const { team, members, contact, addresses, strategy } = application;
  const teamKey = foldName(team);
  const isTeam = database.prepare('SELECT 1 FROM team_names WHERE season = ? AND team_key = ?');
  if (isTeam.get(season, teamKey) !== undefined) return { taken: 'team', name: team };
  const isMember = database.prepare('SELECT 1 FROM members WHERE season = ? AND member_key = ?');
  for (const member of members)
    if (isMember.get(season, foldName(member)) !== undefined)
      return { taken: 'members', name: member };
  const id = randomBytes(ID_BYTES).toString('hex');
  const claimToken = randomBytes(CLAIM_BYTES).toString('hex');
  const { lastInsertRowid: number } = database
    .prepare(
      `INSERT INTO registrations
        (id, season, team, team_key, members, contact, addresses, strategy, state, reason,
          claim_hash, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'registered', '', ?, ?)`,
    )
    .run(
      id,
      season,
      team,
      teamKey,
      JSON.stringify(members),
      contact,
      JSON.stringify(addresses),
      strategy,
      hashOf(claimToken),
      now,
    );
  database.prepare('INSERT INTO team_names VALUES (?, ?, ?)').run(season, teamKey, number);
  const keep = database.prepare('INSERT INTO members VALUES (?, ?, ?)');
  for (const member of members) keep.run(season, foldName(member), number);
  return { id, claimToken };
}

function decline(database: DatabaseSync, id: string, decision: Decision, now: Millis): void {
  const { state, reason } = decision;
  const sql = 'UPDATE registrations SET state = ?, reason = ?, decided_at = ? WHERE id = ?';
  database.prepare(sql).run(state, reason, now, id);
  const number = database.prepare('SELECT number FROM registrations WHERE id = ?').get(id)?.[
    'number'
  ];
  assert(number !== undefined, 'a registration that is declined exists');
  database.prepare('DELETE FROM team_names WHERE registration = ?').run(number);
  database.prepare('DELETE FROM members WHERE registration = ?').run(number);
}

const ORDERS: Readonly<Record<RegistrationOrder, string>> = {
  applied: 'number',
  team: 'team_key',
  account: 'account',
};

function list(
  database: DatabaseSync,
  { season, state, find, isPeopleSearched, sort, descending, after, limit }: RegistrationPage,
): ReturnType<Registrations['list']> {
  const states = state === null ? REGISTRATION_STATES : [state];
  const searched = isPeopleSearched
    ? "team_key || ' ' || lower(members || ' ' || contact)"
    : 'team_key';
  const from = `FROM registrations
    WHERE season = ? AND state IN (${states.map(() => '?').join(', ')})
      AND instr(${searched}, ?) > 0`;
  const wanted = [season, ...states, foldName(find)];
  const total = Number(
    database.prepare(`SELECT COUNT(*) AS value ${from}`).get(...wanted)?.['value'],
  );
  const direction = descending ? 'DESC' : 'ASC';
  const order = `${ORDERS[sort]} ${direction}, number ${direction}`;
  const sql = `SELECT * ${from} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = database
    .prepare(sql)
    .all(...wanted, limit, after)
    .flatMap((row) => rowOf(row) ?? []);
  return { rows, total, next: after + limit < total ? after + limit : null };
}

function countByState(
  database: DatabaseSync,
  season: number,
): Readonly<Record<RegistrationState, number>> {
  const counts = { registered: 0, approved: 0, rejected: 0, withdrawn: 0 };
  const sql = 'SELECT state, COUNT(*) AS value FROM registrations WHERE season = ? GROUP BY state';
  for (const row of database.prepare(sql).all(season)) {
    const state = findState(row['state']);
    if (state !== undefined) counts[state] = Number(row['value']);
  }
  return counts;
}

function rowOf(row: Record<string, SQLOutputValue> | undefined): Registration | undefined {
  const state = findState(row?.['state']);
  if (row === undefined || state === undefined) return undefined;
  const text = (column: string): string => String(row[column] ?? '');
  const moment = (column: string): Millis | null =>
    row[column] === null ? null : millis(Number(row[column]));
  return {
    id: text('id'),
    season: Number(row['season']),
    team: text('team'),
    members: textsOf(text('members')),
    contact: text('contact'),
    addresses: textsOf(text('addresses')),
    strategy: text('strategy'),
    state,
    reason: text('reason'),
    account: row['account'] === null ? null : accountId(Number(row['account'])),
    apiKey: row['api_key'] === null ? null : text('api_key'),
    createdAt: millis(Number(row['created_at'])),
    decidedAt: moment('decided_at'),
    claimedAt: moment('claimed_at'),
  };
}

const findState = (value: unknown): RegistrationState | undefined =>
  REGISTRATION_STATES.find((state) => state === value);

function textsOf(json: string): readonly string[] {
  const value: unknown = JSON.parse(json);
  return Array.isArray(value) ? value.map(String) : [];
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('hex');
