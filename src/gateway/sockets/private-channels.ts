/**
 * The private channels tell each account about its own orders, fills, positions and money, after
 * the entry that changed them is durable. The events of an account are numbered across all four
 * channels, so that a client that subscribes to all of them can see that none is missing. A user
 * stream tells everything, step by step; its subscribers name it by a listen key. Where an address
 * is enough to read an account, a channel names it; the address of nobody is told nothing.
 */
import type { AccountId } from '../../domain/ids.ts';
import type { Applied } from '../../venue/venue.ts';
import type { PositionTold } from '../../wire/account-figures.ts';
import type { OwnChannel, PrivateChannel } from '../../wire/channels.ts';
import type { OwnFrames, PrivatePayload, SocketDialect } from '../../wire/socket-dialect.ts';
import type { UserNews } from '../../wire/user-news.ts';
import { readQueues, readWholeOf } from '../acts/read-account.ts';
import { overviewOf } from '../acts/read-market.ts';
import type { Shared } from '../acts/shared.ts';
import type { Edge } from '../edge.ts';
import type { ListenKey, ListenKeyEnd } from '../keys/listen-keys.ts';
import { CLOSE_POLICY, type Connection, type Subscriptions } from './connection.ts';
import {
  accountRow,
  canceledByVenue,
  fillRows,
  type HeldPositions,
  heldPositions,
  ledgerRows,
  livingRows,
  type Notice,
  noticesOf,
  orderRows,
  placeOf,
} from './private-notices.ts';
import { findSeat, findSeatFault, type Subscribers, seatsIn, tellAll } from './private-seats.ts';
import type { SocketSettings } from './settings.ts';
import { nameAccount } from './socket-faults.ts';
import { type FrameFor, sharedFrame } from './text-frame.ts';
import { findMarginCall, userNews } from './user-news.ts';

export interface PrivateParts {
  readonly edge: Pick<Edge, 'venue' | 'faults' | 'authority'>;
  readonly settings: Pick<SocketSettings, 'ordersMax'>;
  readonly shared: Pick<Shared, 'guards' | 'listenKeys' | 'legacyConditionalOrders'>;
}

/** An account with subscribers. */
interface Watched {
  readonly subscribers: Readonly<Record<OwnChannel, Subscribers>>;
  /** The positions as last sent. A closed position is sent once more. */
  positions: HeldPositions;
  /** When its margin is looked at again. */
  lookAt: number;
  /** The places of its orders as last sent. */
  queued: string;
  /** When prices are a reason again to tell how it stands. */
  wholeAt: number;
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
    if (applied.events.some(({ kind }) => kind === 'prices-marked')) {
      callForMargin(accounts);
      tellMarked(accounts, applied);
    }
    tellQueues(accounts);
  });
  parts.shared.listenKeys.onEnd((ended, why) => endUserStream(accounts, ended, why));
  return {
    findFault: (connection, name) => findSeatFault(parts, connection, name),
    add: (connection, name) => subscribe(accounts, connection, name),
    remove: (connection, name) => unsubscribe(accounts, connection, name),
    isSilent: ({ dialect: { own, findOwnChannels, findGreeting } }, name) =>
      own.user !== undefined ||
      (findOwnChannels?.(name) !== undefined && findGreeting?.(name) === undefined),
    close: stop,
  };
}

function subscribe(accounts: Accounts, connection: Connection, name: string): void {
  const seat = findSeat(accounts.parts, connection, name);
  if (seat === undefined) return;
  const { account, channels, reader } = seat;
  if (reader !== undefined) connection.readers.set(name, reader);
  nameAccount(accounts.parts.edge, connection, account);
  const watched = accounts.watched.get(account) ?? watch(accounts, account);
  for (const channel of channels) {
    const subscribers = watched.subscribers[channel];
    const names = subscribers.get(connection) ?? new Map<string, string>();
    subscribers.set(connection, names.set(connection.dialect.keyOf(name), name));
    if (channel === 'guard') accounts.parts.shared.guards.hold(account, connection);
    greet(accounts, connection, account, channel);
  }
}

function watch({ parts, watched }: Accounts, account: AccountId): Watched {
  const subscribers: Watched['subscribers'] = {
    account: new Map(),
    positions: new Map(),
    orders: new Map(),
    fill: new Map(),
    queue: new Map(),
    user: new Map(),
    guard: new Map(),
    whole: new Map(),
    funding: new Map(),
    ledger: new Map(),
    forced: new Map(),
  };
  const positions = heldPositions(parts.edge.venue.read, account);
  const opened = { subscribers, positions, lookAt: 0, queued: '', wholeAt: 0 };
  watched.set(account, opened);
  return opened;
}

function unsubscribe(accounts: Accounts, connection: Connection, name: string): void {
  const seat = findSeat(accounts.parts, connection, name);
  const watched = seat && accounts.watched.get(seat.account);
  if (seat === undefined || watched === undefined) return;
  for (const channel of seat.channels) {
    const names = watched.subscribers[channel].get(connection);
    names?.delete(connection.dialect.keyOf(name));
    if (names?.size === 0) watched.subscribers[channel].delete(connection);
    if (channel === 'guard') accounts.parts.shared.guards.letGo(seat.account, connection);
  }
  connection.readers.delete(name);
  forgetUnheard(accounts, seat.account);
}

/** An account without subscribers is not watched. */
function forgetUnheard({ watched }: Accounts, account: AccountId): void {
  const subscribers = Object.values(watched.get(account)?.subscribers ?? {});
  if (subscribers.every(({ size }) => size === 0)) watched.delete(account);
}

/** Tells the subscribers that their listen key is over, and closes their connections. */
function endUserStream(accounts: Accounts, ended: ListenKey, why: ListenKeyEnd): void {
  const { watched, parts } = accounts;
  const user = watched.get(ended.account)?.subscribers.user;
  for (const [connection, name] of user === undefined ? [] : seatsIn(user)) {
    const at = parts.edge.venue.read.now();
    const told = connection.dialect.own.ended?.(name, at);
    if (told !== undefined && why !== 'closed')
      connection.send(sharedFrame(told)(connection, name));
    connection.close(CLOSE_POLICY, `the listenKey is over: ${why}`);
  }
  user?.clear();
  forgetUnheard(accounts, ended.account);
}

/** Sends the current state with the number of the last event; the next event follows it. */
function greet(
  { parts, versions, firstVersion }: Accounts,
  connection: Connection,
  account: AccountId,
  channel: OwnChannel,
): void {
  const { venue } = parts.edge;
  const version = versions.get(account) ?? firstVersion;
  const about = { event: 'Snapshot', version, at: venue.read.at() } as const;
  const frame = greeting(parts, connection.dialect.own, account, channel, about);
  if (frame !== undefined) connection.tell(frame, 'answer');
}

function greeting(
  { edge, settings }: PrivateParts,
  own: OwnFrames,
  account: AccountId,
  channel: OwnChannel,
  about: PrivatePayload,
): object | undefined {
  const { venue } = edge;
  switch (channel) {
    case 'account':
      return own.account?.(about, accountRow(venue.read, account));
    case 'positions':
      return own.positions?.(about, [...heldPositions(venue.read, account).values()]);
    case 'orders':
      return own.orders?.(about, livingRows(venue.read, account, settings.ordersMax));
    case 'queue':
      return own.queue?.(venue.read.at(), readQueues(venue.read, account));
    default:
      // Fills have no current state to send, and a user stream begins with the next event.
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
    return { ...wholePayload(parts, account, applied), event, version };
  };
  if (watched === undefined) {
    // The number grows without subscribers too, so that a later subscriber sees the gap.
    versions.set(account, version + countEvents(notice));
    return;
  }
  const tell = (channel: PrivateChannel, say: (own: OwnFrames) => object | undefined): void =>
    tellAll(watched.subscribers[channel], say);
  const { orders, fills } = notice;
  const aboutOrders = orders.length > 0 ? next('OrderUpdate') : undefined;
  const tellOrders = (isLast: boolean): void => {
    if (aboutOrders !== undefined)
      tell('orders', (own) =>
        (own.tellsOrdersLast === true) === isLast
          ? own.orders?.(aboutOrders, orderRows(venue.read, orders))
          : undefined,
      );
  };
  tellOrders(false);
  if (fills.length > 0) {
    const about = next('OrderUpdate');
    tell('fill', (own) => own.fill?.(about, fillRows(venue.read, notice, applied)));
  }
  tellOrders(true);
  if (aboutOrders !== undefined && fills.length === 0)
    tell('positions', (own) => own.ordered?.(aboutOrders, orderRows(venue.read, orders)));
  const positions = changedPositions(accounts, account, watched, notice);
  if (positions.length > 0) {
    const about = next(notice.event);
    tell('positions', (own) => own.positions?.(about, positions));
  }
  if (notice.hasMoved) {
    const about = next(notice.event);
    tell('account', (own) => own.account?.(about, accountRow(venue.read, account)));
  }
  versions.set(account, version);
  if (watched.subscribers.user.size > 0)
    tellUser(parts, watched.subscribers.user, userNews(venue.read, account, applied, positions));
  tellFurther(parts, account, watched.subscribers, applied, notice);
}

/** Prices change what accounts are worth: those who look at the whole are told once a second. */
function tellMarked({ watched, parts }: Accounts, applied: Applied): void {
  const now = parts.edge.venue.clock.monotonicNow();
  for (const [account, each] of watched) {
    const { whole } = each.subscribers;
    if (whole.size === 0 || now < each.wholeAt) continue;
    each.wholeAt = now + LOOK_MILLIS;
    const about = wholePayload(parts, account, applied);
    tellAll(whole, (own) => own.whole?.(about));
  }
}

/** Tells the places of orders where any of them has changed. */
function tellQueues({ watched, parts }: Accounts): void {
  const { read } = parts.edge.venue;
  for (const [account, each] of watched) {
    if (each.subscribers.queue.size === 0) continue;
    const told = readQueues(read, account);
    const queued = told.places
      .map(({ order, ahead, behind }) => `${order.id} ${order.filled} ${ahead} ${behind}`)
      .join();
    if (queued === each.queued) continue;
    each.queued = queued;
    tellAll(each.subscribers.queue, (own) => own.queue?.(read.at(), told));
  }
}

/** Sends each subscriber the events that it wants. */
function tellUser(
  { shared }: PrivateParts,
  subscribers: Subscribers,
  news: readonly UserNews[],
): void {
  const told = new Map<SocketDialect, readonly [event: string, frame: FrameFor][]>();
  for (const [connection, name] of seatsIn(subscribers)) {
    const { dialect, wanted } = connection;
    const frames =
      told.get(dialect) ??
      news
        .flatMap((each) => dialect.own.user?.(each, shared.legacyConditionalOrders) ?? [])
        .map((event): [string, FrameFor] => [event.e, sharedFrame(event)]);
    told.set(dialect, frames);
    for (const [event, frame] of frames)
      if (wanted.get(name)?.has(event) !== false)
        connection.send(frame(connection, name), 'answer');
  }
}

/** How often margins are looked at, and how long an account is left alone after a call. */
const LOOK_MILLIS = 1_000;
const CALLED_MILLIS = 60_000;

/** Warns the accounts with a user stream that are near liquidation. */
function callForMargin({ watched, parts }: Accounts): void {
  const { read, clock } = parts.edge.venue;
  const now = clock.monotonicNow();
  for (const [account, each] of watched) {
    if (each.subscribers.user.size === 0 || now < each.lookAt) continue;
    const call = findMarginCall(read, account);
    each.lookAt = now + (call === undefined ? LOOK_MILLIS : CALLED_MILLIS);
    if (call !== undefined) tellUser(parts, each.subscribers.user, [call]);
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

const wholePayload = (
  { edge: { venue } }: PrivateParts,
  account: AccountId,
  { at, seq }: Pick<Applied, 'at' | 'seq'>,
): PrivatePayload => ({
  event: 'PositionUpdate',
  version: seq,
  at,
  standing: () => readWholeOf(venue, account),
  markets: () => venue.read.listing.contracts().map((each) => overviewOf(venue.read, each)),
});

/** Channels that are not numbered: funding, money in and out, force, and the whole. */
function tellFurther(
  parts: PrivateParts,
  account: AccountId,
  { funding, ledger, forced, whole }: Watched['subscribers'],
  applied: Applied,
  notice: Notice,
): void {
  const { read } = parts.edge.venue;
  const about = wholePayload(parts, account, applied);
  if (funding.size > 0)
    for (const event of applied.events)
      if (event.kind === 'funding-paid' && event.account === account) {
        const contract = read.listing.contract(event.contract);
        tellAll(funding, (own) => own.funding?.(about, { contract, paid: event }));
      }
  if (ledger.size > 0)
    for (const moved of ledgerRows(applied, account))
      tellAll(ledger, (own) => own.ledger?.(about, moved));
  if (forced.size > 0) {
    const canceled = canceledByVenue(notice);
    const isLiquidated = applied.events.some(
      (event) => event.kind === 'liquidation-started' && event.account === account,
    );
    if (isLiquidated)
      tellAll(forced, (own) => own.forced?.(about, { kind: 'liquidation', id: applied.seq }));
    if (canceled.length > 0) {
      const orders = orderRows(read, canceled);
      tellAll(forced, (own) => own.forced?.(about, { kind: 'canceled', orders }));
    }
  }
  tellAll(whole, (own) => own.whole?.(about));
}
