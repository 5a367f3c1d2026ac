/** Open orders and trigger orders, and how to cancel them. */
import { computed, signal } from '@preact/signals';
import type { ToldOrder } from '../../client/client.ts';
import { formatLots } from '../../wire/quantity.ts';
import { livingOrders } from '../account/account-state.ts';
import { lotsOf } from '../account/own-position.ts';
import { askOwn } from '../client/call.ts';
import { findContract } from '../market/contracts.ts';
import { tickerOf } from '../market/tickers.ts';
import { Button } from '../parts/controls.tsx';
import { dayAndTime, withCommas } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, Table } from '../parts/table.tsx';
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

const idOf = ({ id }: ToldOrder): string => id;

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

const sharedColumns = (): readonly Column<ToldOrder>[] => [
  {
    name: 'contract',
    label: say('contract'),
    isText: true,
    sortBy: ({ contractId }) => contractId,
    cell: (order) => <ContractCell name={order.contractId} note={`${order.leverage}×`} />,
  },
  {
    name: 'does',
    label: say('direction'),
    isText: true,
    cell: (order) => (
      <span class={order.orderSide === 'BUY' ? 'up' : 'down'}>{sayDoes(order)}</span>
    ),
  },
];

const timeColumn = (): Column<ToldOrder> => ({
  name: 'time',
  label: say('time'),
  sortBy: ({ createdTime }) => Number(createdTime),
  cell: ({ createdTime }) => dayAndTime(Number(createdTime)),
});

const actColumn = (): Column<ToldOrder> => ({
  name: 'acts',
  label: say('actions'),
  isText: true,
  cell: (order) => (
    <span class="acts">
      <AmendButton order={order} />
      <Button look="quiet tiny" label={say('cancel')} act={() => cancel(order)} />
    </span>
  ),
});

const workingColumns = (): readonly Column<ToldOrder>[] => [
  ...sharedColumns(),
  {
    name: 'kind',
    label: say('orderKind'),
    isText: true,
    cell: (order) => say(LIFE_SHORT[order.timeInForce]),
  },
  {
    name: 'price',
    label: say('price'),
    sortBy: ({ price }) => Number(price),
    cell: (order) => withCommas(order.price),
  },
  {
    name: 'size',
    label: say('size'),
    sortBy: ({ size }) => Number(size),
    cell: (order) => order.size,
  },
  {
    name: 'filled',
    label: say('filled'),
    cell: (order) => sizeText(order.contractId, order.cumFillSize),
  },
  { name: 'exits', label: say('tpsl'), cell: exitsText },
  timeColumn(),
  actColumn(),
];

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
export function purposeWord(order: ToldOrder): 'takeProfit' | 'stopLoss' | 'kindPlan' {
  if (order.type.startsWith('TAKE_PROFIT')) return 'takeProfit';
  const mark = Number(tickerOf(order.contractId).value?.row.markPrice ?? 0);
  const isBelow = Number(order.triggerPrice) < mark;
  return order.reduceOnly && isBelow === (order.orderSide === 'SELL') ? 'stopLoss' : 'kindPlan';
}

const waitingColumns = (): readonly Column<ToldOrder>[] => [
  ...sharedColumns(),
  { name: 'kind', label: say('orderKind'), isText: true, cell: (order) => say(purposeWord(order)) },
  {
    name: 'trigger',
    label: say('triggerPrice'),
    sortBy: ({ triggerPrice }) => Number(triggerPrice),
    cell: (order) =>
      `${say(SOURCE_WORDS[order.triggerPriceType])} ${withCommas(order.triggerPrice)}`,
  },
  {
    name: 'price',
    label: say('price'),
    cell: (order) => (Number(order.price) === 0 ? say('kindMarket') : withCommas(order.price)),
  },
  {
    name: 'size',
    label: say('size'),
    sortBy: ({ size }) => Number(size),
    cell: (order) => (order.positionTpsl ? say('wholePosition') : order.size),
  },
  timeColumn(),
  actColumn(),
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
