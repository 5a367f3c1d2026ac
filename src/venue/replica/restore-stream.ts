/**
 * Makes a new stream out of the segments that a replica kept. Every batch gets its old place in the
 * log, and carries the time that the log gave it then. So replicas go on where they are, and one
 * that reads from the beginning arrives at the same state. Places of messages that never counted
 * are filled with empty ones, which do not count either.
 */
import { headers, type NatsConnection } from '@nats-io/transport-node';
import type { Entry } from '../../domain/command.ts';
import type { BeginBatch } from '../../domain/replica-command.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { JournalView } from '../../journal/find-journal.ts';
import { type BatchMaker, encodeLogBatch, encodeLogCommand } from '../../journal/log-batch.ts';
import { SENDER_AHEAD_MILLIS, type StoredBatch } from './batch-reader.ts';
import type { LogMac } from './log-mac.ts';
import { TIME_HEADER } from './nats-log.ts';
import { beginRestore, findLeader, inLog, parseReply, tryUntil } from './nats-stream.ts';

export interface StreamPlace {
  readonly connection: NatsConnection;
  readonly name: string;
}

export interface RestoringParts extends StreamPlace {
  readonly copies: number;
  readonly journal: JournalView;
  readonly maker: BatchMaker;
  readonly mac: LogMac;
  readonly progress: (position: number, last: number) => void;
}

export type Restored = Awaited<ReturnType<typeof measure>>;

/** Nothing can be restored from this, or not to there; the message says what to do. */
export class NotRestorable extends Error {
  override readonly name = 'NotRestorable';
}

/** How much is under way at a time. */
const MESSAGES_MAX = 128;
const BYTES_MAX = 4 * 1_024 * 1_024;
/** Longer than an election; then it looks how far the stream is, and goes on from there. */
const STORED_MILLIS = 12_000;
const WHOLE_MILLIS = 30_000;
const LOOK_MILLIS = 200;
const NOBODY = new Uint8Array(0);

/** Rejects with NotRestorable. Run again after an interruption, it goes on where it ended. */
export async function restoreStream(parts: RestoringParts): Promise<Restored> {
  const { connection, name, copies, maker } = parts;
  const extent = await measure(parts);
  const { venue } = maker;
  const begun = await beginRestore(connection, name, { copies, venue, ...extent });
  if (typeof begun === 'string') throw new NotRestorable(begun);
  let stored = begun.last;
  while (stored < extent.last) stored = await storeFrom(parts, stored, extent);
  await awaitCopies(parts, extent.last);
  return extent;
}

/**
 * The place of the one message that an import leaves: an empty one, which says that everything else
 * is there. Segments of replicas do not have it, so a log that is restored from them begins later,
 * and nobody can read it without the entries from before.
 */
export const IMPORT_PLACE = 1;

/** From here on replicas start. */
export async function finishImport({ connection, name }: StreamPlace): Promise<void> {
  await store(connection, name, IMPORT_PLACE - 1, undefined);
  const { last } = await findSoon(connection, name);
  if (last < IMPORT_PLACE)
    throw new NotRestorable('the stream took no message: see that most servers of the log run');
  await awaitCopies({ connection, name }, IMPORT_PLACE);
}

/** Finds the first and the last place, and whether all entries belong to batches. */
async function measure({ journal, maker }: RestoringParts) {
  let first = 0;
  let last = 0;
  let batches = 0;
  let at = millis(0);
  for await (const batch of batchesOf(journal, maker)) {
    if (batches === 0) first = batch.position;
    ({ position: last } = batch);
    batches += 1;
    at = batch.at;
  }
  if (batches === 0) throw new NotRestorable('there is no batch of a replica in it');
  // Of the last entry.
  return { first, last, batches, seq: journal.durableSeq, at };
}

/** Stores what is missing after this place. Returns how far the stream is then. */
async function storeFrom(
  { connection, name, journal, maker, mac, progress }: RestoringParts,
  from: number,
  { last }: Restored,
): Promise<number> {
  let stored = from;
  let bytes = 0;
  let flight: Promise<boolean>[] = [];
  const land = async (): Promise<boolean> => {
    const isStored = (await Promise.all(flight)).every(Boolean);
    flight = [];
    bytes = 0;
    progress(stored, last);
    return isStored;
  };
  const send = (message: StoredBatch | undefined): void => {
    const sealed = message && { ...message, bytes: mac.add(message.bytes, message) };
    flight.push(store(connection, name, stored, sealed));
    stored += 1;
    bytes += message?.bytes.length ?? 0;
  };
  for await (const batch of batchesOf(journal, maker)) {
    if (batch.position <= from) continue;
    while (stored + 1 < batch.position) send(undefined);
    send(batch);
    const isFull = flight.length >= MESSAGES_MAX || bytes >= BYTES_MAX;
    if (isFull && !(await land())) break;
  }
  await land();
  return (await findSoon(connection, name)).last;
}

/** Whether it was stored as the message after this place. */
async function store(
  connection: NatsConnection,
  name: string,
  after: number,
  message: StoredBatch | undefined,
): Promise<boolean> {
  const head = headers();
  head.set('Nats-Expected-Last-Sequence', String(after));
  if (message !== undefined) head.set(TIME_HEADER, String(message.logAt));
  const options = { headers: head, timeout: STORED_MILLIS };
  try {
    const bytes = message?.bytes ?? NOBODY;
    return parseReply(await connection.request(inLog(name), bytes, options)).error === undefined;
  } catch {
    return false;
  }
}

const PATIENCE = { forMillis: WHOLE_MILLIS, everyMillis: LOOK_MILLIS };

const awaitCopies = ({ connection, name }: StreamPlace, last: number): Promise<void> =>
  tryUntil(
    async () => {
      const found = await findSoon(connection, name);
      if (found.isWhole && found.last >= last) return;
      throw new NotRestorable(
        'everything is stored, but not every server has its copy yet: see that all are running, ' +
          'then run this again',
      );
    },
    { ...PATIENCE, mayPass: (error) => error instanceof NotRestorable },
  );

/** During an election nobody knows. */
const findSoon = (connection: NatsConnection, name: string) =>
  tryUntil(() => findLeader(connection, name), PATIENCE);

interface KeptBatch extends StoredBatch {
  /** The time of its entries. */
  readonly at: Millis;
}

async function* batchesOf(journal: JournalView, maker: BatchMaker): AsyncGenerator<KeptBatch> {
  let begun: { readonly command: BeginBatch; readonly at: Millis } | undefined;
  let logAt: Millis | undefined;
  let commands: Uint8Array[] = [];
  for await (const entries of journal.read(journal.firstSeq)) {
    for (const { seq, at, takenAt, ...content } of entries) {
      const { command } = content;
      if (command.kind === 'begin-batch' && command.position > 0) {
        begun = { command, at };
        logAt = undefined;
        commands = [];
      } else if (begun === undefined) {
        throw new NotRestorable(strayEntry(seq));
      } else {
        logAt ??= takenAt;
        commands.push(encodeLogCommand(content));
      }
      if (commands.length < begun.command.count) continue;
      yield batchOf(begun.command, { at: begun.at, logAt }, commands, maker);
      begun = undefined;
    }
  }
}

function batchOf(
  { session, number, sentAt, position }: BeginBatch,
  { at, logAt }: { readonly at: Millis; readonly logAt: Millis | undefined },
  commands: readonly Uint8Array[],
  maker: BatchMaker,
): KeptBatch {
  const bytes = encodeLogBatch({ session, number, sentAt }, commands, maker);
  // Where no command tells the time of the log, with this one its entries get the same time again:
  // see batchTime.
  const alike = millis(Math.min(at, sentAt + SENDER_AHEAD_MILLIS));
  return { position, logAt: logAt ?? alike, bytes, at };
}

const strayEntry = (seq: Entry['seq']): string =>
  `entry ${seq} came in no batch of a replica: this is the folder of a venue that has its ` +
  'journal for itself. Only the folder of a replica can be restored from';
