/**
 * Puts the sockets of version 2 beside the routes of a gateway: they share its port, its keys and
 * its idea of who calls. Closing the gateway closes them first.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { SOCKET_PATH } from '../../wire/prehash.ts';
import { PUBLIC_SOCKET_PATH } from '../../wire/v2/asyncapi.ts';
import { isRefused, type Refused } from '../credentials-check.ts';
import type { Edge } from '../edge.ts';
import { localeFrom } from '../request-locale.ts';
import { normalTarget, splitTarget } from '../request-target.ts';
import type { Gateway } from '../server.ts';
import { createDoor, type Door, enter, identify, leave, noSuchSocket } from './admit-socket.ts';
import { CLOSE_GOING, Connection, type Peer } from './connection.ts';
import { createControl } from './control.ts';
import type { DepthWindows } from './depth-source.ts';
import { startHeartbeat } from './heartbeat.ts';
import { createOutbox, type Outbox } from './outbox.ts';
import { openPrivateChannels } from './private-channels.ts';
import { openPublicChannels } from './public-channels.ts';
import { refuseUpgrade } from './refuse-upgrade.ts';
import { DEFAULT_SOCKET_SETTINGS, type SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface SocketOptions {
  readonly windows: DepthWindows;
  readonly settings?: Partial<SocketSettings>;
}

interface Sockets {
  readonly edge: Edge;
  readonly settings: SocketSettings;
  readonly outbox: Outbox;
  readonly door: Door;
  readonly server: WebSocketServer;
  readonly publicChannels: Subscriptions;
  readonly privateChannels: Subscriptions;
  readonly connections: Set<Connection>;
  isClosing: boolean;
}

export function serveSockets({ edge, http }: Gateway, options: SocketOptions): void {
  const settings = { ...DEFAULT_SOCKET_SETTINGS, ...options.settings };
  const outbox = createOutbox();
  const sockets: Sockets = {
    edge,
    settings,
    outbox,
    door: createDoor(settings),
    server: new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: settings.messageBytesMax,
    }),
    publicChannels: openPublicChannels({ edge, outbox, settings, windows: options.windows }),
    privateChannels: openPrivateChannels({ edge, settings }),
    connections: new Set(),
    isClosing: false,
  };
  const { connections, publicChannels, privateChannels } = sockets;
  const stopHeartbeat = startHeartbeat({ edge, settings, connections });
  // Some HTTP clients offer another version of HTTP with every request: that is no socket.
  Object.assign(http.server, { shouldUpgradeCallback: isSocketRequest });
  http.server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    stream.on('error', () => stream.destroy());
    openSocket(sockets, request, stream, head).catch((error: unknown) => {
      edge.log.error({ err: error }, 'a socket was not opened');
      stream.destroy();
    });
  });
  edge.metrics.watchConnections('socket', () => connections.size);
  http.addHook('preClose', async () => {
    sockets.isClosing = true;
    stopHeartbeat();
    publicChannels.close();
    privateChannels.close();
    for (const connection of connections) connection.close(CLOSE_GOING, 'the venue is closing');
  });
}

const isSocketRequest = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  /^websocket$/i.test(headers.upgrade ?? '');

async function openSocket(
  sockets: Sockets,
  request: IncomingMessage,
  stream: Duplex,
  head: Buffer,
): Promise<void> {
  const { edge, door, server } = sockets;
  const { headers } = request;
  const client = edge.findClient(request);
  const now = edge.venue.clock.wallNow();
  const turnAway = (refused: Refused): void => {
    edge.log.info({ client: client.text, code: refused.error.code }, 'a socket was refused');
    refuseUpgrade(stream, headers, refused, now);
  };
  const crowded = enter(door, edge, client, now);
  if (crowded !== undefined) return turnAway(crowded);
  stream.once('close', () => leave(door, client));
  const { path } = splitTarget(normalTarget(request.url ?? '/'));
  if (path !== PUBLIC_SOCKET_PATH && path !== SOCKET_PATH) return turnAway(noSuchSocket());
  const isPrivate = path === SOCKET_PATH;
  const verified = isPrivate ? await identify(edge, headers, client, now) : { key: undefined };
  if (isRefused(verified)) return turnAway(verified);
  const peer: Peer = { client, locale: localeFrom(headers), key: verified.key };
  server.handleUpgrade(request, stream, head, (socket) => connect(sockets, socket, stream, peer));
}

function connect(sockets: Sockets, socket: WebSocket, stream: Duplex, peer: Peer): void {
  const { edge, settings, outbox, connections } = sockets;
  // Whoever was being identified meanwhile would hold up the end.
  if (sockets.isClosing) {
    socket.terminate();
    return;
  }
  const subscriptions = peer.key === undefined ? sockets.publicChannels : sockets.privateChannels;
  const connection = new Connection({ socket, stream, peer, outbox, settings });
  const now = edge.venue.clock.wallNow;
  const hear = createControl({ connection, subscriptions, settings, now });
  connections.add(connection);
  socket.on('message', (data, isBinary) =>
    hear(!isBinary && Buffer.isBuffer(data) ? data.toString('utf8') : undefined),
  );
  socket.on('error', (error) => {
    edge.log.info({ client: peer.client.text, because: error.message }, 'a socket failed');
  });
  socket.once('close', (code, reason) => {
    connections.delete(connection);
    for (const channel of connection.channels) subscriptions.remove(connection, channel);
    const facts = { client: peer.client.text, account: peer.key?.account, code };
    edge.log.info({ ...facts, reason: reason.toString('utf8') }, 'a socket was closed');
  });
}
