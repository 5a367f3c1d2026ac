/** The names of the channels, read and written. */
import { unreachable } from '../../domain/assert.ts';
import { INTERVALS } from '../../views/interval.ts';
import type { FindContract } from '../caller.ts';
import { type ChannelOf, findDepthLimit, findKlinePrice, KLINE_PRICE_NAMES } from '../channels.ts';
import { INTERVAL_NAMES } from './codes.ts';

/** The channels that version 2 has. */
type Named = ChannelOf<'ticker' | 'trades' | 'depth' | 'kline'>;

export function channelName(channel: Named): string {
  const { symbol } = channel.contract;
  switch (channel.kind) {
    case 'ticker':
    case 'trades':
      return `${channel.kind}.${symbol}`;
    case 'depth':
      return `depth.${symbol}.${channel.limit}`;
    case 'kline':
      return ['kline', priceName(channel), symbol, INTERVAL_NAMES[channel.interval]].join('.');
    default:
      return unreachable(channel);
  }
}

const priceName = ({ price }: ChannelOf<'kline'>) => KLINE_PRICE_NAMES[price];

export function findPublicChannel(name: string, find: FindContract): Named | undefined {
  const [kind, ...parts] = name.split('.');
  switch (kind) {
    case 'ticker':
    case 'trades': {
      const contract = find(parts[0] ?? '');
      return contract === undefined || parts.length !== 1 ? undefined : { kind, contract };
    }
    case 'depth':
      return findDepth(parts, find);
    case 'kline':
      return findKline(parts, find);
    default:
      return undefined;
  }
}

function findDepth(parts: readonly string[], find: FindContract): Named | undefined {
  const contract = find(parts[0] ?? '');
  const limit = findDepthLimit(parts[1]);
  if (contract === undefined || limit === undefined || parts.length !== 2) return undefined;
  return { kind: 'depth', contract, limit };
}

function findKline(parts: readonly string[], find: FindContract): Named | undefined {
  const [priceName, symbol = '', intervalName] = parts;
  const price = findKlinePrice(priceName);
  const contract = find(symbol);
  const interval = INTERVALS.find((candidate) => INTERVAL_NAMES[candidate] === intervalName);
  if (price === undefined || contract === undefined || interval === undefined) return undefined;
  return parts.length === 3 ? { kind: 'kline', contract, price, interval } : undefined;
}
