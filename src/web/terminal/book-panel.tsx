/** The order book: asks above, bids below, each with a bar for its cumulative size. */
import { computed } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Contract } from '../../domain/contract.ts';
import { NO_TICKS, type Ticks, ticks } from '../../domain/units.ts';
import { formatLots, formatTicks } from '../../wire/quantity.ts';
import { livingOrders } from '../account/account-state.ts';
import { contract as chosen, findContract } from '../market/contracts.ts';
import { type GroupedLevel, groupLevels } from '../market/group-levels.ts';
import { book, type OrderBook } from '../market/order-book.ts';
import { tickerOf, ticksOf } from '../market/tickers.ts';
import { type Print, tape } from '../market/trade-tape.ts';
import { kept, Select } from '../parts/controls.tsx';
import { clockTime, share, withCommas } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { storedChoice } from '../shell/stored-choice.ts';
import { takePrice } from '../ticket/draft.ts';

/** In ticks. */
const STEPS = ['1', '10', '50', '100', '500', '1000'] as const;
/** The height of the line between the sides, as in the style sheet. */
const MIDDLE_HEIGHT = 44;
const ROWS_MIN = 3;

/** The arrow keys go from level to level; Enter takes the price. */
function stepLevel(event: KeyboardEvent): void {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
  const list = event.currentTarget;
  if (by === 0 || !(list instanceof HTMLElement)) return;
  event.preventDefault();
  const levels = [...list.querySelectorAll<HTMLElement>('.level')];
  const place = levels.findIndex((level) => level.matches(':focus'));
  levels[place + by]?.focus();
}

const grouping = storedChoice<(typeof STEPS)[number]>('grouping', STEPS, '1');
const step = computed(() => Number(grouping.value));

export const BookPanel = () => (
  <Panel title={say('orderBook')} class="book" tools={<StepChoice />}>
    <div class="list-head hint" aria-hidden="true">
      <span>{say('price')}</span>
      <span>{say('size')}</span>
      <span>{say('total')}</span>
    </div>
    {book.value === undefined ? <Loading /> : <Levels known={book.value} />}
  </Panel>
);

function StepChoice() {
  const contract = chosen.value;
  if (contract === undefined) return null;
  return (
    <Select
      label={say('groupBy')}
      options={STEPS.map((value) => ({
        value,
        label: formatTicks(contract, ticks(Number(value))),
      }))}
      {...kept(grouping)}
    />
  );
}

function Levels({ known: { contract, depth } }: { known: OrderBook }) {
  const [box, room] = useFittingRows<HTMLDivElement>(MIDDLE_HEIGHT);
  const count = Math.max(ROWS_MIN, Math.floor(room / 2));
  const asks = groupLevels(depth.asks, step.value, count);
  const bids = groupLevels(depth.bids, step.value, count);
  const most = Math.max(asks.at(-1)?.total ?? 1, bids.at(-1)?.total ?? 1);
  const rows = (side: 'ask' | 'bid', levels: readonly GroupedLevel[]) =>
    levels.map((level, place) => (
      <LevelRow
        key={`${side}${place}`}
        contract={contract}
        side={side}
        level={level}
        share={level.total / most}
        tabIndex={place === 0 ? 0 : -1}
      />
    ));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the levels inside.
    <div class="column levels" ref={box} onKeyDown={stepLevel}>
      <ul class="column side asks" aria-label={say('asks')}>
        {rows('ask', asks).reverse()}
      </ul>
      <Middle contract={contract} ask={asks[0]?.price} bid={bids[0]?.price} />
      <ul class="column side bids" aria-label={say('bids')}>
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
  /** The best of each side is in the Tab order; arrow keys reach the others. */
  readonly tabIndex: 0 | -1;
}

function LevelRow({ contract, side, level, share, tabIndex }: LevelRowProps) {
  const isOwn = hasOwn(contract, side, level.price);
  return (
    <li>
      <button
        type="button"
        tabIndex={tabIndex}
        class={`level ${side}`}
        style={{ backgroundSize: `${(share * 100).toFixed(2)}% 17px` }}
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
  const width = hasBoth ? share((ask - bid) / ask, 3) : '';
  const way = ticker?.way === 'up' || ticker?.way === 'down' ? ticker.way : '';
  return (
    <div class="middle">
      <span class={`middle-last ${way}`}>
        {ticker === undefined ? '–' : withCommas(ticker.row.lastPrice)}
      </span>
      <span class="middle-spread hint">
        {say('spread')} {spread} {width}
      </span>
    </div>
  );
}

/** The prices of the account's working orders, to mark them in the book. */
interface OwnPrice {
  readonly symbol: string;
  readonly side: 'ask' | 'bid';
  readonly price: Ticks;
}

const ownPrices = computed((): readonly OwnPrice[] =>
  livingOrders.value.flatMap((order) => {
    const contract = findContract(order.contractId);
    if (contract === undefined || order.status === 'UNTRIGGERED') return [];
    const side = order.orderSide === 'BUY' ? 'bid' : 'ask';
    return [{ symbol: order.contractId, side, price: ticksOf(contract, order.price) }];
  }),
);

/** Trades as they happen, newest first. */
export const TapePanel = () => (
  <Panel title={say('recentTrades')} class="tape">
    <div class="list-head hint" aria-hidden="true">
      <span>{say('price')}</span>
      <span>{say('size')}</span>
      <span>{say('time')}</span>
    </div>
    <Prints />
  </Panel>
);

function Prints() {
  const prints = tape.value;
  if (prints === undefined) return <Loading />;
  if (prints.length === 0) return <Empty text={say('noTrades')} />;
  return <Rows prints={prints} />;
}

/** A row stays where it is and shows another trade: rows that run down are hard to read. */
function Rows({ prints }: { prints: readonly Print[] }) {
  const [box, count] = useFittingRows<HTMLOListElement>();
  return (
    <ol class="prints" ref={box} aria-label={say('recentTrades')}>
      {prints.slice(0, count).map((print, place) => (
        <li key={place}>
          <span class={print.taker === 'buy' ? 'up' : 'down'}>{withCommas(print.price)}</span>
          <span>{print.size}</span>
          <time>{clockTime(print.at)}</time>
        </li>
      ))}
    </ol>
  );
}

/** As in the style sheet. */
const ROW_HEIGHT = 19;

/** `taken` is the height in pixels of what else is in the box. */
export function useFittingRows<Box extends HTMLElement>(
  taken = 0,
): readonly [RefObject<Box | null>, number] {
  const box = useRef<Box>(null);
  const [rows, set] = useState(0);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const measure = (): void =>
      set(Math.max(0, Math.floor(((box.current?.clientHeight ?? 0) - taken) / ROW_HEIGHT)));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(box.current);
    return () => watcher.disconnect();
  }, [taken]);
  return [box, rows];
}
