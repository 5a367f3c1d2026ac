/**
 * The book of the selected contract, kept with the venue's own fold of levels. The client sees to
 * it that no change is missing.
 */
import { signal } from '@preact/signals';
import { type DepthFrame, followDepth } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { lots } from '../../domain/units.ts';
import { createDepth, type Depth, type DepthSide, setLevel } from '../../views/depth.ts';
import { findDecimal } from '../../wire/quantity.ts';
import { publicLink } from '../client/call.ts';
import { drawMarketSoon } from '../shell/frame.ts';
import { contract as chosen, followChosen } from './contracts.ts';
import { ticksOf } from './tickers.ts';

export interface OrderBook {
  readonly contract: Contract;
  readonly depth: Depth;
}

/** A new object with each frame in which something changed; the levels inside are the same. */
export const book = signal<OrderBook | undefined>(undefined);

export const watchBook = (): (() => void) => followChosen(book, follow);

function follow(contract: Contract): () => void {
  let depth: Depth | undefined;
  const draw = (): void => {
    if (chosen.peek() === contract && depth !== undefined) book.value = { contract, depth };
  };
  return followDepth(publicLink, contract, {
    hear: (frame) => {
      if (depth === undefined || frame.depthType === 'SNAPSHOT') depth = createDepth(contract.id);
      applyChange(contract, depth, frame);
      drawMarketSoon(draw);
    },
  });
}

function applyChange(contract: Contract, depth: Depth, change: DepthFrame): void {
  depth.version = Number(change.endVersion);
  const put = (side: DepthSide, levels: DepthFrame['asks']): void => {
    for (const { price, size } of levels) {
      const units = findDecimal(size, contract.sizeDecimals) ?? 0n;
      setLevel(side, ticksOf(contract, price), lots(Number(units / BigInt(contract.lotStep))));
    }
  };
  put(depth.asks, change.asks);
  put(depth.bids, change.bids);
}
