/**
 * A new replica begins with a snapshot that another one put into the shared store: the newest that
 * can be taken up and is not beyond what the archive has. Its own segments begin behind it.
 */
import { reasonOf } from '../../domain/reason-of.ts';
import { type Seq, seq as toSeq } from '../../domain/units.ts';
import { nodeFiles } from '../../journal/files.ts';
import type { Snapshots } from '../../journal/journal.ts';
import type { JournalId } from '../../journal/journal-id.ts';
import type { ListEnd } from '../../journal/record.ts';
import { createFolderSnapshots, readSnapshotOf } from '../../journal/snapshot-file.ts';
import type { Logger } from '../logger.ts';
import { restorePresent } from '../snapshot-payload.ts';

export interface AdoptParts {
  readonly dataFolder: string;
  readonly shared: Snapshots;
  readonly venue: JournalId;
  readonly archivedUpTo: Seq;
  readonly logger: Logger;
}

/** For a folder without entries; undefined if there is nothing to begin with. */
export async function adoptSnapshot(parts: AdoptParts): Promise<ListEnd | undefined> {
  const { dataFolder, shared, logger } = parts;
  const place = { files: nodeFiles, dataFolder };
  const own = createFolderSnapshots(place);
  // Without entries they are left from a start that did not get further.
  for (const seq of await own.list()) await own.remove(seq);
  for (const seq of await findShared(parts)) {
    const file = await shared.read(seq);
    if (file === undefined) continue;
    await own.save(seq, file);
    const found = await readSnapshotOf(place, seq);
    const fault = typeof found === 'string' ? found : judge(found, parts);
    if (typeof found !== 'string' && fault === undefined && found.journal.chain !== null) {
      logger('info', 'begins with a snapshot of another replica', { seq, bytes: file.length });
      return { seq: toSeq(seq), at: Number.MIN_SAFE_INTEGER, chain: found.journal.chain };
    }
    logger('warn', 'a snapshot of another replica is passed over', { seq, because: fault ?? null });
    await own.remove(seq);
  }
  return undefined;
}

/** Servers that have just been started may not answer for a while. */
const ATTEMPTS = 4;

async function findShared({ shared, archivedUpTo, logger }: AdoptParts): Promise<readonly Seq[]> {
  // No snapshot of a new venue could be used.
  if (archivedUpTo === 0) return [];
  for (let attempt = 1; ; attempt += 1) {
    try {
      return (await shared.list()).filter((seq) => seq <= archivedUpTo);
    } catch (error) {
      const facts = { because: reasonOf(error) };
      logger('warn', 'the snapshots of other replicas cannot be asked for', facts);
      // The log has everything, and takes longer to read.
      if (attempt === ATTEMPTS) return [];
    }
  }
}

function judge(
  found: Exclude<Awaited<ReturnType<typeof readSnapshotOf>>, string>,
  { venue }: AdoptParts,
): string | undefined {
  const { id } = found.journal;
  if (id !== venue) return `it is of venue ${id}`;
  const present = restorePresent(found);
  return typeof present === 'string' ? present : undefined;
}
