/** The records of fills. */
import type { Contract } from '../../domain/contract.ts';
import type { FillRow } from '../../domain/history.ts';
import type { OrderOrigin } from '../../domain/order.ts';
import { fillFigures } from '../fill-figures.ts';
import { MARGIN_MODE_NAMES, orderTypeOf } from './codes.ts';
import type { FillRecord, FillsRecord } from './order-records.ts';

export const fillRecord = (contract: Contract, fill: FillRow): FillRecord => ({
  tradeId: fill.trade,
  orderId: fill.order,
  symbol: contract.symbol,
  marginMode: MARGIN_MODE_NAMES[fill.marginMode],
  ...fillFigures(contract, fill),
  liquidateType: LIQUIDATE_TYPE_OF[fill.origin],
  legacyOrdeDirection: orderTypeOf(fill).toUpperCase() as FillRecord['legacyOrdeDirection'],
  createdTime: fill.at,
});

const LIQUIDATE_TYPE_OF: Readonly<Record<OrderOrigin, FillRecord['liquidateType']>> = {
  trader: 'NONE',
  reduction: 'REDUCE_LIQUIDATE',
  liquidation: 'FORCE_LIQUIDATE',
  deleveraging: 'AUTO_DELEVERAGE',
  reset: 'NONE',
  unwind: 'NONE',
};

/** Newest first, with how many there are in all. */
export const fillsRecord = (
  list: readonly FillRecord[],
  page: { readonly hasMore: boolean; readonly total: number },
): FillsRecord => ({ list: [...list], nextFlag: page.hasMore, totals: page.total });
