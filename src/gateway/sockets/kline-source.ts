/**
 * Candles: a snapshot, then every candle that changed. When one interval ends and the next begins
 * between two frames, the frame holds the last of the old one and the first of the new one.
 */
import { type Millis, millis } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import { type ChannelSource, isPriceEvent } from './channel-source.ts';

type Candle = ReturnType<Read['market']['candles']>[number];

const NO_END = millis(Number.MAX_SAFE_INTEGER);

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
      if (found.candles.length === 0 || isSame(told, found.candles)) return [];
      told = found.candles;
      return tell('change', found.candles);
    },
  };
}

const isSame = (before: readonly Candle[], after: readonly Candle[]): boolean =>
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
