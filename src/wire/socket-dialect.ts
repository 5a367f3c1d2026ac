/**
 * The sockets of a dialect: the names of channels, and how frames are read and written.
 * Permissions, limits and events are the same in every dialect and are handled by the gateway.
 */
import type { Contract } from '../domain/contract.ts';
import type { FillRow } from '../domain/history.ts';
import type { Millis } from '../domain/units.ts';
import type { Candle } from '../views/candle-ring.ts';
import type { DepthChange } from '../views/depth.ts';
import type { TrackedOrder } from '../views/orders.ts';
import type { Ticker } from '../views/ticker.ts';
import type { Trade } from '../views/trades.ts';
import type { AccountReading, AssetReading } from './account-figures.ts';
import type { FindContract } from './caller.ts';
import type { ChannelOf, PublicChannel } from './channels.ts';
import type { FormatError, WireError } from './errors.ts';
import type { SocketKind } from './foreign-frame.ts';
import type { Locale } from './locale.ts';
import type { PositionReading } from './position-figures.ts';
import type { PrivatePayload } from './private-event.ts';

export interface SocketDialect {
  /** Documents name the first path of each list. */
  readonly publicPaths: readonly string[];
  readonly privatePaths: readonly string[];
  /** The path that the handshake of a private socket signs, after the timestamp. */
  readonly signedPath: string;
  /** Formats the error of a refused handshake. */
  readonly formatError: FormatError;
  readonly findChannel: (name: string, find: FindContract) => PublicChannel | undefined;
  /** A short list of the public channels, for errors about unknown ones. */
  readonly channelsText: string;
  readonly readFrame: (text: string, socket: SocketKind) => ClientFrame;
  /** Returns the answer to a frame that is not text. */
  readonly refuse: (error: WireError, locale: Locale) => object;
  readonly ping: (now: Millis, socket: SocketKind) => object;
  readonly market: MarketFrames;
  readonly own: OwnFrames;
}

/** A frame of a client, with its answers. */
export type ClientFrame =
  | {
      readonly kind: 'subscribe' | 'unsubscribe';
      readonly channels: readonly string[];
      readonly done: object;
      readonly refused: (error: WireError, locale: Locale) => object;
    }
  | { readonly kind: 'ping'; readonly answer: object }
  | { readonly kind: 'pong'; readonly answer: object | undefined }
  | {
      readonly kind: 'wrong';
      readonly error: WireError;
      readonly refused: (error: WireError, locale: Locale) => object;
    };

/** Formats the frames of the public channels. */
export interface MarketFrames {
  readonly ticker: (channel: ChannelOf<'ticker'>, ticker: Ticker) => object;
  /** A snapshot lists its candles oldest first. A change has only the changed candles. */
  readonly kline: (channel: ChannelOf<'kline'>, candles: CandlesTold) => object;
  readonly depth: (channel: ChannelOf<'depth'>, change: DepthChange, at: Millis) => object;
  readonly trades: (channel: ChannelOf<'trades'>, trades: readonly Trade[], at: Millis) => object;
}

export interface CandlesTold {
  readonly type: 'snapshot' | 'change';
  readonly candles: readonly Candle[];
  readonly at: Millis;
}

/** Formats the frames of the private channels. Undefined means that no frame is sent. */
export interface OwnFrames {
  readonly account: (about: PrivatePayload, account: AccountTold) => object | undefined;
  readonly positions: (
    about: PrivatePayload,
    positions: readonly PositionTold[],
  ) => object | undefined;
  readonly orders: (about: PrivatePayload, orders: readonly OrderTold[]) => object | undefined;
  readonly fill: (about: PrivatePayload, fills: readonly FillTold[]) => object | undefined;
}

export interface AccountTold extends AccountReading {
  readonly asset: AssetReading;
}

/** A position to send. A closed position is sent once more, with size zero. */
export type PositionTold = Omit<PositionReading, 'account'>;

export interface OrderTold {
  readonly contract: Contract;
  readonly tracked: Readonly<TrackedOrder>;
}

export interface FillTold {
  readonly contract: Contract;
  readonly fill: FillRow;
}
