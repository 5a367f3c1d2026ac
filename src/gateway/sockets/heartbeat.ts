/** Pings all clients at once with the same bytes, and drops clients that stopped answering. */
import type { Millis } from '../../domain/units.ts';
import type { SocketDialect } from '../../wire/socket-dialect.ts';
import { admit } from '../authenticate.ts';
import type { Edge } from '../edge.ts';
import type { ApiKey } from '../keys/kept-keys.ts';
import { CLOSE_POLICY, type Connection } from './connection.ts';
import type { SocketSettings } from './settings.ts';
import { jsonFrame } from './text-frame.ts';

export interface HeartbeatParts {
  readonly edge: Pick<Edge, 'venue' | 'authority'>;
  readonly settings: Pick<SocketSettings, 'pingEveryMillis' | 'pingsUnansweredMax'>;
  readonly connections: ReadonlySet<Connection>;
}

/** Starts the heartbeat and returns a function that stops it. */
export function startHeartbeat(parts: HeartbeatParts): () => void {
  const timer = setInterval(() => beat(parts), parts.settings.pingEveryMillis);
  return () => clearInterval(timer);
}

function beat({ edge, settings, connections }: HeartbeatParts): void {
  const now = edge.venue.clock.wallNow();
  const pings = new Map<SocketDialect['ping'], PingFrames>();
  for (const connection of connections) {
    const { key } = connection.peer;
    if (connection.isSilent) continue;
    if (connection.unanswered > settings.pingsUnansweredMax)
      connection.close(CLOSE_POLICY, `${connection.unanswered} pings were not answered`);
    else if (key !== undefined && !isStillGood(edge, key, now))
      connection.close(CLOSE_POLICY, 'the key is no longer valid');
    else {
      connection.unanswered += 1;
      connection.send(pingOf(pings, connection, now));
    }
  }
}

/** Closes sockets whose key was disabled, renewed or has expired. */
function isStillGood({ authority }: HeartbeatParts['edge'], key: ApiKey, now: Millis): boolean {
  const current = authority.keys.find(key.key);
  if (current === undefined || current.version !== key.version) return false;
  return admit(authority, current, { permission: 'read' }, now) === undefined;
}

/** Returns the same bytes for all connections of a dialect and a kind of socket. */
function pingOf(
  pings: Map<SocketDialect['ping'], PingFrames>,
  { dialect, peer }: Connection,
  now: Millis,
): Buffer {
  const known = pings.get(dialect.ping);
  const frames = known ?? {
    public: jsonFrame(dialect.ping(now, 'public')),
    private: jsonFrame(dialect.ping(now, 'private')),
  };
  if (known === undefined) pings.set(dialect.ping, frames);
  return peer.key === undefined ? frames.public : frames.private;
}

interface PingFrames {
  readonly public: Buffer;
  readonly private: Buffer;
}
