/**
 * Keys of a cluster, in PostgreSQL. Each replica holds all of them in memory and is told of each
 * change, so a check asks nobody, and a key that was disabled ends everywhere at once. While the
 * database is away no replica can change a key, and all go on with those they know. A replica that
 * is alone in not reaching it may still let in a key that was disabled meanwhile: it says so in its
 * log, and reads all keys anew as soon as it can.
 */
import { type Records, TELL } from '../../facts/records.ts';
import type { KeyHome, OpenHome, StoreKey } from './key-home.ts';
import { type KeyRecord, parseKeyRecord } from './key-record.ts';

const FORM = 1;
const CHANNEL = 'perpetua_keys';

const SCHEMA = [
  `CREATE TABLE keys (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    key TEXT NOT NULL UNIQUE, edition INT NOT NULL, record TEXT NOT NULL
  )`,
];

const INSERT = `INSERT INTO keys (key, edition, record) VALUES (?, 1, ?)
  ON CONFLICT DO NOTHING RETURNING edition`;
const UPDATE = `UPDATE keys SET edition = edition + 1, record = ?
  WHERE key = ? AND edition = ? RETURNING edition`;

export async function openPostgresKeys(records: Records): Promise<KeyHome> {
  await records.prepare('keys', FORM, SCHEMA);
  return { name: records.name, open: (put) => follow(records, put) };
}

async function follow(records: Records, put: (record: KeyRecord) => void): Promise<OpenHome> {
  const editions = new Map<string, number>();
  /** An answer that was overtaken by a later one changes nothing. */
  const take = (record: KeyRecord, edition: number): void => {
    if ((editions.get(record.key) ?? 0) >= edition) return;
    put(record);
    editions.set(record.key, edition);
  };
  const read = async (where: string, values: readonly string[]): Promise<void> => {
    for (const { record, edition } of await records.ask(`SELECT * FROM keys ${where}`, values))
      take(parseKeyRecord(String(record), records.name), Number(edition));
  };
  const readOne = (key: string): Promise<void> => read('WHERE key = ?', [key]);
  await records.listen(CHANNEL, {
    // A change that cannot be read now is read when the database is back.
    hear: (key) => void readOne(key).catch(() => undefined),
    refresh: () => read('ORDER BY number', []),
  });
  const store: StoreKey = async (record) => {
    const { key } = record;
    const text = JSON.stringify(record);
    const edition = editions.get(key);
    const [stored] = await records.transact(async (ask) => {
      await ask(TELL, [CHANNEL, key]);
      return edition === undefined ? ask(INSERT, [key, text]) : ask(UPDATE, [text, key, edition]);
    });
    if (stored === undefined) await readOne(key);
    else take(record, Number(stored['edition']));
    return stored !== undefined;
  };
  return { store, look: readOne };
}
