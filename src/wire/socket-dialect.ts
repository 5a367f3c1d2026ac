/**
 * What a dialect says on the sockets: how channels are called, how frames are read and written.
 * Who may hear what, how often, and what happened, is the same in every dialect and none of its
 * business.
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
  /** The first of each is the one that documents name. */
  readonly publicPaths: readonly string[];
  readonly privatePaths: readonly string[];
  /** What the handshake of a private socket signs behind its timestamp. */
  readonly signedPath: string;
  /** How a handshake is refused. */
  readonly formatError: FormatError;
  readonly findChannel: (name: string, find: FindContract) => PublicChannel | undefined;
  /** The public channels in a few words, for who asked for another. */
  readonly channelsText: string;
  readonly readFrame: (text: string, socket: SocketKind) => ClientFrame;
  /** The answer to what is no text at all. */
  readonly refuse: (error: WireError, locale: Locale) => object;
  readonly ping: (now: Millis, socket: SocketKind) => object;
  readonly market: MarketFrames;
  readonly own: OwnFrames;
}

/** What a client said, and how it is answered. */
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

/** What the public channels send. */
export interface MarketFrames {
  readonly ticker: (channel: ChannelOf<'ticker'>, ticker: Ticker) => object;
  /** A snapshot lists its candles oldest first; a change carries those that changed. */
  readonly kline: (channel: ChannelOf<'kline'>, candles: CandlesTold) => object;
  readonly depth: (channel: ChannelOf<'depth'>, change: DepthChange, at: Millis) => object;
  readonly trades: (channel: ChannelOf<'trades'>, trades: readonly Trade[], at: Millis) => object;
}

export interface CandlesTold {
  readonly type: 'snapshot' | 'change';
  readonly candles: readonly Candle[];
  readonly at: Millis;
}

/** What the private channels send; undefined where a dialect says nothing about nothing. */
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

/** A position that is gone is told once more, with a size of zero. */
export type PositionTold = Omit<PositionReading, 'account'>;

export interface OrderTold {
  readonly contract: Contract;
  readonly tracked: Readonly<TrackedOrder>;
}

export interface FillTold {
  readonly contract: Contract;
  readonly fill: FillRow;
}
