/** The database of a cluster under torture: it may be killed and stopped, or somebody locks it. */
import { SNAPSHOT_VERSION } from '../../src/engine/snapshot.ts';
import { openRecords } from '../../src/facts/open-records.ts';
import { createPatience } from '../../src/facts/patience.ts';
import type { Records } from '../../src/facts/records.ts';
import type { RunningPostgres } from './postgres-server.ts';

export interface TortureDatabase {
  readonly server: RunningPostgres;
  readonly url: string;
}

/** The records as a replica of this venue opens them. */
export function openTortured(url: string, venue: string): Promise<Records> {
  const tell = (): void => undefined;
  const patience = createPatience({ tell });
  return openRecords(url, {
    venue,
    engine: SNAPSHOT_VERSION,
    kek: 'torture',
    tell,
    patience,
  });
}

/** Keeps whoever writes history waiting, until the answer is called or the server dies. */
export async function lockHistory(url: string, venue: string): Promise<() => Promise<void>> {
  const records = await openTortured(url, venue);
  const locked = Promise.withResolvers<void>();
  const unlocked = Promise.withResolvers<void>();
  const holding = records
    .transact(async (ask) => {
      await ask('LOCK TABLE archive IN EXCLUSIVE MODE');
      locked.resolve();
      await unlocked.promise;
    })
    .catch(() => locked.resolve());
  await locked.promise;
  return async () => {
    unlocked.resolve();
    await holding;
    await records.close();
  };
}
