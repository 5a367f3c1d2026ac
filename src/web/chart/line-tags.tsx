/**
 * The names of the account's lines, over the chart. That of an order is a button: dragged, or moved
 * by the arrow keys, it changes the order.
 */
import { effect, signal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type { ToldOrder } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { ticks } from '../../domain/units.ts';
import { formatTicks, tickText } from '../../wire/quantity.ts';
import { changeOrder, movablePrice } from '../account/own-orders.ts';
import { contract as chosen } from '../market/contracts.ts';
import { Button, put, SendForm, Switch } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { withCommas } from '../parts/numbers.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { accountLines } from './account-marks.ts';
import { sayChart } from './chart-words.ts';
import type { DrawnLine, PriceChart } from './price-chart.ts';
import { askBefore } from './studies.ts';

/** An order on its way, and whether it was let go and waits for an answer. */
interface Moving {
  readonly order: ToldOrder;
  readonly title: string;
  readonly price: string;
  readonly isAsked: boolean;
}

const moving = signal<Moving | undefined>(undefined);

/** On the tick. */
export const snapped = (contract: Contract, price: number): string =>
  formatTicks(contract, ticks(Math.max(1, Math.round(price / Number(tickText(contract))))));

const LEFT = 8;
const GAP = 4;
const TAG_HEIGHT = 20;

/** Read anew only when a tag says something else: reading it makes the browser lay out the page. */
const widths = new WeakMap<HTMLElement, { readonly text: string; readonly width: number }>();

function widthOf(tag: HTMLElement): number {
  const text = `${tag.textContent}${tag.getAttribute('data-beyond') ?? ''}`;
  const known = widths.get(tag);
  if (known?.text === text) return known.width;
  const width = tag.offsetWidth;
  widths.set(tag, { text, width });
  return width;
}

/**
 * Tags that would cover each other stand side by side, and below where the pane ends; those beyond
 * the pane stand at its edge.
 */
function place(box: HTMLElement, chart: PriceChart, highest: number): void {
  const { height, width: room } = chart.size;
  const tags = [...box.querySelectorAll<HTMLElement>('[data-price]')]
    .map((tag) => {
      const at = chart.heightOf(Number(tag.getAttribute('data-price')));
      const top = Math.min(Math.max((at ?? 0) - TAG_HEIGHT / 2, highest), height - TAG_HEIGHT);
      const beyond = at === undefined ? undefined : at < 0 ? 'above' : at > height ? 'below' : '';
      // An arrow then shows where it is, and takes room.
      if (beyond === '') tag.removeAttribute('data-beyond');
      else tag.setAttribute('data-beyond', beyond ?? '');
      return { tag, top, beyond, width: widthOf(tag) };
    })
    .toSorted((first, second) => first.top - second.top);
  let row = { top: Number.NEGATIVE_INFINITY, right: 0 };
  for (const { tag, top, beyond, width } of tags) {
    const isBeside = top - row.top < TAG_HEIGHT && row.right + GAP + width <= room;
    const under = Math.max(top, row.top + TAG_HEIGHT + 1);
    row = isBeside
      ? { top: row.top, right: row.right + GAP + width }
      : { top: Math.min(under, height - TAG_HEIGHT), right: LEFT + width };
    const at = isBeside && beyond === '' ? top : row.top;
    tag.style.transform = `translate(${row.right - width}px, ${Math.round(at)}px)`;
  }
}

interface TagScene {
  readonly box: () => HTMLElement | null;
  readonly chart: () => PriceChart | undefined;
  /** How much of the chart is under what the cursor reads: tags stand below it. */
  readonly covered: () => number;
}

/** Places the tags in every frame in which the chart is drawn, when it knows its heights. */
export const tagPlacer = ({ box, chart, covered }: TagScene) => {
  let isAsked = false;
  const draw = (): void => {
    isAsked = false;
    const [tags, drawn] = [box(), chart()];
    if (tags?.firstChild && drawn !== undefined) place(tags, drawn, covered());
  };
  return () => {
    if (!isAsked) queueMicrotask(draw);
    isAsked = true;
  };
};

export function LineTags({ chart, placed }: { chart: PriceChart; placed: () => void }) {
  useEffect(placed);
  useEffect(
    () =>
      effect(() => {
        const now = moving.value;
        chart.setMoved(now && { key: now.order.id, price: Number(now.price) });
      }),
    [chart],
  );
  return (
    <>
      {accountLines.value.map((line) =>
        line.order === undefined ? (
          <span key={line.key} class={`line-tag ${line.colour}`} data-price={line.price}>
            {line.title}
          </span>
        ) : (
          <MovableTag key={line.key} chart={chart} line={line} order={line.order} />
        ),
      )}
    </>
  );
}

interface MovableProps {
  readonly chart: PriceChart;
  readonly line: DrawnLine;
  readonly order: ToldOrder;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowUp: 1,
  ArrowDown: -1,
  PageUp: 100,
  PageDown: -100,
};

function MovableTag({ chart, line, order }: MovableProps) {
  const grip = useRef<number | undefined>(undefined);
  const contract = chosen.value;
  if (contract === undefined) return null;
  const { title } = line;
  const own = moving.value?.order.id === order.id ? moving.value : undefined;
  const price = own?.price ?? movablePrice(order);
  const move = (to: number): void => {
    moving.value = { order, title, price: snapped(contract, to), isAsked: false };
  };
  const press = (event: KeyboardEvent): void => {
    const by = STEPS[event.key];
    if (event.key === 'Escape') giveUp();
    if (event.key === 'Enter') letGo();
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) move(Number(price) + by * Number(tickText(contract)));
  };
  const drag = (event: PointerEvent): void => {
    if (grip.current === undefined) return;
    const to = chart.priceAt(event.clientY - grip.current);
    if (to !== undefined) move(to);
  };
  return (
    <button
      type="button"
      class={`line-tag movable ${line.colour}`}
      data-price={price}
      aria-label={sayChart('movable', { name: title, price: withCommas(price) })}
      onKeyDown={press}
      onPointerDown={(event) => {
        const height = chart.heightOf(Number(price));
        if (height === undefined) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = event.clientY - height;
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        grip.current = undefined;
        letGo();
      }}
      onPointerCancel={() => {
        grip.current = undefined;
        giveUp();
      }}
    >
      {title}
      {own === undefined ? null : <b>{withCommas(price)}</b>}
    </button>
  );
}

/** Back to where the venue says it is. */
const giveUp = put(moving, undefined);

function letGo(): void {
  const now = moving.peek();
  if (now === undefined || now.isAsked) return;
  if (Number(now.price) === Number(movablePrice(now.order))) giveUp();
  else if (askBefore.value === 'on') moving.value = { ...now, isAsked: true };
  else void carryOut(now);
}

async function carryOut({ order, price, title }: Moving): Promise<void> {
  const outcome = await changeOrder(order, { at: price });
  const words = sayChart('changed', { name: title, price: withCommas(price) });
  if (outcome.ok) showNotice('good', words);
  else showRefusal(outcome);
  giveUp();
}

export function MoveDialog() {
  const now = moving.value;
  if (!now?.isAsked) return null;
  const values = {
    name: now.title,
    before: withCommas(movablePrice(now.order)),
    after: withCommas(now.price),
  };
  return (
    <Dialog title={sayChart('changeTitle')} class="move-order" close={giveUp}>
      <SendForm
        send={() => carryOut(now)}
        label={sayChart('change')}
        also={<Button label={sayChart('leave')} act={giveUp} />}
      >
        <p>{sayChart('changeText', values)}</p>
        <AskBefore />
      </SendForm>
    </Dialog>
  );
}

export const AskBefore = () => <Switch label={sayChart('askBefore')} of={askBefore} />;
