/** What is wrong with a cluster, by what its replicas and the servers of its log say. */
import { many } from '../../domain/many.ts';
import { DUTIES, type Duty } from '../../domain/replica-command.ts';
import {
  CLOCK_ALIKE_MILLIS,
  CLOCK_TOLD_MILLIS,
  describeLeader,
} from '../../venue/replica/clock-watch.ts';
import { LOG_COPIES, type StreamLeader, streamName } from '../../venue/replica/nats-stream.ts';
import type { Presence } from '../../venue/replica/who.ts';

export interface ClusterStatus {
  readonly venue: string;
  /** Null while its servers have no leader for it, or if they do not have it. */
  readonly log: StreamLeader | null;
  readonly replicas: readonly Presence[];
  readonly duties: readonly DutyHolder[];
  /** Empty if all is well. */
  readonly faults: readonly string[];
}

export interface DutyHolder {
  readonly duty: Duty;
  readonly term: number;
  /** Null if the holder did not answer. */
  readonly replica: string | null;
}

/** History that is further behind is not only under way. */
const HISTORY_BEHIND_ENTRIES = 10_000;

export function judgeStatus(
  venue: string,
  found: StreamLeader | 'missing' | null,
  replicas: readonly Presence[],
  /** Servers that can be asked, and know of no leader while others do. */
  alone: readonly string[] = [],
): ClusterStatus {
  const log = found === 'missing' ? null : found;
  const missing = found === 'missing' ? [tellMissing(venue)] : undefined;
  // There is nothing to be said about the duties of a venue that there is not.
  if (missing !== undefined && replicas.length === 0)
    return { venue, log, replicas, duties: [], faults: missing };
  const duties = findHolders(replicas);
  const faults = [
    ...(missing ?? judgeLog(log)),
    ...alone.map((server) => `the server ${server} of the log does not reach the others`),
    ...new Set(replicas.flatMap(({ serverFaults }) => serverFaults)),
    ...replicas.flatMap(judgeReplica),
    ...judgeClocks(replicas, log),
    ...duties.filter(({ replica }) => replica === null).map(tellVacant),
    ...DUTIES.filter((duty) => !duties.some((held) => held.duty === duty)).map(
      (duty) => `nobody has the duty ${duty}`,
    ),
    ...judgeSame(replicas),
  ];
  return { venue, log, replicas, duties, faults };
}

/** As the replica that is furthest sees it. */
function findHolders(replicas: readonly Presence[]): DutyHolder[] {
  const [furthest] = replicas.toSorted((first, second) => second.seq - first.seq);
  return (furthest?.duties ?? []).map(({ duty, term, holder }) => {
    const found = replicas.find(({ session }) => session === holder);
    return { duty, term, replica: found?.name ?? null };
  });
}

const tellVacant = ({ duty, term }: DutyHolder): string =>
  `the holder of the duty ${duty}, of term ${term}, does not answer`;

const tellMissing = (venue: string): string =>
  `there is no stream ${streamName(venue)}: --venue is another, or its log is lost, which ` +
  'perpetua cluster restore makes anew';

function judgeLog(log: StreamLeader | null): string[] {
  if (log === null) return ['the log has no leader: nothing can be written'];
  const copies = log.copies.length + 1;
  return [
    ...(copies < LOG_COPIES ? [`the log has ${copies} of the ${LOG_COPIES} copies it needs`] : []),
    ...log.copies.flatMap(({ name, isOffline, isCurrent }) => {
      if (isOffline) return [`the server ${name} of the log is away`];
      return isCurrent ? [] : [`the server ${name} of the log is behind`];
    }),
  ];
}

function judgeReplica(replica: Presence): string[] {
  const { name, haltedBecause, closedBecause, recordsAwayMillis } = replica;
  const stopped = haltedBecause ?? closedBecause;
  const behind = replica.seq - replica.archivedUpTo;
  return [
    ...(stopped === null ? [] : [`${name}: ${stopped}`]),
    ...(recordsAwayMillis > 0
      ? [`${name}: the database has not been reached for ${Math.round(recordsAwayMillis)} ms`]
      : []),
    ...(behind > HISTORY_BEHIND_ENTRIES
      ? [`${name}: history lacks the last ${behind} entries`]
      : []),
  ];
}

/** Where all differ from the log alike, its leader has the wrong clock. */
function judgeClocks(replicas: readonly Presence[], log: StreamLeader | null): string[] {
  const offsets = replicas.map(({ clockOffset }) => clockOffset ?? 0);
  const [least = 0, most = 0] = [Math.min(...offsets), Math.max(...offsets)];
  const isOff = offsets.every((offset) => Math.abs(offset) > CLOCK_TOLD_MILLIS);
  if (log !== null && offsets.length > 1 && isOff && most - least <= CLOCK_ALIKE_MILLIS)
    return [describeLeader(log.leader, least)];
  return replicas.flatMap(({ name, clockOffset }) => {
    const offset = Math.abs(clockOffset ?? 0);
    if (offset <= CLOCK_TOLD_MILLIS) return [];
    return [`${name}: its clock is ${offset} ms off that of the log`];
  });
}

/** States are compared at marks; places and times of batches also where two are just as far. */
function judgeSame(replicas: readonly Presence[]): string[] {
  const marks = replicas.flatMap(({ name, mark }) =>
    mark === null ? [] : [{ name, seq: mark.seq, text: `${mark.hash} ${mark.chain}` }],
  );
  const chains = replicas.map(({ name, seq, chain }) => ({ name, seq, text: chain }));
  const outvoted = replicas.flatMap(({ name, mark }) =>
    mark !== null && mark.other > 0
      ? [`${name}: ${many(mark.other, 'other')} had another state at entry ${mark.seq}`]
      : [],
  );
  return [...differing(marks, 'state'), ...differing(chains, 'log'), ...outvoted];
}

interface Compared {
  readonly name: string;
  readonly seq: number;
  readonly text: string;
}

function differing(compared: readonly Compared[], what: string): string[] {
  const bySeq = Map.groupBy(compared, ({ seq }) => seq);
  return [...bySeq].flatMap(([seq, rows]) => {
    const names = rows.map(({ name }) => name).join(', ');
    const isSame = new Set(rows.map(({ text }) => text)).size === 1;
    return isSame ? [] : [`${names} do not have the same ${what} at entry ${seq}`];
  });
}
