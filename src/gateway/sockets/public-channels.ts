/**
 * The public channels that have subscribers. A channel is created with its first subscriber and
 * removed with its last. A frame is encoded once for all of them.
 */
import { performance } from 'node:perf_hooks';
import { assert, unreachable } from '../../domain/assert.ts';
import type { ContractId } from '../../domain/ids.ts';
import { clearImmediate, clearTimeout, setImmediate, setTimeout } from '../../machine/timers.ts';
import type { Read } from '../../venue/read.ts';
import type { Applied } from '../../venue/venue.ts';
import { findPrivateChannel, type PublicChannel } from '../../wire/channels.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import type { MarketFrames, SocketDialect } from '../../wire/socket-dialect.ts';
import { findMeantChannel } from '../../wire/symbol.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import {
  type ChannelSource,
  contractIn,
  createBookSource,
  createEverySource,
  createForcedSource,
  createKlineSource,
  createLevelsSource,
  createListingSource,
  createMarkSource,
  createOverviewSource,
  createTickerSource,
  createTradesSource,
  type MarketEvent,
} from './channel-source.ts';
import type { Connection, Subscriptions } from './connection.ts';
import type { Outbox } from './outbox.ts';
import type { SocketSettings } from './settings.ts';
import { type FrameFor, sharedFrame } from './text-frame.ts';

export interface PublicParts {
  readonly edge: Pick<Edge, 'venue' | 'findContract'>;
  readonly outbox: Outbox;
  readonly settings: SocketSettings;
}

interface LiveChannel {
  readonly channel: PublicChannel;
  readonly source: ChannelSource;
  readonly dialect: SocketDialect;
  /** The subscribers, with the name as each of them wrote it. */
  readonly subscribers: Map<Connection, string>;
  /** Changes are merged until this moment. */
  mayTellAt: number;
  /** When a repeated channel is told though nothing changed. */
  repeatAt: number;
  /** The snapshot for new subscribers, while it is current. */
  greeting: { readonly frames: readonly FrameFor[]; readonly at: number } | undefined;
}

interface Market {
  /** By dialect and key, because dialects name channels differently. */
  readonly byName: Map<SocketDialect, Map<string, LiveChannel>>;
  /** Channels over all contracts have no contract. */
  readonly byContract: Map<ContractId | null, Set<LiveChannel>>;
  /** The channels that have changes to send. */
  readonly changed: Set<LiveChannel>;
}

export function openPublicChannels(parts: PublicParts): Subscriptions {
  const { edge, outbox, settings } = parts;
  const market: Market = { byName: new Map(), byContract: new Map(), changed: new Set() };
  const pacer = createPacer(settings.flushEveryMillis, () => {
    const isThrough = tellChanges(market, settings, performance.now());
    outbox.flush();
    if (!isThrough) return 'unfinished';
    return market.changed.size > 0 ? 'some' : 'nothing';
  });
  const stop = edge.venue.listen((applied) => {
    noteEntry(market, applied);
    if (market.changed.size > 0) pacer.want();
  });
  const find = ({ dialect, peer }: Connection, name: string): PublicChannel | undefined =>
    peer.asked.isEmpty === true ? undefined : dialect.findChannel(name, edge.findContract);
  return {
    findFault: (connection, name) =>
      find(connection, name) === undefined ? unknownChannel(edge, connection, name) : undefined,
    isSilent: () => false,
    add: (connection, name) => {
      const channel = find(connection, name);
      if (channel === undefined) return;
      const live = openChannel(market, parts, connection.dialect, name, channel);
      if (isRepeated(channel)) {
        market.changed.add(live);
        pacer.want();
      }
      live.subscribers.set(connection, name);
      if (live.dialect.greets(channel))
        for (const frame of greetingOf(live, performance.now()))
          connection.send(frame(connection, name), 'feed');
    },
    remove: (connection, name) => {
      const { dialect } = connection;
      const live = market.byName.get(dialect)?.get(dialect.keyOf(name));
      if (live === undefined || !live.subscribers.delete(connection)) return;
      if (live.subscribers.size === 0) dropChannel(market, dialect.keyOf(name), live);
    },
    close: () => {
      stop();
      pacer.stop();
    },
  };
}

/** Returns the channel that others subscribed to already, or a new one. */
function openChannel(
  market: Market,
  { edge, settings }: PublicParts,
  dialect: SocketDialect,
  name: string,
  channel: PublicChannel,
): LiveChannel {
  const named = market.byName.get(dialect) ?? new Map<string, LiveChannel>();
  market.byName.set(dialect, named);
  const known = named.get(dialect.keyOf(name));
  if (known !== undefined) return known;
  const live: LiveChannel = {
    channel,
    source: createSource(edge.venue.read, settings, dialect.market, channel),
    dialect,
    subscribers: new Map(),
    // A periodic channel has just greeted its first subscriber.
    mayTellAt: isRepeated(channel) ? performance.now() + paceOf(channel, settings) : 0,
    repeatAt: performance.now() + (channel.repeatMillis ?? 0),
    greeting: undefined,
  };
  const place = channel.contract?.id ?? null;
  market.byContract.set(place, (market.byContract.get(place) ?? new Set()).add(live));
  named.set(dialect.keyOf(name), live);
  return live;
}

function dropChannel(market: Market, key: string, live: LiveChannel): void {
  const place = live.channel.contract?.id ?? null;
  const neighbours = market.byContract.get(place);
  neighbours?.delete(live);
  if (neighbours?.size === 0) market.byContract.delete(place);
  market.byName.get(live.dialect)?.delete(key);
  market.changed.delete(live);
  live.source.close?.();
}

function createSource(
  read: Read,
  settings: SocketSettings,
  frames: MarketFrames,
  channel: PublicChannel,
): ChannelSource {
  switch (channel.kind) {
    case 'ticker':
      return createTickerSource(read, told(frames.ticker), channel);
    case 'overview':
      return createOverviewSource(read, told(frames.overview), channel);
    case 'kline':
      return createKlineSource(read, told(frames.kline), channel, settings.candlesMax);
    case 'depth':
      return createLevelsSource(read, channel, false, (levels) =>
        told(frames.depth)(channel, levels, read.now()),
      );
    case 'trades':
      return createTradesSource(read, told(frames.trades), channel);
    case 'top':
      return createLevelsSource(read, channel, true, (top) =>
        told(frames.top)(channel, top, read.now()),
      );
    case 'book':
      return createBookSource(read, told(frames.book), channel);
    case 'best':
      return createLevelsSource(read, { ...channel, limit: 1 }, true, (top) =>
        told(frames.best)(channel, top, read.now()),
      );
    case 'mark':
      return createMarkSource(read, told(frames.mark), channel);
    case 'forced':
      return createForcedSource(read, told(frames.forced), channel);
    case 'listing':
      return createListingSource(read, told(frames.listing));
    case 'every': {
      const open = (each: PublicChannel) => createSource(read, settings, frames, each);
      return createEverySource({ contracts: read.listing.contracts, open }, channel);
    }
    case 'silent':
      return SILENT;
    default:
      return unreachable(channel);
  }
}

const SILENT: ChannelSource = { note: () => false, greet: () => [], take: () => [] };

/** A dialect has the frames of every channel that it has a name for. */
function told<Format>(format: Format | undefined): Format {
  assert(format !== undefined, 'a dialect names a channel that it has no frames for');
  return format;
}

function noteEntry(market: Market, applied: Applied): void {
  if (market.byContract.size === 0) return;
  for (const event of applied.events)
    switch (event.kind) {
      case 'fill-settled':
      case 'order-rested':
      case 'order-amended':
      case 'order-canceled':
      case 'levels-played':
      case 'prices-marked':
      case 'contract-listed':
      case 'contract-status-changed':
        noteEvent(market, market.byContract.get(contractIn(event)), event, applied);
        noteEvent(market, market.byContract.get(null), event, applied);
        break;
      default:
    }
}

function noteEvent(
  { changed }: Market,
  channels: ReadonlySet<LiveChannel> | undefined,
  event: MarketEvent,
  applied: Applied,
): void {
  for (const live of channels ?? [])
    if (live.source.note(event, applied)) {
      live.greeting = undefined;
      changed.add(live);
    }
}

/** A snapshot lives this long, because some content changes with time alone, without events. */
const GREETING_MILLIS = 1_000;

/** Clients that subscribe together get the same bytes. */
function greetingOf(live: LiveChannel, now: number): readonly FrameFor[] {
  const known = live.greeting;
  if (known !== undefined && now - known.at < GREETING_MILLIS) return known.frames;
  const frames = live.source.greet().map(sharedFrame);
  live.greeting = { frames, at: now };
  return frames;
}

/** The channels that stand still with a stale book. */
export const showsBook = ({ kind }: PublicChannel): boolean => BOOK_KINDS.has(kind);

const BOOK_KINDS: ReadonlySet<string> = new Set([
  'depth',
  'ticker',
  'overview',
  'top',
  'book',
  'best',
]);

/** One turn of the loop sends for this long. */
const TELLING_MILLIS = 2;

/** Returns whether everything that could be sent was sent. */
function tellChanges({ changed }: Market, settings: SocketSettings, now: number): boolean {
  for (const live of changed) {
    if (now < live.mayTellAt) continue;
    if (performance.now() - now > TELLING_MILLIS) return false;
    const { channel } = live;
    if (!isRepeated(channel)) changed.delete(live);
    live.greeting = undefined;
    live.mayTellAt = now + paceOf(channel, settings);
    const mayStandStill = showsBook(channel);
    for (const payload of takeNews(live, now)) {
      const frame = sharedFrame(payload);
      for (const [connection, name] of live.subscribers)
        if (!mayStandStill || !connection.keepsBack())
          connection.send(frame(connection, name), 'feed');
    }
  }
  return true;
}

const paceOf = (
  { paceMillis, kind }: PublicChannel,
  { mergeMillis }: Pick<SocketSettings, 'mergeMillis'>,
): number => paceMillis ?? mergeMillis[kind] ?? 0;

/** What changed; where nothing did, the state of a periodic channel. */
function takeNews(live: LiveChannel, now: number): readonly object[] {
  const { channel, source } = live;
  const news = source.take();
  if (news.length === 0 && (!isRepeated(channel) || now < live.repeatAt)) return news;
  live.repeatAt = now + (channel.repeatMillis ?? 0);
  return news.length === 0 ? source.greet() : news;
}

const isRepeated = ({ isPeriodic, repeatMillis }: PublicChannel): boolean =>
  isPeriodic === true || repeatMillis !== undefined;

function unknownChannel(
  { venue, findContract }: PublicParts['edge'],
  { dialect, peer }: Connection,
  name: string,
): WireError {
  if (peer.asked.isEmpty === true)
    return wireError('40020', { field: 'topic', detail: both(`handler not found,topic:${name}`) });
  const contracts = venue.read.listing.contracts();
  const isChannel = (other: string) => dialect.findChannel(other, findContract) !== undefined;
  const meant = findMeantChannel({ contracts, namings: DIALECTS }, name, isChannel);
  const hint = meant === undefined ? '' : `did you mean ${meant}? `;
  const detail =
    findPrivateChannel(name) === undefined
      ? `${hint}${dialect.channelsText}`
      : `${name} is a channel of ${dialect.privatePath}`;
  return wireError('40020', { field: 'channel', detail: both(detail) });
}

/** The work that a run left: none, some for the next interval, or some for the next turn. */
export type Left = 'nothing' | 'some' | 'unfinished';

/**
 * Runs a function soon after it is requested, but not more often than once per interval. A run that
 * would take too long for one turn of the event loop continues in the next turn.
 */
export function createPacer(everyMillis: number, run: () => Left) {
  let isWanted = false;
  let isStopped = false;
  let turn: NodeJS.Immediate | undefined;
  let rest: NodeJS.Timeout | undefined;
  const begin = (): void => {
    turn = undefined;
    const left = run();
    if (isStopped) return;
    isWanted = left !== 'nothing';
    if (left === 'unfinished') {
      turn = setImmediate(begin);
      return;
    }
    rest = setTimeout(resume, everyMillis);
  };
  const resume = (): void => {
    rest = undefined;
    if (isWanted) begin();
  };
  return {
    want: () => {
      isWanted = true;
      if (isStopped || rest !== undefined) return;
      turn ??= setImmediate(begin);
    },
    stop: () => {
      isStopped = true;
      isWanted = false;
      clearImmediate(turn);
      clearTimeout(rest);
    },
  };
}
