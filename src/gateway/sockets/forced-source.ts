/** Orders with which the venue closed positions: the newest since the last frame. */
import type { Read } from '../../venue/read.ts';
import type { ChannelOf } from '../../wire/channels.ts';
import type { ForcedTold, MarketFrames } from '../../wire/socket-dialect.ts';
import type { ChannelSource } from './channel-source.ts';

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
