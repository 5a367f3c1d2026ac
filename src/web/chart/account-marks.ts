/** What the account has at the selected contract, as lines and arrows of the chart. */
import { computed } from '@preact/signals';
import type { ToldOrder } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { averageEntry } from '../../domain/position.ts';
import { lots, millis } from '../../domain/units.ts';
import { type Interval, openOf } from '../../views/interval.ts';
import { formatLots, formatTicks, tickText } from '../../wire/quantity.ts';
import { held, livingOrders, recentFills } from '../account/account-state.ts';
import { isReachable, liquidationOf } from '../account/figures.ts';
import { isWaitingOrder, movablePrice, trails, triggerNow } from '../account/own-orders.ts';
import { lotsOf } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { contract } from '../market/contracts.ts';
import { purposeWord, sayDoes } from '../tables/order-tables.tsx';
import { sayChart } from './chart-words.ts';
import type { DrawnFill, DrawnLine } from './price-chart.ts';

const ENTRY_EXTRA = 10_000;

const orderLines = computed((): readonly DrawnLine[] => {
  const known = contract.value;
  if (known === undefined) return [];
  return livingOrders.value
    .filter((order) => order.contractId === known.symbol)
    .flatMap((order): DrawnLine[] => {
      const isTrail = trails.value.has(order.id);
      const price = Number(isTrail ? triggerNow(order) : movablePrice(order));
      if (price === 0) return [];
      const title = `${orderName(order)} ${leftText(known, order)}`;
      const line = { key: order.id, price, title, colour: toneOfOrder(order), isDashed: true };
      return [isTrail ? line : { ...line, order }];
    });
});

function orderName(order: ToldOrder): string {
  if (!isWaitingOrder(order)) return sayDoes(order);
  const purpose = purposeWord(order);
  return purpose === 'kindPlan' || purpose === 'trailing'
    ? `${sayChart(purpose)} · ${sayDoes(order)}`
    : sayChart(purpose);
}

/** A profit is green and a loss is red, whichever side the order is of. */
function toneOfOrder(order: ToldOrder): 'up' | 'down' {
  const purpose = isWaitingOrder(order) ? purposeWord(order) : 'kindPlan';
  if (purpose === 'takeProfit' || purpose === 'stopLoss')
    return purpose === 'takeProfit' ? 'up' : 'down';
  return order.orderSide === 'BUY' ? 'up' : 'down';
}

/** What is not filled yet. */
const leftText = (known: Contract, { positionTpsl, size, cumFillSize }: ToldOrder): string =>
  positionTpsl
    ? sayChart('whole')
    : formatLots(known, lots(lotsOf(known, size) - lotsOf(known, cumFillSize)));

const positionLines = computed((): readonly DrawnLine[] => {
  const now = reading.value;
  const known = contract.value;
  if (now === undefined || known === undefined) return [];
  return held.value
    .filter((own) => own.contract === known)
    .flatMap((own): DrawnLine[] => {
      const { position } = own;
      const entry = (Number(averageEntry(known, position)) / ENTRY_EXTRA) * Number(tickText(known));
      const side = sayChart(position.side);
      const lines: DrawnLine[] = [
        {
          key: own.id,
          price: entry,
          title: `${sayChart('position')} ${side} ${formatLots(known, position.size)}`,
          colour: position.side === 'long' ? 'up' : 'down',
          isDashed: false,
        },
      ];
      const end = liquidationOf(now, own);
      if (isReachable(end, now.markOf(known.symbol)))
        lines.push({
          key: `${own.id}-end`,
          price: Number(formatTicks(known, end)),
          title: `${sayChart('liquidation')} ${side}`,
          colour: 'warn',
          isDashed: true,
        });
      return lines;
    });
});

/** Returns the same object while nothing has changed, so that lines are not redrawn in vain. */
let before: { readonly lines: readonly DrawnLine[]; readonly text: string } | undefined;
export const accountLines = computed((): readonly DrawnLine[] => {
  const lines = [...positionLines.value, ...orderLines.value];
  const text = JSON.stringify(lines);
  if (before?.text !== text) before = { lines, text };
  return before.lines;
});

/** Fills are drawn at their candle, those of one side as one. */
export function accountFills(interval: Interval): readonly DrawnFill[] {
  const known = contract.value;
  if (known === undefined) return [];
  const drawn = new Map<string, DrawnFill>();
  for (const { symbol, createdTime, orderSide } of recentFills.value) {
    if (symbol !== known.symbol) continue;
    const time = openOf(interval, millis(createdTime)) / 1_000;
    drawn.set(`${time}${orderSide}`, { time, isBuy: orderSide === 'BUY' });
  }
  return [...drawn.values()].sort((first, second) => first.time - second.time);
}
