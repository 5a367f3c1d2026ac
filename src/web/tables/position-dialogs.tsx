/** Actions on a position: close or reverse it, set TP/SL, change its margin. */
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { oppositePositionSide } from '../../domain/side.ts';
import { lots } from '../../domain/units.ts';
import { formatLots, parseLots, parseTicks, tickText } from '../../wire/quantity.ts';
import { held } from '../account/account-state.ts';
import { positionMode } from '../account/desk-settings.ts';
import type { OwnPosition } from '../account/own-position.ts';
import { askOwn, type VenueCall } from '../client/call.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { Button, Check, put, SendForm } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';
import { modeMeant, TYPE_CODES } from '../ticket/send.ts';
import { ExitsForm } from './exits-form.tsx';

/** What can be done with a position: its word, and its form. */
const ACTS = {
  close: { word: 'closePosition', Form: CloseForm },
  exits: { word: 'tpsl', Form: ExitsForm },
  reverse: { word: 'reverse', Form: ReverseForm },
  margin: { word: 'margin', Form: MarginForm },
} as const;
const ACT_NAMES = ['close', 'exits', 'reverse', 'margin'] as const;
type Act = (typeof ACT_NAMES)[number];

/** What is asked about which position. */
const shownAct = signal<{ readonly act: Act; readonly id: string } | undefined>(undefined);
const end = put(shownAct, undefined);
const chosen = computed(() => held.value.find(({ id }) => id === shownAct.value?.id));

export const PositionActs = ({ own }: { own: OwnPosition }) => (
  <span class="acts">
    {ACT_NAMES.filter((act) => act !== 'margin' || own.marginMode === 'isolated').map((act) => (
      <Button
        key={act}
        look="quiet tiny"
        label={say(ACTS[act].word)}
        act={put(shownAct, { act, id: own.id })}
      />
    ))}
  </span>
);

export function PositionDialogs() {
  const now = shownAct.value;
  const own = chosen.value;
  if (now === undefined || own === undefined) return null;
  const { base, quote } = own.contract;
  const { word, Form } = ACTS[now.act];
  const title = `${say(word)} · ${base}${quote} ${say(own.position.side)}`;
  return (
    <Dialog title={title} close={end}>
      <Form own={own} end={end} />
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
      <Button
        key={part}
        look="quiet tiny"
        label={`${part}%`}
        name={say('sharePart', { part: `${part}%` })}
        act={() => set(partOf(own, part))}
      />
    ))}
  </div>
);

/** By effect and side as the interface numbers them; at market where no price is given. */
async function place(
  { contract }: OwnPosition,
  type: '1' | '2' | '3' | '4',
  size: string,
  price = '',
): Promise<boolean> {
  const asked = {
    symbol: contract.symbol,
    client_oid: crypto.randomUUID(),
    ...modeMeant(),
    size,
    type,
    order_type: '0',
    match_price: price === '' ? '1' : '0',
    price: price === '' ? undefined : price,
  } as const;
  const outcome = await askOwn(({ order }) => order.placeOrder(asked));
  if (outcome.ok) expectOrder(outcome.value.order_id);
  else showRefusal(outcome);
  return outcome.ok;
}

/** In net mode one order does both: what it does not need to close it opens. */
function ReverseForm({ own }: { own: OwnPosition }) {
  const { contract, position } = own;
  const { side } = position;
  const other = oppositePositionSide(side);
  const isNet = positionMode.value === 'net';
  const size = formatLots(contract, position.size);
  const twice = formatLots(contract, lots(position.size * 2));
  const send = async (): Promise<void> => {
    end();
    const opens = TYPE_CODES.open[other];
    if (isNet) await place(own, opens, twice);
    else if (await place(own, TYPE_CODES.close[side], size)) await place(own, opens, size);
  };
  return (
    <SendForm send={send} label={say('confirm')}>
      <p>
        {say(isNet ? 'netReverseSure' : 'reverseSure', {
          does: say(side === 'long' ? 'sell' : 'buy'),
          twice,
          size,
          coin: contract.base,
          side: say(side),
          other: say(other),
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
    if (await place(own, TYPE_CODES.close[position.side], size, price)) end();
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
