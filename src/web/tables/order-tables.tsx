/** Open orders and trigger orders, and how to cancel them. */
import { computed, signal } from '@preact/signals';
import type { ToldOrder } from '../../client/client.ts';
import { formatLots } from '../../wire/quantity.ts';
import { livingOrders, queuePlaces } from '../account/account-state.ts';
import { lotsOf } from '../account/own-position.ts';
import { trails, triggerNow } from '../account/trails.ts';
import { askOwn } from '../client/call.ts';
import { findContract } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { Button } from '../parts/controls.tsx';
import { dayAndTime, withCommas } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { say, type WordName } from '../shell/language.ts';
import { showRefusal } from '../shell/notices.ts';
import { AmendButton } from './amend-dialog.tsx';
import { sayOrder } from './code-words.ts';
import { ContractCell } from './contract-cell.tsx';

export const workingOrders = computed(() =>
  livingOrders.value.filter(({ status }) => status !== 'UNTRIGGERED'),
);
export const waitingOrders = computed(() =>
  livingOrders.value.filter(({ status }) => status === 'UNTRIGGERED'),
);

const workingSorting: SortingSignal = signal();
const waitingSorting: SortingSignal = signal();

export const WorkingTable = () =>
  workingOrders.value.length === 0 ? (
    <Empty text={say('noOrders')} />
  ) : (
    <>
      <CancelAll kind="normal" />
      <Table
        label={say('openOrders')}
        columns={workingColumns()}
        rows={workingOrders.value}
        keyOf={idOf}
        sorting={workingSorting}
      />
    </>
  );

export const WaitingTable = () =>
  waitingOrders.value.length === 0 ? (
    <Empty text={say('noPlans')} />
  ) : (
    <>
      <CancelAll kind="plan" />
      <Table
        label={say('planOrders')}
        columns={waitingColumns()}
        rows={waitingOrders.value}
        keyOf={idOf}
        sorting={waitingSorting}
      />
    </>
  );

export function sayDoes({ positionSide, reduceOnly }: ToldOrder): string {
  if (reduceOnly) return sayOrder(positionSide === 'LONG' ? 'closeLong' : 'closeShort');
  return sayOrder(positionSide === 'LONG' ? 'openLong' : 'openShort');
}

const LIFE_SHORT: Readonly<Record<ToldOrder['timeInForce'], WordName>> = {
  GOOD_TIL_CANCEL: 'kindLimit',
  POST_ONLY: 'lifePostOnly',
  FILL_OR_KILL: 'lifeFok',
  IMMEDIATE_OR_CANCEL: 'lifeIoc',
};

const idOf = ({ id }: ToldOrder): string => id;
const contractOf = ({ contractId }: ToldOrder): string => contractId;
const createdAt = ({ createdTime }: ToldOrder): number => Number(createdTime);
const priceOf = ({ price }: ToldOrder): number => Number(price);
const sizeOf = ({ size }: ToldOrder): number => Number(size);
const triggerOf = (order: ToldOrder): number => Number(triggerNow(order));

const sharedColumns = (): readonly Column<ToldOrder>[] => [
  textualColumn('contract', say('contract'), contractOf, (order) => (
    <ContractCell name={order.contractId} note={`${order.leverage}×`} />
  )),
  textualColumn('does', say('direction'), (order) => (
    <span class={order.orderSide === 'BUY' ? 'up' : 'down'}>{sayDoes(order)}</span>
  )),
];

const lastColumns = (): readonly Column<ToldOrder>[] => [
  numberColumn('time', say('time'), createdAt, (order) => dayAndTime(createdAt(order))),
  textualColumn('acts', say('actions'), (order) => (
    <span class="acts">
      {trails.value.has(order.id) ? null : <AmendButton order={order} />}
      <Button look="quiet tiny" label={say('cancel')} act={() => cancel(order)} />
    </span>
  )),
];

const workingColumns = (): readonly Column<ToldOrder>[] => [
  ...sharedColumns(),
  textualColumn('kind', say('orderKind'), (order) => say(LIFE_SHORT[order.timeInForce])),
  numberColumn('price', say('price'), priceOf, (order) => withCommas(order.price)),
  numberColumn('size', say('size'), sizeOf, (order) => order.size),
  numberColumn('filled', say('filled'), (order) => sizeText(order.contractId, order.cumFillSize)),
  numberColumn('queue', say('queuePlace'), ({ id }) => <PlaceCell id={id} />),
  numberColumn('exits', say('tpsl'), exitsText),
  ...lastColumns(),
];

/** What stands ahead of an order and behind it, and by which model. */
function PlaceCell({ id }: Pick<ToldOrder, 'id'>) {
  const place = queuePlaces.value.get(id);
  if (place === undefined) return <>–</>;
  const { ahead, behind, model } = place;
  return (
    <span data-queue={id}>
      {ahead} / {behind} <small>{model}</small>
    </span>
  );
}

/** A size with the decimals of its contract. */
export function sizeText(name: string, size: string): string {
  const contract = findContract(name);
  return contract === undefined ? size : formatLots(contract, lotsOf(contract, size));
}

const exitsText = ({ openTpParam, openSlParam }: ToldOrder): string =>
  [openTpParam, openSlParam].map((exit) => withCommas(exit?.triggerPrice ?? '–')).join(' / ');

const SOURCE_WORDS: Readonly<Record<ToldOrder['triggerPriceType'], WordName>> = {
  UNKNOWN_PRICE_TYPE: 'last',
  CONTRACT_PRICE: 'last',
  MARK_PRICE: 'mark',
  INDEX_PRICE: 'index',
};

/** An exit that waits on the side of loss is a stop. */
export function purposeWord(order: ToldOrder): 'takeProfit' | 'stopLoss' | 'trailing' | 'kindPlan' {
  if (trails.value.has(order.id)) return 'trailing';
  if (order.type.startsWith('TAKE_PROFIT')) return 'takeProfit';
  const mark = Number(tickerOf(order.contractId).value?.row.markPrice ?? 0);
  const isBelow = Number(order.triggerPrice) < mark;
  return order.reduceOnly && isBelow === (order.orderSide === 'SELL') ? 'stopLoss' : 'kindPlan';
}

/** How far behind a trailing stop follows. */
function trailText({ id, contractId }: ToldOrder): string | undefined {
  const trail = trails.value.get(id);
  if (trail === undefined) return undefined;
  const { distance, percent } = trail;
  const quote = findContract(contractId)?.quote ?? '';
  return say('trailsBy', { distance: distance === null ? `${percent} %` : `${distance} ${quote}` });
}

/** Before a trailing stop follows, from where on it will. */
function triggerText(order: ToldOrder): string {
  const { trigger_price, activation_price } = trails.value.get(order.id) ?? {};
  return trigger_price === null && typeof activation_price === 'string'
    ? say('trailsFrom', { price: withCommas(activation_price) })
    : withCommas(triggerNow(order));
}

const waitingColumns = (): readonly Column<ToldOrder>[] => [
  ...sharedColumns(),
  textualColumn('kind', say('orderKind'), (order) => trailText(order) ?? say(purposeWord(order))),
  numberColumn(
    'trigger',
    say('triggerPrice'),
    triggerOf,
    (order) => `${say(SOURCE_WORDS[order.triggerPriceType])} ${triggerText(order)}`,
  ),
  numberColumn('price', say('price'), ({ price }) =>
    Number(price) === 0 ? say('kindMarket') : withCommas(price),
  ),
  numberColumn('size', say('size'), sizeOf, (order) =>
    order.positionTpsl ? say('wholePosition') : order.size,
  ),
  ...lastColumns(),
];

async function cancel({ id, status }: ToldOrder): Promise<void> {
  const asked = { orderId: id };
  const outcome = await askOwn(({ order }) =>
    status === 'UNTRIGGERED' ? order.cancelPlan(asked) : order.cancelOrder(asked),
  );
  if (!outcome.ok) showRefusal(outcome);
}

const CancelAll = ({ kind }: { kind: 'normal' | 'plan' }) => (
  <div class="table-tools">
    <Button
      look="quiet tiny"
      label={say('cancelAll')}
      act={async () => {
        const outcome = await askOwn(({ order }) => order.cancelAll({ cancelOrderType: kind }));
        if (!outcome.ok) showRefusal(outcome);
      }}
    />
  </div>
);
