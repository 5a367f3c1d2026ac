/** Registrations as they are kept: a team and a person are in one of them only, per season. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { assert } from '../../domain/assert.ts';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { ENTRANTS_MAX } from '../../domain/limits.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Ask, RecordRow, Tables } from '../../facts/records.ts';

/** Which field names somebody who is registered already, and who. */
export interface Taken {
  readonly taken: 'team' | 'members';
  readonly name: string;
}

/** All places are. */
export interface FullyTaken {
  readonly places: number;
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

export function createRegistrations({ ask, transact }: Tables) {
  return {
    isOpen: async (season: number) => {
      const [row] = await ask('SELECT is_open FROM seasons WHERE season = ?', [season]);
      return Number(row?.['is_open']) === 1;
    },
    setOpen: async (season: number, isOpen: boolean) => {
      await ask(SET_OPEN, [season, isOpen ? 1 : 0]);
    },
    limits: (season: number) => readLimits(ask, season),
    setLimits: async (season: number, { teams, perAddress }: RegistrationLimits) => {
      await ask(SET_LIMITS, [season, teams, perAddress]);
    },
    /** However many apply at once, no more of them are taken than there are places. */
    add: (season: number, application: Application, now: Millis) =>
      transact((asking) => add(asking, season, application, now)),
    find: async (id: string) =>
      rowOf((await ask('SELECT * FROM registrations WHERE id = ?', [id]))[0]),
    findByAccount: async (account: AccountId) =>
      rowOf((await ask('SELECT * FROM registrations WHERE account = ?', [account]))[0]),
    /** Compares in constant time. */
    isClaimant: async (id: string, token: string) => {
      const [found] = await ask('SELECT claim_hash FROM registrations WHERE id = ?', [id]);
      const hash = Buffer.from(String(found?.['claim_hash'] ?? hashOf('')), 'hex');
      return timingSafeEqual(hash, Buffer.from(hashOf(token), 'hex')) && token !== '';
    },
    list: (page: RegistrationPage) => list(ask, page),
    countByState: (season: number) => countByState(ask, season),
    /** False where it was decided before. */
    approve: async (id: string, { account, apiKey }: Issued, now: Millis) =>
      (await ask(APPROVE, [account, apiKey, now, id])).length === 1,
    /** The names of the team and its members are free again. */
    decline: (id: string, decision: Decision, now: Millis) =>
      transact((asking) => decline(asking, id, decision, now)),
    /** False where they were collected before. */
    claim: async (id: string, now: Millis) => (await ask(CLAIM, [now, id])).length === 1,
    unclaim: async (id: string) => {
      await ask('UPDATE registrations SET claimed_at = NULL WHERE id = ?', [id]);
    },
  };
}

const SET_OPEN = `INSERT INTO seasons (season, is_open) VALUES (?, ?)
  ON CONFLICT (season) DO UPDATE SET is_open = excluded.is_open`;
const SET_LIMITS = `INSERT INTO limits (season, teams, per_address) VALUES (?, ?, ?)
  ON CONFLICT (season) DO UPDATE SET teams = excluded.teams, per_address = excluded.per_address`;
const APPROVE = `UPDATE registrations
  SET state = 'approved', account = ?, api_key = ?, decided_at = ?
  WHERE id = ? AND state = 'registered' RETURNING number`;
const CLAIM = `UPDATE registrations SET claimed_at = ? WHERE id = ? AND claimed_at IS NULL
  RETURNING number`;
/** Changes nothing, but whoever does it too waits until this transaction is over. */
const LOCK_SEASON = `INSERT INTO seasons (season, is_open) VALUES (?, 0)
  ON CONFLICT (season) DO UPDATE SET is_open = seasons.is_open`;
const INSERT = `INSERT INTO registrations
  (id, season, team, team_key, members, contact, addresses, strategy, state, reason, claim_hash,
    created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'registered', '', ?, ?) RETURNING number`;

async function readLimits(ask: Ask, season: number): Promise<RegistrationLimits> {
  const [row] = await ask('SELECT * FROM limits WHERE season = ?', [season]);
  if (row === undefined) return DEFAULT_LIMITS;
  return { teams: Number(row['teams']), perAddress: Number(row['per_address']) };
}

async function add(
  ask: Ask,
  season: number,
  application: Application,
  now: Millis,
): Promise<Added | Taken | FullyTaken> {
  const { team, members, contact, addresses, strategy } = application;
  await ask(LOCK_SEASON, [season]);
  const { registered, approved } = await countByState(ask, season);
  const { teams } = await readLimits(ask, season);
  if (registered + approved >= teams) return { places: teams };
  const teamKey = foldName(team);
  const isTeam = 'SELECT 1 AS found FROM team_names WHERE season = ? AND team_key = ?';
  if ((await ask(isTeam, [season, teamKey])).length > 0) return { taken: 'team', name: team };
  const isMember = 'SELECT 1 AS found FROM members WHERE season = ? AND member_key = ?';
  for (const member of members)
    if ((await ask(isMember, [season, foldName(member)])).length > 0)
      return { taken: 'members', name: member };
  const id = randomBytes(ID_BYTES).toString('hex');
  const claimToken = randomBytes(CLAIM_BYTES).toString('hex');
  const names = [team, teamKey, JSON.stringify(members), contact, JSON.stringify(addresses)];
  const values = [id, season, ...names, strategy, hashOf(claimToken), now];
  const number = Number((await ask(INSERT, values))[0]?.['number']);
  await ask('INSERT INTO team_names VALUES (?, ?, ?)', [season, teamKey, number]);
  for (const member of members)
    await ask('INSERT INTO members VALUES (?, ?, ?)', [season, foldName(member), number]);
  return { id, claimToken };
}

const DECLINE = `UPDATE registrations SET state = ?, reason = ?, decided_at = ? WHERE id = ?
  RETURNING number`;

async function decline(ask: Ask, id: string, decision: Decision, now: Millis): Promise<void> {
  const { state, reason } = decision;
  const [row] = await ask(DECLINE, [state, reason, now, id]);
  assert(row !== undefined, 'a registration that is declined exists');
  const number = Number(row['number']);
  await ask('DELETE FROM team_names WHERE registration = ?', [number]);
  await ask('DELETE FROM members WHERE registration = ?', [number]);
}

const ORDERS: Readonly<Record<RegistrationOrder, string>> = {
  applied: 'number',
  team: 'team_key',
  account: 'account',
};

async function list(
  ask: Ask,
  { season, state, find, isPeopleSearched, sort, descending, after, limit }: RegistrationPage,
) {
  const states = state === null ? REGISTRATION_STATES : [state];
  const searched = isPeopleSearched
    ? "team_key || ' ' || lower(members || ' ' || contact)"
    : 'team_key';
  const from = `FROM registrations
    WHERE season = ? AND state IN (${states.map(() => '?').join(', ')})
      AND ${searched} LIKE ? ESCAPE '!'`;
  const wanted = [season, ...states, `%${foldName(find).replace(/[!%_]/g, '!$&')}%`];
  const [counted] = await ask(`SELECT COUNT(*) AS value ${from}`, wanted);
  const total = Number(counted?.['value']);
  const direction = descending ? 'DESC NULLS LAST' : 'ASC NULLS FIRST';
  const order = `${ORDERS[sort]} ${direction}, number ${direction}`;
  const sql = `SELECT * ${from} ORDER BY ${order} LIMIT ? OFFSET ?`;
  const rows = (await ask(sql, [...wanted, limit, after])).flatMap((row) => rowOf(row) ?? []);
  return { rows, total, next: after + limit < total ? after + limit : null };
}

async function countByState(
  ask: Ask,
  season: number,
): Promise<Readonly<Record<RegistrationState, number>>> {
  const counts = { registered: 0, approved: 0, rejected: 0, withdrawn: 0 };
  const sql = 'SELECT state, COUNT(*) AS value FROM registrations WHERE season = ? GROUP BY state';
  for (const row of await ask(sql, [season])) {
    const state = findState(row['state']);
    if (state !== undefined) counts[state] = Number(row['value']);
  }
  return counts;
}

function rowOf(row: RecordRow | undefined): Registration | undefined {
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

/** A team that wants to take part: people, contact, addresses. None of it enters the journal. */
export const REGISTRATION_STATES = ['registered', 'approved', 'rejected', 'withdrawn'] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** What a team says about itself. */
export interface Application {
  readonly team: string;
  readonly members: readonly string[];
  readonly contact: string;
  /** Addresses and CIDRs in their one spelling. */
  readonly addresses: readonly string[];
  readonly strategy: string;
}

export interface Registration extends Application {
  readonly id: string;
  readonly season: number;
  readonly state: RegistrationState;
  /** Why it was rejected or withdrawn; empty otherwise. */
  readonly reason: string;
  readonly account: AccountId | null;
  readonly apiKey: string | null;
  readonly createdAt: Millis;
  readonly decidedAt: Millis | null;
  /** When the credentials were collected; they are shown once. */
  readonly claimedAt: Millis | null;
}
