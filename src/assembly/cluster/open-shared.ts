/** What the replicas of a venue share besides the log: keys, notes and history, in PostgreSQL. */
import { openPostgresArchive } from '../../archive/postgres-archive.ts';
import { findRecordsVenue, openRecords } from '../../facts/open-records.ts';
import type { Patience } from '../../facts/patience.ts';
import { createPostgresFacts } from '../../facts/postgres-facts.ts';
import { RecordsError } from '../../facts/records.ts';
import { isTurnedAway } from '../../facts/server-fault.ts';
import { openKeyStore } from '../../gateway/keys/key-store.ts';
import { type NoteName, openPostgresNotes, type VenueNotes } from '../../gateway/notes.ts';
import { findJournal } from '../../journal/find-journal.ts';
import type { MachineClock } from '../../venue/clock.ts';
import type { Logger } from '../../venue/logger.ts';
import { SNAPSHOT_NUMBER } from '../../venue/open-venue.ts';
import type { Venue } from '../../venue/venue.ts';
import { MARKET_TOPIC } from '../../views/market-memory.ts';
import { isNewest } from '../market-seed.ts';
import type { Settings } from '../settings.ts';
import { StartRefused } from '../step-failed.ts';
import { judgeRecordsAccess } from './judge-access.ts';
import { KEK_VARIABLE, provideKek } from './provide-kek.ts';

export interface SharedParts {
  readonly url: string;
  readonly venue: string;
  readonly keyFile: string;
  /** The key-encryption key, if it is not in the file. */
  readonly kek: string | undefined;
  readonly clock: MachineClock;
  readonly logger: Logger;
  readonly patience: Patience;
  /** Whether an empty database is a loss. */
  readonly isLoss: boolean;
  /** Whether a database that strangers reach will do. */
  readonly unsafe: boolean;
}

export type SharedRecords = Awaited<ReturnType<typeof openShared>>;

export async function openShared(parts: SharedParts) {
  const { url, venue, keyFile, clock, logger, isLoss, patience } = parts;
  const { kek, takeBack } = await provideKek(keyFile, parts.kek);
  const told = (message: string): void => logger('warn', message);
  const terms = { venue, engine: SNAPSHOT_NUMBER, kek: kek.id, tell: told, isLoss, patience };
  const records = await openRecords(url, terms).catch((error: unknown) => {
    takeBack();
    if (!(error instanceof RecordsError)) throw error;
    throw new StartRefused(`${error.message}${remedyOf(error, keyFile)}`);
  });
  try {
    const { reach } = patience;
    const reasons = await reach(() => judgeRecordsAccess(url, records));
    if (reasons.length > 0 && !parts.unsafe) throw new StartRefused(...reasons);
    for (const because of reasons)
      logger('warn', 'started although this is not safe (--unsafe)', { because });
    const home = createPostgresFacts(records);
    const keys = await reach(() => openKeyStore({ home, kek, clock }));
    const notes = await reach(() => openPostgresNotes(records, kek));
    const archive = await reach(() => openPostgresArchive(records));
    return { records, keys, kek, notes, archive };
  } catch (error) {
    await records.close();
    throw error;
  }
}

/** Of faults that are not in the database itself. */
export function remedyOf({ fault, cause }: RecordsError, keyFile = ''): string {
  if (isTurnedAway(cause)) return '. Correct the user, password or database of --records';
  if (fault !== 'key') return '';
  return (
    `. Copy key-encryption.key of the first replica to ${keyFile}, name it with --key-file, or ` +
    `put it into ${KEK_VARIABLE}`
  );
}

const LOOK_MILLIS = 500;

/**
 * Notes that stay known while their database is away: the replica that takes over the market needs
 * the seed at once. Whenever the log names another seed, it is read, and with it what goes with it.
 */
export function rememberNotes(notes: VenueNotes, { read }: Pick<Venue, 'read'>): VenueNotes {
  const known = new Map<NoteName, string>();
  const find: VenueNotes['find'] = async (name) => {
    try {
      const text = await notes.find(name);
      if (text !== undefined) known.set(name, text);
      return text;
    } catch (error) {
      const text = known.get(name);
      const isAway = error instanceof RecordsError && error.fault === 'away';
      const isOld = name === 'marketSeed' && !isNewest(text ?? '', read.market.note()?.commitment);
      if (!isAway || text === undefined || isOld) throw error;
      return text;
    }
  };
  let heard: string | undefined;
  const timer = setInterval(() => {
    const said = read.market.memory().notes.get(MARKET_TOPIC);
    if (said === heard) return;
    heard = said;
    for (const name of ['marketSeed', 'credentials'] as const)
      find(name).catch(() => {
        heard = undefined;
      });
  }, LOOK_MILLIS);
  timer.unref();
  return {
    ...notes,
    find,
    write: async (name, text) => {
      await notes.write(name, text);
      known.set(name, text);
    },
  };
}

/**
 * What there is of a venue whose log is missing: entries in the own folder, or records in the
 * database. Then the log was lost, or another was meant. An empty one in its place would stand in
 * the way of its restoration. Answers with why no log may be made, and what to do; undefined if
 * nothing remains.
 */
export async function findRemains(
  { venue, records }: Pick<Settings, 'venue' | 'records'>,
  folder: string,
  patience: Patience,
): Promise<string | undefined> {
  const gone = `the log ${venue} is gone: the NATS servers have no stream of it, but `;
  const restore = 'perpetua cluster restore --from';
  const place = `--log … --venue ${venue}`;
  const journal = findJournal(folder);
  if (journal !== undefined && journal.last >= journal.first) {
    return (
      `${gone}its entries up to ${journal.last} are in the segments in ${folder}. Stop all ` +
      `replicas, and restore it from the segments of the one that is furthest: ` +
      `${restore} ${folder} ${place}. For another venue, name another folder with --data`
    );
  }
  const found = await findRecordsVenue(records, patience).catch((error: unknown) => {
    if (!(error instanceof RecordsError)) throw error;
    throw new StartRefused(`${error.message}${remedyOf(error)}`);
  });
  if (found === undefined) return undefined;
  return (
    `${gone}${found.name} has the records of the venue ${found.venue}. Its entries are in the ` +
    `segments of its replicas: ${restore} DATA ${place}. Start with --venue as before if it was ` +
    'another, and give each venue a database of its own'
  );
}
