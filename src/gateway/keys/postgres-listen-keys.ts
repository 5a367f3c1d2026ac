/**
 * Listen keys of a cluster, in PostgreSQL: every replica is told of each one, so a user stream may
 * be opened at any of them.
 */
import { randomBytes } from 'node:crypto';
import type { Millis } from '../../domain/units.ts';
import { type Ask, type RecordRow, type Records, TELL } from '../../facts/records.ts';
import { createToldListenKeys, type ToldListenKey } from '../remote/remote-listen-keys.ts';
import type { ApiKey } from './kept-keys.ts';
import type { KeyStore } from './key-store.ts';
import { isOwnerGood, LISTEN_KEY_MILLIS, type ListenKeys, newListenKey } from './listen-keys.ts';

const FORM = 1;
const CHANNEL = 'perpetua_listen_keys';

const SCHEMA = [
  `CREATE TABLE listen_keys (
    account BIGINT PRIMARY KEY, text TEXT NOT NULL, key TEXT NOT NULL, version INT NOT NULL,
    expires_at BIGINT NOT NULL
  )`,
];

/** Of two that are asked for at once, the second finds the first. */
const LOCK = 'SELECT pg_advisory_xact_lock(hashtext(?))';
const OF_ACCOUNT = 'SELECT * FROM listen_keys WHERE account = ?';
const REMOVE = 'DELETE FROM listen_keys WHERE account = ? RETURNING text';
const STORE = `INSERT INTO listen_keys VALUES (?, ?, ?, ?, ?) ON CONFLICT (account) DO UPDATE
  SET text = excluded.text, key = excluded.key, version = excluded.version,
    expires_at = excluded.expires_at`;

export async function openPostgresListenKeys(
  records: Records,
  keys: Pick<KeyStore, 'find'>,
  now: () => Millis,
): Promise<ListenKeys> {
  await records.prepare('listen-keys', FORM, SCHEMA);
  const isGood = (row: RecordRow): boolean => {
    const owner = { key: String(row['key']), version: Number(row['version']) };
    return now() < Number(row['expires_at']) && isOwnerGood(keys, owner, now());
  };
  /** What this replica tells comes back to it as well, when it may be out of date here. */
  const own = randomBytes(8).toString('hex');
  const tell = (ask: Ask, told: Told): Promise<unknown> =>
    ask(TELL, [CHANNEL, JSON.stringify({ from: own, told })]);
  const hear = ([text, apiKey, expiresAt]: Told): void => {
    if (apiKey === undefined) listenKeys.hearOver([text, 'closed']);
    else listenKeys.hear([text, apiKey, expiresAt]);
  };
  const change = async (make: (ask: Ask) => Promise<readonly Told[]>): Promise<readonly Told[]> => {
    const told = await records.transact(async (ask) => {
      const made = await make(ask);
      for (const each of made) await tell(ask, each);
      return made;
    });
    for (const each of told) hear(each);
    return told;
  };
  const store = async ({ key, account, version }: ApiKey, mayMake: boolean) => {
    const told = await change(async (ask) => {
      await ask(LOCK, [`listen key ${account}`]);
      const [known] = await ask(OF_ACCOUNT, [account]);
      const isKept = known !== undefined && isGood(known);
      if (!isKept && !mayMake) return [];
      const text = isKept ? String(known['text']) : newListenKey();
      const expiresAt = now() + LISTEN_KEY_MILLIS;
      await ask(STORE, [account, text, key, version, expiresAt]);
      const ended: Told[] = isKept || known === undefined ? [] : [[String(known['text'])]];
      return [...ended, [text, key, expiresAt]];
    });
    return told.at(-1)?.[0];
  };
  const listenKeys = createToldListenKeys(
    {
      start: async (key) => (await store(key, true)) ?? '',
      prolong: (key) => store(key, false),
      end: async (account) => {
        await change(async (ask) =>
          (await ask(REMOVE, [account])).map(({ text }) => [String(text)] as const),
        );
      },
    },
    keys,
    now,
  );
  await records.listen(CHANNEL, {
    hear: (text) => {
      const { from, told }: { readonly from: string; readonly told: Told } = JSON.parse(text);
      if (from !== own) hear(told);
    },
    refresh: async () => {
      await records.ask('DELETE FROM listen_keys WHERE expires_at <= ?', [now()]);
      const rows = await records.ask('SELECT * FROM listen_keys');
      listenKeys.hearAll(rows.filter(isGood).map(rowToTold));
    },
  });
  return listenKeys;
}

/** One that is there, or the text of one that has ended. */
type Told = ToldListenKey | readonly [text: string, apiKey?: undefined, expiresAt?: undefined];

const rowToTold = (row: RecordRow): ToldListenKey => [
  String(row['text']),
  String(row['key']),
  Number(row['expires_at']),
];
