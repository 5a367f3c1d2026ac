/**
 * The book of the selected contract, kept with the venue's own fold of levels. Changes must follow
 * each other without a gap; if one is missing, the book is loaded again.
 */
import { effect, signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import { lots } from '../../domain/units.ts';
import { createDepth, type Depth, type DepthSide, setLevel } from '../../views/depth.ts';
import { findDecimal } from '../../wire/quantity.ts';
import type { SocketDepth } from '../../wire/v2/socket-records.ts';
import { publicLink } from '../client/links.ts';
import { drawSoon } from '../shell/frame.ts';
import { contract as chosen } from './contracts.ts';
import { ticksOf } from './tickers.ts';

export interface OrderBook {
  readonly contract: Contract;
  readonly depth: Depth;
  /** How often a gap was found. */
  readonly gaps: number;
}

/** A new object with each frame in which something changed; the levels inside are the same. */
export const book = signal<OrderBook | undefined>(undefined);

const LEVELS = 200;

export const watchBook = (): (() => void) =>
  effect(() => {
    const contract = chosen.value;
    book.value = undefined;
    return contract === undefined ? undefined : follow(contract);
  });

function follow(contract: Contract): () => void {
  const channel = `depth.${contract.symbol}.${LEVELS}`;
  let depth: Depth | undefined;
  let gaps = 0;
  const draw = (): void => {
    if (chosen.peek() === contract && depth !== undefined) book.value = { contract, depth, gaps };
  };
  return publicLink.subscribe(channel, {
    begin: () => {
      depth = undefined;
    },
    hear: ({ data }) => {
      const changes: readonly SocketDepth[] = data ?? [];
      const [change] = changes;
      if (change === undefined) return;
      if (change.depthType === 'SNAPSHOT') depth = createDepth(contract.id);
      else if (depth === undefined) return;
      else if (Number(change.startVersion) !== depth.version + 1) {
        depth = undefined;
        gaps += 1;
        publicLink.renew(channel);
        return;
      }
      applyChange(contract, depth, change);
      drawSoon(draw);
    },
  });
}

function applyChange(contract: Contract, depth: Depth, change: SocketDepth): void {
  depth.version = Number(change.endVersion);
  const put = (side: DepthSide, levels: SocketDepth['asks']): void => {
    for (const { price, size } of levels) {
      const units = findDecimal(size, contract.sizeDecimals) ?? 0n;
      setLevel(side, ticksOf(contract, price), lots(Number(units / BigInt(contract.lotStep))));
    }
  };
  put(depth.asks, change.asks);
  put(depth.bids, change.bids);
}
