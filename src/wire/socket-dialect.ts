/**
 * The sockets of a dialect: the names of channels, and how frames are read and written.
 * Permissions, limits and events are the same in every dialect and are handled by the gateway.
 */
import type { Contract } from '../domain/contract.ts';
import type { EventOf } from '../domain/event.ts';
import type { FillSide } from '../domain/fill.ts';
import type { FillRow } from '../domain/history.ts';
import type { Order } from '../domain/order.ts';
import type { FundingRate, Lots, Millis, Money, Ticks } from '../domain/units.ts';
import type { Candle } from '../views/candle-ring.ts';
import type { Prices } from '../views/contracts.ts';
import type { DepthChange } from '../views/depth.ts';
import type { TrackedOrder } from '../views/orders.ts';
import type { Ticker } from '../views/ticker.ts';
import type { Trade } from '../views/trades.ts';
import type { AccountReading, AssetReading, PositionTold } from './account-figures.ts';
import type { FindContract } from './caller.ts';
import type { ChannelOf, OwnChannel, PublicChannel } from './channels.ts';
import type { SocketKind } from './client-frames.ts';
import type { StandingReading } from './desk-rows.ts';
import type { Endpoint } from './endpoint.ts';
import type { FormatError, Locale, WireError } from './errors.ts';
import type { OverviewTold } from './market-text.ts';
import type { QueuePlaces } from './queue-place.ts';
import type { UserNews } from './user-news.ts';

/** The cause of the rows. */
export type PrivateEvent =
  | 'OrderUpdate'
  | 'PositionFundingSettle'
  | 'PositionUpdate'
  | 'DepositUpdate'
  | 'WithdrawUpdate'
  | 'Snapshot';

export interface PrivatePayload {
  readonly event: PrivateEvent;
  /** Rises by one with each event of the account. */
  readonly version: number;
  readonly at: Millis;
  /** The account as it stands, for dialects that show more than what changed. */
  readonly standing?: () => AccountStanding;
  /** Every contract as it stands. */
  readonly markets?: () => readonly OverviewTold[];
}

/** An account with its contracts, what waits for a price, and what was realised. */
export interface AccountStanding extends StandingReading {
  readonly waiting: readonly Readonly<Order>[];
  readonly realised: Money;
}

export interface SocketDialect {
  /** The dialect that keys may be bound to. */
  readonly id: string;
  /** Documents and errors name these. */
  readonly publicPath: string;
  readonly privatePath: string;
  /** Which socket a handshake asks for, and with which subscriptions it begins. */
  readonly findSocket: (path: string, query: string) => AskedSocket | undefined;
  /** The socket that a first frame asks for on a path that another dialect has too. */
  readonly claims?: (path: string, text: string) => AskedSocket | undefined;
  /** The path that the handshake of a private socket signs, after the timestamp. */
  readonly signedPath: string;
  /** Formats the error of a refused handshake. */
  readonly formatError: FormatError<object | string>;
  readonly findChannel: (name: string, find: FindContract) => PublicChannel | undefined;
  /** Private channels by name, on sockets that have both kinds; undefined for a public one. */
  readonly findOwnChannels?: (name: string) => readonly OwnChannel[] | undefined;
  /** The address that a private channel names, where knowing one is enough to read. */
  readonly ownerOf?: (name: string) => string | undefined;
  /** What a new subscriber is told first, where that is the answer to a call or never changes. */
  readonly findGreeting?: (name: string) => FrameCall | ToldOnce | undefined;
  /** The error of subscribing twice, or of leaving what one does not have, where there is one. */
  readonly repeated?: (kind: 'subscribe' | 'unsubscribe', name: string) => WireError | undefined;
  /** Returns the same text for every spelling of a channel. */
  readonly keyOf: (name: string) => string;
  /** A short list of the public channels, for errors about unknown ones. */
  readonly channelsText: string;
  readonly readFrame: (text: string, socket: SocketKind, asked: AskedSocket) => ClientFrame;
  /** Returns the answer to a frame that is not text. */
  readonly refuse: (error: WireError, locale: Locale) => object;
  /** Undefined if the WebSocket protocol's own pings are sent, and nothing else. */
  readonly ping: ((now: Millis, socket: SocketKind) => object) | undefined;
  /** Whether a new subscriber gets the state of a channel at once. */
  readonly greets: (channel: PublicChannel) => boolean;
  /** Wraps a payload on a connection that has the frames of all its channels told apart. */
  readonly combine: (name: string, payload: object) => object;
  /** Undefined for the venue's own settings. */
  readonly limits: SocketLimits | undefined;
  readonly market: MarketFrames;
  readonly own: OwnFrames;
  /** Reads a frame of a socket that takes calls; undefined if the frame is none. */
  readonly readCall?: (text: string, query: string) => FrameCall | undefined;
}

/** A call in a frame: the endpoint that it stands for, and the way it is answered. */
export interface FrameCall {
  readonly call: CallTarget | WireError;
  readonly answer: (answered: FrameReply) => string;
  /** The name of a call that a connection makes once, and the error of making it again. */
  readonly unique?: { readonly name: string; readonly again: WireError };
  /** The error where nobody has logged in, if it is not that of HTTP. */
  readonly nobody?: WireError;
}

export interface CallTarget {
  readonly method: Endpoint['method'];
  readonly path: string;
  /** What a request by HTTP would have. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface FrameReply {
  readonly status: number;
  /** The answer by HTTP, which is JSON. */
  readonly body: string;
  readonly retryAfterSeconds: number | undefined;
  /** What the sender has used of each of the dialect's budgets, in their order. */
  readonly used: readonly number[];
}

/** A frame that is the same whoever asks. */
export interface ToldOnce {
  readonly once: object;
}

/** Limits of a connection that clients of a dialect rely on. */
interface SocketLimits {
  readonly channelsMax: number;
  /** Frames that subscribe, unsubscribe or ask: at once, and in the long run. */
  readonly operations: { readonly capacity: number; readonly refillPerSecond: number };
  /** Channels that cost an address as much as one light call. */
  readonly channelsPerWeight: number;
}

export interface AskedSocket {
  /**
   * A public socket, a private one whose handshake is signed, one with streams of both kinds, one
   * that takes calls, or one with everything after a login in a frame.
   */
  readonly kind: 'public' | 'private' | 'mixed' | 'calls' | 'session';
  readonly channels: readonly AskedChannel[];
  readonly isCombined: boolean;
  /** A socket of something that is not traded here: it has no channel at all. */
  readonly isEmpty?: true;
  /** What it is for, where its pongs have a form of their own. */
  readonly purpose?: 'private' | 'trade' | undefined;
}

export interface AskedChannel {
  readonly name: string;
  /** The events of a user stream that are wanted; undefined for all. */
  readonly events?: ReadonlySet<string>;
}

/** The sockets of a dialect with a path for each kind and a channel for each name. */
export const fixedSockets = (
  publicPaths: readonly [string, ...string[]],
  privatePaths: readonly [string, ...string[]],
) =>
  ({
    publicPath: publicPaths[0],
    privatePath: privatePaths[0],
    findSocket: (path: string): AskedSocket | undefined => {
      if (publicPaths.includes(path)) return { kind: 'public', ...NOTHING_ASKED };
      return privatePaths.includes(path) ? { kind: 'private', ...NOTHING_ASKED } : undefined;
    },
    keyOf: (name: string): string => name,
    greets: (): boolean => true,
    combine: (_name: string, payload: object): object => payload,
    limits: undefined,
  }) as const;

const NOTHING_ASKED = { channels: [], isCombined: false } as const;

/** A frame of a client, with its answers. */
export type ClientFrame =
  | {
      readonly kind: 'subscribe' | 'unsubscribe';
      readonly channels: readonly string[];
      readonly done: object;
      readonly refused: Refused;
    }
  | {
      readonly kind: 'list';
      readonly answer: (names: readonly string[]) => object;
      readonly refused: Refused;
    }
  | {
      /** Asks whether frames are wrapped, or changes it. */
      readonly kind: 'combine';
      readonly isCombined: boolean | undefined;
      readonly answer: (isCombined: boolean) => object;
      readonly refused: Refused;
    }
  | {
      /** Proves whose account it is, by a signature over a text that names its own end. */
      readonly kind: 'login';
      readonly key: string;
      readonly signature: string;
      readonly until: number;
      readonly text: string;
      readonly done: object;
      /** The error on a connection of another account, to which its channels belong. */
      readonly again: WireError;
      readonly refused: Refused;
    }
  | { readonly kind: 'ping'; readonly answer: (now: Millis) => object }
  | { readonly kind: 'pong'; readonly answer: object | undefined }
  | { readonly kind: 'wrong'; readonly error: WireError; readonly refused: Refused };

export type Refused = (error: WireError, locale: Locale) => object;

/** Formats the frames of the public channels that a dialect has. */
export interface MarketFrames {
  readonly ticker?: (channel: ChannelOf<'ticker'>, ticker: Ticker) => object;
  /** Undefined if nothing has changed that it shows. */
  readonly overview?: (
    channel: ChannelOf<'overview'>,
    told: OverviewTold,
    before: OverviewTold | undefined,
    at: Millis,
  ) => object | undefined;
  /** A snapshot lists its candles oldest first. A change has only the changed candles. */
  readonly kline?: (channel: ChannelOf<'kline'>, candles: CandlesTold) => readonly object[];
  readonly depth?: (channel: ChannelOf<'depth'>, change: DepthChange, at: Millis) => object;
  readonly trades?: (
    channel: ChannelOf<'trades'>,
    trades: readonly Trade[],
    at: Millis,
  ) => readonly object[];
  readonly top?: (channel: ChannelOf<'top'>, top: DepthChange, at: Millis) => object;
  readonly book?: (channel: ChannelOf<'book'>, change: DepthChange, at: Millis) => object;
  readonly best?: (channel: ChannelOf<'best'>, top: DepthChange, at: Millis) => object;
  readonly mark?: (channel: ChannelOf<'mark'>, told: MarkTold) => object;
  readonly forced?: (channel: ChannelOf<'forced'>, told: ForcedTold, at: Millis) => object;
  readonly listing?: (told: ListingTold) => object;
}

/** An order of the venue after a fill. */
export interface ForcedTold extends OrderTold {
  readonly lastSize: Lots;
}

export interface MarkTold {
  readonly prices: Readonly<Prices>;
  readonly rate: FundingRate;
  readonly nextFundingAt: Millis;
  readonly at: Millis;
}

export interface ListingTold {
  readonly contract: Contract;
  readonly isHalted: boolean;
  readonly at: Millis;
}

export interface CandlesTold {
  readonly type: 'snapshot' | 'change';
  readonly candles: readonly Candle[];
  readonly at: Millis;
}

/** Formats the frames of the private channels that a dialect has. Undefined sends no frame. */
export interface OwnFrames {
  readonly account?: (about: PrivatePayload, account: AccountTold) => object | undefined;
  readonly positions?: (
    about: PrivatePayload,
    positions: readonly PositionTold[],
  ) => object | undefined;
  readonly orders?: (about: PrivatePayload, orders: readonly OrderTold[]) => object | undefined;
  readonly fill?: (about: PrivatePayload, fills: readonly FillTold[]) => object | undefined;
  /** The positions at the contracts of orders that changed, in the channel of positions. */
  readonly ordered?: (about: PrivatePayload, orders: readonly OrderTold[]) => object | undefined;
  readonly queue?: (at: Millis, places: QueuePlaces) => object;
  /** Whether orders are told after the fills of the same entry. */
  readonly tellsOrdersLast?: true;
  /** The account, of which anything has changed. */
  readonly whole?: (about: PrivatePayload) => object | undefined;
  readonly funding?: (about: PrivatePayload, paid: PaidTold) => object | undefined;
  readonly ledger?: (about: PrivatePayload, moved: LedgerTold) => object | undefined;
  readonly forced?: (about: PrivatePayload, told: ForcedNews) => object;
  /** The events of a user stream, where conditional orders have their old shape or not. */
  readonly user?: (news: UserNews, hasOldConditionals: boolean) => readonly UserEvent[];
  /** The last frame of a user stream whose listen key is over. */
  readonly ended?: (listenKey: string, at: Millis) => UserEvent;
}

/** Subscribers may choose events by their name. */
export interface UserEvent {
  readonly e: string;
}

export interface AccountTold extends AccountReading {
  readonly asset: AssetReading;
}

export interface OrderTold {
  readonly contract: Contract;
  readonly tracked: Readonly<TrackedOrder>;
}

export interface FillTold {
  readonly contract: Contract;
  readonly fill: FillRow;
  /** Its order, as the entry left it. */
  readonly order?: Readonly<Order> | undefined;
  /** What it did to the position. */
  readonly side?: FillSide | undefined;
  /** Where the venue forced it: the mark at which that began. */
  readonly mark?: Ticks | undefined;
}

export interface PaidTold {
  readonly contract: Contract;
  readonly paid: EventOf<'funding-paid'>;
}

/** Money that was put in or taken out, with the number of its bill. */
export interface LedgerTold {
  readonly id: number;
  readonly moved: EventOf<'collateral-moved'>;
}

/** What the venue did to an account: began to liquidate it, or canceled its orders. */
export type ForcedNews =
  | { readonly kind: 'liquidation'; readonly id: number }
  | { readonly kind: 'canceled'; readonly orders: readonly OrderTold[] };
