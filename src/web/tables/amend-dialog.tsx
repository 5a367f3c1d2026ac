/** A new price and size for an order in the book, or a new trigger for an exit. */
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { ToldOrder } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import { formatLots, lotText, parseLots, parseTicks, tickText } from '../../wire/quantity.ts';
import { livingOrders } from '../account/account-state.ts';
import { changeOrder, isWaitingOrder } from '../account/change-order.ts';
import { lotsOf } from '../account/own-position.ts';
import { findContract } from '../market/contracts.ts';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withCommas } from '../parts/numbers.ts';
import { sayDesk } from '../shell/desk-words.ts';
import { say } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';

const shownId = signal<string | undefined>(undefined);
/** It closes by itself if the order is over. */
const shown = computed(() => livingOrders.value.find(({ id }) => id === shownId.value));

const end = (): void => {
  shownId.value = undefined;
};

/** Of those that wait, the venue changes exits alone. */
const isAmendable = (order: ToldOrder): boolean =>
  isWaitingOrder(order)
    ? order.reduceOnly && order.type !== 'LIMIT' && order.type !== 'MARKET'
    : true;

export const AmendButton = ({ order }: { order: ToldOrder }) =>
  isAmendable(order) ? (
    <button
      type="button"
      class="quiet tiny"
      onClick={() => {
        shownId.value = order.id;
      }}
    >
      {sayDesk('amend')}
    </button>
  ) : null;

export function AmendDialog() {
  const order = shown.value;
  const contract = findContract(order?.contractId ?? '');
  if (order === undefined || contract === undefined) return null;
  const title = `${sayDesk('amend')} · ${contract.base}${contract.quote}`;
  return (
    <Dialog title={title} close={end}>
      {isWaitingOrder(order) ? (
        <TriggerForm key={order.id} order={order} contract={contract} />
      ) : (
        <OrderForm key={order.id} order={order} contract={contract} />
      )}
    </Dialog>
  );
}

interface FormProps {
  readonly order: ToldOrder;
  readonly contract: Contract;
}

const tickFault = (contract: Contract, text: string): string | undefined =>
  typeof parseTicks(contract, text) === 'number'
    ? undefined
    : say('faultTick', { step: tickText(contract) });

function OrderForm({ order, contract }: FormProps) {
  const [price, setPrice] = useState(order.price);
  const [size, setSize] = useState(order.size);
  const priceFault = tickFault(contract, price);
  const sizeFault =
    typeof parseLots(contract, size) === 'number'
      ? undefined
      : say('faultLot', { step: lotText(contract) });
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (priceFault !== undefined || sizeFault !== undefined) return;
    const outcome = await changeOrder(order, price, size);
    if (!outcome.ok) return showNotice('bad', outcome.message);
    const said = { size: `${size} ${contract.base}`, price: withCommas(price) };
    showNotice('good', sayDesk('amended', said));
    end();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Field
        id="amend-price"
        label={say('price')}
        value={price}
        set={setPrice}
        unit={contract.quote}
        problem={priceFault}
      />
      <Field
        id="amend-size"
        label={say('size')}
        value={size}
        set={setSize}
        unit={contract.base}
        hint={`${say('filled')} ${formatLots(contract, lotsOf(contract, order.cumFillSize))}`}
        problem={sizeFault}
      />
      <Confirm isReady={priceFault === undefined && sizeFault === undefined} />
    </form>
  );
}

function TriggerForm({ order, contract }: FormProps) {
  const [trigger, setTrigger] = useState(order.triggerPrice);
  const fault = tickFault(contract, trigger);
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const outcome = await changeOrder(order, trigger);
    if (!outcome.ok) return showNotice('bad', outcome.message);
    showNotice('good', sayDesk('triggerAmended', { price: withCommas(trigger) }));
    end();
  };
  return (
    <form onSubmit={(event) => void send(event)}>
      <Field
        id="amend-trigger"
        label={say('triggerPrice')}
        value={trigger}
        set={setTrigger}
        unit={contract.quote}
        problem={fault}
      />
      <Confirm isReady={fault === undefined} />
    </form>
  );
}

const Confirm = ({ isReady }: { isReady: boolean }) => (
  <button type="submit" class="main-button" disabled={!isReady}>
    {say('confirm')}
  </button>
);
