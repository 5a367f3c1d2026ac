/** What the clients asked for and what they were told: the promises that the venue is held to. */
import type { RepeatableRequest } from '../../src/cli/qualify/signed-client.ts';
import { chance, type Dice, pick, pickWeighted, roll } from '../sim/dice.ts';

export interface OrderBody {
  readonly symbol: string;
  /** Undefined if only the signed bytes tell one order from another. */
  readonly client_oid: string | undefined;
  readonly size: string;
  readonly type: string;
  readonly order_type: string;
  readonly match_price: string;
  readonly price: string;
}

export interface Attempt {
  /** Which client: the index of its credentials. */
  readonly client: number;
  readonly body: OrderBody;
  /** The signed bytes of an order without a client order id: a retry sends these again. */
  signed: RepeatableRequest | undefined;
  /** Too late to send the same bytes again. */
  isOver: boolean;
  /** The order that was acknowledged. */
  orderId: string | undefined;
  /** The client was told that it was refused. */
  isRefused: boolean;
  /** The client was told that it was canceled. */
  isCanceled: boolean;
}

/** Prices of the moment, by symbol. */
export type PricesNow = ReadonlyMap<string, number>;

export const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ['cmt_btcusdt', '0.0010'],
  ['cmt_ethusdt', '0.010'],
]);

const KINDS = [
  ['resting', 5],
  ['post-only', 2],
  ['market', 3],
] as const;

const NAMELESS_PERCENT = 50;

/** How far from the market a resting order stands, in a hundred. */
const DISTANCE = { least: 96, most: 99 };

export function drawAttempt(
  dice: Dice,
  client: number,
  number: number,
  prices: PricesNow,
): Attempt {
  const kind = pickWeighted(dice, KINDS);
  const [symbol, size] = pick(dice, [...SYMBOLS]);
  const price = prices.get(symbol) ?? 0;
  const isMarket = kind === 'market';
  const below = Math.floor((price * roll(dice, DISTANCE.least, DISTANCE.most)) / 100);
  const body: OrderBody = {
    symbol,
    client_oid: chance(dice, NAMELESS_PERCENT) ? undefined : `torture-${client}-${number}`,
    size,
    type: isMarket ? pick(dice, ['1', '2', '3', '4']) : '1',
    order_type: kind === 'post-only' ? '1' : '0',
    match_price: isMarket ? '1' : '0',
    price: String(below),
  };
  return {
    client,
    body,
    signed: undefined,
    isOver: false,
    orderId: undefined,
    isRefused: false,
    isCanceled: false,
  };
}

export const isUnanswered = ({ orderId, isRefused }: Attempt): boolean =>
  orderId === undefined && !isRefused;

/** Its name in a message. */
export const nameOf = ({ body, signed }: Attempt): string =>
  body.client_oid ?? `the request of ${signed?.headers['ACCESS-TIMESTAMP']}`;
