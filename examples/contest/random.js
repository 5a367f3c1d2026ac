/** Trades now and then, either way: what luck alone does. */
const SIZE = 0.02;
const MOST = 0.1;

export function decide(state) {
  if (Math.random() > 0.02) return {};
  const held = state.account.positions.BTC?.size ?? 0;
  const isFull = Math.abs(held) > MOST;
  const buys = isFull ? held < 0 : Math.random() < 0.5;
  const size = isFull ? Math.abs(held) : SIZE;
  return { orders: [{ contract: 'BTC', side: buys ? 'buy' : 'sell', size }] };
}
