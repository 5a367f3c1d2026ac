/**
 * A log in a JetStream stream. Batches are published to `NAME.in`, each with a MAC. The stream
 * tells at `NAME.out` where it has stored one, and that is read from any server by direct get.
 * Stream consumers are not used: see log-follower.ts.
 *
 * The requests are plain JSON on subjects of the server, so the client for connections is enough.
 */
import {
  type ConnectionOptions,
  connect,
  createInbox,
  type Msg,
  type NatsConnection,
} from '@nats-io/transport-node';
import { type Millis, millis } from '../../domain/units.ts';
import type { StoredBatch } from './batch-reader.ts';
import type { AppendSign } from './batch-sender.ts';
import type { LogMac } from './log-mac.ts';
import {
  askJetStream,
  findLeader,
  inLog,
  isNoStream,
  isOlder,
  isUnheard,
  outLog,
  parseReply,
  type StreamReply,
  streamName,
} from './nats-stream.ts';
import { LogGone, LogRefused, type MessageEar, type MessageList } from './stream-log.ts';

/** A server that does not answer two of them is given up, and another is tried. */
const PING_EVERY_MILLIS = 500;
const PINGS_UNANSWERED_MAX = 2;
const DIAL_MILLIS = 1_000;
const REDIAL_MILLIS = 100;
/** Longer than any election; a batch that is not answered is sent again much earlier. */
const APPEND_MILLIS = 15_000;
/** For questions. They are asked again earlier, but a slow answer is one too. */
const ASK_MILLIS = 2_000;
/** A copy of the log that answers does so at once. */
const SILENCE_MILLIS = 250;
const READ_MESSAGES = 256;
const BATCHED_GET = [2, 11] as const;

/** Errors that do not pass by themselves: no room in the stream or on a disk, or in a message. */
const REFUSALS: ReadonlySet<number> = new Set([10_023, 10_047, 10_054, 10_077]);
const NOT_FOUND = 10_037;
const END_OF_BATCH = 204;
const NO_MESSAGE = 404;

/** Of a message that was stored again: the time of the log when it was stored first. */
export const TIME_HEADER = 'Perpetua-Time';
const TOLD_TIME = new RegExp(`\\r\\n${TIME_HEADER}: (\\d+)\\r\\n`);

/**
 * The servers as `nats://one:4222,nats://two:4222`, or `tls://…`. The first may have a name and a
 * password, or a token, for all of them: `nats://name:password@one:4222`.
 */
export const connectNats = (servers: string): Promise<NatsConnection> =>
  connect({
    ...readServers(servers),
    name: 'perpetua',
    // A password may be changed on the servers first, and then here.
    ignoreAuthErrorAbort: true,
    pingInterval: PING_EVERY_MILLIS,
    maxPingOut: PINGS_UNANSWERED_MAX,
    timeout: DIAL_MILLIS,
    reconnectTimeWait: REDIAL_MILLIS,
    maxReconnectAttempts: -1,
    // The one that was left is the last to be tried again.
    reconnectToServer: (all) =>
      all.toSorted((first, second) => first.lastConnect - second.lastConnect)[0] ?? null,
  });

/** Each of the servers by itself, with the name and password of all. */
export function splitServers(text: string): string[] {
  const [first, ...others] = urlsOf(text);
  for (const other of others) {
    other.username = first?.username ?? '';
    other.password = first?.password ?? '';
  }
  return [first, ...others].flatMap((url) => url?.href ?? []);
}

const urlsOf = (text: string): URL[] =>
  text.split(',').map((each) => new URL(each.includes('://') ? each : `nats://${each}`));

/**
 * For a server from which nothing comes. It may have lost the others: then it takes nothing, knows
 * nothing new, and still answers every ping.
 */
export function leaveServer(connection: NatsConnection): string {
  const { server_name: name = connection.getServer() } = connection.info ?? {};
  void connection.reconnect().catch(() => undefined);
  return name;
}

function readServers(text: string): ConnectionOptions {
  const urls = urlsOf(text);
  const { username = '', password = '' } = urls[0] ?? {};
  const [user, pass] = [username, password].map(decodeURIComponent);
  const isSecret = urls.some(({ protocol }) => protocol === 'tls:');
  return {
    servers: urls.map(({ host }) => host),
    ...(user !== undefined && user !== '' && (pass ? { user, pass } : { token: user })),
    ...(isSecret ? { tls: {} } : {}),
  };
}

export class NatsLog implements MessageList {
  readonly #connection: NatsConnection;
  readonly #stream: string;
  readonly #name: string;
  readonly #mac: LogMac;
  /** Where the answers to reads come, and who waits for them, by subject. */
  #inbox: string | undefined;
  #reads = 0;
  readonly #readers = new Map<string, (message: Msg) => void>();
  /** How many messages the next read asks for, where each is a question of its own. */
  #singles = 1;

  constructor(connection: NatsConnection, name: string, mac: LogMac) {
    this.#connection = connection;
    this.#name = name;
    this.#mac = mac;
    this.#stream = streamName(name);
  }

  readonly append = async (bytes: Uint8Array): Promise<AppendSign> => {
    const reply = await this.#publish(this.#mac.add(bytes));
    const { error } = parseReply(reply);
    if (error === undefined) return 'stored';
    if (REFUSALS.has(error.err_code)) {
      throw new LogRefused(
        `the stream ${this.#stream} takes no more: ${error.description}. Give it room ` +
          '(its limits and the disks of its servers); the doors open by themselves then',
      );
    }
    return 'unavailable';
  };

  /** Any copy answers. What has not come when they fall silent is asked of the leader. */
  readonly read = async (from: number, upTo?: number): Promise<readonly StoredBatch[]> => {
    const inbox = this.#openInbox();
    const found = new Map<number, StoredBatch>();
    const { promise, resolve } = Promise.withResolvers<readonly StoredBatch[]>();
    const isOneByOne = isOlder(this.#connection, BATCHED_GET);
    const questions = isOneByOne
      ? this.#singleReads(from, upTo)
      : [{ seq: from, batch: READ_MESSAGES }];
    let left = questions.length;
    let isHeard = false;
    let isUnreadable = false;
    const end = (): void => {
      clearTimeout(timer);
      this.#readers.delete(inbox);
      const run = runFrom(from, found);
      this.#singles = run.length < questions.length ? 1 : Math.min(READ_MESSAGES, 4 * run.length);
      resolve(run);
    };
    this.#readers.set(inbox, (message) => {
      const about = readAbout(message);
      isUnreadable ||= about === 'unreadable';
      const stored = typeof about === 'object' ? this.#storedOf(about, message.data) : undefined;
      if (stored !== undefined) found.set(stored.position, stored);
      isHeard ||= about !== 'nothing';
      if (about === 'end' || about === 'nothing' || isOneByOne) left -= 1;
      if (left === 0) end();
      else timer.refresh();
    });
    const timer = setTimeout(end, SILENCE_MILLIS);
    const subject = `$JS.API.DIRECT.GET.${this.#stream}`;
    for (const question of questions) {
      this.#connection.publish(subject, JSON.stringify(question), { reply: inbox });
    }
    const run = await promise;
    // The headers of the next one cannot be read, as those of a stranger may be.
    if (run.length === 0 && isUnreadable) return [await this.look(from)].flatMap((it) => it ?? []);
    if (left > 0) return this.#askLeader(from, isOneByOne ? left : 1, found);
    // Nobody has the stream at the moment, or nobody will have it again.
    if (!isHeard) await this.#askState();
    return run;
  };

  /** The servers spread reads over all copies, for minutes also over one that is cut off. */
  async #askLeader(
    from: number,
    count: number,
    found: Map<number, StoredBatch>,
  ): Promise<readonly StoredBatch[]> {
    const missing: number[] = [];
    for (let position = from; missing.length < count; position += 1)
      if (!found.has(position)) missing.push(position);
    const answers = await Promise.allSettled(missing.map((position) => this.look(position)));
    for (const answer of answers)
      if (answer.status === 'fulfilled' && answer.value !== undefined)
        found.set(answer.value.position, answer.value);
    const run = runFrom(from, found);
    const [first] = answers;
    if (run.length === 0 && first?.status === 'rejected') {
      // Nobody leads the stream at the moment, or nobody will again.
      await this.#askState();
      throw first.reason;
    }
    return run;
  }

  /** One subscription for all reads: the servers tell each other of every new one. */
  #openInbox(): string {
    if (this.#inbox === undefined) {
      this.#inbox = createInbox();
      this.#connection.subscribe(`${this.#inbox}.*`, {
        callback: (error, message) => {
          if (error === null) this.#readers.get(message.subject)?.(message);
        },
      });
    }
    this.#reads += 1;
    return `${this.#inbox}.${this.#reads}`;
  }

  /**
   * Servers before 2.11 give one message a question. Where nobody told how many there are, more are
   * asked while there are more.
   */
  #singleReads(from: number, upTo: number | undefined): readonly object[] {
    const wanted = upTo === undefined ? this.#singles : upTo - from + 1;
    const length = Math.min(READ_MESSAGES, wanted);
    return Array.from({ length }, (_, place) => ({ seq: from + place }));
  }

  readonly look = async (position: number): Promise<StoredBatch | undefined> => {
    if (position === 0) {
      await this.#expectNotTrimmed(1);
      return undefined;
    }
    const reply = await this.#ask(`STREAM.MSG.GET.${this.#stream}`, { seq: position });
    const { error, message } = reply;
    if (message !== undefined) {
      const { seq, time, data = '', hdrs = '' } = message;
      const [, told = ''] = TOLD_TIME.exec(Buffer.from(hdrs, 'base64').toString()) ?? [];
      return this.#storedOf({ position: seq, time, told }, Buffer.from(data, 'base64'));
    }
    if (isNoStream(reply)) throw this.#gone();
    if (error?.err_code !== NOT_FOUND) throw new Error(error?.description ?? 'no answer');
    await this.#expectNotTrimmed(position);
    return undefined;
  };

  readonly listen = ({ hear, reconnect }: MessageEar): void => {
    this.#connection.subscribe(outLog(this.#name), {
      callback: (error, message) => {
        const about = error === null ? readAbout(message) : 'nothing';
        if (typeof about === 'object') hear(about.position);
      },
    });
    void this.#watch(reconnect);
  };

  readonly findLeader = async (): Promise<string> =>
    (await findLeader(this.#connection, this.#name)).leader;

  readonly leave = (): string => leaveServer(this.#connection);

  readonly close = (): Promise<void> => this.#connection.close();

  async #watch(reconnect: () => void): Promise<void> {
    for await (const { type } of this.#connection.status()) if (type === 'reconnect') reconnect();
  }

  /** Only a replica can tell that a message was restored, and from which place and time. */
  #storedOf({ position, time, told }: About, message: Uint8Array): StoredBatch {
    const logAt = /^\d{1,15}$/.test(told) ? millis(Number(told)) : undefined;
    const restored = logAt && this.#mac.take(message, { position, logAt });
    if (logAt !== undefined && restored !== undefined) return { position, logAt, bytes: restored };
    const stored = { position, logAt: millisOf(time) };
    const bytes = this.#mac.take(message);
    // An empty one is nobody's: a restored log has them in the places of what never counted.
    if (bytes === undefined) return { ...stored, bytes: message, isForeign: message.length > 0 };
    return { ...stored, bytes };
  }

  /** During an election nobody answers, or the answer is an error: both pass. */
  async #publish(bytes: Uint8Array): Promise<Msg | undefined> {
    try {
      return await this.#connection.request(inLog(this.#name), bytes, { timeout: APPEND_MILLIS });
    } catch (error) {
      if (isUnheard(error)) return undefined;
      throw error;
    }
  }

  #ask(call: string, question: object): Promise<StreamReply> {
    return askJetStream(this.#connection, call, question, ASK_MILLIS);
  }

  async #askState(): Promise<StreamReply['state']> {
    const reply = await this.#ask(`STREAM.INFO.${this.#stream}`, {});
    if (isNoStream(reply)) throw this.#gone();
    return reply.state;
  }

  #gone(): LogGone {
    return new LogGone(`the NATS servers have no stream ${this.#stream}`);
  }

  async #expectNotTrimmed(needed: number): Promise<void> {
    const state = await this.#askState();
    const first = state?.first_seq ?? 0;
    if (first <= needed) return;
    throw new LogRefused(
      `the stream ${this.#stream} begins with message ${first}, and this replica needs it from ` +
        `${needed} on. Move its data folder away and start again: it begins with a snapshot then`,
    );
  }
}

/** What the servers say about a message. */
interface About {
  readonly position: number;
  /** When it was stored. */
  readonly time: string;
  /** When it was stored first, if it was restored; empty otherwise. */
  readonly told: string;
}

/**
 * `end` is told by one who has the stream, `nothing` by nobody. The servers write behind whatever
 * headers the sender gave it, so the last of a name is theirs. A stranger may also give it a
 * status, or headers that cannot be read.
 */
function readAbout(message: Msg): About | 'end' | 'nothing' | 'unreadable' {
  try {
    const { headers } = message;
    const position = Number(headers?.last('Nats-Sequence'));
    const time = headers?.last('Nats-Time-Stamp') ?? '';
    if (headers !== undefined && Number.isSafeInteger(position) && position > 0 && time !== '')
      return { position, time, told: headers.get(TIME_HEADER) };
    const { code } = headers ?? {};
    return code === END_OF_BATCH || code === NO_MESSAGE ? 'end' : 'nothing';
  } catch {
    return 'unreadable';
  }
}

/** Those that follow each other without a gap. */
function runFrom(from: number, found: ReadonlyMap<number, StoredBatch>): StoredBatch[] {
  const run: StoredBatch[] = [];
  for (;;) {
    const message = found.get(from + run.length);
    if (message === undefined) return run;
    run.push(message);
  }
}

const TIME = /^(.*:\d\d)(?:\.(\d+))?Z$/;

/** Nanoseconds are cut as digits: as a number they would now and then be rounded up. */
export function millisOf(time: string): Millis {
  const [, seconds = '', fraction = ''] = TIME.exec(time) ?? [];
  return millis(Date.parse(`${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}Z`));
}
