/** Actions on a position: close it, set TP/SL, change its margin. */
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { formatLots, formatTicks, parseLots, parseTicks, tickText } from '../../wire/quantity.ts';
import { held } from '../account/account-state.ts';
import type { OwnPosition } from '../account/own-position.ts';
import { askOwn, type VenueCall } from '../client/call.ts';
import { markOf } from '../market/tickers.ts';
import { expectOrder } from '../outcomes/watch-outcomes.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';

type Act = 'close' | 'exits' | 'margin';
type ExitKind = 'profit_plan' | 'loss_plan';

const shown = signal<{ readonly act: Act; readonly id: string } | undefined>(undefined);

export function openPositionDialog(act: Act, own: OwnPosition): void {
  shown.value = { act, id: own.id };
}

const end = (): void => {
  shown.value = undefined;
};

const chosen = computed(() => held.value.find(({ id }) => id === shown.value?.id));

const TITLES = { close: 'closePosition', exits: 'tpsl', margin: 'adjustMargin' } as const;

export function PositionDialogs() {
  const now = shown.value;
  const own = chosen.value;
  if (now === undefined || own === undefined) return null;
  const { base, quote } = own.contract;
  const title = `${say(TITLES[now.act])} · ${base}${quote} ${say(own.position.side)}`;
  return (
    <Dialog title={title} close={end}>
      {now.act === 'close' ? <CloseForm own={own} /> : null}
      {now.act === 'exits' ? <ExitsForm own={own} /> : null}
      {now.act === 'margin' ? <MarginForm own={own} /> : null}
    </Dialog>
  );
}

/** Shows the outcome, and closes the dialog if it succeeded. */
async function carryOut<Value>(call: VenueCall<Value>, word: string): Promise<boolean> {
  const outcome = await askOwn(call);
  showNotice(outcome.ok ? 'good' : 'bad', outcome.ok ? word : outcome.message);
  return outcome.ok;
}

function CloseForm({ own }: { own: OwnPosition }) {
  const { contract, position } = own;
  const [size, setSize] = useState(formatLots(contract, position.size));
  const [price, setPrice] = useState('');
  const lots = parseLots(contract, size);
  const ticks = price === '' ? 0 : parseTicks(contract, price);
  const sizeProblem =
    typeof lots === 'number' && lots <= position.size
      ? undefined
      : say('faultClosable', { limit: formatLots(contract, position.size), coin: contract.base });
  const priceProblem =
    typeof ticks === 'number' ? undefined : say('faultTick', { step: tickText(contract) });
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const isMarket = price === '';
    const asked = {
      symbol: contract.symbol,
      client_oid: crypto.randomUUID(),
      size,
      type: position.side === 'long' ? '3' : '4',
      order_type: '0',
      match_price: isMarket ? '1' : '0',
      price: isMarket ? undefined : price,
    } as const;
    const outcome = await askOwn(({ order }) => order.placeOrder(asked));
    if (!outcome.ok) return showNotice('bad', outcome.message);
    expectOrder(outcome.value.order_id);
    end();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Field
        id="close-size"
        label={say('size')}
        value={size}
        set={setSize}
        unit={contract.base}
        problem={sizeProblem}
      />
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
      <button
        type="submit"
        class="main-button"
        disabled={(sizeProblem ?? priceProblem) !== undefined}
      >
        {say('closePosition')}
      </button>
    </form>
  );
}

/** A take profit is beyond the mark in the direction of profit, a stop loss in that of loss. */
function exitProblem(own: OwnPosition, kind: 'profit' | 'loss', text: string): string | undefined {
  if (text === '') return undefined;
  const { contract, position } = own;
  const price = parseTicks(contract, text);
  if (typeof price !== 'number') return say('faultTick', { step: tickText(contract) });
  const mark = markOf(contract.symbol);
  const mustBeAbove = (position.side === 'long') === (kind === 'profit');
  if (mustBeAbove ? price > mark : price < mark) return undefined;
  return say(mustBeAbove ? 'faultExitAbove' : 'faultExitBelow', {
    price: formatTicks(contract, mark),
  });
}

function ExitsForm({ own }: { own: OwnPosition }) {
  const { contract, position } = own;
  const [profit, setProfit] = useState('');
  const [loss, setLoss] = useState('');
  const profitProblem = exitProblem(own, 'profit', profit);
  const lossProblem = exitProblem(own, 'loss', loss);
  const isReady =
    (profit !== '' || loss !== '') && profitProblem === undefined && lossProblem === undefined;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const place = (planType: ExitKind, triggerPrice: string): Promise<boolean> => {
      const asked = {
        symbol: contract.symbol,
        planType,
        triggerPrice,
        positionSide: position.side,
      };
      const word = say('exitSet', { price: triggerPrice });
      return carryOut(({ order }) => order.placeTpSl(asked), word);
    };
    const isProfitDone = profit === '' || (await place('profit_plan', profit));
    const isLossDone = loss === '' || (await place('loss_plan', loss));
    if (isProfitDone && isLossDone) end();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <p class="hint number">
        {say('mark')} {withCommas(formatTicks(contract, markOf(contract.symbol)))}
      </p>
      <Field
        id="position-take-profit"
        label={say('takeProfit')}
        value={profit}
        set={setProfit}
        unit={contract.quote}
        problem={profitProblem}
      />
      <Field
        id="position-stop-loss"
        label={say('stopLoss')}
        value={loss}
        set={setLoss}
        unit={contract.quote}
        problem={lossProblem}
      />
      <p class="hint">{say('exitsText')}</p>
      <button type="submit" class="main-button" disabled={!isReady}>
        {say('confirm')}
      </button>
    </form>
  );
}

function MarginForm({ own }: { own: OwnPosition }) {
  const [amount, setAmount] = useState('');
  const isReady = /^-?\d+(\.\d{1,8})?$/.test(amount) && Number(amount) !== 0;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
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
    <form onSubmit={(event) => void send(event)}>
      <Field
        id="margin-amount"
        label={say('amount')}
        value={amount}
        set={setAmount}
        unit={own.contract.quote}
        hint={say('marginHint')}
      />
      <label class="line check">
        <input type="checkbox" checked={own.autoTopUp} onChange={() => void toggle()} />
        <span>{say('autoTopUp')}</span>
      </label>
      <button type="submit" class="main-button" disabled={!isReady}>
        {say('confirm')}
      </button>
    </form>
  );
}
