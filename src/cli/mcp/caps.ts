/**
 * Bounds that a person sets for a model, on the command line: the value of an order, the loss, and
 * the leverage. They stand before orders that open something. What closes, cancels or protects a
 * position is always let through. The venue knows nothing of them: another program with the same
 * key is not bound.
 */
import type { PerpetuaClient } from '../../client/client.ts';
import { isOpening } from './order-words.ts';

export interface Caps {
  /** In USDT. */
  readonly orderValue?: number | undefined;
  /** In USDT, of the equity that the account had when this server first opened something. */
  readonly loss?: number | undefined;
  /** Of all positions and orders, and of each contract. */
  readonly leverage?: number | undefined;
}

interface OpeningOrder {
  readonly symbol: string;
  readonly size: string | number;
  /** Undefined for an order at the market. */
  readonly price: string | number | undefined;
  /** The value of an order that this one takes the place of. */
  readonly instead?: number;
}

export interface CapGuard {
  /** Throws where an order that opens something would pass a cap. */
  readonly expectOpening: (client: PerpetuaClient, order: OpeningOrder) => Promise<void>;
  readonly expectLeverage: (leverage: number) => void;
}

export function createCapGuard({ orderValue, loss, leverage }: Caps): CapGuard {
  let first: number | undefined;
  const expectSmallLoss = (equity: number): void => {
    first ??= equity;
    if (loss !== undefined && first - equity >= loss)
      throw over(`the account has lost ${text(first - equity)} USDT`, '--max-loss', loss);
  };
  return {
    expectOpening: async (client, order) => {
      if (orderValue === undefined && loss === undefined && leverage === undefined) return;
      const value = Number(order.size) * (await priceOf(client, order));
      if (orderValue !== undefined && value > orderValue)
        throw over(`the order is worth ${text(value)} USDT`, '--max-order-value', orderValue);
      const [assets] = await client.account.assets();
      const equity = Number(assets?.equity ?? 0);
      expectSmallLoss(equity);
      if (leverage === undefined) return;
      const held = (await exposureOf(client)) - (order.instead ?? 0);
      if (held + value > equity * leverage)
        throw over(
          `positions and orders would be worth ${text((held + value) / equity)} times the equity`,
          '--max-leverage',
          leverage,
        );
    },
    expectLeverage: (asked) => {
      if (leverage !== undefined && asked > leverage)
        throw over(`a leverage of ${asked} was asked for`, '--max-leverage', leverage);
    },
  };
}

const text = (value: number): string => value.toFixed(2);

const over = (what: string, flag: string, cap: number): Error =>
  new Error(
    `Not sent: ${what}, and this server was started with ${flag} ${cap}. Positions can still be ` +
      'closed, and orders canceled.',
  );

/** Of an order at the market, the highest price that it may reasonably get. */
async function priceOf({ market }: PerpetuaClient, { symbol, price }: OpeningOrder) {
  if (price !== undefined) return Number(price);
  const { last, best_ask: ask, markPrice: mark } = await market.ticker({ symbol });
  return Math.max(...[last, ask, mark].map(Number));
}

/** The value of all positions, and of what orders would still open. */
async function exposureOf({ account, order }: PerpetuaClient): Promise<number> {
  const [positions, working, waiting] = await Promise.all([
    account.allPosition(),
    order.current(),
    order.currentPlan(),
  ]);
  const held = positions.map(({ open_value: value }) => Number(value));
  const ordered = working
    .filter(({ type }) => isOpening(type))
    .map(({ price, size, filled_qty: filled }) => Number(price) * (Number(size) - Number(filled)));
  const waits = waiting
    .filter(({ type }) => isOpening(type))
    .map(({ price, triggerPrice, size }) => (Number(price) || Number(triggerPrice)) * Number(size));
  return [...held, ...ordered, ...waits].reduce((sum, value) => sum + value, 0);
}
