/**
 * Answers the frames of clients: subscribe, unsubscribe, ping and pong. Any other frame gets an
 * error. Snapshots for new subscribers are made in turns by address, so that a client with many
 * subscriptions does not delay the others.
 */
import { unreachable } from '../../domain/assert.ts';
import { type Monotonic, millis } from '../../domain/units.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import type { AskedChannel, ClientFrame, SocketDialect } from '../../wire/socket-dialect.ts';
import { isAuthFailure, verifyHexProof } from '../authenticate.ts';
import type { Edge } from '../edge.ts';
import { type Buckets, createBuckets, take, waitMillis } from '../limits/limiter.ts';
import { CLOSE_POLICY, type Connection, type Subscriptions } from './connection.ts';
import type { SocketSettings } from './settings.ts';

export interface ControlParts {
  readonly edge: Pick<Edge, 'authority' | 'limiter' | 'turns' | 'venue'>;
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
  const { dialect, peer } = connection;
  const { operations: terms } = dialect.limits ?? settings;
  const operations: Operations = createBuckets(terms, 1);
  return (text) => {
    if (!connection.isOpen) return;
    if (text === undefined) connection.tell(dialect.refuse(NOT_TEXT, peer.locale));
    else answer(parts, operations, dialect.readFrame(text, socketOf(connection), peer.asked));
  };
}

/** What an error repeats of the names that it is about. */
const UNKNOWN_LENGTH_MAX = 200;

/**
 * Subscribes to the channels that the handshake named. Unknown ones are told in the first frame:
 * some clients repeat a handshake that was refused forever, and say nothing.
 */
export function beginWith(parts: ControlParts, channels: readonly AskedChannel[]): void {
  const { connection, subscriptions } = parts;
  const isUnknown = ({ name }: AskedChannel): boolean =>
    subscriptions.findFault(connection, name) !== undefined;
  const unknown = channels.filter(isUnknown).map(({ name }) => name);
  if (unknown.length > 0) {
    const detail = both(`there is no ${unknown.join(', ').slice(0, UNKNOWN_LENGTH_MAX)}`);
    const error = wireError('40020', { field: 'stream', detail });
    connection.tell(connection.dialect.refuse(error, connection.peer.locale));
  }
  for (const { name, events } of channels) {
    if (unknown.includes(name)) continue;
    if (events !== undefined) parts.connection.wanted.set(name, events);
    subscribe(parts, name);
  }
}

/** Returns the first fault of the channels that a handshake names. It charges for them. */
export const findAskedFault = (
  { edge, settings, now }: Pick<ControlParts, 'edge' | 'settings' | 'now'>,
  dialect: SocketDialect,
  group: string,
  names: readonly string[],
): WireError | undefined =>
  findExcess(dialect, settings, new Map(), names) ??
  findWait(edge, group, weightOf(dialect, names.length), now());

const socketOf = ({ key }: Connection) => (key === undefined ? 'public' : 'private');

const NOT_TEXT = wireError('40017', { detail: both('frames must be text') });

function answer(parts: ControlParts, operations: Operations, frame: ClientFrame): void {
  const { connection } = parts;
  switch (frame.kind) {
    case 'ping':
      connection.tell(frame.answer(parts.edge.venue.clock.wallNow()));
      return;
    case 'pong':
      connection.unanswered = 0;
      if (frame.answer !== undefined) connection.tell(frame.answer);
      return;
    case 'login':
      logIn(parts, frame);
      return;
    case 'wrong':
      connection.tell(frame.refused(frame.error, connection.peer.locale));
      return;
    default:
      operate(parts, operations, frame);
  }
}

/** A login that is refused ends the connection: who guesses begins anew. */
function logIn(
  { edge, connection, now }: ControlParts,
  frame: Extract<ClientFrame, { kind: 'login' }>,
): void {
  const { client, locale } = connection.peer;
  const wallNow = edge.venue.clock.wallNow();
  const times = { timestamp: wallNow, until: millis(frame.until) };
  const verified = verifyHexProof(
    edge.authority,
    {
      key: frame.key,
      client,
      now: wallNow,
      signature: frame.signature,
      times: frame.until > wallNow ? times : wireError('40008'),
      texts: () => [frame.text],
      mark: '',
      refused: (text) => wireError('40009', { detail: both(text) }),
    },
    { permission: 'read', dialect: connection.dialect.id },
  );
  if (!isAuthFailure(verified)) {
    const { account } = connection;
    const isOther = account !== undefined && account !== verified.key.account;
    if (!isOther) connection.logIn(verified.key);
    connection.tell(isOther ? frame.refused(frame.again, locale) : frame.done);
    return;
  }
  if (verified.isGuess) edge.limiter.charge({ group: client.group, guesses: 1 }, now());
  connection.tell(frame.refused(verified.error, locale));
  connection.close(CLOSE_POLICY, 'login refused');
}

type Operation = Extract<ClientFrame, { kind: 'subscribe' | 'unsubscribe' | 'list' | 'combine' }>;

/** Every operation counts, also one that only asks. */
function operate(parts: ControlParts, operations: Operations, frame: Operation): void {
  const { connection, now } = parts;
  const haste = findHaste(operations, connection, now());
  if (haste !== undefined) {
    connection.tell(frame.refused(haste, connection.peer.locale));
    return;
  }
  switch (frame.kind) {
    case 'subscribe':
    case 'unsubscribe':
      change(parts, frame);
      return;
    case 'list':
      connection.tell(frame.answer([...connection.channels.values()]));
      return;
    case 'combine':
      connection.isCombined = frame.isCombined ?? connection.isCombined;
      connection.tell(frame.answer(connection.isCombined));
      return;
    default:
      unreachable(frame);
  }
}

/** Subscribes or unsubscribes. All channels that a frame names succeed together, or none does. */
function change(
  parts: ControlParts,
  { kind, channels, done, refused }: Extract<ClientFrame, { channels: readonly string[] }>,
): void {
  const { connection, settings } = parts;
  const { dialect } = connection;
  const fault =
    findFirstFault(parts, channels) ??
    findRepeat(connection, kind, channels) ??
    (kind === 'subscribe'
      ? (findExcess(dialect, settings, connection.channels, channels) ??
        findCost(parts, channels.length))
      : undefined);
  if (fault !== undefined) {
    connection.tell(refused(fault, connection.peer.locale));
    return;
  }
  if (kind === 'unsubscribe') for (const channel of channels) unsubscribe(parts, channel);
  connection.tell(done);
  if (kind === 'subscribe') for (const channel of channels) subscribe(parts, channel);
}

/**
 * Adds the subscription when the address has its turn. Its snapshot is sent before changes. One
 * without a snapshot is there at once: nothing would tell what happened before its turn.
 */
function subscribe({ edge, connection, subscriptions }: ControlParts, channel: string): void {
  const key = connection.dialect.keyOf(channel);
  connection.channels.set(key, channel);
  const add = (): void => {
    if (connection.isOpen && connection.channels.get(key) === channel)
      subscriptions.add(connection, channel);
  };
  if (subscriptions.isSilent(connection, channel)) add();
  else edge.turns.line(connection.peer.client.group, 'look', add);
}

function unsubscribe({ connection, subscriptions }: ControlParts, channel: string): void {
  connection.channels.delete(connection.dialect.keyOf(channel));
  connection.wanted.delete(channel);
  subscriptions.remove(connection, channel);
}

const TOO_MANY = 'too many requests from this address';

const weightOf = ({ limits }: SocketDialect, channels: number): number =>
  Math.ceil(channels / (limits?.channelsPerWeight ?? 1));

/** Charges the address for channels, as much as light endpoints cost. */
function findCost(parts: ControlParts, channels: number): WireError | undefined {
  const { edge, connection, now } = parts;
  const { group } = connection.peer.client;
  const fault = findWait(edge, group, weightOf(connection.dialect, channels), now());
  if (fault !== undefined && edge.limiter.noteTold(group, now())) connection.cutOff(TOO_MANY);
  return fault;
}

function findWait(
  { limiter }: ControlParts['edge'],
  group: string,
  weight: number,
  now: Monotonic,
): WireError | undefined {
  const wait = limiter.takeAddress(group, weight, now);
  if (wait === 0) return undefined;
  return wireError('429', { detail: both(`${TOO_MANY}; try again in ${wait} s`) });
}

/** To find what an unknown name may mean costs much, and a frame has room for thousands. */
function findFirstFault(
  { connection, subscriptions }: ControlParts,
  channels: readonly string[],
): WireError | undefined {
  for (const name of channels) {
    const fault = subscriptions.findFault(connection, name);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

/** Some clients rely on being told that there is nothing to do. */
function findRepeat(
  { dialect, channels: present }: Connection,
  kind: 'subscribe' | 'unsubscribe',
  channels: readonly string[],
): WireError | undefined {
  const repeat = channels.find(
    (name) => present.has(dialect.keyOf(name)) === (kind === 'subscribe'),
  );
  return repeat === undefined ? undefined : dialect.repeated?.(kind, repeat);
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
  const { capacity, refillPerSecond } = operations.terms;
  const per = refillPerSecond >= 1 ? 'a second' : 'an hour';
  const text = `a connection has ${capacity} operations ${per}; try again in ${seconds} s`;
  return wireError('429', { detail: both(text) });
}

function findExcess(
  { limits, keyOf }: SocketDialect,
  settings: SocketSettings,
  present: ReadonlyMap<string, string>,
  channels: readonly string[],
): WireError | undefined {
  const { channelsMax } = limits ?? settings;
  const added = channels.filter((channel) => !present.has(keyOf(channel))).length;
  if (added === 0 || present.size + added <= channelsMax) return undefined;
  return wireError('40017', { detail: both(`a connection has at most ${channelsMax} channels`) });
}
