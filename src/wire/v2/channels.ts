/** The channels of the sockets: their names, read and written. */
import { unreachable } from '../../domain/assert.ts';
import type { Contract } from '../../domain/contract.ts';
import { INTERVALS, type Interval } from '../../views/interval.ts';
import type { FindContract } from './caller.ts';
import { INTERVAL_NAMES } from './codes.ts';

export type PublicChannel =
  | { readonly kind: 'ticker'; readonly contract: Contract }
  | { readonly kind: 'trades'; readonly contract: Contract }
  | { readonly kind: 'depth'; readonly contract: Contract; readonly limit: 15 | 200 }
  | {
      readonly kind: 'kline';
      readonly contract: Contract;
      readonly price: 'last' | 'mark';
      readonly interval: Interval;
    };

export const PRIVATE_CHANNELS = ['account', 'positions', 'orders', 'fill'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

const KLINE_PRICES = { last: 'LAST_PRICE', mark: 'MARK_PRICE' } as const;

export function channelName(channel: PublicChannel): string {
  const { symbol } = channel.contract;
  switch (channel.kind) {
    case 'ticker':
    case 'trades':
      return `${channel.kind}.${symbol}`;
    case 'depth':
      return `depth.${symbol}.${channel.limit}`;
    case 'kline':
      return `kline.${KLINE_PRICES[channel.price]}.${symbol}.${INTERVAL_NAMES[channel.interval]}`;
    default:
      return unreachable(channel);
  }
}

export function findPublicChannel(name: string, find: FindContract): PublicChannel | undefined {
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

function findDepth(parts: readonly string[], find: FindContract): PublicChannel | undefined {
  const contract = find(parts[0] ?? '');
  const limit = parts[1] === '15' ? 15 : parts[1] === '200' ? 200 : undefined;
  if (contract === undefined || limit === undefined || parts.length !== 2) return undefined;
  return { kind: 'depth', contract, limit };
}

function findKline(parts: readonly string[], find: FindContract): PublicChannel | undefined {
  const [priceName, symbol = '', intervalName] = parts;
  const price =
    priceName === 'LAST_PRICE' ? 'last' : priceName === 'MARK_PRICE' ? 'mark' : undefined;
  const contract = find(symbol);
  const interval = INTERVALS.find((candidate) => INTERVAL_NAMES[candidate] === intervalName);
  if (price === undefined || contract === undefined || interval === undefined) return undefined;
  return parts.length === 3 ? { kind: 'kline', contract, price, interval } : undefined;
}

export const findPrivateChannel = (name: string): PrivateChannel | undefined =>
  PRIVATE_CHANNELS.find((channel) => channel === name);
