/** The records of all keys, in memory and where they are kept: a change counts once it is there. */
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { DialectId } from '../../wire/dialect-id.ts';
import { type Allowlist, parseAllowlist } from './allowlist.ts';
import { KeyFault } from './key-fault.ts';
import type { KeyHome } from './key-home.ts';
import type { KeyRecord, Permission } from './key-record.ts';

/** A key as the rest of the gateway sees it. */
export interface ApiKey {
  readonly key: string;
  /** Identifies the key and its version in caches of its secret and passphrase. */
  readonly owner: string;
  readonly account: AccountId;
  readonly version: number;
  readonly name: string;
  readonly permissions: ReadonlySet<Permission>;
  readonly allowlist: Allowlist;
  /** Null for every dialect. */
  readonly dialects: ReadonlySet<DialectId> | null;
  readonly status: 'active' | 'disabled';
  readonly createdAt: Millis;
  readonly expiresAt: Millis | null;
}

/** A change that cannot be made, with a message for the caller. */
export class KeyRefusal extends Error {
  override readonly name = 'KeyRefusal';
}

interface Kept {
  readonly record: KeyRecord;
  readonly view: ApiKey;
}

export interface KeptKeys {
  readonly find: (key: string) => ApiKey | undefined;
  /** Throws a refusal if there is none. */
  readonly getRecord: (key: string) => KeyRecord;
  /** In the order of creation. */
  readonly list: () => readonly ApiKey[];
  readonly records: () => readonly KeyRecord[];
  readonly add: (record: KeyRecord) => Promise<ApiKey>;
  /** Changes are made one after the other, each on top of the one before. */
  readonly change: (key: string, edit: (record: KeyRecord) => KeyRecord) => Promise<ApiKey>;
  /** Takes over a record that another process has stored. */
  readonly put: (record: KeyRecord) => void;
  /** Told of each change; it counts when the last of them has heeded it. */
  readonly followers: ((record: KeyRecord) => Promise<void>)[];
}

export async function openKeptKeys(home: KeyHome): Promise<KeptKeys> {
  const keys = new Map<string, Kept>();
  const put = (record: KeyRecord): void => void keys.set(record.key, keep(record));
  let saving: Promise<unknown> = Promise.resolve();
  const followers: KeptKeys['followers'] = [];
  const recordsWith = (next: KeyRecord): readonly KeyRecord[] =>
    [...new Map(keys).set(next.key, keep(next)).values()].map(({ record }) => record);
  const save = async (make: () => KeyRecord): Promise<ApiKey> => {
    let next = keep(make());
    while (!(await store(next.record, recordsWith))) next = keep(make());
    for (const follow of followers) await follow(next.record);
    return next.view;
  };
  const inTurn = (make: () => KeyRecord): Promise<ApiKey> => {
    const result = saving.then(() => save(make));
    saving = result.catch(() => undefined);
    return result;
  };
  const getRecord: KeptKeys['getRecord'] = (key) => {
    const kept = keys.get(key);
    if (kept === undefined) throw new KeyRefusal(`no such key: ${key.slice(0, 64)}`);
    return kept.record;
  };
  const { store, look } = await home.open(put);
  return {
    find: (key) => keys.get(key)?.view,
    getRecord,
    list: () => [...keys.values()].map(({ view }) => view),
    records: () => [...keys.values()].map(({ record }) => record),
    add: (record) => inTurn(() => record),
    change: async (key, edit) => {
      // Another process may have made it a moment ago.
      if (!keys.has(key)) await look(key);
      return inTurn(() => edit(getRecord(key)));
    },
    put,
    followers,
  };
}

export const ownerOf = ({ key, version }: Pick<KeyRecord, 'key' | 'version'>): string =>
  `${key}|${version}`;

/** Throws on a record that was tampered with: an allowlist that cannot be read lets nobody in. */
function keep(record: KeyRecord): Kept {
  const parsed = record.allowlist === null ? { ranges: null } : parseAllowlist(record.allowlist);
  if ('problem' in parsed) throw new KeyFault(`key ${record.key}: allowlist: ${parsed.problem}`);
  const view: ApiKey = {
    key: record.key,
    owner: ownerOf(record),
    account: accountId(record.account),
    version: record.version,
    name: record.name,
    permissions: new Set(record.permissions),
    allowlist: parsed.ranges,
    dialects: record.dialects === undefined ? null : new Set(record.dialects),
    status: record.status,
    createdAt: millis(record.createdAt),
    expiresAt: record.expiresAt === null ? null : millis(record.expiresAt),
  };
  return { record, view };
}
