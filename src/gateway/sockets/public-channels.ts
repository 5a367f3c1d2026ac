/**
 * The public channels that have subscribers. A channel is created with its first subscriber and
 * removed with its last. A frame is encoded once for all of them.
 */
import { unreachable } from '../../domain/assert.ts';
import type { ContractId } from '../../domain/ids.ts';
import type { Applied, Venue } from '../../venue/venue.ts';
import { findPrivateChannel, type PublicChannel } from '../../wire/channels.ts';
import { both, type WireError, wireError } from '../../wire/errors.ts';
import { findMeantChannel } from '../../wire/meant-symbol.ts';
import type { SocketDialect } from '../../wire/socket-dialect.ts';
import { DIALECTS } from '../dialects.ts';
import type { Edge } from '../edge.ts';
import type { ChannelSource, MarketEvent } from './channel-source.ts';
import type { Connection } from './connection.ts';
import { createDepthSource } from './depth-source.ts';
import { createKlineSource } from './kline-source.ts';
import type { Outbox } from './outbox.ts';
import { createPacer } from './pacer.ts';
import type { SocketSettings } from './settings.ts';
import type { Subscriptions } from './subscriptions.ts';
import { jsonFrame } from './text-frame.ts';
import { createTickerSource } from './ticker-source.ts';
import { createTradesSource } from './trades-source.ts';

export interface PublicParts {
  readonly edge: Pick<Edge, 'venue' | 'findContract'>;
  readonly outbox: Outbox;
  readonly settings: SocketSettings;
}

interface LiveChannel {
  readonly channel: PublicChannel;
  readonly source: ChannelSource;
  readonly subscribers: Set<Connection>;
  /** Changes are merged until this moment. */
  mayTellAt: number;
  /** The snapshot for new subscribers, while it is current. */
  greeting: { readonly frames: readonly Buffer[]; readonly at: number } | undefined;
}

/** Each channel belongs to one dialect, because dialects name channels differently. */
interface NamedChannel {
  readonly name: string;
  readonly channel: PublicChannel;
  readonly dialect: SocketDialect;
}

interface Market {
  readonly byName: Map<string, LiveChannel>;
  readonly byContract: Map<ContractId, Set<LiveChannel>>;
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
  const find = ({ dialect }: Connection, name: string): PublicChannel | undefined =>
    dialect.findChannel(name, edge.findContract);
  return {
    findFault: (connection, name) =>
      find(connection, name) === undefined ? unknownChannel(edge, connection, name) : undefined,
    add: (connection, name) => {
      const channel = find(connection, name);
      if (channel === undefined) return;
      const { dialect } = connection;
      const live =
        market.byName.get(name) ?? openChannel(market, parts, { name, channel, dialect });
      live.subscribers.add(connection);
      for (const frame of greetingOf(live, performance.now())) connection.send(frame);
    },
    remove: (connection, name) => {
      const live = market.byName.get(name);
      if (live === undefined || !live.subscribers.delete(connection)) return;
      if (live.subscribers.size === 0) dropChannel(market, name, live);
    },
    close: () => {
      stop();
      pacer.stop();
    },
  };
}

function openChannel(
  market: Market,
  parts: PublicParts,
  { name, channel, dialect }: NamedChannel,
): LiveChannel {
  const source = createSource(parts.edge.venue, parts, dialect, channel);
  const subscribers = new Set<Connection>();
  const live: LiveChannel = { channel, source, subscribers, mayTellAt: 0, greeting: undefined };
  const { id } = channel.contract;
  const neighbours = market.byContract.get(id) ?? new Set();
  market.byContract.set(id, neighbours.add(live));
  market.byName.set(name, live);
  return live;
}

function dropChannel(market: Market, name: string, live: LiveChannel): void {
  const { id } = live.channel.contract;
  const neighbours = market.byContract.get(id);
  neighbours?.delete(live);
  if (neighbours?.size === 0) market.byContract.delete(id);
  market.byName.delete(name);
  market.changed.delete(live);
}

function createSource(
  { read }: Venue,
  { settings }: PublicParts,
  { market: frames }: SocketDialect,
  channel: PublicChannel,
): ChannelSource {
  switch (channel.kind) {
    case 'ticker':
      return createTickerSource(read, frames, channel);
    case 'kline':
      return createKlineSource(read, frames, channel, settings.candlesMax);
    case 'depth':
      return createDepthSource(read, frames, channel);
    case 'trades':
      return createTradesSource(frames, channel);
    default:
      return unreachable(channel);
  }
}

function noteEntry(market: Market, { events, at }: Applied): void {
  if (market.byContract.size === 0) return;
  for (const event of events)
    switch (event.kind) {
      case 'fill-settled':
      case 'order-rested':
      case 'order-amended':
      case 'order-canceled':
      case 'prices-marked':
        noteEvent(market, event, at);
        break;
      default:
    }
}

function noteEvent(market: Market, event: MarketEvent, at: Applied['at']): void {
  for (const live of market.byContract.get(event.contract) ?? [])
    if (live.source.note(event, at)) {
      live.greeting = undefined;
      market.changed.add(live);
    }
}

/** A snapshot lives this long, because some content changes with time alone, without events. */
const GREETING_MILLIS = 1_000;

/** Clients that subscribe together get the same bytes. */
function greetingOf(live: LiveChannel, now: number): readonly Buffer[] {
  const known = live.greeting;
  if (known !== undefined && now - known.at < GREETING_MILLIS) return known.frames;
  const frames = live.source.greet().map(jsonFrame);
  live.greeting = { frames, at: now };
  return frames;
}

/** The channels that stand still with a stale book. */
export const showsBook = ({ kind }: PublicChannel): boolean =>
  kind === 'depth' || kind === 'ticker';

/** One turn of the loop sends for this long. */
const TELLING_MILLIS = 2;

/** Returns whether everything that could be sent was sent. */
function tellChanges({ changed }: Market, { mergeMillis }: SocketSettings, now: number): boolean {
  for (const live of changed) {
    if (now < live.mayTellAt) continue;
    if (performance.now() - now > TELLING_MILLIS) return false;
    changed.delete(live);
    live.greeting = undefined;
    live.mayTellAt = now + mergeMillis[live.channel.kind];
    const mayStandStill = showsBook(live.channel);
    for (const payload of live.source.take()) {
      const frame = jsonFrame(payload);
      for (const connection of live.subscribers)
        if (!mayStandStill || !connection.isStale) connection.send(frame);
    }
  }
  return true;
}

function unknownChannel(
  { venue, findContract }: PublicParts['edge'],
  { dialect }: Connection,
  name: string,
): WireError {
  const contracts = venue.read.listing.contracts();
  const isChannel = (other: string) => dialect.findChannel(other, findContract) !== undefined;
  const meant = findMeantChannel({ contracts, namings: DIALECTS }, name, isChannel);
  const hint = meant === undefined ? '' : `did you mean ${meant}? `;
  const detail =
    findPrivateChannel(name) === undefined
      ? `${hint}${dialect.channelsText}`
      : `${name} is a channel of ${dialect.privatePaths[0]}`;
  return wireError('40020', { field: 'channel', detail: both(detail) });
}
