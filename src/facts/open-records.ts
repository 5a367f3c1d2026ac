/**
 * Opens the records in PostgreSQL. Only those who ask for records load this file, and with it the
 * client of the database. Start is the time to notice a database that would lose what it confirmed,
 * or that belongs to another venue.
 */
import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import type { Patience } from './patience.ts';
import {
  type Ask,
  type RecordRow,
  type Records,
  RecordsError,
  type RecordValue,
} from './records.ts';
import { createRecordsEar } from './records-ear.ts';
import { explained, isOfServer } from './server-fault.ts';

export interface RecordsTerms {
  /** The first one to open a database gives it this name. */
  readonly venue: string;
  /** Of the batches that this replica writes. */
  readonly engine: number;
  /** Which key-encryption key seals the secrets: its id, not the key. */
  readonly kek: string;
  /** Whether an empty database is a loss: the venue has begun, and had records. */
  readonly isLoss?: boolean;
  /** How long a database that is away is waited for. */
  readonly patience: Patience;
  /** Told when the database goes away and when it is back. */
  readonly tell: (message: string) => void;
}

/** A query waits this long for a connection, and this long for its answer. */
const CONNECT_MILLIS = 10_000;
const ANSWER_MILLIS = 15_000;
/** The server ends a statement before the client stops waiting for it. */
const STATEMENT_MILLIS = 12_000;
/** The archive takes one while it writes; the others answer queries. */
const CONNECTIONS_MAX = 8;
const SERVER_VERSION_MIN = 130_000;
const SCHEMA_NAME = 'perpetua';
const FORM = 1;

/** Integers of 64 bits, and counts: money and places in the log pass 2^53. */
types.setTypeParser(types.builtins.INT8, BigInt);

/** Throws a `RecordsError` that says what is wrong with the database and what to do. */
export async function openRecords(url: string, terms: RecordsTerms): Promise<Records> {
  const name = nameOf(url);
  const config = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MILLIS,
    application_name: `perpetua ${terms.venue}`,
    keepAlive: true,
  };
  const onConnect = async (client: Pick<PoolClient, 'query'>) => void (await client.query(SESSION));
  const pool = openPool({ ...config, max: CONNECTIONS_MAX, onConnect });
  const ask: Ask = (sql, values = []) => explained(name, () => askOf(pool)(sql, values));
  const transact: Records['transact'] = (run) =>
    explained(name, async () => inTransaction(await pool.connect(), run));
  try {
    await terms.patience.reach(async () => {
      await judgeServer(name, ask);
      await transact((asking) => enterVenue(name, asking, terms));
    });
  } catch (error) {
    await pool.end();
    throw error;
  }
  const ear = createRecordsEar({ config, name, tell: terms.tell });
  return {
    name,
    ask,
    transact,
    prepare: (part, form, schema, upgrade) =>
      transact((asking) => prepare(name, asking, { part, form, schema, upgrade })),
    listen: ear.listen,
    awayMillis: ear.awayMillis,
    close: async () => {
      await ear.close();
      await pool.end();
    },
  };
}

/** Whose records a database has, before anything is made in it; undefined if it has none. */
export async function findRecordsVenue(
  url: string,
  { reach }: Patience,
): Promise<{ readonly name: string; readonly venue: string } | undefined> {
  const name = nameOf(url);
  const pool = openPool({ connectionString: url, connectionTimeoutMillis: CONNECT_MILLIS, max: 1 });
  const ask: Ask = (sql) => explained(name, () => askOf(pool)(sql));
  try {
    return await reach(async () => {
      const [table] = await ask(`SELECT to_regclass('${SCHEMA_NAME}.venue') IS NOT NULL AS there`);
      if (table?.['there'] !== true) return undefined;
      const [row] = await ask(`SELECT name FROM ${SCHEMA_NAME}.venue`);
      return row && { name, venue: String(row['name']) };
    });
  } finally {
    await pool.end();
  }
}

function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ ...config, query_timeout: ANSWER_MILLIS });
  // An idle connection that breaks is taken out of the pool; the next query finds out why.
  pool.on('error', () => undefined);
  return pool;
}

const SESSION = `SET search_path TO ${SCHEMA_NAME}; SET statement_timeout TO ${STATEMENT_MILLIS};
  SET idle_in_transaction_session_timeout TO ${ANSWER_MILLIS}`;

function nameOf(url: string): string {
  const { protocol, host, pathname } = new URL(url);
  return `${protocol}//${host}${pathname}`;
}

const askOf =
  (client: Pick<PoolClient, 'query'> | Pool): Ask =>
  async (sql, values = []): Promise<readonly RecordRow[]> => {
    const { rows } = await client.query<RecordRow, RecordValue[]>(
      numbered(sql),
      values.map(withoutNull),
    );
    return rows;
  };

/** PostgreSQL's texts cannot hold the character of code zero, which no text has a use for. */
const withoutNull = (value: RecordValue): RecordValue =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '\ufffd') : value;

/** PostgreSQL counts the values; there are few statements, so each is rewritten once. */
const known = new Map<string, string>();
function numbered(sql: string): string {
  let text = known.get(sql);
  if (text === undefined) {
    let place = 0;
    text = sql.replace(/\?/g, () => {
      place += 1;
      return `$${place}`;
    });
    known.set(sql, text);
  }
  return text;
}

/**
 * A connection of which it is not known how its transaction ended is not used again. The pool does
 * not listen to a connection that it has lent: an error between two statements would otherwise end
 * the process. The next statement finds out why.
 */
async function inTransaction<Result>(
  client: PoolClient,
  run: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  let isUsable = false;
  client.on('error', ignore);
  try {
    await client.query('BEGIN');
    const result = await run(askOf(client));
    await client.query('COMMIT');
    isUsable = true;
    return result;
  } catch (error) {
    isUsable = !isOfServer(error) && (await rollsBack(client));
    throw error;
  } finally {
    client.release(!isUsable);
    client.off('error', ignore);
  }
}

const ignore = (): void => undefined;

const rollsBack = (client: PoolClient): Promise<boolean> =>
  client.query('ROLLBACK').then(
    () => true,
    () => false,
  );

const SETTINGS = `SELECT current_setting('server_version_num')::int AS version,
  current_setting('server_encoding') AS encoding, current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS pages,
  current_setting('synchronous_commit') AS commits,
  current_setting('transaction_read_only') AS read_only, pg_is_in_recovery() AS standby`;

async function judgeServer(name: string, ask: Ask): Promise<void> {
  const [row = {}] = await ask(SETTINGS);
  const { version, encoding, fsync, pages, commits } = row;
  if (Number(version) < SERVER_VERSION_MIN)
    throw new RecordsError('unfit', `${name} is older than PostgreSQL 13: use a newer server`);
  if (encoding !== 'UTF8')
    throw new RecordsError(
      'unfit',
      `${name} has the encoding ${encoding}: make the database with ENCODING 'UTF8'`,
    );
  if (row['standby'] === true || row['read_only'] === 'on')
    throw new RecordsError(
      'read-only',
      `${name} takes no changes: it is a standby, or default_transaction_read_only is on. Name ` +
        'the primary, for example with target_session_attrs left to a proxy, or turn it off',
    );
  for (const [setting, value] of Object.entries({ fsync, full_page_writes: pages }))
    if (value === 'off')
      throw new RecordsError(
        'asynchronous',
        `${name} runs with ${setting} = off: a power cut would lose what it has confirmed. Set ` +
          `${setting} = on in postgresql.conf and reload it`,
      );
  if (commits === 'off')
    throw new RecordsError(
      'asynchronous',
      `${name} runs with synchronous_commit = off: a power cut would lose what it has confirmed. ` +
        'Set synchronous_commit = on, in postgresql.conf or with ALTER DATABASE … SET',
    );
}

/** Two replicas that start at once make the tables one after the other. */
const LOCK = `SELECT pg_advisory_xact_lock(hashtext('${SCHEMA_NAME}'))`;

async function enterVenue(name: string, ask: Ask, terms: RecordsTerms): Promise<void> {
  const { venue, engine, kek } = terms;
  await ask(LOCK);
  await ask(`CREATE SCHEMA IF NOT EXISTS ${SCHEMA_NAME}`);
  await ask(`CREATE TABLE IF NOT EXISTS venue
    (form INT NOT NULL, name TEXT NOT NULL, engine INT NOT NULL, kek TEXT NOT NULL)`);
  await ask('CREATE TABLE IF NOT EXISTS forms (part TEXT PRIMARY KEY, form INT NOT NULL)');
  const [row] = await ask('SELECT * FROM venue');
  if (row === undefined) {
    if (terms.isLoss === true) throw lostError(name);
    await ask('INSERT INTO venue VALUES (?, ?, ?, ?)', [FORM, venue, engine, kek]);
    return;
  }
  judgeForm(name, 'the records', Number(row['form']), FORM);
  if (row['name'] !== venue)
    throw new RecordsError(
      'venue',
      `${name} has the records of the venue ${row['name']}, not of ${venue}: give each venue a ` +
        'database of its own, or start with --venue as before',
    );
  if (row['kek'] !== kek)
    throw new RecordsError(
      'key',
      `the secrets in ${name} are sealed with key-encryption key ${row['kek']}, but ${kek} was ` +
        'given: every replica of a venue needs the same one',
    );
  if (Number(row['engine']) > engine)
    throw new RecordsError(
      'engine',
      `${name} was used by replicas with engine ${row['engine']}, and this one has ${engine}: ` +
        'run the version that the others run',
    );
  if (Number(row['engine']) < engine) await ask('UPDATE venue SET engine = ?', [engine]);
}

const lostError = (name: string): RecordsError =>
  new RecordsError(
    'lost',
    `${name} has no records, but the log of the venue has entries: its keys, registrations and ` +
      'logs of decisions are not there. Name the right database, or put it back from a backup. ' +
      'To give them up and begin with an empty one, start once with --unsafe',
  );

interface Part {
  readonly part: string;
  readonly form: number;
  readonly schema: readonly string[];
  readonly upgrade: readonly string[] | undefined;
}

async function prepare(name: string, ask: Ask, parts: Part): Promise<void> {
  const { part, form, schema, upgrade } = parts;
  await ask(LOCK);
  const [row] = await ask('SELECT form FROM forms WHERE part = ?', [part]);
  if (row === undefined) {
    for (const statement of schema) await ask(statement);
    await ask('INSERT INTO forms VALUES (?, ?)', [part, form]);
    return;
  }
  const found = Number(row['form']);
  if (upgrade === undefined || found !== form - 1) return judgeForm(name, part, found, form);
  for (const statement of upgrade) await ask(statement);
  await ask('UPDATE forms SET form = ? WHERE part = ?', [form, part]);
}

function judgeForm(name: string, part: string, found: number, own: number): void {
  if (found === own) return;
  throw new RecordsError(
    'form',
    `${part} in ${name} has form ${found}, and this version reads ${own}: run the version that ` +
      'the other replicas run',
  );
}
