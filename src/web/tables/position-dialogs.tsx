/** Actions on a position: close or reverse it, set TP/SL, change its margin. */
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { lots } from '../../domain/units.ts';
import { formatLots, parseLots, parseTicks, tickText } from '../../wire/quantity.ts';
import { held } from '../account/account-state.ts';
import { positionMode } from '../account/desk-settings.ts';
import type { OwnPosition } from '../account/own-position.ts';
import { askOwn, type VenueCall } from '../client/call.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { Check, put, SendForm } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { modeMeant } from '../ticket/send.ts';
import { ExitsForm } from './exits-form.tsx';

export const POSITION_ACTS = ['close', 'exits', 'reverse', 'margin'] as const;
type Act = (typeof POSITION_ACTS)[number];

export const ACT_WORDS = {
  close: 'closePosition',
  exits: 'tpsl',
  reverse: 'reverse',
  margin: 'adjustMargin',
} as const;

/** What is asked about which position. */
export const shownAct = signal<{ readonly act: Act; readonly id: string } | undefined>(undefined);
const end = put(shownAct, undefined);
const chosen = computed(() => held.value.find(({ id }) => id === shownAct.value?.id));

export function PositionDialogs() {
  const now = shownAct.value;
  const own = chosen.value;
  if (now === undefined || own === undefined) return null;
  const { base, quote } = own.contract;
  const title = `${say(ACT_WORDS[now.act])} · ${base}${quote} ${say(own.position.side)}`;
  return (
    <Dialog title={title} close={end}>
      {now.act === 'close' ? <CloseForm own={own} /> : null}
      {now.act === 'exits' ? <ExitsForm own={own} end={end} /> : null}
      {now.act === 'reverse' ? <ReverseForm own={own} /> : null}
      {now.act === 'margin' ? <MarginForm own={own} /> : null}
    </Dialog>
  );
}

/** Shows the outcome, and closes the dialog if it succeeded. */
async function carryOut<Value>(call: VenueCall<Value>, word: string): Promise<boolean> {
  const outcome = await askOwn(call);
  if (outcome.ok) showNotice('good', word);
  else showRefusal(outcome);
  return outcome.ok;
}

const CLOSE_PARTS = [10, 25, 50, 75, 100] as const;

/** In whole lots, and at least one. */
const partOf = ({ contract, position }: OwnPosition, part: number): string =>
  formatLots(contract, lots(Math.max(1, Math.floor((position.size * part) / 100))));

const PartButtons = ({ own, set }: { own: OwnPosition; set: (size: string) => void }) => (
  <div class="marks">
    {CLOSE_PARTS.map((part) => (
      <button
        key={part}
        type="button"
        class="quiet tiny"
        aria-label={say('sharePart', { part: `${part}%` })}
        onClick={() => set(partOf(own, part))}
      >
        {part}%
      </button>
    ))}
  </div>
);

/** At market, by effect and side as the interface numbers them. */
async function sendMarket(
  { contract }: OwnPosition,
  type: '1' | '2' | '3' | '4',
  size: string,
): Promise<boolean> {
  const asked = {
    symbol: contract.symbol,
    client_oid: crypto.randomUUID(),
    ...modeMeant(),
    size,
    type,
    order_type: '0',
    match_price: '1',
  } as const;
  const outcome = await askOwn(({ order }) => order.placeOrder(asked));
  if (outcome.ok) expectOrder(outcome.value.order_id);
  else showRefusal(outcome);
  return outcome.ok;
}

/** In net mode one order does both: what it does not need to close it opens. */
function ReverseForm({ own }: { own: OwnPosition }) {
  const { contract, position } = own;
  const isLong = position.side === 'long';
  const isNet = positionMode.value === 'net';
  const size = formatLots(contract, position.size);
  const twice = formatLots(contract, lots(position.size * 2));
  const send = async (): Promise<void> => {
    end();
    const opens = isLong ? '2' : '1';
    if (isNet) await sendMarket(own, opens, twice);
    else if (await sendMarket(own, isLong ? '3' : '4', size)) await sendMarket(own, opens, size);
  };
  return (
    <SendForm send={send} label={say('confirm')}>
      <p>
        {say(isNet ? 'netReverseSure' : 'reverseSure', {
          does: say(isLong ? 'sell' : 'buy'),
          twice,
          size,
          coin: contract.base,
          side: say(position.side),
          other: say(isLong ? 'short' : 'long'),
        })}
      </p>
    </SendForm>
  );
}

function CloseForm({ own }: { own: OwnPosition }) {
  const { contract, position } = own;
  const [size, setSize] = useState(formatLots(contract, position.size));
  const [price, setPrice] = useState('');
  const typed = parseLots(contract, size);
  const ticks = price === '' ? 0 : parseTicks(contract, price);
  const sizeProblem =
    typeof typed === 'number' && typed <= position.size
      ? undefined
      : say('faultClosable', { limit: formatLots(contract, position.size), coin: contract.base });
  const priceProblem =
    typeof ticks === 'number' ? undefined : say('faultTick', { step: tickText(contract) });
  const send = async (): Promise<void> => {
    const isMarket = price === '';
    const asked = {
      symbol: contract.symbol,
      client_oid: crypto.randomUUID(),
      ...modeMeant(),
      size,
      type: position.side === 'long' ? '3' : '4',
      order_type: '0',
      match_price: isMarket ? '1' : '0',
      price: isMarket ? undefined : price,
    } as const;
    const outcome = await askOwn(({ order }) => order.placeOrder(asked));
    if (!outcome.ok) return showRefusal(outcome);
    expectOrder(outcome.value.order_id);
    end();
  };
  return (
    <SendForm
      send={send}
      label={say('closePosition')}
      isReady={(sizeProblem ?? priceProblem) === undefined}
    >
      <Field
        id="close-size"
        label={say('size')}
        value={size}
        set={setSize}
        unit={contract.base}
        problem={sizeProblem}
      />
      <PartButtons own={own} set={setSize} />
      <Field
        id="close-price"
        label={say('price')}
        value={price}
        set={setPrice}
        unit={contract.quote}
        placeholder={say('kindMarket')}
        hint={say('closePriceHint')}
        problem={priceProblem}
      />
    </SendForm>
  );
}

function MarginForm({ own }: { own: OwnPosition }) {
  const [amount, setAmount] = useState('');
  const isReady = /^-?\d+(\.\d{1,8})?$/.test(amount) && Number(amount) !== 0;
  const send = async (): Promise<void> => {
    const asked = { isolatedPositionId: Number(own.id), collateralAmount: amount };
    if (await carryOut(({ account }) => account.adjustMargin(asked), say('marginSet'))) end();
  };
  const toggle = (): Promise<boolean> =>
    carryOut(
      ({ account }) =>
        account.autoAppend({ positionId: Number(own.id), autoAppendMargin: !own.autoTopUp }),
      say('autoSet'),
    );
  return (
    <SendForm send={send} label={say('confirm')} isReady={isReady}>
      <Field
        id="margin-amount"
        label={say('amount')}
        value={amount}
        set={setAmount}
        unit={own.contract.quote}
        hint={say('marginHint')}
      />
      <Check label={say('autoTopUp')} isOn={own.autoTopUp} set={toggle} />
    </SendForm>
  );
}
