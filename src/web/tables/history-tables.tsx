/** History: orders, trigger orders, fills and bills, a page at a time, with CSV export. */
import type { ComponentChildren } from 'preact';
import { money } from '../../domain/units.ts';
import { formatMoney } from '../../wire/quantity.ts';
import type { BillRecord } from '../../wire/v2/account/bills.ts';
import type { FillRecord } from '../../wire/v2/orders/fills.ts';
import type { OrderRecord, PlanRecord } from '../../wire/v2/orders/order-record.ts';
import { averageFillPrice, moneyOf } from '../account/own-position.ts';
import { contractName } from '../outcomes/order-outcome.ts';
import { Button } from '../parts/controls.tsx';
import { dayAndTime, digits, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty, Loading } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { say } from '../shell/language.ts';
import { AccountCsv } from './account-csv.tsx';
import {
  sayOrder,
  sayTrade,
  WORDS_OF_BILLS,
  WORDS_OF_DIRECTIONS,
  WORDS_OF_ORDERS,
  WORDS_OF_STATUS,
} from './code-words.ts';
import { ContractCell } from './contract-cell.tsx';
import { bills, pastFills, pastOrders, pastPlans } from './history-lists.ts';
import { sizeText } from './order-tables.tsx';
import type { PagedList } from './paged-list.ts';

interface HistoryProps<Row extends object> {
  readonly list: PagedList<Row>;
  readonly label: string;
  readonly file: string;
  readonly empty: string;
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string;
  /** The columns of the file that people read first: times in UTC, names, prices. */
  readonly readable: (row: Row) => object;
}

const utc = (at: number): string => new Date(at).toISOString();

export function History<Row extends object>(props: HistoryProps<Row>) {
  const { list, label, file, empty, columns, keyOf, readable } = props;
  const { rows, problem, isKnown } = list.state.value;
  if (!isKnown) return <Loading />;
  if (problem !== undefined && rows.length === 0) return <Retry list={list} text={problem} />;
  if (rows.length === 0) return <Empty text={empty} />;
  const load = async (): Promise<object[]> =>
    (await list.all()).map((row) => ({ ...readable(row), ...row }));
  return (
    <>
      <div class="table-tools">
        <AccountCsv file={file} load={load} />
      </div>
      <Table label={label} columns={columns} rows={rows} keyOf={keyOf} sorting={list.sorting} />
      <MoreRows list={list} />
    </>
  );
}

export function MoreRows<Row>({ list }: { list: PagedList<Row> }) {
  const { hasMore, isReading } = list.state.value;
  if (!hasMore) return null;
  return (
    <div class="more">
      <Button
        label={say(isReading ? 'loading' : 'loadMore')}
        disabled={isReading}
        act={() => list.more()}
      />
    </div>
  );
}

export const Retry = <Row,>({ list, text }: { list: PagedList<Row>; text: string }) => (
  <Empty text={text}>
    <Button label={say('tryAgain')} act={() => list.refresh()} />
  </Empty>
);

const timeColumn = <Row,>(read: (row: Row) => number): Column<Row> => ({
  name: 'time',
  label: say('time'),
  isText: true,
  sortBy: read,
  cell: (row) => dayAndTime(read(row)),
});

const contractColumn = <Row extends { readonly symbol: string }>(): Column<Row> => ({
  name: 'contract',
  label: say('contract'),
  isText: true,
  sortBy: ({ symbol }) => symbol,
  cell: ({ symbol }) => (symbol === '' ? '–' : <ContractCell name={symbol} />),
});

/** A column of amounts, which sorts by them. */
const numberColumn = <Row,>(
  name: string,
  label: string,
  read: (row: Row) => string,
  show: (text: string) => ComponentChildren = (text) => text,
): Column<Row> => ({
  name,
  label,
  sortBy: (row) => Number(read(row)),
  cell: (row) => show(read(row)),
});

const limitText = (price: string): string =>
  Number(price) === 0 ? say('kindMarket') : withCommas(price);

const averageText = (average: string): string =>
  Number(average) === 0 ? '–' : withCommas(average);

const filledColumn = <Row extends OrderRecord | PlanRecord>(): Column<Row> => ({
  name: 'filled',
  label: say('filled'),
  sortBy: (row) => Number(row.filled_qty),
  cell: (row) => sizeText(row.symbol, row.filled_qty),
});

const toned = (value: string): ComponentChildren => (
  <span class={toneOf(Number(value))}>{digits(value)}</span>
);

export const PastOrders = () => (
  <History
    list={pastOrders}
    label={say('orderHistory')}
    file="orders"
    readable={(row) => ({
      utc: utc(Number(row.createTime)),
      contract: contractName(row.symbol),
      does: sayOrder(WORDS_OF_ORDERS[row.type]),
    })}
    empty={say('noHistory')}
    keyOf={(row) => row.order_id}
    columns={orderColumns()}
  />
);

/** Opens a long or closes a short, whichever way. */
const BUYS = /^open_long$|(?:close|liquidate)_short$/;

const orderColumns = (): readonly Column<OrderRecord>[] => [
  timeColumn((row) => Number(row.createTime)),
  contractColumn(),
  {
    name: 'does',
    label: say('direction'),
    isText: true,
    cell: (row) => (
      <span class={BUYS.test(row.type) ? 'up' : 'down'}>{sayOrder(WORDS_OF_ORDERS[row.type])}</span>
    ),
  },
  numberColumn('price', say('price'), (row) => row.price, limitText),
  numberColumn('average', say('averagePrice'), (row) => row.price_avg, averageText),
  numberColumn('size', say('size'), (row) => row.size),
  filledColumn(),
  numberColumn('fee', say('fee'), (row) => row.fee, digits),
  numberColumn('result', say('realised'), (row) => row.totalProfits, toned),
  {
    name: 'status',
    label: say('status'),
    isText: true,
    cell: (row) => say(WORDS_OF_STATUS[row.status]),
  },
];

export const PastPlans = () => (
  <History
    list={pastPlans}
    label={say('planHistory')}
    file="plans"
    readable={(row) => ({
      utc: utc(Number(row.createTime)),
      contract: contractName(row.symbol),
      does: sayOrder(WORDS_OF_DIRECTIONS[row.type]),
    })}
    empty={say('noPlanHistory')}
    keyOf={(row) => row.order_id}
    columns={planColumns()}
  />
);

const planColumns = (): readonly Column<PlanRecord>[] => [
  timeColumn((row) => Number(row.createTime)),
  contractColumn(),
  {
    name: 'does',
    label: say('direction'),
    isText: true,
    cell: (row) => sayOrder(WORDS_OF_DIRECTIONS[row.type]),
  },
  numberColumn('trigger', say('triggerPrice'), (row) => row.triggerPrice, withCommas),
  numberColumn('price', say('price'), (row) => row.price, limitText),
  numberColumn('size', say('size'), (row) => row.size),
  filledColumn(),
  {
    name: 'fired',
    label: say('firedAt'),
    isText: true,
    cell: (row) => (row.triggerTime === '0' ? '–' : dayAndTime(Number(row.triggerTime))),
  },
  {
    name: 'status',
    label: say('status'),
    isText: true,
    cell: (row) => say(WORDS_OF_STATUS[lowered(row.status)]),
  },
];

const STATUS_NAMES: Readonly<Record<PlanRecord['status'], OrderRecord['status']>> = {
  PENDING: 'pending',
  OPEN: 'open',
  FILLED: 'filled',
  CANCELING: 'canceling',
  CANCELED: 'canceled',
  UNTRIGGERED: 'untriggered',
};
const lowered = (status: PlanRecord['status']): OrderRecord['status'] => STATUS_NAMES[status];

export const PastFills = () => (
  <History
    list={pastFills}
    label={say('fills')}
    file="fills"
    readable={(row) => ({
      utc: utc(row.createdTime),
      contract: contractName(row.symbol),
      does: sayTrade(WORDS_OF_DIRECTIONS[row.legacyOrdeDirection]),
      price: fillPrice(row),
    })}
    empty={say('noFills')}
    keyOf={(row) => `${row.tradeId}-${row.orderId}`}
    columns={fillColumns()}
  />
);

const fillColumns = (): readonly Column<FillRecord>[] => [
  timeColumn((row) => row.createdTime),
  contractColumn(),
  {
    name: 'does',
    label: say('direction'),
    isText: true,
    cell: (row) => (
      <span class={row.orderSide === 'BUY' ? 'up' : 'down'}>
        {sayTrade(WORDS_OF_DIRECTIONS[row.legacyOrdeDirection])}
      </span>
    ),
  },
  numberColumn('price', say('price'), fillPrice, withCommas),
  numberColumn('size', say('size'), (row) => row.fillSize),
  numberColumn('value', say('value'), (row) => row.fillValue, digits),
  numberColumn('fee', say('fee'), (row) => row.fillFee, digits),
  numberColumn('result', say('realised'), (row) => row.realizePnl, toned),
  {
    name: 'role',
    label: say('role'),
    isText: true,
    cell: (row) => say(row.direction === 'MAKER' ? 'maker' : 'taker'),
  },
];

const fillPrice = ({ symbol, fillValue, fillSize }: FillRecord): string =>
  averageFillPrice(symbol, fillValue, fillSize) ?? '–';

export const Bills = () => (
  <History
    list={bills}
    label={say('bills')}
    file="bills"
    readable={(row) => ({ utc: utc(row.ctime), text: billText(row) })}
    empty={say('noBills')}
    keyOf={(row) => String(row.billId)}
    columns={billColumns()}
  />
);

/** A movement of money in words. */
function billText({ businessType, symbol, amount, fillFee }: BillRecord): string {
  const kind = sayTrade(WORDS_OF_BILLS[businessType]);
  const name = symbol === '' ? '' : ` ${contractName(symbol)}`;
  if (businessType === 'position_funding')
    return `${kind}${name}: ${say(amount.startsWith('-') ? 'paid' : 'received')}`;
  const hasFee = Number(fillFee) !== 0;
  return hasFee ? `${kind}${name}, ${say('fee').toLowerCase()} ${digits(fillFee)}` : kind + name;
}

/**
 * What a bill did to the wallet; empty if the bill before is not loaded yet. The amount of a fill
 * contains the value of the position, which nobody looks for here.
 */
function movedOf(row: BillRecord): string {
  const { rows, hasMore } = bills.state.value;
  const earlier = rows[rows.indexOf(row) + 1]?.wallet ?? (hasMore ? undefined : '0');
  return earlier === undefined ? '' : formatMoney(money(moneyOf(row.wallet) - moneyOf(earlier)));
}

const billColumns = (): readonly Column<BillRecord>[] => [
  timeColumn((row) => row.ctime),
  { name: 'kind', label: say('kind'), isText: true, cell: billText },
  contractColumn(),
  numberColumn('amount', say('amount'), movedOf, (moved) => (moved === '' ? '–' : toned(moved))),
  numberColumn('balance', say('collateralAfter'), (row) => row.wallet, digits),
];
