/** The newest trades of the selected contract: read once, then updated by the socket. */
import { signal } from '@preact/signals';
import { followTrades } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { publicClient, publicLink } from '../client/call.ts';
import { drawMarketSoon } from '../shell/frame.ts';
import { contract as chosen, followChosen } from './contracts.ts';

export interface Print {
  readonly at: number;
  readonly price: string;
  readonly size: string;
  readonly taker: 'buy' | 'sell';
}

/** Undefined while it is being read. */
export const tape = signal<readonly Print[] | undefined>(undefined);

const KEPT = 60;

export const watchTape = (): (() => void) => followChosen(tape, follow);

function follow(contract: Contract): () => void {
  let prints: readonly Print[] = [];
  const draw = (): void => {
    if (chosen.peek() === contract) tape.value = prints;
  };
  const { symbol } = contract;
  return followTrades(publicClient, publicLink, { symbol, past: KEPT }, (trades) => {
    const heard = trades.map(
      (trade): Print => ({
        at: Number(trade.time),
        price: trade.price,
        size: trade.size,
        taker: trade.buyerMaker ? 'sell' : 'buy',
      }),
    );
    prints = [...heard.reverse(), ...prints].slice(0, KEPT);
    drawMarketSoon(draw);
  });
}
