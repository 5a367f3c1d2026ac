/** Follows the move of two minutes, or since its last decision, and turns with it. */
import type { ProgramDecision, ProgramState } from 'perpetua/contest';

const SIZE = 0.05;
const LOOK_BACK_MILLIS = 120_000;
/** Turning costs fees, so only a clear move counts. */
const CLEAR = 0.0005;

type Seen = readonly (readonly [at: number, middle: number])[];

export function decide(state: ProgramState, seen: Seen = []): ProgramDecision<Seen> {
  const { bids, asks } = state.markets['BTC']!;
  const middle = (bids[0]![0] + asks[0]![0]) / 2;
  const from = state.at - LOOK_BACK_MILLIS;
  const since = seen.findLastIndex(([at]) => at <= from);
  const memory: Seen = [...seen.slice(Math.max(0, since)), [state.at, middle]];
  const [first, before] = memory[0]!;
  const held = state.account.positions['BTC']?.size ?? 0;
  const wanted = middle > before ? SIZE : -SIZE;
  const isClear = first <= from && Math.abs(middle / before - 1) > CLEAR;
  if (!isClear || Math.sign(held) === Math.sign(wanted)) return { memory };
  const side = wanted > 0 ? 'buy' : 'sell';
  return { orders: [{ contract: 'BTC', side, size: Math.abs(wanted - held) }], memory };
}
