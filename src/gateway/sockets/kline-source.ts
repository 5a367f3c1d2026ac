/**
 * Candles: a snapshot, then every candle that changed. When one interval ends and the next begins
 * between two frames, the frame holds the last of the old one and the first of the new one.
 */
import { type Millis, millis } from '../../domain/units.ts';
import { candlesAt, type MarketVenue } from '../../venue/read-market.ts';
import { klinePayload } from '../../wire/v2/format-socket-market.ts';
import { type ChannelOf, type ChannelSource, isPriceEvent } from './channel-source.ts';

const NO_END = millis(Number.MAX_SAFE_INTEGER);

export function createKlineSource(
  venue: MarketVenue,
  channel: ChannelOf<'kline'>,
  limit: number,
): ChannelSource {
  const { interval, price, contract } = channel;
  const read = (start: Millis | null) =>
    candlesAt(venue, { contract: contract.id, price }, { interval, limit, start, end: NO_END });
  const rowsFrom = (start: Millis | null) => {
    const candles = read(start);
    return { candles, newest: candles.at(-1)?.openAt ?? null };
  };
  let { newest } = rowsFrom(null);
  let told = '';
  return {
    note: isPriceEvent,
    greet: () => [klinePayload(channel, 'snapshot', read(null))],
    take: () => {
      const found = rowsFrom(newest);
      const payload = klinePayload(channel, 'change', found.candles);
      const text = JSON.stringify(payload);
      newest = found.newest;
      if (text === told || found.candles.length === 0) return [];
      told = text;
      return [payload];
    },
  };
}
