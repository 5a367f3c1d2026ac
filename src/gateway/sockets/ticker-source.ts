/** The ticker: the newest one, when it differs from the last that was told. */
import { type MarketVenue, tickerAt } from '../../venue/read-market.ts';
import { tickerPayload } from '../../wire/v2/format-socket-market.ts';
import { type ChannelOf, type ChannelSource, isPriceEvent } from './channel-source.ts';

export function createTickerSource(
  venue: MarketVenue,
  channel: ChannelOf<'ticker'>,
): ChannelSource {
  const read = () => tickerPayload(channel, tickerAt(venue, channel.contract.id));
  let told = '';
  return {
    note: isPriceEvent,
    greet: () => [read()],
    take: () => {
      const payload = read();
      const text = JSON.stringify(payload);
      if (text === told) return [];
      told = text;
      return [payload];
    },
  };
}
