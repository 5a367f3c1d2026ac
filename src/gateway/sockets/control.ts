/**
 * Answers the frames of clients: subscribe, unsubscribe, ping and pong. Any other frame gets an
 * error. Snapshots for new subscribers are made in turns by address, so that a client with many
 * subscriptions does not delay the others.
 */
import { unreachable } from '../../domain/assert.ts';
import type { Monotonic } from '../../domain/units.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import type { ClientFrame } from '../../wire/socket-dialect.ts';
import type { Edge } from '../edge.ts';
import { type Buckets, createBuckets, take, waitMillis } from '../limits/bucket.ts';
import type { Connection } from './connection.ts';
import type { SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface ControlParts {
  readonly edge: Pick<Edge, 'limiter' | 'turns'>;
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
  readonly settings: SocketSettings;
  readonly now: () => Monotonic;
}

/** Called with the text of a message, or with undefined if the message is not text. */
export type Hear = (text: string | undefined) => void;

type Operations = Buckets<Connection>;

export function createControl(parts: ControlParts): Hear {
  const { connection, settings } = parts;
  const operations: Operations = createBuckets(settings.operations, 1);
  return (text) => {
    if (!connection.isOpen) return;
    const { dialect, peer } = connection;
    if (text === undefined) connection.tell(dialect.refuse(NOT_TEXT, peer.locale));
    else answer(parts, operations, dialect.readFrame(text, socketOf(connection)));
  };
}

const socketOf = ({ peer }: Connection) => (peer.key === undefined ? 'public' : 'private');

const NOT_TEXT = wireError('40017', { detail: both('frames must be text') });

function answer(parts: ControlParts, operations: Operations, frame: ClientFrame): void {
  const { connection } = parts;
  switch (frame.kind) {
    case 'ping':
      connection.tell(frame.answer);
      return;
    case 'pong':
      connection.unanswered = 0;
      if (frame.answer !== undefined) connection.tell(frame.answer);
      return;
    case 'wrong':
      connection.tell(frame.refused(frame.error, connection.peer.locale));
      return;
    case 'subscribe':
    case 'unsubscribe':
      operate(parts, operations, frame);
      return;
    default:
      unreachable(frame);
  }
}

/** Carries out a frame. All channels that it names succeed together, or none does. */
function operate(
  parts: ControlParts,
  operations: Operations,
  { kind, channels, done, refused }: Extract<ClientFrame, { channels: readonly string[] }>,
): void {
  const { connection, subscriptions, settings, now } = parts;
  const fault =
    findHaste(operations, connection, now()) ??
    findUnknown(subscriptions, connection, channels) ??
    (kind === 'subscribe'
      ? (findExcess(connection, settings, channels) ?? findCost(parts, channels.length))
      : undefined);
  if (fault !== undefined) {
    connection.tell(refused(fault, connection.peer.locale));
    return;
  }
  if (kind === 'unsubscribe')
    for (const channel of channels) {
      connection.channels.delete(channel);
      subscriptions.remove(connection, channel);
    }
  connection.tell(done);
  if (kind === 'subscribe') for (const channel of channels) subscribe(parts, channel);
}

/** Adds the subscription when the address has its turn. Its snapshot is sent before changes. */
function subscribe({ edge, connection, subscriptions }: ControlParts, channel: string): void {
  connection.channels.add(channel);
  edge.turns.line(connection.peer.client.group, () => {
    if (connection.isOpen && connection.channels.has(channel))
      subscriptions.add(connection, channel);
  });
}

const TOO_MANY = 'too many requests from this address';

/** Charges the address for each channel, as much as a light endpoint costs. */
function findCost(
  { edge, connection, now }: ControlParts,
  channels: number,
): WireError | undefined {
  const { group } = connection.peer.client;
  const wait = edge.limiter.takeAddress(group, channels, now());
  if (wait === 0) return undefined;
  if (edge.limiter.noteTold(group, now())) connection.cutOff(TOO_MANY);
  const text = `${TOO_MANY}; try again in ${wait} s`;
  return wireError('429', { detail: both(text) });
}

function findUnknown(
  subscriptions: Subscriptions,
  connection: Connection,
  channels: readonly string[],
): WireError | undefined {
  for (const channel of channels) {
    const fault = subscriptions.findFault(connection, channel);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Returns an error if the budget is used up. A wrong operation counts too. */
function findHaste(
  operations: Operations,
  connection: Connection,
  now: Monotonic,
): WireError | undefined {
  const wait = waitMillis(operations, connection, 1, now);
  if (wait === 0) {
    take(operations, connection, 1, now);
    return undefined;
  }
  const seconds = Math.ceil(wait / 1_000);
  const { capacity } = operations.terms;
  const text = `a connection has ${capacity} operations an hour; try again in ${seconds} s`;
  return wireError('429', { detail: both(text) });
}

function findExcess(
  { channels: present }: Connection,
  { channelsMax }: SocketSettings,
  channels: readonly string[],
): WireError | undefined {
  const added = channels.filter((channel) => !present.has(channel)).length;
  if (added === 0 || present.size + added <= channelsMax) return undefined;
  return wireError('40017', { detail: both(`a connection has at most ${channelsMax} channels`) });
}
