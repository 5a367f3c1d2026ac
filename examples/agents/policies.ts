/**
 * Three simple ways to trade, written as a language model would go about it: look with tools,
 * decide, act with a tool and give the reason. They are examples of how to use the tools, not of
 * what to trade.
 */

/** Calls a tool and returns what it told; throws with its words if it was refused. */
// biome-ignore lint/suspicious/noExplicitAny: every tool tells something else.
export type CallTool = (name: string, asked?: object) => Promise<any>;

export interface Trader {
  readonly team: string;
  readonly idea: string;
  /** One look at the market and what follows from it. */
  readonly play: (call: CallTool) => Promise<void>;
}

const SYMBOL = 'cmt_btcusdt';
const SIZE = '0.0500';
/** A trend is a move of this part of the price within the hour. */
const TREND = 0.002;

/** The change of the price over the last hour, as a part of it. */
async function lastMove(call: CallTool): Promise<number> {
  const candles = await call('get_candles', { symbol: SYMBOL, granularity: '5m', limit: 12 });
  return Number(candles[0][4]) / Number(candles.at(-1)[1]) - 1;
}

/** Holds the given side: closes the other one first. */
async function hold(call: CallTool, side: 'long' | 'short', reasoning: string): Promise<void> {
  const [position] = await call('get_positions', { symbol: SYMBOL });
  if (position?.side === side.toUpperCase()) return;
  if (position !== undefined) await call('close_position', { symbol: SYMBOL, reasoning });
  await call('place_order', { symbol: SYMBOL, action: `open_${side}`, size: SIZE, reasoning });
}

const percent = (part: number): string => `${(100 * part).toFixed(2)} %`;

const follower: Trader = {
  team: 'Followers',
  idea: 'Goes with the trend of the last hour.',
  play: async (call) => {
    const move = await lastMove(call);
    if (Math.abs(move) < TREND) return;
    const side = move > 0 ? 'long' : 'short';
    await hold(call, side, `The last hour moved ${percent(move)}: it may go on, so ${side}.`);
  },
};

const doubter: Trader = {
  team: 'Doubters',
  idea: 'Expects the last hour to be undone.',
  play: async (call) => {
    const move = await lastMove(call);
    if (Math.abs(move) < TREND) return;
    const side = move > 0 ? 'short' : 'long';
    await hold(call, side, `The last hour moved ${percent(move)}: too far, so ${side}.`);
  },
};

/** How far from the best prices the maker waits, as a part of the price. */
const DISTANCE = 0.0005;
const TICK = 0.1;

const HELD_MAX = 0.15;

/** Waits on both sides of the price, and moves its orders along with it. */
const maker: Trader = {
  team: 'Makers',
  idea: 'Offers both sides a little away from the price.',
  play: async (call) => {
    const { best_bid: bid, best_ask: ask } = await call('get_ticker', { symbol: SYMBOL });
    const [held] = await call('get_positions', { symbol: SYMBOL });
    const { working } = await call('get_open_orders', { symbol: SYMBOL });
    const wanted = [
      { action: held?.side === 'SHORT' ? 'close_short' : 'open_long', price: bid * (1 - DISTANCE) },
      { action: held?.side === 'LONG' ? 'close_long' : 'open_short', price: ask * (1 + DISTANCE) },
    ].filter(({ action }) => action.startsWith('close') || !(held?.size >= HELD_MAX));
    for (const { order_id: orderId, type } of working)
      if (!wanted.some(({ action }) => action === type))
        await call('cancel_order', { orderId, reasoning: 'It no longer fits what I hold.' });
    for (const { action, price: exact } of wanted) {
      const price = (Math.round(exact / TICK) * TICK).toFixed(1);
      const size =
        action.startsWith('close') && Number(held.size) < Number(SIZE) ? held.size : SIZE;
      const reasoning = `The market is ${bid} to ${ask}: I wait at ${price}.`;
      const own = working.find(({ type }: { type: string }) => type === action);
      const order = { symbol: SYMBOL, action, size, price, timeInForce: 'post_only' };
      if (own === undefined) await call('place_order', { ...order, reasoning });
      else await call('amend_order', { orderId: own.order_id, price, size, reasoning });
    }
  },
};

export const TRADERS: readonly Trader[] = [follower, doubter, maker];
