/**
 * Judges a cluster after its torture. Reads the whole log from its first message on, independently
 * of the replicas: what was acknowledged is in it, once and within its window, what was refused is
 * not, nothing that somebody forged counts, and the history in the database is that of the log.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { SNAPSHOT_VERSION, stateHash } from '../../src/engine/snapshot.ts';
import { applyEntry, createPresent } from '../../src/venue/present.ts';
import { BatchReader } from '../../src/venue/replica/batch-reader.ts';
import { NatsLog } from '../../src/venue/replica/nats-log.ts';
import { findLeader } from '../../src/venue/replica/nats-stream.ts';
import { proofMac } from './proof-mac.ts';
import { HASH_EVERY_ENTRIES, textOfWrite, WINDOW_MILLIS } from './replica-process.ts';
import { openTortured } from './torture-database.ts';
import { TORTURE_NAME, type TortureField } from './torture-field.ts';
import { FORGED } from './torture-forger.ts';

export interface ClusterTortureResult {
  readonly faults: Readonly<Record<string, number>>;
  readonly acknowledged: number;
  /** Sent, and not answered, because the replica died or was cut off: some are in the log. */
  readonly unknown: number;
  /** Answered as not done. */
  readonly refused: number;
  /** Acknowledged, and not in the log. */
  readonly lost: number;
  readonly doubled: number;
  /** Took effect after their window. */
  readonly late: number;
  /** Refused to their sender, and took effect. */
  readonly contradicted: number;
  /** Took effect though no replica wrote them. */
  readonly forged: number;
  readonly hashesCompared: number;
  readonly hashesDiffering: number;
  /** Rows of history that the database lacks, or has too many; null without a database. */
  readonly historyDiffering: number | null;
  /** Servers of the log that had to be started again, because their copy did not come back. */
  readonly startedAgain: number;
  /** Messages that were stored and did not count. */
  readonly skipped: Readonly<Record<string, number>>;
  /** The longest time, in milliseconds, in which a replica that was left alone wrote nothing. */
  readonly silenceMillis: Readonly<Record<string, number>>;
}

/** What must not be, of a result. */
export const violationsIn = (result: ClusterTortureResult): number =>
  result.lost +
  result.doubled +
  result.late +
  result.contradicted +
  result.forged +
  result.hashesDiffering +
  (result.historyDiffering ?? 0);

interface Found {
  /** How often each write took effect, by its text, and when it did first by the log's clock. */
  readonly written: Map<string, { times: number; readonly at: number }>;
  readonly hashes: Map<number, string>;
  readonly skipped: Map<string, number>;
  lastSeq: number;
  forged: number;
  orders: number;
  fills: number;
}

async function readLog(connection: NatsConnection, venue: string): Promise<Found> {
  const present = createPresent();
  const reader = new BatchReader(present.state, { venue, engine: SNAPSHOT_VERSION });
  const log = new NatsLog(connection, TORTURE_NAME, proofMac(TORTURE_NAME, venue));
  const found: Found = {
    written: new Map(),
    hashes: new Map(),
    skipped: new Map(),
    lastSeq: 0,
    forged: 0,
    orders: 0,
    fills: 0,
  };
  const { last } = await findLeader(connection, TORTURE_NAME);
  while (reader.position < last) {
    for (const message of await log.read(reader.position + 1)) {
      const reading = reader.read(message);
      if (reading.kind === 'stopped') throw new Error(reading.because);
      if (reading.kind === 'skipped') {
        found.skipped.set(reading.why, (found.skipped.get(reading.why) ?? 0) + 1);
        continue;
      }
      for (const entry of reading.entries) {
        const { applied, rows } = applyEntry(present, entry);
        found.orders += rows.orders.length;
        found.fills += rows.fills.length;
        found.lastSeq = entry.seq;
        if (entry.seq % HASH_EVERY_ENTRIES === 0)
          found.hashes.set(entry.seq, stateHash(present.state));
        const { command } = entry;
        const took = applied.events.some(({ kind }) => kind === 'note-recorded');
        if (command.kind !== 'record-note' || !took) continue;
        if (command.actor === FORGED) found.forged += 1;
        const before = found.written.get(command.text);
        if (before === undefined) found.written.set(command.text, { times: 1, at: message.logAt });
        else before.times += 1;
      }
    }
  }
  return found;
}

/** The clock of the writes is that of the servers; a message may get its time a moment late. */
const GRACE_MILLIS = 50;

/** Of the writes, by their numbers: when each was signed, and what its sender was told. */
type Told = Pick<TortureField, 'signedAt' | 'acknowledged' | 'refused'>;

export function judgeWrites(
  { signedAt, acknowledged, refused }: Told,
  written: Found['written'],
): Pick<ClusterTortureResult, 'lost' | 'doubled' | 'late' | 'contradicted'> {
  const isLate = ([number, at]: readonly [number, number]): boolean =>
    (written.get(textOfWrite(number))?.at ?? 0) - at > WINDOW_MILLIS + GRACE_MILLIS;
  return {
    lost: [...acknowledged].filter((number) => !written.has(textOfWrite(number))).length,
    doubled: [...written.values()].filter(({ times }) => times > 1).length,
    late: [...signedAt].filter(isLate).length,
    contradicted: [...refused].filter((number) => written.has(textOfWrite(number))).length,
  };
}

export async function auditTorture(
  field: TortureField,
  connection: NatsConnection,
  venue: string,
): Promise<Omit<ClusterTortureResult, 'faults'>> {
  const found = await readLog(connection, venue);
  const { hashes } = found;
  const { acknowledged, refused, sent } = field;
  const compared = field.hashes.filter(({ seq }) => hashes.has(seq));
  return {
    acknowledged: acknowledged.size,
    unknown: sent - acknowledged.size - refused.size,
    refused: refused.size,
    ...judgeWrites(field, found.written),
    forged: found.forged,
    hashesCompared: compared.length,
    hashesDiffering: compared.filter(({ seq, hash }) => hashes.get(seq) !== hash).length,
    historyDiffering: await compareHistory(field, venue, found),
    startedAgain: field.startedAgain,
    skipped: Object.fromEntries(found.skipped),
    silenceMillis: Object.fromEntries(field.silences),
  };
}

/** Once the archive has everything that the log has. */
async function compareHistory(
  field: TortureField,
  venue: string,
  { lastSeq, orders, fills }: Found,
): Promise<number | null> {
  if (!field.hasDatabase) return null;
  const records = await openTortured(field.database.url, venue);
  try {
    await field.soon(async () => {
      const [row] = await records.ask('SELECT archived_up_to FROM archive');
      if (Number(row?.['archived_up_to']) < lastSeq) throw new Error('history is not complete');
    });
    const [row] = await records.ask(
      'SELECT (SELECT count(*) FROM orders) AS orders, (SELECT count(*) FROM fills) AS fills',
    );
    return Math.abs(Number(row?.['orders']) - orders) + Math.abs(Number(row?.['fills']) - fills);
  } finally {
    await records.close();
  }
}
