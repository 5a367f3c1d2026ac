/** The middle of every book, before each order: depth is folded here from the same events. */
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { NO_TICKS, type Ticks } from '../domain/units.ts';
import {
  bestAsk,
  bestBid,
  createDepth,
  type Depth,
  type DepthView,
  foldDepth,
  type Level,
  setLevel,
} from '../views/depth.ts';

export interface BookLevels {
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export type Middles = ReturnType<typeof createMiddles>;

export function createMiddles(
  contracts: readonly Contract[],
  levelsOf: (contract: ContractId) => BookLevels,
) {
  const view: DepthView = { depths: contracts.map(({ id }) => depthFrom(id, levelsOf(id))) };
  const found = { taker: 0, twice: 0 };
  /** Twice the middle, in ticks; zero while a side of the book is empty. */
  const twice = (contract: ContractId): number => {
    const depth = view.depths[contract];
    if (depth === undefined) return 0;
    const [bid, ask]: [Ticks, Ticks] = [bestBid(depth), bestAsk(depth)];
    return bid === NO_TICKS || ask === NO_TICKS ? 0 : bid + ask;
  };
  /** The same, as the order found it that takes in this fill. */
  const before = (contract: ContractId, taker: number): number => {
    if (taker !== found.taker) Object.assign(found, { taker, twice: twice(contract) });
    return found.twice;
  };
  return {
    twice,
    before,
    fold: (event: Event): void => {
      switch (event.kind) {
        case 'fill-settled':
          before(event.contract, event.taker.order);
          foldDepth(view, event);
          break;
        case 'contract-listed':
        case 'order-rested':
        case 'order-amended':
        case 'order-canceled':
        case 'levels-played':
          foldDepth(view, event);
          break;
        default:
      }
    },
  };
}

function depthFrom(contract: ContractId, { bids, asks }: BookLevels): Depth {
  const depth = createDepth(contract);
  for (const { price, size } of bids) setLevel(depth.bids, price, size);
  for (const { price, size } of asks) setLevel(depth.asks, price, size);
  return depth;
}
