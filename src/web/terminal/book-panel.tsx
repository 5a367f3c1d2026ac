/** The order book: asks above, bids below, each with a bar for its cumulative size. */
import { computed } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import { NO_TICKS, type Ticks, ticks } from '../../domain/units.ts';
import { formatLots, formatTicks } from '../../wire/quantity.ts';
import { ownPrices } from '../account/own-prices.ts';
import { contract as chosen } from '../market/contracts.ts';
import { type GroupedLevel, groupLevels } from '../market/group-levels.ts';
import { book, type OrderBook } from '../market/order-book.ts';
import { tickerOf } from '../market/tickers.ts';
import { percent, withCommas } from '../parts/numbers.ts';
import { Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { takePrice } from '../ticket/draft.ts';

/** In ticks. */
const STEPS = ['1', '10', '50', '100', '500', '1000'] as const;
const ROWS = 12;

const grouping = storedChoice<(typeof STEPS)[number]>('grouping', STEPS, '1');
const step = computed(() => Number(grouping.value));

export const BookPanel = () => (
  <Panel title={say('orderBook')} class="book" tools={<StepChoice />}>
    <div class="list-head" aria-hidden="true">
      <span>{say('price')}</span>
      <span>{say('size')}</span>
      <span>{say('total')}</span>
    </div>
    {book.value === undefined ? <Loading text={say('loading')} /> : <Levels known={book.value} />}
  </Panel>
);

function StepChoice() {
  const contract = chosen.value;
  if (contract === undefined) return null;
  return (
    <select
      class="small-select"
      aria-label={say('groupBy')}
      value={grouping.value}
      onChange={(event) => {
        const chosenStep = STEPS.find((count) => count === event.currentTarget.value);
        if (chosenStep !== undefined) grouping.value = chosenStep;
      }}
    >
      {STEPS.map((count) => (
        <option key={count} value={count}>
          {formatTicks(contract, ticks(Number(count)))}
        </option>
      ))}
    </select>
  );
}

function Levels({ known: { contract, depth } }: { known: OrderBook }) {
  const asks = groupLevels(depth.asks, step.value, ROWS);
  const bids = groupLevels(depth.bids, step.value, ROWS);
  const most = Math.max(asks.at(-1)?.total ?? 1, bids.at(-1)?.total ?? 1);
  const rows = (side: 'ask' | 'bid', levels: readonly GroupedLevel[]) =>
    levels.map((level, place) => (
      <LevelRow
        key={`${side}${place}`}
        contract={contract}
        side={side}
        level={level}
        share={level.total / most}
      />
    ));
  return (
    <div class="levels">
      <ul class="side asks" aria-label={say('asks')}>
        {rows('ask', asks).reverse()}
      </ul>
      <Middle contract={contract} ask={asks[0]?.price} bid={bids[0]?.price} />
      <ul class="side bids" aria-label={say('bids')}>
        {rows('bid', bids)}
      </ul>
    </div>
  );
}

interface LevelRowProps {
  readonly contract: Contract;
  readonly side: 'ask' | 'bid';
  readonly level: GroupedLevel;
  readonly share: number;
}

function LevelRow({ contract, side, level, share }: LevelRowProps) {
  const isOwn = hasOwn(contract, side, level.price);
  // Not in the Tab order: the price can be typed in the ticket as well.
  return (
    <li>
      <button
        type="button"
        tabIndex={-1}
        class={`level ${side}`}
        style={{ '--share': share.toFixed(4) }}
        data-own={isOwn ? 'yes' : undefined}
        onClick={() => takePrice(formatTicks(contract, level.price))}
      >
        <span class={side === 'ask' ? 'down' : 'up'}>
          {withCommas(formatTicks(contract, level.price))}
        </span>
        <span>{formatLots(contract, level.size)}</span>
        <span>{formatLots(contract, level.total)}</span>
      </button>
    </li>
  );
}

/** Whether this level has one of the account's own orders. */
function hasOwn(contract: Contract, side: 'ask' | 'bid', price: Ticks): boolean {
  const width = step.value;
  return ownPrices.value.some((own) => {
    if (own.symbol !== contract.symbol || own.side !== side) return false;
    const gap = side === 'bid' ? own.price - price : price - own.price;
    return gap >= 0 && gap < width;
  });
}

interface MiddleProps {
  readonly contract: Contract;
  readonly ask: Ticks | undefined;
  readonly bid: Ticks | undefined;
}

function Middle({ contract, ask = NO_TICKS, bid = NO_TICKS }: MiddleProps) {
  const ticker = tickerOf(contract.symbol).value;
  const hasBoth = ask !== NO_TICKS && bid !== NO_TICKS;
  const spread = hasBoth ? formatTicks(contract, ticks(ask - bid)) : '–';
  const share = hasBoth ? percent(String((ask - bid) / ask), 3).replace('+', '') : '';
  const way = ticker?.way === 'up' || ticker?.way === 'down' ? ticker.way : '';
  return (
    <div class="middle">
      <span class={`middle-last ${way}`}>
        {ticker === undefined ? '–' : withCommas(ticker.row.lastPrice)}
      </span>
      <span class="middle-spread">
        {say('spread')} {spread} {share}
      </span>
    </div>
  );
}
