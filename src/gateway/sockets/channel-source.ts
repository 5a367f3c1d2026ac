/** The content of a public channel: a snapshot for a new subscriber, and changes for all. */

import type { Contract } from '../../domain/contract.ts';
import type { Event, FillSettled } from '../../domain/event.ts';
import type { ContractId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { Applied } from '../../venue/venue.ts';
import type { ChannelOf, PublicChannel } from '../../wire/channels.ts';
import type { ForcedTold, MarketFrames } from '../../wire/socket-dialect.ts';
import { overviewOf } from '../acts/read-market.ts';

export interface ChannelSource {
  /** Whether the event changes the channel. Called only with events of its contract. */
  readonly note: (event: MarketEvent, applied: Applied) => boolean;
  /** Returns the snapshot for a new subscriber. */
  readonly greet: () => readonly object[];
  /** Returns the changes since the last call, if there are any. */
  readonly take: () => readonly object[];
  /** Called when the last subscriber has gone. */
  readonly close?: () => void;
}

/** Events that are visible in a market. */
export type MarketEvent = Extract<
  Event,
  {
    kind:
      | 'fill-settled'
      | 'order-rested'
      | 'order-amended'
      | 'order-canceled'
      | 'levels-played'
      | 'prices-marked'
      | 'contract-listed'
      | 'contract-status-changed';
  }
>;

export const contractIn = (event: MarketEvent): ContractId =>
  event.kind === 'contract-listed' ? event.contract.id : event.contract;

/** Whether the event changes a level of the book. */
export const isBookEvent = ({ kind }: MarketEvent): boolean =>
  kind === 'order-rested' ||
  kind === 'order-amended' ||
  kind === 'order-canceled' ||
  kind === 'levels-played' ||
  kind === 'fill-settled';

/** Whether the event moved the last price or the mark, or counts in the last 24 hours. */
export const isPriceEvent = (event: MarketEvent): boolean =>
  event.kind === 'prices-marked' || (event.kind === 'fill-settled' && event.venue === 'book');

export interface EveryParts {
  readonly contracts: () => readonly Contract[];
  readonly open: (channel: PublicChannel) => ChannelSource;
}

/** A channel over all contracts: a source for each, and those that changed together. */
export function createEverySource(
  { contracts, open }: EveryParts,
  { of, isList, isWhole }: ChannelOf<'every'>,
): ChannelSource {
  const sources = new Map<ContractId, ChannelSource>();
  const changed = new Set<ChannelSource>();
  /** Contracts may be listed later. */
  const openAll = (): void => {
    for (const contract of contracts())
      if (!sources.has(contract.id)) sources.set(contract.id, open(of(contract)));
  };
  const told = (frames: readonly object[]): readonly object[] =>
    isList && frames.length > 0 ? [frames] : frames;
  const greet = () => told([...sources.values()].flatMap((source) => source.greet()));
  openAll();
  return {
    note: (event, applied) => {
      if (event.kind === 'contract-listed') openAll();
      const source = sources.get(contractIn(event));
      if (source?.note(event, applied) !== true) return false;
      changed.add(source);
      return true;
    },
    greet,
    take: () => {
      const frames = [...changed].flatMap((source) => source.take());
      changed.clear();
      return isWhole === true && frames.length > 0 ? greet() : told(frames);
    },
    close: () => {
      for (const source of sources.values()) source.close?.();
    },
  };
}

/** A contract in one figure each: all of them, and then those that changed. */
export function createOverviewSource(
  read: Read,
  format: NonNullable<MarketFrames['overview']>,
  channel: ChannelOf<'overview'>,
): ChannelSource {
  const look = () => overviewOf(read, channel.contract);
  let told = look();
  return {
    note: (event) => isPriceEvent(event) || isBookEvent(event),
    // As of the last change, so that the next one is right for every subscriber.
    greet: () => [format(channel, told, undefined, read.now())].filter(isThere),
    take: () => {
      const before = told;
      told = look();
      return [format(channel, told, before, read.now())].filter(isThere);
    },
  };
}

const isThere = (frame: object | undefined): frame is object => frame !== undefined;

/** The mark and index price and the forming rate of funding, with every price that comes. */
export function createMarkSource(
  { market, now }: Read,
  format: NonNullable<MarketFrames['mark']>,
  channel: ChannelOf<'mark'>,
): ChannelSource {
  const { id } = channel.contract;
  const tell = (): object =>
    format(channel, {
      prices: market.prices(id),
      rate: market.funding(id).estimate,
      nextFundingAt: market.nextSettlement(id),
      at: now(),
    });
  return {
    note: (event) => event.kind === 'prices-marked',
    greet: () => [tell()],
    take: () => [tell()],
  };
}

/** Contracts that were listed, halted or opened again. */
export function createListingSource(
  { listing, now }: Pick<Read, 'listing' | 'now'>,
  format: NonNullable<MarketFrames['listing']>,
): ChannelSource {
  const changed = new Set<ContractId>();
  return {
    note: (event) => {
      if (event.kind === 'contract-listed') changed.add(event.contract.id);
      else if (event.kind === 'contract-status-changed') changed.add(event.contract);
      else return false;
      return true;
    },
    greet: () => [],
    take: () => {
      const ids = [...changed];
      changed.clear();
      return ids.map((id) => {
        const { contract, isHalted } = listing.record(id);
        return format({ contract, isHalted, at: now() });
      });
    },
  };
}

type Ticker = ReturnType<Read['market']['ticker']>;

/** The ticker: the newest one, if it differs from the last one sent. */
export function createTickerSource(
  read: Read,
  format: NonNullable<MarketFrames['ticker']>,
  channel: ChannelOf<'ticker'>,
): ChannelSource {
  const find = () => read.market.ticker(channel.contract.id);
  let told: Ticker | undefined;
  return {
    note: isPriceEvent,
    greet: () => [format(channel, find())],
    take: () => {
      const ticker = find();
      if (told !== undefined && isSame(told, ticker)) return [];
      told = ticker;
      return [format(channel, ticker)];
    },
  };
}

/** Ignores the best prices and the index, which have their own channels and endpoints. */
const isSame = (one: Ticker, other: Ticker): boolean =>
  one.last === other.last &&
  one.mark === other.mark &&
  one.trades === other.trades &&
  one.base === other.base &&
  one.quote === other.quote &&
  one.open === other.open &&
  one.high === other.high &&
  one.low === other.low;

/** Orders with which the venue closed positions: the newest since the last frame. */
export function createForcedSource(
  { now }: Pick<Read, 'now'>,
  format: NonNullable<MarketFrames['forced']>,
  channel: ChannelOf<'forced'>,
): ChannelSource {
  let newest: ForcedTold | undefined;
  return {
    note: (event, { orders }) => {
      // Netting closes both sides of one account against each other, which is nobody else's affair.
      if (event.kind !== 'fill-settled' || event.venue === 'netting') return false;
      const { maker, taker } = event;
      const found = orders.find(
        ({ order: { id, origin } }) =>
          (id === taker.order || id === maker.order) &&
          (origin === 'liquidation' || origin === 'reduction'),
      );
      if (found === undefined) return false;
      // Living orders go on changing.
      newest = {
        contract: channel.contract,
        tracked: { ...found, order: { ...found.order } },
        lastSize: event.size,
      };
      return true;
    },
    greet: () => [],
    take: () => {
      const told = newest;
      newest = undefined;
      return told === undefined ? [] : [format(channel, told, now())];
    },
  };
}

type Format = NonNullable<MarketFrames['trades']>;
type Trade = Parameters<Format>[1][number];

/** Limits a frame to a size that a client reads at once. */
const TRADES_PER_FRAME_MAX = 200;

/** Trades as they happen, oldest first. A new subscriber starts with the next one. */
export function createTradesSource(
  read: Read,
  format: Format,
  channel: ChannelOf<'trades'>,
): ChannelSource {
  let trades: Trade[] = [];
  let last: Pick<Trade, 'number' | 'place'> | undefined;
  let newest: Millis = millis(0);
  return {
    note: (event, { at }) => {
      if (event.kind !== 'fill-settled') return false;
      const isTrade = event.venue === 'book';
      // It hears of every fill from its first trade on, and they have no gaps.
      if (last !== undefined)
        last = { number: last.number + 1, place: last.place + (isTrade ? 1 : 0) };
      if (!isTrade) return false;
      last ??= findTrade(read, event);
      const { trade, contract, takerSide, price, size, value } = event;
      newest = at;
      const { number, place } = last;
      trades.push({ trade, number, place, contract, takerSide, price, size, value, at });
      return true;
    },
    greet: () => [],
    take: () => {
      const frames = [];
      for (let from = 0; from < trades.length; from += TRADES_PER_FRAME_MAX)
        frames.push(...format(channel, trades.slice(from, from + TRADES_PER_FRAME_MAX), newest));
      trades = [];
      return frames;
    },
  };
}

/** The views may be ahead of the event. */
const findTrade = ({ market }: Read, { contract, trade }: FillSettled) =>
  market.trades(contract, TRADES_MAX).find((each) => each.trade === trade) ?? UNKNOWN;

const UNKNOWN = { number: 0, place: 0 };

/** All trades that are kept. */
const TRADES_MAX = 1_000;

type Levels = Parameters<NonNullable<MarketFrames['depth']>>[1];

/**
 * The best levels of a contract: the changes of a window as its subscribers have it, or all of them
 * whenever one changed. A new subscriber gets the window as of the last change, so the next change
 * is right for every subscriber.
 */
export function createLevelsSource(
  { market }: Read,
  { contract, limit }: Pick<ChannelOf<'depth'>, 'contract' | 'limit'>,
  isWhole: boolean,
  tell: (levels: Levels) => object,
): ChannelSource {
  const depth = market.watchDepth(contract.id, limit);
  return {
    note: isBookEvent,
    greet: () => [tell(depth.snapshot())],
    take: () => {
      const change = depth.takeChange();
      if (change === undefined) return [];
      const { startVersion } = change;
      return [tell(isWhole ? { ...depth.snapshot(), startVersion } : change)];
    },
  };
}

/** Every level that changed. */
export function createBookSource(
  read: Read,
  format: NonNullable<MarketFrames['book']>,
  channel: ChannelOf<'book'>,
): ChannelSource {
  const book = read.market.followDepth(channel.contract.id);
  return {
    note: isBookEvent,
    greet: () => [],
    take: () => {
      const change = book.takeChange();
      return change === undefined ? [] : [format(channel, change, read.now())];
    },
    close: book.stop,
  };
}

type Candle = ReturnType<Read['market']['candles']>[number];

const NO_END = millis(Number.MAX_SAFE_INTEGER);

/**
 * Candles: a snapshot, then every candle that changed. When one interval ends and the next begins
 * between two frames, the frame holds the last of the old one and the first of the new one.
 */
export function createKlineSource(
  read: Read,
  format: NonNullable<MarketFrames['kline']>,
  channel: ChannelOf<'kline'>,
  limit: number,
): ChannelSource {
  const { interval, price, contract } = channel;
  const find = (start: Millis | null) =>
    read.market.candles({ contract: contract.id, price }, { interval, limit, start, end: NO_END });
  const rowsFrom = (start: Millis | null) => {
    const candles = find(start);
    return { candles, newest: candles.at(-1)?.openAt ?? null };
  };
  const tell = (type: 'snapshot' | 'change', candles: readonly Candle[]): readonly object[] =>
    format(channel, { type, candles, at: read.now() });
  let { newest } = rowsFrom(null);
  let told: readonly Candle[] = [];
  return {
    note: isPriceEvent,
    greet: () => tell('snapshot', find(null)),
    take: () => {
      const found = rowsFrom(newest);
      newest = found.newest;
      if (found.candles.length === 0 || areSame(told, found.candles)) return [];
      told = found.candles;
      return tell('change', found.candles);
    },
  };
}

const areSame = (before: readonly Candle[], after: readonly Candle[]): boolean =>
  before.length === after.length &&
  before.every((candle, at) => {
    const other = after[at];
    return (
      other !== undefined &&
      candle.openAt === other.openAt &&
      candle.close === other.close &&
      candle.high === other.high &&
      candle.low === other.low &&
      candle.base === other.base &&
      candle.quote === other.quote
    );
  });
