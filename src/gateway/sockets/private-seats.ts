/**
 * Who hears which private channel. Most channels are those of whoever logged in; a user stream is
 * named by a listen key. Where an address is enough to read an account, a channel names it, and the
 * address of nobody is told nothing.
 */
import type { AccountId } from '../../domain/ids.ts';
import {
  findPrivateChannel,
  type OwnChannel,
  PRIVATE_CHANNELS,
  QUEUE_CHANNEL,
} from '../../wire/channels.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import type { OwnFrames, SocketDialect } from '../../wire/socket-dialect.ts';
import type { Shared } from '../acts/shared.ts';
import { isAuthFailure } from '../authenticate.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import type { ApiKey } from '../keys/key-record.ts';
import type { Connection } from './connection.ts';
import { type FrameFor, sharedFrame } from './text-frame.ts';

export interface SeatParts {
  readonly edge: Pick<Edge, 'venue' | 'authority'>;
  readonly shared: Pick<Shared, 'listenKeys'>;
}

/** With the names by which each of them has the channel, as it wrote them. */
export type Subscribers = Map<Connection, Map<string, string>>;

const KNOWN = `channels are ${[...PRIVATE_CHANNELS, QUEUE_CHANNEL].join(', ')}`;

const unknownChannel = ({ peer }: Connection): WireError =>
  peer.asked.kind === 'session'
    ? wireError('40021', { detail: both('Request not authorized') })
    : peer.asked.kind === 'mixed'
      ? wireError('40020', { field: 'listenKey', detail: both('it does not exist or has expired') })
      : wireError('40020', { field: 'channel', detail: both(KNOWN) });

/** The fault of a name that leads to no channel. That an address is nobody's is none. */
export const findSeatFault = (
  parts: SeatParts,
  connection: Connection,
  name: string,
): WireError | undefined =>
  findSeat(parts, connection, name) === undefined &&
  connection.dialect.ownerOf?.(name) === undefined
    ? unknownChannel(connection)
    : undefined;

export interface OwnSeat {
  readonly account: AccountId;
  readonly channels: readonly OwnChannel[];
  /** Of the address by which it is read. */
  readonly reader?: ApiKey | undefined;
}

/** Whose events a connection asks for, and in which channels. */
export function findSeat(
  parts: SeatParts,
  connection: Connection,
  name: string,
): OwnSeat | undefined {
  const { peer, dialect } = connection;
  if (peer.asked.kind === 'mixed') {
    const listenKey = parts.shared.listenKeys.find(name);
    return listenKey && { account: listenKey.account, channels: ['user'] };
  }
  const owner = dialect.ownerOf?.(name);
  const reader = owner === undefined ? undefined : findReader(parts, connection, name, owner);
  const account = owner === undefined ? connection.account : reader?.account;
  const own = findPrivateChannel(name);
  const channels = peer.asked.kind === 'session' ? dialect.findOwnChannels?.(name) : own && [own];
  return account === undefined || channels === undefined
    ? undefined
    : { account, channels, reader };
}

/** The key that an address stands for, if this client may read by it. */
function findReader(
  { edge }: SeatParts,
  { peer, dialect, readers }: Connection,
  name: string,
  owner: string,
): ApiKey | undefined {
  const known = readers.get(name);
  if (known !== undefined) return known;
  const spoken = DIALECTS.find(({ sockets }) => sockets === dialect);
  const request = {
    method: 'POST',
    target: { path: '', query: '' },
    headers: {},
    body: undefined,
    fields: new Map([['user', owner]]),
    client: peer.client,
    now: edge.venue.clock.wallNow(),
  };
  const need = { permission: 'read', isKeyEnough: true, dialect: dialect.id } as const;
  const verified = spoken?.authenticate(edge.authority, request, need);
  if (verified === undefined || verified instanceof Promise || isAuthFailure(verified))
    return undefined;
  return verified.key;
}

/** Each subscriber with each of its names. */
export function* seatsIn(subscribers: Subscribers): Generator<readonly [Connection, string], void> {
  for (const [connection, names] of subscribers)
    for (const name of names.values()) yield [connection, name];
}

/** Formats each frame once per dialect, for all subscribers. */
export function tellAll(
  subscribers: Subscribers,
  say: (own: OwnFrames) => object | undefined,
): void {
  const frames = new Map<SocketDialect, FrameFor | undefined>();
  for (const [connection, name] of seatsIn(subscribers)) {
    const { dialect } = connection;
    if (!frames.has(dialect)) {
      const payload = say(dialect.own);
      frames.set(dialect, payload === undefined ? undefined : sharedFrame(payload));
    }
    const frame = frames.get(dialect)?.(connection, name);
    if (frame !== undefined) connection.sendOwn(name, frame);
  }
}
