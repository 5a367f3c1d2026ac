/** execution/list: fills and settlements of funding; position/closed-pnl: what orders brought. */

import { Type } from 'typebox';
import { type Contract, notionalOf } from '../../../domain/contract.ts';
import type { BillRow, FillRow, FundingRow } from '../../../domain/history.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { divideHalfEven, minus, plus } from '../../../domain/money.ts';
import { oppositePositionSide } from '../../../domain/side.ts';
import {
  FUNDING_SCALE,
  type Lots,
  lots,
  type Money,
  money,
  NO_LOTS,
  NO_MONEY,
  type Ppm,
  toBigInt,
} from '../../../domain/units.ts';
import { averageText, longRate, moneyText } from '../../amount-text.ts';
import type { Visitor } from '../../caller.ts';
import { isWireError } from '../../errors.ts';
import { codeField, ifSent } from '../../field.ts';
import type { FoundOrder } from '../../order-figures.ts';
import type { ListPlace } from '../../order-target.ts';
import { formatLots, formatMoney, formatPpm, formatTicks } from '../../quantity.ts';
import { flag, integer } from '../../record-field.ts';
import { symbolOf } from '../../symbol.ts';
import { COIN_NAME } from '../../words.ts';
import {
  anyCategory,
  categoryRows,
  coinFields,
  cursorField,
  cursorText,
  pagedRows,
  readList,
  rowsField,
  symbolOrAll,
  texts,
  v5,
  WEEK,
  windowFields,
} from '../endpoint.ts';
import { TARGET_FIELDS, targetSent } from './change-order.ts';
import { creationWord, linkIdOf, SIDE_WORDS, stopWord } from './order-record.ts';

export const EXECUTION_ROW = {
  ...texts('symbol', 'orderId', 'orderLinkId', 'side', 'orderPrice', 'orderQty', 'leavesQty'),
  ...texts('createType', 'orderType', 'stopOrderType', 'execFee', 'execId', 'execPrice'),
  ...texts('execQty', 'execType', 'execValue', 'execTime', 'feeCurrency', 'feeRate', 'tradeIv'),
  ...texts('markIv', 'markPrice', 'indexPrice', 'underlyingPrice', 'blockTradeId', 'closedSize'),
  ...texts('extraFees'),
  isMaker: flag('Whether it rested'),
  seq: integer('The place in the journal', 1_200),
};

/** A fill with its order, or a settlement of funding that was paid or received. */
export type ExecutionTold =
  | { readonly fill: FillRow; readonly order: FoundOrder['order'] | undefined }
  | { readonly bill: BillRow; readonly settled: FundingRow };

export interface ExecutionsTold {
  readonly rows: readonly ExecutionTold[];
  readonly next: ListPlace | null;
}

const UNUSED = {
  tradeIv: '',
  markIv: '',
  indexPrice: '',
  underlyingPrice: '',
  blockTradeId: '',
  extraFees: '',
  feeCurrency: COIN_NAME,
};

export function executionWord({ origin }: Pick<FillRow, 'origin'>): string {
  if (origin === 'liquidation' || origin === 'reduction') return 'BustTrade';
  return origin === 'deleveraging' ? 'AdlTrade' : 'Trade';
}

/** What a fill closed: all of it, or the part that closed the other side. */
export const closedOf = ({ effect, size, closedSize }: FillRow): Lots =>
  effect === 'close' ? size : closedSize;

export const feeRateOf = (
  fill: FillRow,
  order: FoundOrder['order'] | undefined,
): Ppm | undefined => (fill.isMaker ? order?.makerFee : order?.takerFee);

type TradeTold = Extract<ExecutionTold, { fill: FillRow }>;

export function tradeExecution({ fill, order }: TradeTold, contract: Contract) {
  const rate = feeRateOf(fill, order);
  return {
    ...UNUSED,
    symbol: symbolOf(contract),
    orderId: String(fill.order),
    orderLinkId: order === undefined ? '' : linkIdOf(order),
    side: SIDE_WORDS[fill.side] as string,
    orderPrice: formatTicks(contract, order?.price || order?.workingPrice || fill.price),
    orderQty: formatLots(contract, order?.size ?? fill.size),
    leavesQty: formatLots(
      contract,
      order === undefined ? NO_LOTS : lots(order.size - order.filled),
    ),
    createType: order === undefined ? '' : creationWord(order),
    orderType: order !== undefined && order.price > 0 ? 'Limit' : 'Market',
    stopOrderType: order === undefined ? '' : stopWord(order) || 'UNKNOWN',
    execFee: moneyText(plus(fill.fee, fill.liquidationFee)),
    execId: String(fill.trade),
    execPrice: formatTicks(contract, fill.price),
    execQty: formatLots(contract, fill.size),
    execType: executionWord(fill),
    execValue: formatMoney(fill.value),
    execTime: String(fill.at),
    feeRate: rate === undefined ? '' : formatPpm(rate),
    markPrice: formatTicks(contract, fill.price),
    closedSize: formatLots(contract, closedOf(fill)),
    isMaker: fill.isMaker,
    seq: fill.seq as number,
  };
}

/** The value that was funded follows from what was paid and the rate. */
function fundedBy(bill: BillRow, { rate, mark }: FundingRow, contract: Contract) {
  const paid = -toBigInt(bill.amount);
  const value =
    rate === 0 ? 0n : divideHalfEven((paid < 0n ? -paid : paid) * FUNDING_SCALE, abs(rate));
  const unit = toBigInt(notionalOf(contract, mark, lots(1)));
  return {
    at: bill.at,
    payment: money(paid),
    size: lots(unit === 0n ? 0 : Number(divideHalfEven(value, unit))),
    isLong: paid > 0n === rate > 0,
    rate,
    mark,
  };
}

/** A payment of funding; what is negative was received. */
export function fundingExecution(funded: ReturnType<typeof fundedBy>, contract: Contract) {
  const { rate, mark, size } = funded;
  return {
    ...UNUSED,
    symbol: symbolOf(contract),
    orderId: '',
    orderLinkId: '',
    side: funded.isLong ? 'Sell' : 'Buy',
    orderPrice: '0',
    orderQty: '0',
    leavesQty: '0',
    createType: '',
    orderType: 'UNKNOWN',
    stopOrderType: 'UNKNOWN',
    execFee: moneyText(funded.payment),
    // Every settlement of a position has a moment of its own, for lists and sockets alike.
    execId: `${symbolOf(contract)}-${funded.at}-${funded.isLong ? 'long' : 'short'}`,
    execPrice: formatTicks(contract, mark),
    execQty: formatLots(contract, size),
    execType: 'Funding',
    execValue: formatMoney(notionalOf(contract, mark, size)),
    execTime: String(funded.at),
    feeRate: longRate(rate),
    markPrice: formatTicks(contract, mark),
    closedSize: '0',
    isMaker: false,
    seq: 0,
  };
}

const abs = (rate: number): bigint => BigInt(rate < 0 ? -rate : rate);

function executionRow(told: ExecutionTold, { contractOf }: Pick<Visitor, 'contractOf'>) {
  if ('fill' in told) return tradeExecution(told, contractOf(told.fill.contract));
  const contract = contractOf(told.settled.contract);
  return fundingExecution(fundedBy(told.bill, told.settled, contract), contract);
}

const TYPES = ['Trade', 'Funding', 'BustTrade', 'AdlTrade', 'SessionSettlePnL', 'Settle'] as const;

export const EXECUTIONS = v5.ownGet('/execution/list', [1, 0], {
  id: 'bybitExecutions',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolOrAll(),
    ...coinFields(),
    ...TARGET_FIELDS,
    execType: ifSent(codeField(TYPES, 'Only of this type.')),
    ...windowFields(),
    limit: rowsField(100, 50),
    size: rowsField(100, 50),
    cursor: cursorField(),
  }),
  response: pagedRows(EXECUTION_ROW),
  summary: 'Fills, and settlements of funding',
  text: 'Newest first: of seven days unless a window is sent. `size` is another name of `limit`.',
  read: (sent, caller) => {
    const limit = sent.limit ?? sent.size;
    const asked = readList(
      { ...sent, ...(limit === undefined ? {} : { limit }) },
      { max: 100, fallback: 50, usual: WEEK },
      caller.venueNow(),
    );
    if (isWireError(asked)) return asked;
    const { execType } = sent;
    const target = targetSent(sent) ?? null;
    return {
      ...asked,
      target,
      hasFunding: target === null && (execType === undefined || execType === 'Funding'),
      hasFills: execType !== 'Funding',
      isAsked: (fill: FillRow): boolean =>
        execType === undefined || executionWord(fill) === execType,
    };
  },
  format: ({ rows, next }: ExecutionsTold, asked, caller) =>
    categoryRows(
      asked,
      rows.map((each) => executionRow(each, caller)),
      cursorText(next),
    ),
});

/** What one order closed. */
export interface Closing {
  readonly last: FillRow;
  readonly size: Lots;
  /** What was given up for it and what it cost to open, and the same of closing it. */
  readonly entryValue: Money;
  readonly exitValue: Money;
  readonly openFee: Money;
  readonly closeFee: Money;
  readonly fills: number;
}

interface Open {
  readonly size: number;
  readonly fee: Money;
}

const NOTHING: Open = { size: 0, fee: NO_MONEY };

const partOf = (whole: Money, part: number, of: number): Money =>
  of === 0 ? NO_MONEY : money(divideHalfEven(toBigInt(whole) * BigInt(part), BigInt(of)));

/**
 * Folds fills, oldest first, into what each order closed: the fee of opening is spread over the
 * lots that it opened, as the positions themselves do it.
 */
export function closingsOf(fills: readonly FillRow[]): Closing[] {
  const open = new Map<string, Open>();
  const closings = new Map<OrderId, Closing>();
  for (const fill of fills) {
    const closed = closedOf(fill);
    const own = `${fill.contract} ${fill.positionSide}`;
    const other = `${fill.contract} ${oppositePositionSide(fill.positionSide)}`;
    const closeFee = partOf(fill.fee, closed, fill.size);
    if (closed > 0) {
      const place = fill.effect === 'close' ? own : other;
      const { size, fee } = open.get(place) ?? NOTHING;
      const openFee = size === 0 ? NO_MONEY : partOf(fee, Math.min(closed, size), size);
      open.set(place, { size: Math.max(0, size - closed), fee: minus(fee, openFee) });
      closings.set(
        fill.order,
        added(closings.get(fill.order), fill, { closed, openFee, closeFee }),
      );
    }
    const opened = fill.size - closed;
    if (opened === 0) continue;
    const { size, fee } = open.get(own) ?? NOTHING;
    open.set(own, { size: size + opened, fee: plus(fee, minus(fill.fee, closeFee)) });
  }
  return [...closings.values()];
}

interface Part {
  readonly closed: Lots;
  readonly openFee: Money;
  readonly closeFee: Money;
}

function added(known: Closing | undefined, fill: FillRow, part: Part): Closing {
  const exit = partOf(fill.value, part.closed, fill.size);
  const entry = fill.side === 'sell' ? minus(exit, fill.realisedPnl) : plus(exit, fill.realisedPnl);
  return {
    last: fill,
    size: lots((known?.size ?? 0) + part.closed),
    entryValue: plus(known?.entryValue ?? NO_MONEY, entry),
    exitValue: plus(known?.exitValue ?? NO_MONEY, exit),
    openFee: plus(known?.openFee ?? NO_MONEY, part.openFee),
    closeFee: plus(plus(known?.closeFee ?? NO_MONEY, part.closeFee), fill.liquidationFee),
    fills: (known?.fills ?? 0) + 1,
  };
}

export interface ClosingTold extends Closing {
  readonly order: FoundOrder['order'] | undefined;
}

export interface ClosingsTold {
  readonly rows: readonly ClosingTold[];
  readonly next: { readonly at: FillRow['at']; readonly id: number } | null;
}

const ROW = texts(
  ...(['symbol', 'orderId', 'side', 'qty', 'orderPrice', 'orderType', 'execType'] as const),
  ...(['closedSize', 'cumEntryValue', 'avgEntryPrice', 'cumExitValue', 'avgExitPrice'] as const),
  ...(['closedPnl', 'fillCount', 'leverage', 'openFee', 'closeFee', 'createdTime'] as const),
  'updatedTime',
);

export const CLOSED_PNL = v5.ownGet('/position/closed-pnl', [1, 0], {
  id: 'bybitClosedPnl',
  request: Type.Object({
    category: anyCategory(),
    symbol: symbolOrAll(),
    ...windowFields(),
    limit: rowsField(100, 50),
    cursor: cursorField(),
  }),
  response: pagedRows(ROW),
  summary: 'What each closing order brought',
  text: 'Newest first, net of the fees of opening and closing; of seven days unless one is sent.',
  read: (sent, caller) => {
    const asked = readList(sent, { max: 100, fallback: 50, usual: WEEK }, caller.venueNow());
    return isWireError(asked) ? asked : { ...asked, closingsOf };
  },
  format: ({ rows, next }: ClosingsTold, asked, caller) =>
    categoryRows(
      asked,
      rows.map((row) => {
        const { last, size, entryValue, exitValue, openFee, closeFee, order } = row;
        const contract = caller.contractOf(last.contract);
        const gross =
          last.side === 'sell' ? minus(exitValue, entryValue) : minus(entryValue, exitValue);
        return {
          symbol: symbolOf(contract),
          orderId: String(last.order),
          side: SIDE_WORDS[last.side],
          qty: formatLots(contract, order?.size ?? size),
          orderPrice: formatTicks(contract, order?.price || order?.workingPrice || last.price),
          orderType: order !== undefined && order.price > 0 ? 'Limit' : 'Market',
          execType: executionWord(last),
          closedSize: formatLots(contract, size),
          cumEntryValue: moneyText(entryValue),
          avgEntryPrice: averageText(contract, entryValue, size),
          cumExitValue: moneyText(exitValue),
          avgExitPrice: averageText(contract, exitValue, size),
          closedPnl: moneyText(minus(minus(gross, openFee), closeFee)),
          fillCount: String(row.fills),
          leverage: String(order?.leverage ?? ''),
          openFee: moneyText(openFee),
          closeFee: moneyText(closeFee),
          createdTime: String(order?.createdAt ?? last.at),
          updatedTime: String(last.at),
        };
      }),
      cursorText(next),
    ),
});
