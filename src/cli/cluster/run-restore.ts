/**
 * `perpetua cluster restore`: a new log out of the segments of a replica. For the day on which the
 * servers of the log have lost what replicas have applied (CLU-7), or are gone altogether.
 */

import { dataFilesOf } from '../../gateway/data-files.ts';
import type { KeyEncryptionKey } from '../../gateway/keys/key-encryption-key.ts';
import { KeyFault } from '../../gateway/keys/key-record.ts';
import { nodeFiles } from '../../journal/files.ts';
import { viewJournal } from '../../journal/find-journal.ts';
import { JournalDamaged } from '../../journal/journal-error.ts';
import { findHolder } from '../../journal/lock-folder.ts';
import { surveyJournal } from '../../journal/survey-journal.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { whole } from '../../terminal/format-table.ts';
import { complain, EXIT, TERMINAL } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import { ENGINE_VERSION, SNAPSHOT_NUMBER } from '../../venue/open-venue.ts';
import { LogMac } from '../../venue/replica/log-mac.ts';
import { connectNats } from '../../venue/replica/nats-log.ts';
import { LOG_COPIES } from '../../venue/replica/nats-stream.ts';
import { NotRestorable, type Restored, restoreStream } from '../../venue/replica/restore-stream.ts';
import { formatUtc } from '../operate/tell.ts';
import { findKek, findLogPlace, type LogPlace, tellSilent } from './log-place.ts';

const HELP = `Usage: perpetua cluster restore --from DATA --log SERVERS --venue NAME
         [--key-file FILE] [--unsafe] [--json]

Makes a new stream out of the segments that a replica kept in its data folder.
Everything that any replica has acknowledged is in the segments of the one that
is furthest: stop all replicas, run npx perpetua journal verify --data DATA for
each folder, and restore from the one that has the most entries. Then start that
replica first, and the others after it: each goes on where it is.

A stream that exists is never overwritten; the replicas can be given a new
--venue NAME instead. If it is interrupted, the same line goes on where it
ended.

  --from DATA    the data folder of the replica, which must not be running
  --log SERVERS  the NATS servers (PERPETUA_LOG), as for npx perpetua start
  --venue NAME   the name of the venue (PERPETUA_VENUE)
  --key-file FILE  the key-encryption key of the replicas (PERPETUA_KEK has the
                   key itself);
                 otherwise it is looked for in DATA
  --unsafe       one copy of the log is enough, instead of three
  --json         print JSON`;

export const runRestore = command({ help: HELP }, async (flags, output) => {
  const { switches, values } = flags;
  const from = values.get('from');
  if (from === undefined)
    throw new Misunderstood('--from DATA is missing; see npx perpetua cluster restore --help');
  const place = findLogPlace(flags);
  try {
    const copies = switches.has('unsafe') ? 1 : LOG_COPIES;
    const kek = await findKek(values.get('key-file') ?? dataFilesOf(from).keyEncryptionKey);
    const restored = await restoreFrom(from, place, { copies, kek });
    return { lines: formatRestored(restored, place), body: restored };
  } catch (error) {
    if (error instanceof KeyFault) return complain(error.message, EXIT.failed, output);
    if (error instanceof NotRestorable || error instanceof JournalDamaged)
      return complain(`${from}: ${error.message}`, EXIT.failed, output);
    throw error;
  }
});

interface RestoringTerms {
  readonly copies: number;
  readonly kek: KeyEncryptionKey;
}

async function restoreFrom(
  dataFolder: string,
  place: LogPlace,
  { copies, kek }: RestoringTerms,
): Promise<Restored> {
  const holder = findHolder(dataFolder);
  if (holder !== undefined)
    throw new NotRestorable(`it is in use by ${holder}; stop all replicas first`);
  const survey = surveyJournal(nodeFiles, dataFolder);
  const { version } = survey.tail ?? {};
  if (version === undefined) throw new NotRestorable('there is no journal in it');
  if (version !== ENGINE_VERSION)
    throw new NotRestorable(`it was written by ${version}, and this is ${ENGINE_VERSION}`);
  const journal = viewJournal(nodeFiles, dataFolder, () => undefined, survey);
  const maker = { venue: journal.id, engine: SNAPSHOT_NUMBER };
  const connection = await connectNats(place.log).catch((error: unknown) => {
    throw new NotRestorable(tellSilent(place, error));
  });
  const shown = createProgress(TERMINAL);
  const progress = (position: number, last: number): void =>
    shown.tell(() => `restoring: message ${whole(position)} of ${whole(last)}`);
  try {
    const name = place.venue;
    const mac = new LogMac(kek.key, { name, venue: journal.id });
    return await restoreStream({ connection, name, copies, journal, maker, mac, progress });
  } finally {
    shown.end();
    await connection.close();
  }
}

const LATE =
  'It begins there because the segments do. A replica that is not that far needs an empty data ' +
  'folder, and begins with the next snapshot that is shared.';

const formatRestored = (
  { first, last, batches, seq, at }: Restored,
  { venue }: LogPlace,
): string[] => [
  `The log of ${venue} has messages ${whole(first)} to ${whole(last)}, with ${whole(batches)} ` +
    `batches, up to entry ${whole(seq)} of ${formatUtc(at)} UTC.`,
  ...(first === 1 ? [] : [LATE]),
  'Start the replica whose folder this is first, and the others after it.',
];
