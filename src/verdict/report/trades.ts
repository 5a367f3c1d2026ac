/** The best and the worst trades, each with a cut-out of the chart. */
import { coinsOf, NOTABLE, type NotableTrade } from '../digest.ts';
import { escaped, lineOf, plot } from './plot.ts';
import type { ReportInput } from './report-input.ts';
import { lookOf, signedUsdt, timeText, usdt } from './words.ts';

export function tradesSection({ lives, openOf }: ReportInput): string {
  const ranked = lives
    .flatMap(({ notable }) => notable)
    .toSorted((one, other) => coinsOf(one.trade.result) - coinsOf(other.trade.result));
  if (ranked.length === 0) return '';
  const [first] = ranked;
  const half = Math.min(NOTABLE, Math.floor(ranked.length / 2));
  const worst = ranked.slice(0, Math.min(NOTABLE, ranked.length - half));
  const best = half === 0 ? [] : ranked.slice(-half).toReversed();
  const show = (title: string, trades: readonly NotableTrade[]): string =>
    trades.length === 0
      ? ''
      : `<h3>${title}</h3><div class="trades">${trades.map(tradeOf).join('')}</div>`;
  return [
    '<h2>The best and the worst trades</h2><p class="note">The middle of the book around each ',
    'trade; the shade is the time it was open, dots are fills.',
    openOf === undefined || first === undefined
      ? '</p>'
      : ' The venue right before the worst, with its page and its book, or with --why how it ' +
        `came about:</p><pre>${escaped(openOf(first.seed, first.trade.trade))}</pre>`,
    show('Best', best),
    '<p></p>',
    show(half === 0 ? 'The only one' : 'Worst', worst),
  ].join('');
}

function tradeOf(notable: NotableTrade): string {
  const { seed, trade } = notable;
  const result = coinsOf(trade.result);
  const size = coinsOf(trade.size);
  const costs = coinsOf(trade.fees + trade.slippage + trade.liquidation);
  return [
    `<div class="trade"><b class="${lookOf(result)}">${signedUsdt(result)}</b>`,
    `${trade.side} ${Number(size.toPrecision(6))} ${escaped(trade.contract)}`,
    trade.end === 'closed' ? '' : `, ${trade.end === 'open' ? 'open at the end' : trade.end}`,
    cutOutOf(notable),
    `<span class="quiet">${timeText(trade.openedAt)}<br>`,
    `price ${signedUsdt(coinsOf(trade.price))}, costs ${signedUsdt(costs)}<br>`,
    `<code>--at ${escaped(seed)}:${trade.trade}</code></span></div>`,
  ].join('');
}

function cutOutOf({ trade, fills, strip }: NotableTrade): string {
  if (strip === undefined || strip.prices.length < 2) return '';
  const { from, stepMillis } = strip;
  const end = from + (strip.prices.length - 1) * stepMillis;
  const marks = fills.map(({ at, price, side }) => ({ at, side, price: coinsOf(price) }));
  const all = [...strip.prices, ...marks.map(({ price }) => price)].filter((price) => price > 0);
  const y = [Math.min(...all), Math.max(...all)] as const;
  const title = `Price around the trade, ${usdt(y[0])} to ${usdt(y[1])}`;
  const frame = { width: 180, height: 70, x: [from, end] as const, y, title, isBare: true };
  return plot(frame, (scale) => {
    const [opened, closed] = [
      scale.x(trade.openedAt),
      scale.x(Math.min(trade.closedAt ?? end, end)),
    ];
    // A book that was still empty has no middle.
    const points = Array.from(strip.prices, (price, at) => ({ price, at }))
      .filter(({ price }) => price > 0)
      .map(({ price, at }): [number, number] => [scale.x(from + at * stepMillis), scale.y(price)]);
    return [
      `<rect class="held" x="${opened}" y="0" width="${Math.max(1, closed - opened)}" ` +
        'height="70"/>',
      lineOf(points, 'price'),
      ...marks.map(
        ({ at, price, side }) =>
          `<circle class="${side === 'buy' ? 'gain' : 'loss'}" cx="${scale.x(at)}" ` +
          `cy="${scale.y(price)}" r="2.6"/>`,
      ),
    ];
  });
}
