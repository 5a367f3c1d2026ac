/** Follows the move of the last two minutes with a small position, and turns with it. */
import type { ProgramDecision, ProgramState } from 'perpetua/contest';

const SIZE = 0.05;
const LOOK_BACK = 120;
/** Turning costs fees, so only a clear move counts. */
const CLEAR = 0.001;

export function decide(state: ProgramState, middles: number[] = []): ProgramDecision<number[]> {
  const { bids, asks } = state.markets['BTC']!;
  const middle = (bids[0]![0] + asks[0]![0]) / 2;
  middles.push(middle);
  const memory = middles.slice(-LOOK_BACK);
  const before = memory[0] ?? middle;
  const held = state.account.positions['BTC']?.size ?? 0;
  const wanted = middle > before ? SIZE : -SIZE;
  const isClear = memory.length === LOOK_BACK && Math.abs(middle / before - 1) > CLEAR;
  if (!isClear || Math.sign(held) === Math.sign(wanted)) return { memory };
  const side = wanted > 0 ? 'buy' : 'sell';
  return { orders: [{ contract: 'BTC', side, size: Math.abs(wanted - held) }], memory };
}
