/** Pings all clients at once with the same bytes, and drops clients that stopped answering. */

import type { Millis, Monotonic } from '../../domain/units.ts';
import { clearInterval, setInterval } from '../../machine/timers.ts';
import type { SocketDialect } from '../../wire/socket-dialect.ts';
import { isStillGood } from '../authenticate.ts';
import type { Edge } from '../edge.ts';
import type { ListenKeys } from '../keys/listen-keys.ts';
import { CLOSE_GOING, CLOSE_POLICY, type Connection } from './connection.ts';
import type { SocketSettings } from './settings.ts';
import { controlPing, jsonFrame } from './text-frame.ts';

export interface HeartbeatParts {
  readonly edge: Pick<Edge, 'venue' | 'authority'>;
  readonly settings: SocketSettings;
  readonly connections: ReadonlySet<Connection>;
  readonly listenKeys: Pick<ListenKeys, 'sweep'>;
}

/** Starts the heartbeat and returns a function that stops it. */
export function startHeartbeat(parts: HeartbeatParts): () => void {
  const timer = setInterval(() => beat(parts), parts.settings.pingEveryMillis);
  return () => clearInterval(timer);
}

const LOOK_MILLIS = 100;
/** Frames that close a socket are short. */
const REASON_LENGTH_MAX = 100;

/** A replica that may answer nobody tells nobody either. Returns a function that stops it. */
export function closeWhileBehind(
  { findClosed }: Pick<Edge['venue'], 'findClosed'>,
  connections: ReadonlySet<Connection>,
): () => void {
  if (findClosed === undefined) return () => undefined;
  const timer = setInterval(() => {
    const because = findClosed();
    if (because === undefined) return;
    for (const connection of connections)
      connection.close(CLOSE_GOING, because.slice(0, REASON_LENGTH_MAX));
  }, LOOK_MILLIS);
  return () => clearInterval(timer);
}

function beat({ edge, settings, connections, listenKeys }: HeartbeatParts): void {
  listenKeys.sweep();
  const { clock } = edge.venue;
  const [now, monotonic] = [clock.wallNow(), clock.monotonicNow()];
  const pings = new Map<JsonPing, PingFrames>();
  for (const connection of connections) {
    const { dialect, key, readers } = connection;
    if (connection.isSilent) continue;
    const keys = key === undefined ? [...readers.values()] : [key, ...readers.values()];
    if (keys.some((each) => !isStillGood(edge.authority, each, now)))
      connection.close(CLOSE_POLICY, 'the key is no longer valid');
    else if (dialect.ping === undefined) beatProtocol(settings, connection, monotonic);
    else if (connection.unanswered > settings.pingsUnansweredMax)
      connection.close(CLOSE_POLICY, `${connection.unanswered} pings were not answered`);
    else {
      connection.unanswered += 1;
      connection.send(pingOf(pings, dialect.ping, connection, now));
    }
  }
}

/** Pings of the protocol: they need no answer in words, and libraries give it by themselves. */
function beatProtocol(
  { protocolPings, lifeMillis }: SocketSettings,
  connection: Connection,
  now: Monotonic,
): void {
  if (now - connection.openedAt >= lifeMillis)
    connection.close(CLOSE_GOING, 'a connection lives for a day');
  else if (now - connection.aliveAt >= protocolPings.unansweredMillis)
    connection.close(CLOSE_POLICY, 'pings were not answered');
  else if (now - connection.pingedAt >= protocolPings.everyMillis) {
    connection.pingedAt = now;
    connection.send(PING);
  }
}

const PING = controlPing();

type JsonPing = NonNullable<SocketDialect['ping']>;

/** By the kind of socket. */
type PingFrames = Partial<Record<'public' | 'private', Buffer>>;

/** Returns the same bytes for all connections of a dialect and a kind of socket. */
function pingOf(
  pings: Map<JsonPing, PingFrames>,
  ping: JsonPing,
  { peer }: Connection,
  now: Millis,
): Buffer {
  const kind = peer.key === undefined ? 'public' : 'private';
  const known = pings.get(ping) ?? {};
  const frame = known[kind] ?? jsonFrame(ping(now, kind));
  pings.set(ping, { ...known, [kind]: frame });
  return frame;
}
