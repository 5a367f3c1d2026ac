/** The book as two slopes: how much is wanted and offered, added up from the middle outward. */
import { useEffect, useState } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { lots, ticks } from '../../domain/units.ts';
import { formatLots, formatTicks } from '../../wire/quantity.ts';
import { type GroupedLevel, groupLevels } from '../market/group-levels.ts';
import { book, type OrderBook } from '../market/order-book.ts';
import { every } from '../parts/again.ts';
import { share, withCommas } from '../parts/numbers.ts';
import { Loading } from '../parts/panel.tsx';
import { takePrice } from '../ticket/draft.ts';
import { sayChart } from './chart-words.ts';

const EVERY_MILLIS = 300;
const WIDTH = 1_000;
const HEIGHT = 400;
const FILL = 0.9;
const OUTSIDE = 10;

/** The book changes with every frame; a slope is read more slowly. */
export function DepthChart() {
  const [known, set] = useState(book.peek());
  useEffect(() => every(EVERY_MILLIS, () => set(book.peek())), []);
  const shape = known === undefined ? undefined : shapeOf(known);
  if (shape === undefined) return <Loading />;
  return <Slopes shape={shape} />;
}

interface Shape {
  readonly contract: Contract;
  /** From the best outward, as far as the shorter side goes. */
  readonly bids: readonly GroupedLevel[];
  readonly asks: readonly GroupedLevel[];
  readonly middle: number;
  readonly span: number;
  readonly most: number;
}

function shapeOf({ contract, depth }: OrderBook): Shape | undefined {
  const all = Number.POSITIVE_INFINITY;
  const [bids, asks] = [groupLevels(depth.bids, 1, all), groupLevels(depth.asks, 1, all)];
  const [bid, ask, low, high] = [bids[0], asks[0], bids.at(-1), asks.at(-1)];
  if (bid === undefined || ask === undefined || low === undefined || high === undefined)
    return undefined;
  const middle = (bid.price + ask.price) / 2;
  const span = Math.min(middle - low.price, high.price - middle);
  const near = ({ price }: GroupedLevel): boolean => Math.abs(price - middle) < span;
  const shown = { bids: bids.filter(near), asks: asks.filter(near) };
  const most = Math.max(shown.bids.at(-1)?.total ?? 1, shown.asks.at(-1)?.total ?? 1);
  return { contract, ...shown, middle, span, most };
}

function Slopes({ shape }: { shape: Shape }) {
  const [pointed, point] = useState<number | undefined>(undefined);
  const { contract, bids, asks, middle, span } = shape;
  const priceAt = (at: number) => ticks(Math.round(middle - span + at * 2 * span));
  const totals = sayChart('depthText', {
    bids: formatLots(contract, bids.at(-1)?.total ?? lots(0)),
    asks: formatLots(contract, asks.at(-1)?.total ?? lots(0)),
    coin: contract.base,
    span: share(span / middle),
  });
  const shown = pointed === undefined ? totals : pointedText(shape, priceAt(pointed));
  return (
    <div class="column depth-chart">
      <p class="readout hint number">{shown}</p>
      <button
        type="button"
        class="depth-area"
        aria-label={totals}
        onPointerMove={(event) => point(shareOf(event))}
        onPointerLeave={() => point(undefined)}
        onClick={(event) => {
          const at = event.detail === 0 ? 0.5 : shareOf(event);
          takePrice(formatTicks(contract, priceAt(at)));
        }}
      >
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="up" d={pathOf(shape, bids)} />
          <path class="down" d={pathOf(shape, asks)} />
        </svg>
        {pointed === undefined ? null : (
          <span class="depth-cursor" style={{ left: `${pointed * 100}%` }} />
        )}
      </button>
      <p class="depth-scale hint number" aria-hidden="true">
        {[0, 0.5, 1].map((at) => (
          <span key={at}>{withCommas(formatTicks(contract, priceAt(at)))}</span>
        ))}
      </p>
    </div>
  );
}

function shareOf({ currentTarget, clientX }: { currentTarget: EventTarget; clientX: number }) {
  if (!(currentTarget instanceof Element)) return 0.5;
  const { left, width } = currentTarget.getBoundingClientRect();
  return Math.min(Math.max((clientX - left) / width, 0), 1);
}

function pointedText({ contract, bids, asks, middle }: Shape, price: number): string {
  const isBid = price < middle;
  const reached = (isBid ? bids : asks).findLast((level) =>
    isBid ? level.price >= price : level.price <= price,
  );
  return sayChart('depthAt', {
    size: formatLots(contract, reached?.total ?? lots(0)),
    coin: contract.base,
    price: withCommas(formatTicks(contract, ticks(price))),
  });
}

/** A step at each level, closed outside of the picture, so that no edge of it is drawn. */
function pathOf({ middle, span, most }: Shape, levels: readonly GroupedLevel[]): string {
  const across = (price: number): string =>
    (((price - middle) / span / 2 + 0.5) * WIDTH).toFixed(1);
  const steps = levels.map(
    ({ price, total }) => `H${across(price)}V${(HEIGHT * (1 - (total / most) * FILL)).toFixed(1)}`,
  );
  const edge = levels[0]?.price ?? middle;
  const end = edge < middle ? -OUTSIDE : WIDTH + OUTSIDE;
  const ground = HEIGHT + OUTSIDE;
  return `M${across(edge)} ${ground}${steps.join('')}H${end}V${ground}Z`;
}
