/** What clients may say: subscribe, unsubscribe, ping, pong. Anything else is told why not. */
import { unreachable } from '../../domain/assert.ts';
import type { Millis } from '../../domain/units.ts';
import { both, isWireError, type WireError, wireError } from '../../wire/v2/errors.ts';
import {
  type ClientFrame,
  errorFrame,
  parseClientFrame,
  pongFrame,
  subscribedFrame,
  unsubscribedFrame,
} from '../../wire/v2/socket-frames.ts';
import { type Buckets, createBuckets, take, waitMillis } from '../limits/bucket.ts';
import { CLOSE_POLICY, type Connection } from './connection.ts';
import type { SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';

export interface ControlParts {
  readonly connection: Connection;
  readonly subscriptions: Subscriptions;
  readonly settings: SocketSettings;
  readonly now: () => Millis;
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
    const frame = text === undefined ? NOT_TEXT : parseClientFrame(text);
    if (isWireError(frame)) refuse(connection, frame, '');
    else answer(parts, budgets, frame);
  };
}

const NOT_TEXT = wireError('40017', { detail: both('frames are text') });

function takeOne(buckets: Buckets<Connection>, connection: Connection, now: Millis): boolean {
  if (waitMillis(buckets, connection, 1, now) > 0) return false;
  take(buckets, connection, 1, now);
  return true;
}

const refuse = (connection: Connection, error: WireError, channel: string): void =>
  connection.tell(errorFrame(error, channel, connection.peer.locale));

function answer(parts: ControlParts, budgets: Budgets, frame: ClientFrame): void {
  const { connection } = parts;
  switch (frame.event) {
    case 'ping':
      connection.tell(pongFrame(frame.time));
      return;
    case 'pong':
      connection.unanswered = 0;
      return;
    case 'subscribe':
    case 'unsubscribe':
      operate(parts, budgets, frame);
      return;
    default:
      unreachable(frame);
  }
}

function operate(
  { connection, subscriptions, settings, now }: ControlParts,
  { operations }: Budgets,
  { event, channel }: Extract<ClientFrame, { channel: string }>,
): void {
  const fault =
    findHaste(operations, connection, now()) ??
    subscriptions.findFault(channel) ??
    (event === 'subscribe' ? findExcess(connection, settings, channel) : undefined);
  if (fault !== undefined) {
    refuse(connection, fault, channel);
    return;
  }
  if (event === 'unsubscribe') {
    connection.channels.delete(channel);
    subscriptions.remove(connection, channel);
    connection.tell(unsubscribedFrame(channel));
    return;
  }
  connection.channels.add(channel);
  connection.tell(subscribedFrame(channel));
  subscriptions.add(connection, channel);
}

/** An operation is counted even where it turns out to be wrong. */
function findHaste(
  operations: Buckets<Connection>,
  connection: Connection,
  now: Millis,
): WireError | undefined {
  if (takeOne(operations, connection, now)) return undefined;
  const seconds = Math.ceil(waitMillis(operations, connection, 1, now) / 1_000);
  const { capacity } = operations.terms;
  const text = `a connection has ${capacity} operations an hour; the next in ${seconds} s`;
  return wireError('429', { detail: both(text) });
}

function findExcess(
  { channels }: Connection,
  { channelsMax }: SocketSettings,
  channel: string,
): WireError | undefined {
  if (channels.has(channel) || channels.size < channelsMax) return undefined;
  return wireError('40017', { detail: both(`a connection has at most ${channelsMax} channels`) });
}
