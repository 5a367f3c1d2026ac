/**
 * The private channels tell each account about its own orders, fills, positions and money, after
 * the entry that changed them is durable. The events of an account are numbered across all four
 * channels, so that a client that subscribes to all of them can see that none is missing.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Applied } from '../../venue/venue.ts';
import { findPrivateChannel, PRIVATE_CHANNELS, type PrivateChannel } from '../../wire/channels.ts';
import { both, wireError } from '../../wire/errors.ts';
import type { PrivatePayload } from '../../wire/private-event.ts';
import type { OwnFrames, PositionTold, SocketDialect } from '../../wire/socket-dialect.ts';
import type { Edge } from '../edge.ts';
import type { Connection } from './connection.ts';
import { type Notice, noticesOf, placeOf } from './private-notices.ts';
import {
  accountRow,
  fillRows,
  type HeldPositions,
  heldPositions,
  livingRows,
  orderRows,
} from './private-rows.ts';
import type { SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';
import { jsonFrame } from './text-frame.ts';

export interface PrivateParts {
  readonly edge: Pick<Edge, 'venue'>;
  readonly settings: Pick<SocketSettings, 'ordersMax'>;
}

/** An account with subscribers. */
interface Watched {
  readonly subscribers: Readonly<Record<PrivateChannel, Set<Connection>>>;
  /** The positions as last sent. A closed position is sent once more. */
  positions: HeldPositions;
}

interface Accounts {
  readonly parts: PrivateParts;
  readonly watched: Map<AccountId, Watched>;
  /** The number of the last event, by account. */
  readonly versions: Map<AccountId, number>;
  /** The first number: wall time at the start. Fewer events than milliseconds came before it. */
  readonly firstVersion: number;
}

export function openPrivateChannels(parts: PrivateParts): Subscriptions {
  const { venue } = parts.edge;
  const accounts: Accounts = {
    parts,
    watched: new Map(),
    versions: new Map(),
    firstVersion: venue.clock.wallNow(),
  };
  const stop = venue.listen((applied) => {
    for (const [account, notice] of noticesOf(applied))
      tellAccount(accounts, account, applied, notice);
  });
  return {
    findFault: (_connection, name) =>
      findPrivateChannel(name) === undefined
        ? wireError('40020', { field: 'channel', detail: both(KNOWN) })
        : undefined,
    add: (connection, name) => subscribe(accounts, connection, name),
    remove: (connection, name) => unsubscribe(accounts, connection, name),
    close: stop,
  };
}

const KNOWN = `channels are ${PRIVATE_CHANNELS.join(', ')}`;

function subscribe(accounts: Accounts, connection: Connection, name: string): void {
  const { account } = connection;
  const channel = findPrivateChannel(name);
  if (account === undefined || channel === undefined) return;
  const watched = accounts.watched.get(account) ?? watch(accounts, account);
  watched.subscribers[channel].add(connection);
  greet(accounts, connection, account, channel);
}

function watch({ parts, watched }: Accounts, account: AccountId): Watched {
  const subscribers = {
    account: new Set<Connection>(),
    positions: new Set<Connection>(),
    orders: new Set<Connection>(),
    fill: new Set<Connection>(),
  };
  const opened = { subscribers, positions: heldPositions(parts.edge.venue.read, account) };
  watched.set(account, opened);
  return opened;
}

function unsubscribe(accounts: Accounts, connection: Connection, name: string): void {
  const { account } = connection;
  const channel = findPrivateChannel(name);
  const watched = account === undefined ? undefined : accounts.watched.get(account);
  if (account === undefined || channel === undefined || watched === undefined) return;
  watched.subscribers[channel].delete(connection);
  if (PRIVATE_CHANNELS.every((each) => watched.subscribers[each].size === 0))
    accounts.watched.delete(account);
}

/** Sends the current state with the number of the last event; the next event follows it. */
function greet(
  { parts, versions, firstVersion }: Accounts,
  connection: Connection,
  account: AccountId,
  channel: PrivateChannel,
): void {
  const { venue } = parts.edge;
  const version = versions.get(account) ?? firstVersion;
  const about = { event: 'Snapshot', version, at: venue.read.at() } as const;
  const frame = greeting(parts, connection.dialect.own, account, channel, about);
  if (frame !== undefined) connection.tell(frame);
}

function greeting(
  { edge, settings }: PrivateParts,
  own: OwnFrames,
  account: AccountId,
  channel: PrivateChannel,
  about: PrivatePayload,
): object | undefined {
  const { venue } = edge;
  switch (channel) {
    case 'account':
      return own.account(about, accountRow(venue.read, account));
    case 'positions':
      return own.positions(about, [...heldPositions(venue.read, account).values()]);
    case 'orders':
      return own.orders(about, livingRows(venue.read, account, settings.ordersMax));
    default:
      // Fills have no current state to send.
      return undefined;
  }
}

function tellAccount(
  accounts: Accounts,
  account: AccountId,
  applied: Applied,
  notice: Notice,
): void {
  const { parts, versions, firstVersion } = accounts;
  const { venue } = parts.edge;
  const watched = accounts.watched.get(account);
  let version = versions.get(account) ?? firstVersion;
  const next = (event: PrivatePayload['event']): PrivatePayload => {
    version += 1;
    return { event, version, at: applied.at };
  };
  if (watched === undefined) {
    // The number grows without subscribers too, so that a later subscriber sees the gap.
    versions.set(account, version + countEvents(notice));
    return;
  }
  const tell = (channel: PrivateChannel, say: (own: OwnFrames) => object | undefined): void =>
    tellAll(watched.subscribers[channel], say);
  const { orders, fills } = notice;
  if (orders.length > 0) {
    const about = next('OrderUpdate');
    tell('orders', (own) => own.orders(about, orderRows(venue.read, orders)));
  }
  if (fills.length > 0) {
    const about = next('OrderUpdate');
    tell('fill', (own) => own.fill(about, fillRows(venue.read, applied, notice)));
  }
  const positions = changedPositions(accounts, account, watched, notice);
  if (positions.length > 0) {
    const about = next(notice.event);
    tell('positions', (own) => own.positions(about, positions));
  }
  if (notice.hasMoved) {
    const about = next(notice.event);
    tell('account', (own) => own.account(about, accountRow(venue.read, account)));
  }
  versions.set(account, version);
}

/** Formats each frame once per dialect, for all subscribers. */
function tellAll(
  subscribers: ReadonlySet<Connection>,
  say: (own: OwnFrames) => object | undefined,
): void {
  const frames = new Map<SocketDialect, Buffer | undefined>();
  for (const connection of subscribers) {
    const { dialect } = connection;
    if (!frames.has(dialect)) {
      const payload = say(dialect.own);
      frames.set(dialect, payload === undefined ? undefined : jsonFrame(payload));
    }
    const frame = frames.get(dialect);
    if (frame !== undefined) connection.send(frame);
  }
}

const countEvents = ({ orders, fills, places, hasMoved }: Notice): number =>
  [orders.length > 0, fills.length > 0, places.size > 0, hasMoved].filter(Boolean).length;

/** Returns the positions that changed. A closed position has size zero. */
function changedPositions(
  { parts }: Accounts,
  account: AccountId,
  watched: Watched,
  { places }: Notice,
): PositionTold[] {
  if (places.size === 0) return [];
  const before = watched.positions;
  const now = heldPositions(parts.edge.venue.read, account);
  watched.positions = now;
  const gone = [...before.values()].filter(({ position }) => !now.has(position.id));
  const changed = [...now.values()].filter(({ contract, position }) =>
    places.has(placeOf(contract.id, position.side)),
  );
  return [...gone, ...changed];
}
