/**
 * Bounds that a person sets for a model, on the command line: the value of an order, the loss, and
 * the leverage. They stand before orders that open something. What closes, cancels or protects a
 * position is always let through. The venue knows nothing of them: another program with the same
 * key is not bound.
 */
import type { OrderPlaceOrderAsked, PerpetuaClient } from '../../client/client.ts';

export interface Caps {
  /** In USDT. */
  readonly orderValue?: number | undefined;
  /** Of all orders of a day of venue time, in USDT. */
  readonly dayValue?: number | undefined;
  /** In USDT, of the equity that the account had when this server first opened something. */
  readonly loss?: number | undefined;
  /** Of all positions and orders, and of each contract. */
  readonly leverage?: number | undefined;
}

/** What an order trades at. Nothing or zero stands for the market. */
interface OrderPrices {
  /** What it does, such as `open_short`. */
  readonly type: string;
  readonly price?: string | number | undefined;
  /** Where it waits for the last price. */
  readonly triggerPrice?: string | number | undefined;
}

interface CappedOrder extends OrderPrices {
  readonly symbol: string;
  readonly size: string | number;
  /** The order that this one takes the place of. */
  readonly instead?: string | number;
}

export type CapGuard = ReturnType<typeof createCapGuard>;

export function createCapGuard({ orderValue, dayValue, loss, leverage }: Caps) {
  const isBound = [orderValue, dayValue, loss, leverage].some((cap) => cap !== undefined);
  let first: number | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let spent = { day: 0, value: 0 };
  /** What takes the place of another order counts again: nobody knows what became of that one. */
  const expectWithinDay = async ({ market }: PerpetuaClient, value: number): Promise<void> => {
    if (dayValue === undefined) return;
    const { timestamp } = await market.time();
    const day = Math.floor(Number(timestamp) / DAY_MILLIS);
    const all = (spent.day === day ? spent.value : 0) + value;
    if (!(all <= dayValue))
      throw over(`the orders of the day are worth ${text(all)} USDT`, '--max-day-value', dayValue);
    spent = { day, value: all };
  };
  const expectSmallLoss = (equity: number): void => {
    first ??= equity;
    if (loss !== undefined && first - equity >= loss)
      throw over(`the account has lost ${text(first - equity)} USDT`, '--max-loss', loss);
  };
  // What is no number is above every cap.
  const expectWithin = async (client: PerpetuaClient, order: CappedOrder): Promise<void> => {
    // A size below zero would give the day back what it has spent before the venue refuses it.
    const value = Math.abs(Number(order.size)) * (await highestPrice(client, order));
    if (orderValue !== undefined && !(value <= orderValue))
      throw over(`the order is worth ${text(value)} USDT`, '--max-order-value', orderValue);
    const [assets] = await client.account.assets();
    const equity = Number(assets?.equity ?? 0);
    expectSmallLoss(equity);
    if (leverage !== undefined) {
      const all = (await exposureOf(client, order.instead)) + value;
      if (!(all <= equity * leverage))
        throw over(
          `positions and orders would be worth ${text(all / equity)} times the equity`,
          '--max-leverage',
          leverage,
        );
    }
    await expectWithinDay(client, value);
  };
  return {
    /**
     * Sends an order. Throws where it opens something and would pass a cap. Such orders go one
     * after the other, so that each is measured with those before it.
     */
    send: <Sent>(client: PerpetuaClient, order: CappedOrder, send: () => Promise<Sent>) => {
      if (!isBound || !isOpening(order.type)) return send();
      const sent = last.then(() => expectWithin(client, order)).then(send);
      last = sent.catch(() => undefined);
      return sent;
    },
    expectLeverage: (asked: number): void => {
      if (leverage !== undefined && asked > leverage)
        throw over(`a leverage of ${asked} was asked for`, '--max-leverage', leverage);
    },
  };
}

const DAY_MILLIS = 86_400_000;

const text = (value: number): string => value.toFixed(2);

const over = (what: string, flag: string, cap: number): Error =>
  new Error(
    `Not sent: ${what}, and this server was started with ${flag} ${cap}. Positions can still be ` +
      'closed, and orders canceled.',
  );

/** The highest price that an order may reasonably get. */
async function highestPrice({ market }: PerpetuaClient, order: CappedOrder): Promise<number> {
  if (order.triggerPrice !== undefined) return priceAt(order, Number(order.triggerPrice));
  const { last, best_ask: ask, markPrice: mark } = await market.ticker({ symbol: order.symbol });
  return priceAt(order, Math.max(...[last, ask, mark].map(Number)));
}

/** Who buys pays the limit at most. Who sells gets what the market pays, however low the limit. */
function priceAt({ type, price }: OrderPrices, market: number): number {
  const limit = Number(price ?? 0);
  return limit > 0 && !isShort(type) ? limit : Math.max(limit, market);
}

/** The value of all positions, and of what orders other than this one would still open. */
async function exposureOf(
  { account, order }: PerpetuaClient,
  without: string | number | undefined,
): Promise<number> {
  const [positions, working, waiting] = await Promise.all([
    account.allPosition(),
    order.current(),
    order.currentPlan(),
  ]);
  const opens = (each: { readonly order_id: string; readonly type: string }): boolean =>
    isOpening(each.type) && each.order_id !== String(without);
  const held = positions.map(({ open_value: value }) => Number(value));
  const ordered = working
    .filter(opens)
    .map(({ price, size, filled_qty: filled }) => Number(price) * (Number(size) - Number(filled)));
  const waits = waiting
    .filter(opens)
    .map((each) => priceAt(each, Number(each.triggerPrice)) * Number(each.size));
  return [...held, ...ordered, ...waits].reduce((sum, value) => sum + value, 0);
}

type Codes<Field extends keyof OrderPlaceOrderAsked> = Extract<OrderPlaceOrderAsked[Field], string>;

const ACTION_CODES = {
  open_long: '1',
  open_short: '2',
  close_long: '3',
  close_short: '4',
} as const satisfies Readonly<Record<string, Codes<'type'>>>;

type Action = keyof typeof ACTION_CODES;

/** The words of tools for orders, and the codes of version 2 that they stand for. */
export const ACTION_WORDS = ['open_long', 'open_short', 'close_long', 'close_short'] as const;

export const actionCode = (action: Action): Codes<'type'> => ACTION_CODES[action];

/** Whether an order adds to a position. Answers have the words in small or in capital letters. */
export const isOpening = (type: string): boolean => /^open_/i.test(type);

export const isShort = (type: string): boolean => /_short$/i.test(type);

const FORCE_CODES = {
  normal: '0',
  post_only: '1',
  fill_or_kill: '2',
  immediate_or_cancel: '3',
} as const;

type TimeInForceWord = keyof typeof FORCE_CODES;

export const FORCE_WORDS = ['normal', 'post_only', 'fill_or_kill', 'immediate_or_cancel'] as const;

export const timeInForceCode = (word: TimeInForceWord = 'normal') => FORCE_CODES[word];
