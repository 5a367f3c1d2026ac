/** A new price and size for an order in the book, a new trigger and limit for one that waits. */
import { computed, signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { ToldOrder } from '../../client/client.ts';
import type { Contract } from '../../domain/contract.ts';
import {
  formatLots,
  isZeroDecimal,
  lotText,
  parseLots,
  parseTicks,
  tickText,
} from '../../wire/quantity.ts';
import { livingOrders } from '../account/account-state.ts';
import {
  changeOrder,
  isWaitingOrder,
  movablePrice,
  type OrderChange,
} from '../account/own-orders.ts';
import { lotsOf } from '../account/own-position.ts';
import { findContract } from '../market/contracts.ts';
import { Button, put, SendForm } from '../parts/controls.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Field } from '../parts/field.tsx';
import { withCommas } from '../parts/numbers.ts';
import { say } from '../shell/language.ts';
import { showNotice, showRefusal } from '../shell/notices.ts';

const shownId = signal<string | undefined>(undefined);
/** It closes by itself if the order is over. */
const shown = computed(() => livingOrders.value.find(({ id }) => id === shownId.value));

const end = put(shownId, undefined);

export const AmendButton = ({ order }: { order: ToldOrder }) => (
  <Button look="quiet tiny" label={say('amend')} act={put(shownId, order.id)} />
);

export function AmendDialog() {
  const order = shown.value;
  const contract = findContract(order?.contractId ?? '');
  if (order === undefined || contract === undefined) return null;
  const title = `${say('amend')} · ${contract.base}${contract.quote}`;
  return (
    <Dialog title={title} close={end}>
      <AmendForm key={order.id} order={order} contract={contract} />
    </Dialog>
  );
}

/** One thing that can be changed. */
interface Changeable {
  readonly name: keyof OrderChange;
  readonly label: string;
  readonly start: string;
  readonly unit: string;
  readonly hint?: string | undefined;
  readonly fault: (text: string) => string | undefined;
}

/** An order that waits and then goes to market has no limit to change. */
function changeablesOf(order: ToldOrder, contract: Contract): readonly Changeable[] {
  const tickFault = (text: string): string | undefined =>
    typeof parseTicks(contract, text) === 'number'
      ? undefined
      : say('faultTick', { step: tickText(contract) });
  const lotFault = (text: string): string | undefined =>
    typeof parseLots(contract, text) === 'number'
      ? undefined
      : say('faultLot', { step: lotText(contract) });
  const price = { label: say('price'), start: order.price, unit: contract.quote, fault: tickFault };
  if (!isWaitingOrder(order))
    return [
      { ...price, name: 'at' },
      {
        name: 'size',
        label: say('size'),
        start: order.size,
        unit: contract.base,
        hint: `${say('filled')} ${formatLots(contract, lotsOf(contract, order.cumFillSize))}`,
        fault: lotFault,
      },
    ];
  const trigger = { ...price, label: say('triggerPrice'), start: order.triggerPrice };
  return [
    { ...trigger, name: 'at' },
    ...(isZeroDecimal(order.price) ? [] : [{ ...price, name: 'limit' } as const]),
  ];
}

function AmendForm({ order, contract }: { order: ToldOrder; contract: Contract }) {
  const fields = changeablesOf(order, contract);
  const [typed, setTyped] = useState<Partial<OrderChange>>({});
  const textOf = ({ name, start }: Changeable): string => typed[name] ?? start;
  const isReady = fields.every((field) => field.fault(textOf(field)) === undefined);
  const send = async (): Promise<void> => {
    const change = { at: movablePrice(order), ...typed };
    const outcome = await changeOrder(order, change);
    if (!outcome.ok) return showRefusal(outcome);
    const said = {
      size: `${change.size ?? order.size} ${contract.base}`,
      price: withCommas(change.at),
    };
    showNotice('good', say(isWaitingOrder(order) ? 'triggerAmended' : 'amended', said));
    end();
  };
  return (
    <SendForm send={send} label={say('confirm')} isReady={isReady}>
      {fields.map((field) => (
        <Field
          key={field.name}
          id={`amend-${field.name}`}
          label={field.label}
          value={textOf(field)}
          set={(text) => setTyped({ ...typed, [field.name]: text })}
          unit={field.unit}
          hint={field.hint}
          problem={field.fault(textOf(field))}
        />
      ))}
    </SendForm>
  );
}
