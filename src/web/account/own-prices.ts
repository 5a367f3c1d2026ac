/** The prices of the account's working orders, to mark them in the book and on the chart. */
import { computed } from '@preact/signals';
import type { Ticks } from '../../domain/units.ts';
import { findContract } from '../market/contracts.ts';
import { ticksOf } from '../market/tickers.ts';
import { livingOrders } from './account-state.ts';

export interface OwnPrice {
  readonly symbol: string;
  readonly side: 'ask' | 'bid';
  readonly price: Ticks;
}

export const ownPrices = computed((): readonly OwnPrice[] =>
  livingOrders.value.flatMap((order) => {
    const contract = findContract(order.contractId);
    if (contract === undefined || order.status === 'UNTRIGGERED') return [];
    const side = order.orderSide === 'BUY' ? 'bid' : 'ask';
    return [{ symbol: order.contractId, side, price: ticksOf(contract, order.price) }];
  }),
);
