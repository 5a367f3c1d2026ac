/** Open orders and trigger orders, and how to cancel them. */
import { computed, signal } from '@preact/signals';
import type { ToldOrder } from '../../client/client.ts';
import { formatLots } from '../../wire/quantity.ts';
import { livingOrders, queuePlaces } from '../account/account-state.ts';
import { isWaitingOrder, trails, triggerNow } from '../account/own-orders.ts';
import { lotsOf } from '../account/own-position.ts';
import { askOwn } from '../client/call.ts';
import { findContract } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { Button } from '../parts/controls.tsx';
import { dayAndTime, withCommas } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import {
  type Column,
  numberColumn,
  Table,
  type TableProps,
  textualColumn,
} from '../parts/table.tsx';
import { say, type WordName } from '../shell/language.ts';
import { showRefusal } from '../shell/notices.ts';
import { AmendButton } from './amend-dialog.tsx';
import { sayOrder } from './code-words.ts';
import { ContractCell } from './contract-cell.tsx';

export const workingOrders = computed(() =>
  livingOrders.value.filter((order) => !isWaitingOrder(order)),
);
export const waitingOrders = computed(() => livingOrders.value.filter(isWaitingOrder));

const workingSorting: SortingSignal = signal();
const waitingSorting: SortingSignal = signal();

interface OrdersProps extends Omit<TableProps<ToldOrder>, 'keyOf'> {
  readonly kind: 'normal' | 'plan';
  /** What is said where there are none. */
  readonly empty: WordName;
}

function Orders({ kind, empty, ...table }: OrdersProps) {
  if (table.rows.length === 0) return <Empty text={say(empty)} />;
  const cancelAll = async (): Promise<void> => {
    const outcome = await askOwn(({ order }) => order.cancelAll({ cancelOrderType: kind }));
    if (!outcome.ok) showRefusal(outcome);
  };
  return (
    <>
      <div class="table-tools">
        <Button look="quiet tiny" label={say('cancelAll')} act={cancelAll} />
      </div>
      <Table {...table} keyOf={({ id }) => id} />
    </>
  );
}

export const WorkingTable = () => (
  <Orders
    kind="normal"
    label={say('openOrders')}
    empty="noOrders"
    rows={workingOrders.value}
    sorting={workingSorting}
    columns={[
      ...sharedColumns(),
      textualColumn('kind', say('orderKind'), (order) => say(LIFE_SHORT[order.timeInForce])),
      numberColumn('price', say('price'), priceOf, (order) => withCommas(order.price)),
      numberColumn('size', say('size'), sizeOf, (order) => order.size),
      numberColumn('filled', say('filled'), (row) => sizeText(row.contractId, row.cumFillSize)),
      numberColumn('queue', say('queuePlace'), ({ id }) => <PlaceCell id={id} />),
      numberColumn('exits', say('tpsl'), exitsText),
      ...lastColumns(),
    ]}
  />
);

export const WaitingTable = () => (
  <Orders
    kind="plan"
    label={say('planOrders')}
    empty="noPlans"
    rows={waitingOrders.value}
    sorting={waitingSorting}
    columns={[
      ...sharedColumns(),
      textualColumn('kind', say('orderKind'), (row) => trailText(row) ?? say(purposeWord(row))),
      numberColumn(
        'trigger',
        say('triggerPrice'),
        (order) => Number(triggerNow(order)),
        (order) => `${say(SOURCE_WORDS[order.triggerPriceType])} ${triggerText(order)}`,
      ),
      numberColumn('price', say('price'), ({ price }) =>
        Number(price) === 0 ? say('kindMarket') : withCommas(price),
      ),
      numberColumn('size', say('size'), sizeOf, (order) =>
        order.positionTpsl ? say('wholePosition') : order.size,
      ),
      ...lastColumns(),
    ]}
  />
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

const createdAt = ({ createdTime }: ToldOrder): number => Number(createdTime);
const priceOf = ({ price }: ToldOrder): number => Number(price);
const sizeOf = ({ size }: ToldOrder): number => Number(size);
const byContract = ({ contractId }: ToldOrder): string => contractId;

const sharedColumns = (): readonly Column<ToldOrder>[] => [
  textualColumn('contract', say('contract'), byContract, (order) => (
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

async function cancel(told: ToldOrder): Promise<void> {
  const asked = { orderId: told.id };
  const outcome = await askOwn(({ order }) =>
    isWaitingOrder(told) ? order.cancelPlan(asked) : order.cancelOrder(asked),
  );
  if (!outcome.ok) showRefusal(outcome);
}
