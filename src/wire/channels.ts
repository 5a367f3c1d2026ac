/** The channels of the sockets. Each dialect has its own names for them. */
import type { Contract } from '../domain/contract.ts';
import type { Interval } from '../views/interval.ts';

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

export type ChannelOf<Kind extends PublicChannel['kind']> = Extract<PublicChannel, { kind: Kind }>;

export const PRIVATE_CHANNELS = ['account', 'positions', 'orders', 'fill'] as const;
export type PrivateChannel = (typeof PRIVATE_CHANNELS)[number];

export const findPrivateChannel = (name: string): PrivateChannel | undefined =>
  PRIVATE_CHANNELS.find((channel) => channel === name);

export const findDepthLimit = (text: string | undefined): 15 | 200 | undefined =>
  text === '15' ? 15 : text === '200' ? 200 : undefined;

const KLINE_PRICES = { LAST_PRICE: 'last', MARK_PRICE: 'mark' } as const;

export const KLINE_PRICE_NAMES = { last: 'LAST_PRICE', mark: 'MARK_PRICE' } as const;

export const findKlinePrice = (text: string | undefined): 'last' | 'mark' | undefined =>
  text === 'LAST_PRICE' || text === 'MARK_PRICE' ? KLINE_PRICES[text] : undefined;
