/**
 * What the frames of a connection mean: the dialect of its socket decides which of them are calls,
 * and which subscribe to what. Where two dialects have one path, the first frame decides.
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { assert } from '../../domain/assert.ts';
import type { SocketDialect } from '../../wire/socket-dialect.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import type { Gateway } from '../gateway.ts';
import { mayBeListenKey } from '../keys/listen-keys.ts';
import { requestTarget } from '../router.ts';
import type { Connection, Peer, Subscriptions } from './connection.ts';
import { beginWith, createControl, type Hear } from './control.ts';
import { openCalls, type SocketCalls } from './frame-calls.ts';
import type { SocketSettings } from './settings.ts';

export const SOCKET_DIALECTS: readonly SocketDialect[] = DIALECTS.flatMap(
  ({ sockets }) => sockets ?? [],
);

export interface HearingParts {
  readonly gateway: Gateway;
  readonly edge: Edge;
  readonly settings: SocketSettings;
  readonly publicChannels: Subscriptions;
  readonly privateChannels: Subscriptions;
  /** The handshake. */
  readonly request: IncomingMessage;
  readonly connection: Connection;
}

export function openHearing(parts: HearingParts) {
  const { connection } = parts;
  let [understood, isFirst] = [understand(parts), true];
  return {
    hear: (text: string | undefined): void => {
      const other = isFirst ? findClaim(parts, text) : undefined;
      isFirst = false;
      if (other !== undefined) {
        connection.turnTo(other);
        understood = understand(parts);
      }
      understood.hear(text);
    },
    /** Subscribes to what the handshake named. */
    begin: () => beginWith(understood.control, connection.peer.asked.channels),
    forget: () => {
      const { subscriptions } = understood.control;
      for (const name of connection.channels.values()) subscriptions.remove(connection, name);
    },
  };
}

/** The other dialect that a first frame is spoken in, if the handshake named nothing. */
function findClaim(
  { request, connection: { peer } }: HearingParts,
  text: string | undefined,
): Peer | undefined {
  if (text === undefined || peer.asked.channels.length > 0) return undefined;
  const { path } = requestTarget(request.url);
  for (const dialect of SOCKET_DIALECTS) {
    const asked = dialect.claims?.(path, text);
    if (asked !== undefined) return { ...peer, dialect, asked };
  }
  return undefined;
}

function understand(parts: HearingParts) {
  const { edge, settings, connection } = parts;
  const calls = callsOf(parts);
  const subscriptions = subscriptionsOf(parts, calls);
  const now = edge.venue.clock.monotonicNow;
  const control = { edge, connection, subscriptions, settings, now };
  return { control, hear: hearAs(connection, calls, createControl(control)) };
}

const subscriptionsBy = (
  of: (connection: Connection, name: string) => Subscriptions,
): Subscriptions => ({
  findFault: (connection, name) => of(connection, name).findFault(connection, name),
  add: (connection, name) => of(connection, name).add(connection, name),
  remove: (connection, name) => of(connection, name).remove(connection, name),
  isSilent: (connection, name) => of(connection, name).isSilent(connection, name),
  close: () => undefined,
});

/** Public channels by their names, and user streams by their listen keys. */
const mixedSubscriptions = ({ publicChannels, privateChannels }: HearingParts): Subscriptions =>
  subscriptionsBy((_, name) => (mayBeListenKey(name) ? privateChannels : publicChannels));

/** Private channels by their names, which need a login or name an address, and public ones. */
function sessionSubscriptions(
  { publicChannels, privateChannels }: HearingParts,
  { ask }: SocketCalls,
): Subscriptions {
  const all = subscriptionsBy(({ dialect }, name) =>
    dialect.findOwnChannels?.(name) === undefined ? publicChannels : privateChannels,
  );
  const add: Subscriptions['add'] = (connection, name) => {
    const greeting = connection.dialect.findGreeting?.(name);
    if (greeting !== undefined) connection.holdBack(name);
    all.add(connection, name);
    if (greeting === undefined) return;
    if ('once' in greeting) {
      connection.tell(greeting.once);
      connection.release(name);
    } else void ask(greeting).finally(() => connection.release(name));
  };
  return { ...all, add };
}

function subscriptionsOf(parts: HearingParts, calls: SocketCalls): Subscriptions {
  const { asked, key } = parts.connection.peer;
  if (asked.kind === 'mixed') return mixedSubscriptions(parts);
  if (asked.kind === 'session') return sessionSubscriptions(parts, calls);
  return key === undefined ? parts.publicChannels : parts.privateChannels;
}

/** Calls in frames are those of the dialect whose socket it is. */
function callsOf({ gateway, request, connection }: HearingParts): SocketCalls {
  const dialect = DIALECTS.find(({ sockets }) => sockets === connection.dialect);
  assert(dialect !== undefined, 'a socket belongs to no dialect');
  const { headers, socket, url } = request;
  const { query } = requestTarget(url);
  const session = randomUUID();
  let frames = 0;
  const count = (): number => {
    frames += 1;
    return frames;
  };
  return openCalls({ gateway, connection, dialect, headers, query, socket, session, count });
}

/** Frames are calls, control the connection, or on a socket with everything are either. */
function hearAs({ peer }: Connection, calls: SocketCalls, hear: Hear): Hear {
  const { kind } = peer.asked;
  if (kind !== 'calls' && kind !== 'session') return hear;
  return (text) => {
    if (!calls.hear(text) && kind === 'session') hear(text);
  };
}
