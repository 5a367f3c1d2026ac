/** The two buttons that send, each with its cost and its liquidation price. */
import { signal } from '@preact/signals';
import type { Contract } from '../../domain/contract.ts';
import { type PositionSide, sideOf } from '../../domain/side.ts';
import { NO_TICKS, type Ticks } from '../../domain/units.ts';
import { formatLots, formatTicks, parseTicks } from '../../wire/quantity.ts';
import { isReachable } from '../account/figures.ts';
import { isCutOff } from '../client/call.ts';
import { book } from '../market/order-book.ts';
import { cents, withCommas } from '../parts/numbers.ts';
import { type FactRow, Facts } from '../parts/panel.tsx';
import { say } from '../shell/language.ts';
import { changeDraft, draft } from './draft.ts';
import type { HeldAfter } from './held-after.ts';
import { type FieldFault, judge, meantSide, sharedFaults } from './judge.ts';
import {
  bookPrice,
  doesTake,
  type Intended,
  largestSize,
  previewOf,
  type TicketScene,
} from './preview.ts';
import { sendOrder } from './send.ts';

const isSending = signal(false);

export const Sides = ({ now }: { now: TicketScene }) => (
  <>
    <div class="sides">
      <SideColumn now={now} side="long" />
      <SideColumn now={now} side="short" />
    </div>
    {draft.value.kind === 'market' && draft.value.effect === 'open' ? (
      <p class="hint">{say('marketNote')}</p>
    ) : null}
  </>
);

const SIDE_WORDS = {
  open: { long: 'openLong', short: 'openShort' },
  close: { long: 'closeLong', short: 'closeShort' },
  net: { long: 'buy', short: 'sell' },
} as const;

/** Enter sends the first side, with Shift the second. */
const KEYS = { long: 'Enter', short: 'Shift+Enter' } as const;

/** Sends what is judged right, and nothing else. */
export async function sendSide(now: TicketScene, side: PositionSide): Promise<void> {
  const { faults, intended, isComplete, exits } = judge(now, draft.peek(), side);
  const maySend = isComplete && faults.length === 0 && !isSending.peek() && !isCutOff.peek();
  if (!maySend || intended === undefined) return;
  isSending.value = true;
  const isPlaced = await sendOrder(now.contract, draft.peek(), { ...intended, exits });
  isSending.value = false;
  if (isPlaced) changeDraft({ size: '' });
}

function SideColumn({ now, side }: { now: TicketScene; side: PositionSide }) {
  const { effect } = draft.value;
  const { faults, intended, isComplete } = judge(now, draft.value, side);
  const words = SIDE_WORDS[now.positionMode === 'net' ? 'net' : effect];
  const shared = sharedFaults(now, draft.value);
  const own = faults.find(({ field }) => shared.every((fault) => fault.field !== field));
  return (
    <div class="column side-column">
      <button
        type="button"
        class={`send ${sideOf(meantSide(now, draft.value, side), effect)}`}
        disabled={!isComplete || faults.length > 0 || isSending.value || isCutOff.value}
        aria-describedby={`preview-${side}`}
        aria-keyshortcuts={KEYS[side]}
        title={KEYS[side]}
        onClick={() => void sendSide(now, side)}
      >
        {say(words[side])}
      </button>
      <div id={`preview-${side}`}>
        {intended === undefined ? (
          <Hint now={now} side={side} />
        ) : (
          <PreviewRows now={now} intended={intended} />
        )}
        {own === undefined ? null : <FaultNote fault={own} />}
      </div>
    </div>
  );
}

const isExit = (fault: FieldFault): fault is FieldFault & { field: 'takeProfit' | 'stopLoss' } =>
  fault.field === 'takeProfit' || fault.field === 'stopLoss';

const uncapitalised = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

function FaultNote({ fault }: { fault: FieldFault }) {
  const text = say(fault.word, fault.values);
  return (
    <p class="fault" role="alert">
      {isExit(fault)
        ? say('faultOf', { field: say(fault.field), fault: uncapitalised(text) })
        : text}
    </p>
  );
}

/** The maximum size, while nothing is typed yet. */
function Hint({ now, side }: { now: TicketScene; side: PositionSide }) {
  const { effect, kind, price: typed } = draft.value;
  const limit = kind === 'limit' ? parseTicks(now.contract, typed) : NO_TICKS;
  const price = typeof limit === 'number' ? limit : now.prices.mark;
  const size = largestSize(now, { effect, side: meantSide(now, draft.value, side), price });
  const word = effect === 'open' ? 'openableNow' : 'closableNow';
  return (
    <p class="hint number">
      {say(word, { size: formatLots(now.contract, size), coin: now.contract.base })}
    </p>
  );
}

/** An order that takes gets the prices of the book; one that rests fills at its limit. */
function thoughtFill(now: TicketScene, intended: Intended): Ticks {
  if (!doesTake(now, intended)) return intended.price;
  const depth = book.value?.depth;
  const levels = sideOf(intended.side, intended.effect) === 'buy' ? depth?.asks : depth?.bids;
  const price = levels === undefined ? NO_TICKS : bookPrice(now.contract, levels, intended.size);
  if (price !== NO_TICKS) return price;
  return intended.price === NO_TICKS ? now.prices.mark : intended.price;
}

function PreviewRows({ now, intended }: { now: TicketScene; intended: Intended }) {
  const preview = previewOf(now, intended, thoughtFill(now, intended));
  const { cost, fee, liquidation, isTaker, after } = preview;
  const end = isReachable(liquidation, now.prices.mark)
    ? withCommas(formatTicks(now.contract, liquidation))
    : say('none');
  const isFull = intended.effect === 'open' || after !== undefined;
  const rows: readonly FactRow[] = [
    [say('cost'), isFull ? `${isTaker ? '≤ ' : ''}${cents(cost)}` : undefined],
    [say('fee'), `${isTaker ? '≈ ' : ''}${cents(fee)}`],
    [say('after'), after && heldText(now.contract, after)],
    [say('liquidationShort'), isFull ? end : undefined],
  ];
  return <Facts look="preview" rows={rows} />;
}

const heldText = (contract: Contract, { side, size }: HeldAfter): string =>
  size === 0 ? say('none') : `${say(side)} ${formatLots(contract, size)}`;
