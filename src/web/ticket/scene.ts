/** Everything that the ticket's arithmetic needs, at this moment. */
import { computed } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import type { PositionSide } from '../../domain/side.ts';
import { type Lots, lots, NO_MONEY, NO_TICKS } from '../../domain/units.ts';
import { bestAsk, bestBid } from '../../views/depth.ts';
import { livingOrders } from '../account/account-state.ts';
import { isWaitingOrder } from '../account/change-order.ts';
import { deskOf, positionMode } from '../account/desk-settings.ts';
import type { AccountInputs } from '../account/figures.ts';
import { lotsOf } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { contract } from '../market/contracts.ts';
import { book } from '../market/order-book.ts';
import { markOf, tickerOf } from '../market/tickers.ts';
import type { TicketScene } from './preview.ts';

/** Without an account: what an order would cost an empty account. */
const NOBODY: AccountInputs = {
  wallet: NO_MONEY,
  frozen: NO_MONEY,
  held: [],
  markOf,
  takerFeeOf: (symbol) => deskOf(symbol).takerFee,
};

export const scene = computed((): TicketScene | undefined => {
  const known = contract.value;
  const ticker = known === undefined ? undefined : tickerOf(known.symbol).value;
  if (known === undefined || ticker === undefined) return undefined;
  const depth = book.value?.contract === known ? book.value.depth : undefined;
  return {
    contract: known,
    prices: {
      mark: ticker.mark,
      last: ticker.last,
      bestBid: depth === undefined ? NO_TICKS : bestBid(depth),
      bestAsk: depth === undefined ? NO_TICKS : bestAsk(depth),
    },
    desk: deskOf(known.symbol),
    account: reading.value ?? NOBODY,
    positionMode: positionMode.value,
    ordered: (side) => orderedLots(known, side),
  };
});

/** What the working orders of a side that open still want. */
function orderedLots(known: Contract, side: PositionSide): Lots {
  let wanted = 0;
  for (const order of livingOrders.value) {
    const { contractId, positionSide, reduceOnly, size, cumFillSize } = order;
    if (contractId !== known.symbol || positionSide !== side.toUpperCase()) continue;
    if (reduceOnly || isWaitingOrder(order)) continue;
    wanted += lotsOf(known, size) - lotsOf(known, cumFillSize);
  }
  return lots(wanted);
}
