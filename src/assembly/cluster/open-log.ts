/**
 * Opens the log of a cluster, or says why it will not do: every reason that can be found, each
 * with its remedy. A log that would lose commands with one server is refused, unless that is asked
 * for.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { INCARNATION_SKEW_MAX } from '../../domain/limits.ts';
import { reasonOf } from '../../domain/reason-of.ts';
import type { Logger } from '../../venue/logger.ts';
import {
  CLOCK_ALIKE_MILLIS,
  CLOCK_CLOSED_MILLIS,
  describeLeader,
} from '../../venue/replica/clock-watch.ts';
import { connectNats, leaveServer } from '../../venue/replica/nats-log.ts';
import {
  type FoundStream,
  hasStream,
  LOG_COPIES,
  openStream,
} from '../../venue/replica/nats-stream.ts';
import { askWho } from '../../venue/replica/who.ts';
import { hideSecrets } from '../setting.ts';
import type { Settings } from '../settings.ts';
import { StartRefused } from '../step-failed.ts';
import { judgeLogAccess } from './judge-access.ts';

export type LogSettings = Pick<Settings, 'log' | 'venue' | 'logMonitor' | 'unsafe'>;

export interface OpenedLog extends FoundStream {
  readonly connection: Awaited<ReturnType<typeof connectNats>>;
}

export interface LogParts {
  readonly settings: LogSettings;
  readonly wallNow: () => number;
  readonly logger: Logger;
  readonly stop: AbortSignal | undefined;
  /** Asked where there is no stream: why none may be made, or undefined. */
  readonly findRemains?: () => Promise<string | undefined>;
}

/** Servers that have just been started need a few seconds to find each other. */
const PATIENCE_MILLIS = 30_000;
const PEERS_MILLIS = 10_000;
/** So long a stream may be unknown to servers that were just started. */
const GONE_MILLIS = 5_000;
const DIALS = 10;
const RETRY_MILLIS = 500;
/** What JetStream says while too few servers have found each other. */
const NO_PEERS = 'no suitable peers for placement';
const MONITOR_MILLIS = 10_000;
/** How long replicas that run have to say how their clocks are. */
const WHO_MILLIS = 1_000;

export async function openLog(parts: LogParts): Promise<OpenedLog> {
  const { settings, logger } = parts;
  const connection = await connect(parts);
  try {
    const found = await findStream(parts, connection);
    const access = judgeLogAccess(settings.log, connection.info);
    const reasons = [
      ...(await judgeClock(found, parts, connection)),
      ...(await judgeSafety(found, parts)),
      ...access.map((because) => ({ because, isRisk: true })),
    ];
    for (const { because } of reasons.filter((reason) => mayPass(reason, settings)))
      logger('warn', 'started although this is not safe (--unsafe)', { because });
    const left = reasons.filter((reason) => !mayPass(reason, settings));
    if (left.length > 0) throw new StartRefused(...left.map(({ because }) => because));
    return { ...found, connection };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Servers that do not run are not waited for; those that are slow are. */
async function connect({ settings, stop }: LogParts): Promise<OpenedLog['connection']> {
  for (let attempt = 0; ; attempt += 1) {
    stop?.throwIfAborted();
    try {
      return await connectNats(settings.log);
    } catch (error) {
      const because = reasonOf(error);
      if (attempt < DIALS && /timeout/i.test(because)) continue;
      const servers = hideSecrets(settings.log);
      throw new StartRefused(
        `no NATS server answers at ${servers} (${because}): start them, or name others with --log`,
      );
    }
  }
}

interface Reason {
  readonly because: string;
  /** Whether it may be accepted, for a trial. */
  readonly isRisk: boolean;
}

const mayPass = ({ isRisk }: Reason, { unsafe }: LogSettings): boolean => isRisk && unsafe;

async function findStream(
  { settings, logger, stop, findRemains }: LogParts,
  connection: OpenedLog['connection'],
): Promise<FoundStream> {
  const { venue, unsafe } = settings;
  for (let waited = 0; ; waited += RETRY_MILLIS) {
    stop?.throwIfAborted();
    try {
      const isThere = findRemains === undefined || (await hasStream(connection, venue));
      const remains = isThere ? undefined : await findRemains();
      if (remains !== undefined && waited < GONE_MILLIS) throw new Error(remains);
      if (remains !== undefined) throw new StartRefused(remains);
      const whole = await openStream(connection, venue, { copies: LOG_COPIES });
      const found =
        typeof whole === 'string' && unsafe
          ? await openStream(connection, venue, { copies: 1 })
          : whole;
      if (typeof found !== 'string') return found;
      if (found.endsWith(NO_PEERS) && waited < PEERS_MILLIS) throw new Error(found);
      throw new StartRefused(found.includes(' copies') ? `${found}. ${COPIES_WANTED}` : found);
    } catch (error) {
      if (error instanceof StartRefused) throw error;
      if (waited >= PATIENCE_MILLIS)
        throw new StartRefused(
          `JetStream does not answer (${reasonOf(error)}): most of its servers must run, each ` +
            'with jetstream {} in its configuration',
        );
      if (waited === 0) logger('info', 'waits for JetStream', { because: reasonOf(error) });
      // This one may have lost the others.
      leaveServer(connection);
      await sleep(RETRY_MILLIS);
    }
  }
}

const COPIES_WANTED =
  'The log of a venue is a stream with three copies, on three NATS servers of version 2.10 or ' +
  'newer; for a trial with fewer, add --unsafe';

/**
 * Against the clock of the log, which is the one that counts. One that is further off closes the
 * doors, so there is no use in opening them; unless the replicas that run are just as far off it,
 * because then the leader of the log has the wrong clock.
 */
async function judgeClock(
  { at, servers: [leader = 'unknown'] }: FoundStream,
  { settings, wallNow, logger }: LogParts,
  connection: OpenedLog['connection'],
): Promise<Reason[]> {
  const offset = at === undefined ? 0 : at - wallNow();
  const size = Math.abs(offset);
  if (size <= CLOCK_CLOSED_MILLIS) return [];
  const others = (await askWho(connection, settings.venue, WHO_MILLIS)).flatMap(
    ({ clockOffset }) => clockOffset ?? [],
  );
  const alike = others.filter((other) => Math.abs(other - offset) <= CLOCK_ALIKE_MILLIS);
  const isLeaderWrong = 2 * alike.length > others.length;
  if (isLeaderWrong && size <= INCARNATION_SKEW_MAX) {
    logger('warn', describeLeader(leader, offset));
    return [];
  }
  const because = isLeaderWrong
    ? `the clock of ${leader}, the leader of the log, is ${size} ms off those of the replicas, ` +
      'and none can begin before it is set: set it by NTP'
    : `the clock of this machine is ${(size / 1_000).toFixed(1)} s ` +
      `${offset < 0 ? 'ahead of' : 'behind'} the log's; at most ${CLOCK_CLOSED_MILLIS / 1_000} s ` +
      `are allowed: set it by NTP, or that of ${leader}, which leads the log`;
  return [{ because, isRisk: false }];
}

async function judgeSafety(found: FoundStream, { settings }: LogParts): Promise<Reason[]> {
  const reasons: string[] = [];
  if (found.copies < LOG_COPIES)
    reasons.push(`the log has ${found.copies} copies. ${COPIES_WANTED}`);
  const { logMonitor } = settings;
  if (logMonitor.length === 0)
    reasons.push(
      'whether the NATS servers write to disk before they confirm cannot be asked: give their ' +
        'monitoring addresses with --log-monitor http://one:8222,… or add --unsafe for a trial',
    );
  const heard = await Promise.all(logMonitor.map(askServer));
  for (const { because } of heard) if (because !== undefined) reasons.push(because);
  const names = heard.map(({ name }) => name);
  const unasked = found.servers.filter((name) => !names.includes(name));
  if (logMonitor.length > 0 && unasked.length > 0 && !names.includes(undefined))
    reasons.push(
      `the log is also on ${unasked.join(', ')}, whose monitoring address is not among those of ` +
        '--log-monitor',
    );
  return reasons.map((because) => ({ because, isRisk: true }));
}

/** The part of a server's description that matters here. */
interface Varz {
  readonly server_name?: string;
  readonly jetstream?: { readonly config?: { readonly sync_always?: boolean } };
}

async function askServer(monitor: string) {
  try {
    const varz = readVarz(await (await askMonitor(monitor, '/varz', MONITOR_MILLIS)).json());
    const name = varz.server_name;
    if (varz.jetstream?.config?.sync_always === true) return { name, because: undefined };
    const because =
      `the NATS server ${name} confirms commands before they are on its disk: set ` +
      'sync_interval: always in its jetstream {} and start it again';
    return { name, because };
  } catch (error) {
    const why = hideSecrets(reasonOf(error));
    const because =
      `no NATS server tells of itself at ${hideSecrets(monitor)} (${why}): correct ` +
      '--log-monitor, or set http: in its configuration';
    return { name: undefined, because };
  }
}

const askMonitor = (monitor: string, path: string, withinMillis: number): Promise<Response> =>
  fetch(`${monitor.replace(/\/+$/, '')}${path}`, { signal: AbortSignal.timeout(withinMillis) });

function readVarz(value: unknown): Varz {
  if (typeof value !== 'object' || value === null) throw new Error('it is no JSON object');
  return value;
}

const LOOK_EVERY_MILLIS = 10_000;
const ASK_MILLIS = 5_000;
const QUESTION = '/healthz?js-enabled-only=true';
const DISABLED = 'JetStream not enabled';

/**
 * Looks after the servers of the log. One whose disk was full takes part in nothing until it is
 * started again, also when there is room: it answers, and the others go on without its copy.
 */
export function watchServers(monitors: readonly string[], logger: Logger) {
  const disabled = new Set<string>();
  const look = async (monitor: string): Promise<void> => {
    const isDisabled = await findDisabled(monitor);
    if (isDisabled === undefined || isDisabled === disabled.has(monitor)) return;
    if (isDisabled) disabled.add(monitor);
    else disabled.delete(monitor);
    if (isDisabled) logger('error', describe(monitor));
    else logger('info', 'a server of the log takes part again', { monitor: hideSecrets(monitor) });
  };
  const lookAtAll = (): void => {
    for (const monitor of monitors) void look(monitor);
  };
  lookAtAll();
  const timer = setInterval(lookAtAll, LOOK_EVERY_MILLIS);
  timer.unref();
  /** What is wrong with them, in words. */
  const faults = (): readonly string[] => [...disabled].map(describe);
  return { faults, close: () => clearInterval(timer) };
}

/** Undefined where it does not say. */
async function findDisabled(monitor: string): Promise<boolean | undefined> {
  try {
    const answer = await askMonitor(monitor, QUESTION, ASK_MILLIS);
    return answer.ok ? false : (await answer.text()).includes(DISABLED) || undefined;
  } catch {
    return undefined;
  }
}

const describe = (monitor: string): string =>
  `the NATS server at ${hideSecrets(monitor)} has turned JetStream off, as it does when its disk ` +
  'is full, and has no copy of the log: make room, and start it again';
