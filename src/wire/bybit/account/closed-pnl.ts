/** position/closed-pnl: what each closing order brought. */
import { Type } from 'typebox';
import type { FillRow } from '../../../domain/history.ts';
import type { OrderId } from '../../../domain/ids.ts';
import { divideHalfEven, minus, plus } from '../../../domain/money.ts';
import { oppositePositionSide } from '../../../domain/side.ts';
import { type Lots, lots, type Money, money, NO_MONEY, toBigInt } from '../../../domain/units.ts';
import { averageText, moneyText } from '../../amount-text.ts';
import { isWireError } from '../../errors.ts';
import type { FoundOrder } from '../../order-figures.ts';
import { formatLots, formatTicks } from '../../quantity.ts';
import { symbolOf } from '../../symbol.ts';
import { categoryRows, pagedRows, texts, v5 } from '../endpoint.ts';
import { closedOf, executionWord } from '../orders/executions.ts';
import { SIDE_WORDS } from '../orders/order-words.ts';
import {
  anyCategory,
  cursorField,
  cursorText,
  readList,
  rowsField,
  symbolOrAll,
  WEEK,
  windowFields,
} from '../query.ts';

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
