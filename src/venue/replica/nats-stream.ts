/**
 * The stream that a venue has in JetStream: how it is made, and whether one that exists will do.
 * Nothing in it is ever removed by the server, and nothing is taken for a repeat but by the
 * replicas themselves.
 */
import type { Msg, NatsConnection } from '@nats-io/transport-node';
import { LOG_BATCH_BYTES_MAX } from '../../domain/limits.ts';
import { reasonOf } from '../../domain/reason-of.ts';
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
  readonly republish: { readonly src: string; readonly dest: string };
  readonly metadata?: Readonly<Record<string, string>>;
}

const COPIES_MIN = 3;
const SERVER_MIN = [2, 10] as const;
const VENUE_KEY = 'perpetua-venue';
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
  republish: { src: inLog(name), dest: outLog(name) },
  metadata: { [VENUE_KEY]: venue },
});

/** Finds the stream, or makes it. Answers with the venue it belongs to, or why it will not do. */
export async function openStream(
  connection: NatsConnection,
  name: string,
  { copies }: { readonly copies: number },
): Promise<{ readonly venue: JournalId } | string> {
  if (isOlder(connection, SERVER_MIN)) {
    const version = connection.info?.version;
    return `the server has version ${version}; at least ${SERVER_MIN.join('.')} is needed`;
  }
  const found = await ask(connection, `$JS.API.STREAM.INFO.${streamName(name)}`, {});
  if (found.config !== undefined) return judgeStream(found.config, name, copies);
  const wanted = streamOf(name, copies, createJournalId());
  const made = await ask(connection, `$JS.API.STREAM.CREATE.${wanted.name}`, wanted);
  if (made.config !== undefined) return judgeStream(made.config, name, copies);
  return `the stream ${wanted.name} could not be made: ${made.error?.description ?? 'no answer'}`;
}

export interface StreamLeader {
  /** The name of the server. */
  readonly leader: string;
  /** Whether every copy has everything. */
  readonly isWhole: boolean;
  /** The place of the last message. */
  readonly last: number;
}

/** Rejects while there is no leader. */
export async function findLeader(connection: NatsConnection, name: string): Promise<StreamLeader> {
  const subject = `$JS.API.STREAM.INFO.${streamName(name)}`;
  const { cluster, state, error } = await ask(connection, subject, {});
  if (state === undefined || cluster?.leader === undefined)
    throw new Error(error?.description ?? 'the stream has no leader');
  const copies = cluster.replicas ?? [];
  const isWhole = copies.every(({ current, offline }) => current && offline !== true);
  return { leader: cluster.leader, isWhole, last: state.last_seq };
}

/** Undone settings would lose messages, or hide them from the replicas. */
function judgeStream(
  config: NatsStream,
  name: string,
  copies: number,
): { readonly venue: JournalId } | string {
  const venue = config.metadata?.[VENUE_KEY];
  if (venue === undefined) return `the stream ${config.name} is not one of a venue`;
  const wanted = streamOf(name, Math.min(copies, COPIES_MIN), venue);
  if (config.num_replicas < wanted.num_replicas) {
    return (
      `the stream ${config.name} has ${config.num_replicas} copies; ${wanted.num_replicas} are ` +
      'needed to lose nothing with a server'
    );
  }
  const other = OBLIGATORY.find((key) => !isSame(config[key], wanted[key]));
  return other === undefined
    ? { venue }
    : `the stream ${config.name} has ${other} ${JSON.stringify(config[other])}; ` +
        `${JSON.stringify(wanted[other])} is needed`;
}

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

async function ask(
  connection: NatsConnection,
  subject: string,
  question: object,
): Promise<StreamReply> {
  const text = JSON.stringify(question);
  return parseReply(await connection.request(subject, text, { timeout: API_MILLIS }));
}

/** The parts of an answer that matter here. */
export interface StreamReply {
  readonly error?: {
    readonly code: number;
    readonly err_code: number;
    readonly description: string;
  };
  readonly message?: { readonly seq: number; readonly time: string; readonly data?: string };
  readonly state?: { readonly first_seq: number; readonly last_seq: number };
  readonly config?: NatsStream;
  readonly cluster?: {
    readonly leader?: string;
    readonly replicas?: readonly { readonly current: boolean; readonly offline?: boolean }[];
  };
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
