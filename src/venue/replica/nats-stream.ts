/**
 * The stream that a venue has in JetStream: how it is made, and whether one that exists will do.
 * Nothing in it is ever removed by the server, and nothing is taken for a repeat but by the
 * replicas themselves.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Msg, type NatsConnection, RequestError } from '@nats-io/transport-node';
import { LOG_BATCH_BYTES_MAX } from '../../domain/limits.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import { type Millis, millis, type Seq, seq as toSeq } from '../../domain/units.ts';
import { createJournalId, type JournalId } from '../../journal/journal-id.ts';

export const streamName = (name: string): string => `PERPETUA_${name}`;
export const inLog = (name: string): string => `${name}.in`;
export const outLog = (name: string): string => `${name}.out`;

/** What decides, of a stream's settings. */
export interface NatsStream {
  readonly name: string;
  readonly subjects: readonly string[];
  readonly storage: string;
  readonly retention: string;
  readonly discard: string;
  readonly num_replicas: number;
  readonly max_age: number;
  readonly max_msgs: number;
  readonly max_msg_size: number;
  readonly deny_delete: boolean;
  readonly deny_purge: boolean;
  readonly allow_direct: boolean;
  readonly republish: {
    readonly src: string;
    readonly dest: string;
    readonly headers_only: boolean;
  };
  /** The place of the first message, if that is not 1. */
  readonly first_seq?: number;
  readonly metadata?: Readonly<Record<string, string>>;
}

/** So many servers have the log: it goes on, and loses nothing, when one of them dies. */
export const LOG_COPIES = 3;
const SERVER_MIN = [2, 10] as const;
const VENUE_KEY = 'perpetua-venue';
/** The last place of what was restored from segments. */
const RESTORED_KEY = 'perpetua-restored';
/** The last entry of a venue that was imported: what led to it is not in the stream. */
const IMPORTED_KEY = 'perpetua-imported';
/** How its messages are written; 2 is with a MAC. */
const FORM_KEY = 'perpetua-form';
const FORM = '2';
const API_MILLIS = 5_000;

const streamOf = (name: string, copies: number, venue: JournalId): NatsStream => ({
  name: streamName(name),
  subjects: [inLog(name)],
  storage: 'file',
  retention: 'limits',
  discard: 'new',
  num_replicas: copies,
  max_age: 0,
  max_msgs: -1,
  max_msg_size: LOG_BATCH_BYTES_MAX + 1_024,
  deny_delete: true,
  deny_purge: true,
  allow_direct: true,
  republish: { src: inLog(name), dest: outLog(name), headers_only: true },
  metadata: { [VENUE_KEY]: venue, [FORM_KEY]: FORM },
});

/** Of a stream that another replica has made meanwhile. */
export const ALREADY_THERE = 10_058;

export interface FoundStream {
  readonly venue: JournalId;
  readonly copies: number;
  /** The place of the last message; zero if there is none. */
  readonly last: number;
  /** The entry that its messages begin behind, which is zero but for a venue that was imported. */
  readonly importedSeq: Seq;
  /** The names of the servers that have it. */
  readonly servers: readonly string[];
  /** The clock of the server that answered; undefined if it is too old to tell. */
  readonly at: Millis | undefined;
}

/**
 * Finds the stream, or makes it. Answers with the venue it belongs to, or why it will not do.
 * Rejects while the servers cannot say, as they do until they have found each other.
 */
export async function openStream(
  connection: NatsConnection,
  name: string,
  { copies }: { readonly copies: number },
): Promise<FoundStream | string> {
  if (isOlder(connection, SERVER_MIN)) {
    const version = connection.info?.version;
    return `the server has version ${version}; at least ${SERVER_MIN.join('.')} is needed`;
  }
  const found = await askStream(connection, name);
  if (found.config !== undefined) return findHalf(found) ?? judgeStream(found, name, copies);
  const wanted = streamOf(name, copies, createJournalId());
  const made = await askJetStream(connection, `STREAM.CREATE.${wanted.name}`, wanted);
  if (made.error === undefined || made.error.err_code === ALREADY_THERE) {
    const there = await askStream(connection, name);
    // The server that was asked has not heard of it yet.
    if (there.config === undefined) throw new Error(`the stream ${wanted.name} is being made`);
    return findHalf(there) ?? judgeStream(there, name, copies);
  }
  const { code, description } = made.error;
  if (code === UNAVAILABLE) throw new Error(description);
  return `the stream ${wanted.name} could not be made with ${copies} copies: ${description}`;
}

const UNAVAILABLE = 503;
const NO_STREAM = 10_059;

/** Whether the servers know that there is no such stream. Those without a leader do not. */
export const isNoStream = ({ error }: StreamReply): boolean => error?.err_code === NO_STREAM;

/** Rejects while the servers cannot say. */
export const hasStream = async (connection: NatsConnection, name: string): Promise<boolean> =>
  !isNoStream(await askStream(connection, name));

async function askStream(connection: NatsConnection, name: string): Promise<StreamReply> {
  const found = await askJetStream(connection, `STREAM.INFO.${streamName(name)}`, {});
  if (found.error?.code === UNAVAILABLE) throw new Error(found.error.description);
  return found;
}

/** A stream that is being restored lacks what replicas have applied. */
function findHalf({ config, state }: StreamReply): string | undefined {
  const { [RESTORED_KEY]: upTo = 0, [IMPORTED_KEY]: imported } = config?.metadata ?? {};
  const last = state?.last_seq ?? 0;
  if (last >= Number(upTo)) return undefined;
  if (imported !== undefined)
    return (
      `the import into the stream ${config?.name} is not finished: run the same perpetua cluster ` +
      'import again, which goes on from there'
    );
  return (
    `the stream ${config?.name} is restored up to message ${last} of ${upTo}: ` +
    'run the same perpetua cluster restore again, which goes on from there'
  );
}

export interface Restoring {
  readonly copies: number;
  readonly venue: JournalId;
  /** The places of the first and the last message. */
  readonly first: number;
  readonly last: number;
  /** The last entry of a venue that is imported. */
  readonly importedSeq?: Seq;
}

/**
 * Makes the stream for what is restored, or finds it half restored. Answers with the last place
 * that it has, or why it will not do.
 */
export async function beginRestore(
  connection: NatsConnection,
  name: string,
  { copies, venue, first, last, importedSeq }: Restoring,
): Promise<{ readonly last: number } | string> {
  const plain = streamOf(name, copies, venue);
  const metadata: NatsStream['metadata'] = {
    ...plain.metadata,
    [RESTORED_KEY]: String(last),
    ...(importedSeq === undefined ? {} : { [IMPORTED_KEY]: String(importedSeq) }),
  };
  const wanted = { ...plain, metadata, ...(first > 1 ? { first_seq: first } : {}) };
  const found = await askStream(connection, name);
  if (found.config !== undefined) {
    const { metadata: said = {} } = found.config;
    const keys = [VENUE_KEY, RESTORED_KEY, IMPORTED_KEY];
    const isOurs = keys.every((key) => said[key] === metadata[key]);
    return isOurs
      ? { last: found.state?.last_seq ?? 0 }
      : `there is a stream ${wanted.name} already, and it is not overwritten. Give the venue ` +
          'another --venue NAME, and start the replicas with it';
  }
  const made = await askJetStream(connection, `STREAM.CREATE.${wanted.name}`, wanted);
  return made.config === undefined
    ? `the stream ${wanted.name} could not be made: ${made.error?.description ?? 'no answer'}`
    : { last: first - 1 };
}

export interface LogCopy {
  /** Of the server. */
  readonly name: string;
  /** Whether it has everything. */
  readonly isCurrent: boolean;
  readonly isOffline: boolean;
}

export interface StreamLeader {
  /** The name of the server. */
  readonly leader: string;
  /** Whether every copy has everything. */
  readonly isWhole: boolean;
  /** At other servers. */
  readonly copies: readonly LogCopy[];
  /** The place of the last message. */
  readonly last: number;
}

/** Servers call one that was killed offline only much later; copies speak every second. */
const SILENT_NANOS = 3_000_000_000;

/** Rejects while there is no leader. */
export async function findLeader(connection: NatsConnection, name: string): Promise<StreamLeader> {
  const { cluster, state, error } = await askStream(connection, name);
  if (state === undefined || cluster?.leader === undefined)
    throw new Error(error?.description ?? 'the stream has no leader');
  const copies = (cluster.replicas ?? []).map(({ name: server, current, offline, active = 0 }) => {
    const isSilent = !current && active > SILENT_NANOS;
    return { name: server, isCurrent: current, isOffline: offline === true || isSilent };
  });
  const isWhole = copies.every(({ isCurrent, isOffline }) => isCurrent && !isOffline);
  return { leader: cluster.leader, isWhole, copies, last: state.last_seq };
}

/** Undone settings would lose messages, or hide them from the replicas. */
function judgeStream(
  { config, cluster, ts, state }: StreamReply,
  name: string,
  copies: number,
): FoundStream | string {
  // Made a moment ago, and not yet known to the server that was asked.
  if (config === undefined) throw new Error(`the stream ${streamName(name)} is not there yet`);
  const venue = config.metadata?.[VENUE_KEY];
  if (venue === undefined) return `the stream ${config.name} is not one of a venue`;
  if (config.metadata?.[FORM_KEY] !== FORM) return tellOld(config.name);
  const wanted = streamOf(name, Math.min(copies, LOG_COPIES), venue);
  if (config.num_replicas < wanted.num_replicas) {
    return (
      `the stream ${config.name} has ${config.num_replicas} copies; ${wanted.num_replicas} are ` +
      'needed to lose nothing with a server'
    );
  }
  const other = OBLIGATORY.find((key) => !isSame(config[key], wanted[key]));
  const { leader, replicas = [] } = cluster ?? {};
  const servers = [...(leader === undefined ? [] : [leader]), ...replicas.map((row) => row.name)];
  const at = ts === undefined ? undefined : millis(Date.parse(ts));
  const importedSeq = toSeq(Number(config.metadata?.[IMPORTED_KEY] ?? 0));
  const last = state?.last_seq ?? 0;
  return other === undefined
    ? { venue, copies: config.num_replicas, last, importedSeq, servers, at }
    : `the stream ${config.name} has ${other} ${JSON.stringify(config[other])}; ` +
        `${JSON.stringify(wanted[other])} is needed`;
}

/** Nobody can say of its messages whether replicas wrote them. */
const tellOld = (stream: string): string =>
  `the stream ${stream} is of a version whose batches carried no MAC, so anyone who reached the ` +
  'servers could write into it. Stop all replicas, and make it anew from the segments of the one ' +
  'that is furthest: perpetua cluster restore --from DATA --venue ANOTHER-NAME';

const OBLIGATORY = [
  ...(['subjects', 'storage', 'retention', 'discard', 'max_age', 'max_msgs'] as const),
  ...(['deny_delete', 'deny_purge', 'allow_direct', 'republish'] as const),
];

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** Of the server at the other end of this connection. */
export function isOlder(
  { info }: Pick<NatsConnection, 'info'>,
  [wantedMajor, wantedMinor]: readonly [number, number],
): boolean {
  const [major = 0, minor = 0] = (info?.version ?? '0.0').split('.').map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}

/** Asks the servers about streams: `STREAM.INFO.name` and the like. */
export async function askJetStream(
  connection: NatsConnection,
  call: string,
  question: object,
  timeout: number = API_MILLIS,
): Promise<StreamReply> {
  const text = JSON.stringify(question);
  return parseReply(await connection.request(`$JS.API.${call}`, text, { timeout }));
}

/** The parts of an answer that matter here. */
export interface StreamReply {
  readonly error?: {
    readonly code: number;
    readonly err_code: number;
    readonly description: string;
  };
  readonly message?: {
    readonly seq: number;
    readonly time: string;
    readonly data?: string;
    readonly hdrs?: string;
  };
  readonly state?: {
    readonly first_seq: number;
    readonly last_seq: number;
    /** How many messages of each subject, if that was asked. */
    readonly subjects?: Readonly<Record<string, number>>;
  };
  readonly config?: NatsStream;
  readonly cluster?: {
    readonly leader?: string;
    readonly replicas?: readonly StreamCopy[];
  };
  /** When the server answered. */
  readonly ts?: string;
}

interface StreamCopy {
  readonly name: string;
  readonly current: boolean;
  readonly offline?: boolean;
  /** How long ago the leader heard of it, in nanoseconds. */
  readonly active?: number;
}

/** Nobody has the subject at the moment: the server said so at once. */
export const isUnheard = (error: unknown): boolean =>
  error instanceof RequestError && error.isNoResponders();

interface Patience {
  readonly forMillis: number;
  readonly everyMillis: number;
  /** Whether a failure may pass by itself; any may if this is not given. */
  readonly mayPass?: (error: unknown) => boolean;
}

/** Tries again until it works, it fails for good, or so long has passed. */
export async function tryUntil<Result>(
  work: () => Promise<Result>,
  { forMillis, everyMillis, mayPass = () => true }: Patience,
): Promise<Result> {
  const deadline = performance.now() + forMillis;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!mayPass(error) || performance.now() > deadline) throw error;
      await sleep(everyMillis);
    }
  }
}

/** No answer, or one that is no JSON, is that of a server that cannot at the moment. */
export function parseReply(reply: Msg | undefined): StreamReply {
  const unavailable = { error: { code: 503, err_code: 0, description: 'nobody answered' } };
  if (reply === undefined) return unavailable;
  try {
    return reply.json<StreamReply>();
  } catch (error) {
    const { error: fault } = unavailable;
    return { error: { ...fault, description: reasonOf(error) } };
  }
}
