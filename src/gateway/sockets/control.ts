/** What clients may say: subscribe, unsubscribe, ping, pong. Anything else is told why not. */
import { unreachable } from '../../domain/assert.ts';
import type { Monotonic } from '../../domain/units.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import type { ClientFrame } from '../../wire/socket-dialect.ts';
import { type Buckets, createBuckets, take, waitMillis } from '../limits/bucket.ts';
import { CLOSE_POLICY, type Connection } from './connection.ts';
import type { SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface ControlParts {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
  readonly settings: SocketSettings;
  readonly now: () => Monotonic;
}

/** Text, or undefined for a message that is none. */
export type Hear = (text: string | undefined) => void;

interface Budgets {
  readonly messages: Buckets<Connection>;
  readonly operations: Buckets<Connection>;
}

export function createControl(parts: ControlParts): Hear {
  const { connection, settings, now } = parts;
  const budgets: Budgets = {
    messages: createBuckets(settings.messages, 1),
    operations: createBuckets(settings.operations, 1),
  };
  return (text) => {
    if (!connection.isOpen) return;
    if (!takeOne(budgets.messages, connection, now())) {
      connection.close(CLOSE_POLICY, 'too many messages');
      return;
    }
    const { dialect, peer } = connection;
    if (text === undefined) connection.tell(dialect.refuse(NOT_TEXT, peer.locale));
    else answer(parts, budgets, dialect.readFrame(text));
  };
}

const NOT_TEXT = wireError('40017', { detail: both('frames are text') });

function takeOne(buckets: Buckets<Connection>, connection: Connection, now: Monotonic): boolean {
  if (waitMillis(buckets, connection, 1, now) > 0) return false;
  take(buckets, connection, 1, now);
  return true;
}

function answer(parts: ControlParts, budgets: Budgets, frame: ClientFrame): void {
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
      operate(parts, budgets, frame);
      return;
    default:
      unreachable(frame);
  }
}

/** A frame that names several channels is carried out whole or not at all. */
function operate(
  { connection, subscriptions, settings, now }: ControlParts,
  { operations }: Budgets,
  { kind, channels, done, refused }: Extract<ClientFrame, { channels: readonly string[] }>,
): void {
  const fault =
    findHaste(operations, connection, now()) ??
    findUnknown(subscriptions, connection, channels) ??
    (kind === 'subscribe' ? findExcess(connection, settings, channels) : undefined);
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
  if (kind === 'subscribe')
    for (const channel of channels) {
      connection.channels.add(channel);
      subscriptions.add(connection, channel);
    }
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

/** An operation is counted even where it turns out to be wrong. */
function findHaste(
  operations: Buckets<Connection>,
  connection: Connection,
  now: Monotonic,
): WireError | undefined {
  if (takeOne(operations, connection, now)) return undefined;
  const seconds = Math.ceil(waitMillis(operations, connection, 1, now) / 1_000);
  const { capacity } = operations.terms;
  const text = `a connection has ${capacity} operations an hour; the next in ${seconds} s`;
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
