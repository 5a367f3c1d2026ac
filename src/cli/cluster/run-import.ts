/**
 * `perpetua cluster import`: the venue of a data folder, as `npm start` made it, goes on as a
 * cluster: the same accounts, orders, keys, market and season.
 */
import { ArchiveError } from '../../archive/archive-error.ts';
import { type Imported, importVenue } from '../../assembly/cluster/import-venue.ts';
import { KEK_VARIABLE } from '../../assembly/cluster/provide-kek.ts';
import { StartRefused } from '../../assembly/step-failed.ts';
import { many } from '../../domain/many.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { RecordsError } from '../../facts/records.ts';
import { dataFilesOf } from '../../gateway/data-files.ts';
import { KeyFault } from '../../gateway/keys/key-record.ts';
import { FolderLocked, JournalDamaged } from '../../journal/journal-error.ts';
import { command, Misunderstood } from '../../terminal/command.ts';
import { whole } from '../../terminal/format-table.ts';
import { complain, EXIT } from '../../terminal/output.ts';
import { createProgress } from '../../terminal/progress.ts';
import { RecoveryFailed } from '../../venue/recover.ts';
import { NotRestorable } from '../../venue/replica/restore-stream.ts';
import { formatUtc } from '../operate/tell.ts';
import { findKek, findPlaces } from './log-place.ts';

const HELP = `Usage: perpetua cluster import DATA --log SERVERS --records DATABASE
         --venue NAME [--key-file FILE] [--unsafe] [--json]

Brings a venue into a cluster: the data folder of a venue that npm start made
and that is stopped. Accounts, orders, positions, keys, market, season and
history go on where they are. Entries from before stay in DATA, to which none is
added: keep it. Then start each replica with an empty data folder and with the
key-encryption key of DATA, and do not start DATA itself again.

The log and the database must be empty. If it is interrupted, the same line
goes on where it ended, and no replica starts before it is done.

  DATA           the data folder of the venue, which must not be running
  --log SERVERS  the NATS servers (PERPETUA_LOG), as for npx perpetua start
  --records DATABASE
                 the PostgreSQL database (PERPETUA_RECORDS)
  --venue NAME   the name of the venue (PERPETUA_VENUE)
  --key-file FILE  the key-encryption key of DATA (PERPETUA_KEK has the key
                   itself); otherwise it is looked for in DATA
  --unsafe       one copy of the log is enough, instead of three, and what
                 strangers reach will do
  --json         print JSON`;

export const runImport = command({ help: HELP, words: 1 }, async (flags, output) => {
  const { switches, values } = flags;
  const [data] = flags.words;
  if (data === undefined)
    throw new Misunderstood('one DATA is needed; see npx perpetua cluster import --help');
  const place = findPlaces(flags, ['log', 'records', 'venue']);
  const keyFile = values.get('key-file') ?? dataFilesOf(data).keyEncryptionKey;
  const shown = createProgress(output);
  try {
    const imported = await importVenue({
      data,
      log: place('log'),
      records: place('records'),
      venue: place('venue'),
      keyFile,
      kek: await findKek(keyFile),
      givenKek: process.env[KEK_VARIABLE],
      unsafe: switches.has('unsafe'),
      logger: (level, message) => (level === 'info' ? undefined : output.err(message)),
      progress: (doing) => shown.tell(() => `importing: ${doing}`),
    });
    return { lines: formatImported(imported, keyFile), body: imported };
  } catch (error) {
    if (!FAULTS.some((fault) => error instanceof fault)) throw error;
    return complain(`${data}: ${reasonOf(error)}`, EXIT.failed, output);
  } finally {
    shown.end();
  }
});

/** What an operator can do something about; each says what. */
const FAULTS = [
  ...[ArchiveError, FolderLocked, JournalDamaged, KeyFault, NotRestorable, RecordsError],
  ...[RecoveryFailed, StartRefused],
];

const formatImported = ({ seq, at, hash, keys }: Imported, keyFile: string): string[] => [
  `The venue is in the cluster up to entry ${whole(seq)} of ${formatUtc(at)} UTC, with ` +
    `${many(keys, 'key')}. Its state hashes to ${hash}.`,
  `Start each replica with an empty data folder and with --key-file ${keyFile}.`,
];
