/** The newest trades of the selected contract: read once, then updated by the socket. */
import { effect, signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import type { TradeRecord } from '../../wire/v2/market/trades.ts';
import type { SocketTrade } from '../../wire/v2/socket-records.ts';
import { ask } from '../client/call.ts';
import { publicLink } from '../client/links.ts';
import { drawSoon } from '../shell/frame.ts';
import { contract as chosen } from './contracts.ts';

export interface Print {
  readonly key: number;
  readonly at: number;
  readonly price: string;
  readonly size: string;
  readonly taker: 'buy' | 'sell';
}

/** Undefined while it is being read. */
export const tape = signal<readonly Print[] | undefined>(undefined);

const KEPT = 60;

export const watchTape = (): (() => void) =>
  effect(() => {
    const contract = chosen.value;
    tape.value = undefined;
    return contract === undefined ? undefined : follow(contract);
  });

function follow(contract: Contract): () => void {
  let prints: Print[] | undefined;
  let early: Print[] = [];
  let key = 0;
  const draw = (): void => {
    if (chosen.peek() === contract && prints !== undefined) tape.value = prints;
  };
  const read = async (): Promise<void> => {
    const fields = { symbol: contract.symbol, limit: KEPT };
    const outcome = await ask<TradeRecord[]>({ path: '/market/trades', fields });
    if (!outcome.ok) return;
    const known = outcome.value.map((row): Print => {
      key += 1;
      return {
        key: -key,
        at: row.time,
        price: row.price,
        size: row.size,
        taker: takerOf(row.isBuyerMaker),
      };
    });
    // Trades that arrived while this was read may be in it already; times tell.
    const newestKnown = known[0]?.at ?? 0;
    prints = [...early.filter(({ at }) => at > newestKnown), ...known].slice(0, KEPT);
    drawSoon(draw);
  };
  return publicLink.subscribe(`trades.${contract.symbol}`, {
    // Trades have no snapshot, so those missed during a lost connection are read.
    begin: () => {
      prints = undefined;
      early = [];
      void read();
    },
    hear: ({ data }) => {
      const rows: readonly SocketTrade[] = data ?? [];
      const heard = rows.map((row): Print => {
        key += 1;
        return {
          key,
          at: Number(row.time),
          price: row.price,
          size: row.size,
          taker: takerOf(row.buyerMaker),
        };
      });
      heard.reverse();
      if (prints === undefined) early = [...heard, ...early].slice(0, KEPT);
      else prints = [...heard, ...prints].slice(0, KEPT);
      drawSoon(draw);
    },
  });
}

const takerOf = (isBuyerMaker: boolean): Print['taker'] => (isBuyerMaker ? 'sell' : 'buy');
