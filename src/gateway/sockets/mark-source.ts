/** The mark and index price and the forming rate of funding, with every price that comes. */
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

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
