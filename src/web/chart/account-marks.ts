/** What the account has at the selected contract, as lines and arrows of the chart. */
import { computed } from '@preact/signals';
import { averageEntry } from '../../domain/position.ts';
import { lots, millis, NO_TICKS } from '../../domain/units.ts';
import { type Interval, openOf } from '../../views/interval.ts';
import { formatLots, formatTicks } from '../../wire/quantity.ts';
import { held, livingOrders } from '../account/account-state.ts';
import { liquidationOf } from '../account/figures.ts';
import { lotsOf } from '../account/own-position.ts';
import { reading } from '../account/reading.ts';
import { recentFills } from '../account/recent-fills.ts';
import { contract } from '../market/contracts.ts';
import { say } from '../shell/language.ts';
import type { DrawnFill, DrawnLine } from './price-chart.ts';

const ENTRY_EXTRA = 10_000;

const orderLines = computed((): readonly DrawnLine[] =>
  livingOrders.value
    .filter((order) => order.contractId === contract.value?.symbol)
    .flatMap((order): DrawnLine[] => {
      const isWaiting = order.status === 'UNTRIGGERED';
      const price = Number(isWaiting ? order.triggerPrice : order.price);
      if (price === 0) return [];
      const word = isWaiting
        ? say('triggerShort')
        : say(order.orderSide === 'BUY' ? 'buy' : 'sell');
      const tone = order.orderSide === 'BUY' ? 'up' : 'down';
      const title = `${word} ${order.size}`;
      return [{ key: order.id, price, title, colour: tone, isDashed: true }];
    }),
);

const positionLines = computed((): readonly DrawnLine[] => {
  const now = reading.value;
  const known = contract.value;
  if (now === undefined || known === undefined) return [];
  return held.value
    .filter((own) => own.contract === known)
    .flatMap((own): DrawnLine[] => {
      const { position } = own;
      const entry = (Number(averageEntry(known, position)) / ENTRY_EXTRA) * tickOf();
      const side = say(position.side);
      const title = `${side} ${formatLots(known, position.size)}`;
      const lines: DrawnLine[] = [
        {
          key: own.id,
          price: entry,
          title,
          colour: position.side === 'long' ? 'up' : 'down',
          isDashed: false,
        },
      ];
      const end = liquidationOf(now, own);
      if (end !== NO_TICKS)
        lines.push({
          key: `${own.id}-end`,
          price: Number(formatTicks(known, end)),
          title: `${say('liquidationShort')} ${side}`,
          colour: 'warn',
          isDashed: true,
        });
      return lines;
    });
});

const tickOf = (): number => {
  const known = contract.value;
  return known === undefined ? 0 : known.priceEndStep / 10 ** known.priceDecimals;
};

/** Returns the same object while nothing has changed, so that lines are not redrawn in vain. */
let before: readonly DrawnLine[] = [];
export const accountLines = computed((): readonly DrawnLine[] => {
  const lines = [...positionLines.value, ...orderLines.value];
  if (JSON.stringify(lines) !== JSON.stringify(before)) before = lines;
  return before;
});

/** Fills are drawn at their candle, those of one side together. */
export function accountFills(interval: Interval): readonly DrawnFill[] {
  const known = contract.value;
  if (known === undefined) return [];
  const sums = new Map<string, { time: number; isBuy: boolean; size: number }>();
  for (const fill of recentFills.value) {
    if (fill.symbol !== known.symbol) continue;
    const time = openOf(interval, millis(fill.createdTime)) / 1_000;
    const isBuy = fill.orderSide === 'BUY';
    const key = `${time}${fill.orderSide}`;
    const before = sums.get(key)?.size ?? 0;
    sums.set(key, { time, isBuy, size: before + lotsOf(known, fill.fillSize) });
  }
  return [...sums.values()]
    .map(({ time, isBuy, size }) => ({ time, isBuy, text: formatLots(known, lots(size)) }))
    .sort((first, second) => first.time - second.time);
}
