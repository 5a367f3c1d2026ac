/** Fills as acts hand them to dialects, and the figures that every dialect writes alike. */
import type { Contract } from '../domain/contract.ts';
import type { FillRow } from '../domain/history.ts';
import { moneyText } from './amount-text.ts';
import { formatLots } from './quantity.ts';
import { POSITION_SIDE_NAMES, SIDE_NAMES } from './words.ts';

export interface FillsPage {
  readonly fills: readonly FillRow[];
  readonly hasMore: boolean;
}

export interface CountedFills extends FillsPage {
  /** The number of fills on all pages, counted up to a limit. */
  readonly total: number;
}

export const fillFigures = (contract: Contract, fill: FillRow) => ({
  separatedMode: 'COMBINED' as const,
  positionSide: POSITION_SIDE_NAMES[fill.positionSide],
  orderSide: SIDE_NAMES[fill.side],
  fillSize: formatLots(contract, fill.size),
  fillValue: moneyText(fill.value),
  fillFee: moneyText(fill.fee),
  liquidateFee: moneyText(fill.liquidationFee),
  realizePnl: moneyText(fill.realisedPnl),
  direction: fill.isMaker ? ('MAKER' as const) : ('TAKER' as const),
});

/** Returns a row of the sockets, without the fields that dialects name differently. */
export const socketFillFigures = (contract: Contract, fill: FillRow) => ({
  ...fillFigures(contract, fill),
  id: String(fill.trade),
  orderId: String(fill.order),
  separatedOpenOrderId: '0' as const,
  createdTime: String(fill.at),
  updatedTime: String(fill.at),
});
