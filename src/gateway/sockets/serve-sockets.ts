/**
 * Serves the sockets of every dialect on the port of a gateway. They share its keys and the way it
 * identifies callers. Closing the gateway closes the sockets first.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import type { AccountId } from '../../domain/ids.ts';
import { loggedInFrame } from '../../wire/client-frames.ts';
import { formatPlainError, localeOf, type WireError } from '../../wire/errors.ts';
import type { AskedSocket, SocketDialect } from '../../wire/socket-dialect.ts';
import { type AuthFailure, isAuthFailure, refuse } from '../authenticate.ts';
import { chargeBroken } from '../connections/charge-broken.ts';
import type { Edge } from '../edge.ts';
import { findNamed } from '../faults/meet-call.ts';
import type { Gateway } from '../gateway.ts';
import type { ListenKeys } from '../keys/listen-keys.ts';
import { type RequestTarget, requestTarget } from '../router.ts';
import {
  closedTo,
  createDoor,
  createMessageBudget,
  type Door,
  enter,
  identify,
  leave,
  noSuchSocket,
  refuseUpgrade,
} from './admit-socket.ts';
import { asksToLogIn, awaitLogin, endWithin, holdMessages } from './await-login.ts';
import {
  CLOSE_GOING,
  Connection,
  CUT_OFF_MILLIS,
  type Peer,
  type Subscriptions,
} from './connection.ts';
import { findAskedFault } from './control.ts';
import { openHearing, SOCKET_DIALECTS } from './hearing.ts';
import { closeWhileBehind, startHeartbeat } from './heartbeat.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { type PacedFrames, paceFrames } from './pace-frames.ts';
import { openPrivateChannels } from './private-channels.ts';
import { openPublicChannels } from './public-channels.ts';
import { DEFAULT_SOCKET_SETTINGS, type SocketSettings } from './settings.ts';
import { cutIfFaulty, findSocketHeader, followFaults, meetHandshake } from './socket-faults.ts';
import { controlPong } from './text-frame.ts';

interface Sockets {
  readonly gateway: Gateway;
  readonly edge: Edge;
  readonly settings: SocketSettings;
  readonly outbox: Outbox;
  readonly door: Door;
  readonly server: WebSocketServer;
  readonly publicChannels: Subscriptions;
  readonly privateChannels: Subscriptions;
  readonly listenKeys: ListenKeys;
  readonly connections: Set<Connection>;
  /** Sockets of browsers that have not yet logged in. */
  readonly guests: Set<WebSocket>;
  isClosing: boolean;
}

export function serveSockets(gateway: Gateway, choices: Partial<SocketSettings> = {}): void {
  const { edge, http, shared } = gateway;
  const settings = { ...DEFAULT_SOCKET_SETTINGS, ...choices };
  const outbox = createOutbox();
  const { listenKeys } = shared;
  const sockets: Sockets = {
    gateway,
    edge,
    settings,
    outbox,
    door: createDoor(settings),
    server: new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: settings.messageBytesMax,
      maxFragments: settings.fragmentsMax,
      // Pings are answered here, where they are counted.
      autoPong: false,
    }),
    publicChannels: openPublicChannels({ edge, outbox, settings }),
    privateChannels: openPrivateChannels({ edge, settings, shared }),
    listenKeys,
    connections: new Set(),
    guests: new Set(),
    isClosing: false,
  };
  const { connections, publicChannels, privateChannels } = sockets;
  const stopHeartbeat = startHeartbeat({ edge, settings, connections, listenKeys });
  const stopClosing = closeWhileBehind(edge.venue, connections);
  followFaults(sockets);
  sockets.server.on('headers', (lines, { headers, url }) => {
    const { query } = requestTarget(url);
    const header = findSocketHeader(edge, findNamed(edge, headers, query));
    if (header !== undefined) lines.push(header);
  });
  const open = (request: IncomingMessage, stream: Duplex, head: Buffer): void => {
    stream.on('error', () => stream.destroy());
    openSocket(sockets, request, stream, head).catch((error: unknown) => {
      edge.logger.error({ err: error }, 'a socket was not opened');
      stream.destroy();
    });
  };
  // Some HTTP clients offer another version of HTTP with every request. That is not a socket.
  http.upgrade({ isMeant: isSocketRequest, open });
  edge.metrics.watch('connections', () => ({ socket: connections.size }));
  http.onClosing(() => {
    sockets.isClosing = true;
    shared.guards.close();
    stopHeartbeat();
    stopClosing();
    publicChannels.close();
    privateChannels.close();
    for (const connection of connections) connection.close(CLOSE_GOING, 'the venue is closing');
    for (const guest of sockets.guests) guest.terminate();
  });
}

const isSocketRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^websocket$/i.test(headers.upgrade ?? '');

/** The stream under a socket, and its handshake. */
interface Wire {
  readonly request: IncomingMessage;
  readonly stream: Duplex;
  readonly frames: PacedFrames;
}

interface FoundSocket {
  readonly dialect: SocketDialect;
  readonly asked: AskedSocket;
}

function findSocket({ path, query }: RequestTarget): FoundSocket | undefined {
  for (const dialect of SOCKET_DIALECTS) {
    const asked = dialect.findSocket(path, query);
    if (asked !== undefined) return { dialect, asked };
  }
  return undefined;
}

async function openSocket(
  sockets: Sockets,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  const { edge, door, server } = sockets;
  const { headers } = request;
  const client = edge.findClient(request);
  const { clock } = edge.venue;
  const target = requestTarget(request.url);
  const found = findSocket(target);
  const turnAway = (refused: AuthFailure): void => {
    edge.logger.info({ client: client.text, code: refused.error.code }, 'a socket was refused');
    const format = found?.dialect.formatError ?? formatPlainError;
    const told = format(refused.error, localeOf(headers['locale']), clock.wallNow());
    refuseUpgrade(stream, told, refused.retryAfterSeconds);
    if (edge.limiter.noteTold(client.group, clock.monotonicNow()))
      edge.crowd.dismiss(client.group, stream);
  };
  const closed = edge.venue.findClosed?.();
  if (closed !== undefined) return turnAway(closedTo(closed));
  const crowded = enter(door, edge, client, clock.monotonicNow());
  if (crowded !== undefined) return turnAway(crowded);
  stream.once('close', () => leave(door, client));
  if (found === undefined) return turnAway(noSuchSocket(SOCKET_DIALECTS));
  const { dialect, asked } = found;
  const fault = findFault(sockets, found, client.group);
  if (fault !== undefined) return turnAway(refuse(fault));
  const isPrivate = asked.kind === 'private';
  const upgrade = (opened: (socket: WebSocket, wire: Wire) => void): void =>
    server.handleUpgrade(request, stream, head, (socket) => {
      opened(socket, { request, stream, frames: paceFrames(stream, edge.turns, client.group) });
    });
  const locale = localeOf(headers['locale']);
  if (isPrivate && asksToLogIn(headers)) {
    upgrade((socket, wire) => {
      logIn(sockets, socket, wire, { client, locale, dialect, asked }).catch((error: unknown) => {
        edge.logger.error({ err: error }, 'a login failed');
        socket.terminate();
      });
    });
    return;
  }
  const verified = isPrivate
    ? await identify(edge, dialect, { headers, client })
    : { key: undefined };
  if (isAuthFailure(verified)) return turnAway(verified);
  const named =
    verified.key?.account ?? findListener(sockets, asked) ?? findNamed(edge, headers, target.query);
  const refused = edge.faults?.isOn === true ? await meetHandshake(edge, named) : undefined;
  if (refused !== undefined) {
    const told = dialect.formatError(refused.error, locale, clock.wallNow());
    return refuseUpgrade(stream, told, refused.retryAfterSeconds, [refused.header]);
  }
  const peer: Peer = { client, locale, dialect, asked, key: verified.key, named };
  upgrade((socket, wire) => connect(sockets, socket, wire, peer));
}

/** Returns the fault of a handshake that names too many channels. */
function findFault(
  { edge, settings }: Sockets,
  { dialect, asked }: FoundSocket,
  group: string,
): WireError | undefined {
  const names = asked.channels.map(({ name }) => name);
  if (names.length === 0) return undefined;
  const now = edge.venue.clock.monotonicNow;
  return findAskedFault({ edge, settings, now }, dialect, group, names);
}

/** The account whose user stream a handshake asks for. */
const findListener = ({ listenKeys }: Sockets, { channels }: AskedSocket): AccountId | undefined =>
  channels.map(({ name }) => listenKeys.find(name)).find((known) => known !== undefined)?.account;

/** Opens a socket for a browser, whose handshake carries no key. */
async function logIn(
  sockets: Sockets,
  socket: WebSocket,
  wire: Wire,
  guest: Omit<Peer, 'key'>,
): Promise<void> {
  const { edge, settings, guests } = sockets;
  const { client, locale, dialect } = guest;
  guests.add(socket);
  socket.once('close', () => guests.delete(socket));
  const held = holdMessages(socket);
  const now = edge.venue.clock.monotonicNow;
  const mayHear = createMessageBudget(settings, now);
  const heed = (): boolean => {
    const isFine = mayHear(settings.controlCost * settings.bytesPerMessage);
    if (isFine) return true;
    wire.frames.stop();
    socket.terminate();
    return false;
  };
  const answer = (data: Buffer): void => {
    if (heed()) socket.pong(data);
  };
  const fail = (): void => endBroken(edge, socket, wire);
  socket.on('ping', answer).on('pong', heed).on('error', fail);
  const verified = await awaitLogin({
    socket,
    locale,
    withinMillis: settings.loginMillis,
    identify: (headers) => identify(edge, dialect, { headers: { ...headers }, client }),
  });
  if (verified === undefined) {
    held.forget();
    endWithin(socket, settings.closingMillis);
    return;
  }
  guests.delete(socket);
  socket.off('ping', answer).off('pong', heed).off('error', fail);
  connect(sockets, socket, wire, { ...guest, key: verified.key });
  socket.send(JSON.stringify(loggedInFrame));
  held.sayAgain();
}

/** After a broken frame nothing more is read. The library has sent the reason. */
function endBroken(edge: Edge, socket: WebSocket, { frames, stream }: Wire): void {
  frames.stop();
  chargeBroken(edge, stream, 'bad-frame');
  endWithin(socket, CUT_OFF_MILLIS);
}

function connect(sockets: Sockets, socket: WebSocket, wire: Wire, peer: Peer): void {
  const { edge, settings, outbox, connections } = sockets;
  // A socket that is still being identified would delay the close.
  if (sockets.isClosing) {
    socket.terminate();
    return;
  }
  const { faults, lateness } = edge;
  const now = edge.venue.clock.monotonicNow;
  const parts = { socket, ...wire, peer, outbox, settings, faults, lateness, now: now() };
  const connection = new Connection(parts);
  const hearing = openHearing({ ...sockets, request: wire.request, connection });
  const mayHear = createMessageBudget(settings, now);
  const heed = (bytes: number): boolean => {
    if (!connection.isOpen) return false;
    if (mayHear(bytes)) return true;
    edge.limiter.charge({ group: peer.client.group, refusals: 1 }, now());
    connection.cutOff('too many messages');
    return false;
  };
  const heedControl = (): boolean => heed(settings.controlCost * settings.bytesPerMessage);
  connections.add(connection);
  cutIfFaulty(edge, connection);
  socket.on('message', (data, isBinary) => {
    const bytes = Buffer.isBuffer(data) ? data : undefined;
    if (!heed(bytes?.length ?? settings.messageBytesMax)) return;
    hearing.hear(isBinary ? undefined : bytes?.toString('utf8'));
  });
  socket.on('ping', (data) => {
    if (heedControl()) connection.send(controlPong(data));
  });
  socket.on('pong', () => {
    if (heedControl()) connection.aliveAt = now();
  });
  socket.on('error', (error) => {
    edge.logger.info({ client: peer.client.text, because: error.message }, 'a socket failed');
    endBroken(edge, socket, wire);
  });
  socket.once('close', (code, reason) => {
    connections.delete(connection);
    hearing.forget();
    const facts = { client: peer.client.text, account: peer.key?.account, code };
    edge.logger.info({ ...facts, reason: reason.toString('utf8') }, 'a socket was closed');
  });
  hearing.begin();
}
