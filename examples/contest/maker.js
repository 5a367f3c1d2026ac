/** Quotes both sides a little away from the middle, less on the side where it holds already. */
const SIZE = 0.02;
const AWAY = 0.0006;
const MOST = 0.1;

export function decide(state) {
  if (state.step % 5 !== 0) return {};
  const { index } = state.markets.BTC;
  const held = state.account.positions.BTC?.size ?? 0;
  const lean = (held / MOST) * AWAY;
  const orders = [];
  if (held < MOST) orders.push(quote('buy', index * (1 - AWAY - lean)));
  if (held > -MOST) orders.push(quote('sell', index * (1 + AWAY - lean)));
  return { cancels: 'all', orders };
}

const quote = (side, price) => ({ contract: 'BTC', side, price, size: SIZE, type: 'post-only' });
