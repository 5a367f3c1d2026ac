/** History: orders, trigger orders, fills and bills, a page at a time, with CSV export. */
import type { ComponentChildren } from 'preact';
import { minus } from '../../domain/money.ts';
import { formatMoney } from '../../wire/quantity.ts';
import type { BillRecord } from '../../wire/v2/account/account.ts';
import type { FillRecord, OrderRecord, PlanRecord } from '../../wire/v2/orders/read-orders.ts';
import { averageFillPrice, moneyOf } from '../account/own-position.ts';
import { contractName } from '../market/contracts.ts';
import { Button } from '../parts/controls.tsx';
import { dayAndTime, digits, toneOf, withCommas } from '../parts/numbers.ts';
import { Empty, Loading } from '../parts/panel.tsx';
import { type Column, numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { say } from '../shell/language.ts';
import { AccountCsv } from './account-csv.tsx';
import { codeWord, sayOrder, sayTrade } from './code-words.ts';
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
  /** The columns of the file that people read first: times in UTC, names, prices. */
  readonly readable: (row: Row) => object;
}

const utc = (at: number): string => new Date(at).toISOString();

export function History<Row extends object>(props: HistoryProps<Row>) {
  const { list, label, file, empty, columns, readable } = props;
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
      <Table
        label={label}
        columns={columns}
        rows={rows}
        keyOf={list.keyOf}
        sorting={list.sorting}
      />
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

const timeColumn = <Row,>(read: (row: Row) => number): Column<Row> =>
  textualColumn('time', say('time'), read, (row) => dayAndTime(read(row)));

const contractColumn = <Row extends { readonly symbol: string }>(): Column<Row> =>
  textualColumn('contract', say('contract'), symbolOf, ({ symbol }) =>
    symbol === '' ? '–' : <ContractCell name={symbol} />,
  );

const symbolOf = ({ symbol }: { readonly symbol: string }): string => symbol;

/** A column of amounts, which sorts by them. */
const amountColumn = <Row,>(
  name: string,
  label: string,
  read: (row: Row) => string,
  show: (text: string) => ComponentChildren = (text) => text,
): Column<Row> =>
  numberColumn(
    name,
    label,
    (row) => Number(read(row)),
    (row) => show(read(row)),
  );

const limitText = (price: string): string =>
  Number(price) === 0 ? say('kindMarket') : withCommas(price);

const averageText = (average: string): string =>
  Number(average) === 0 ? '–' : withCommas(average);

const filledColumn = <Row extends OrderRecord | PlanRecord>(): Column<Row> =>
  numberColumn(
    'filled',
    say('filled'),
    (row) => Number(row.filled_qty),
    (row) => sizeText(row.symbol, row.filled_qty),
  );

const toned = (value: string): ComponentChildren => (
  <span class={toneOf(Number(value))}>{digits(value)}</span>
);

const readableOrder = ({ createTime, symbol, type }: OrderRecord | PlanRecord) => ({
  utc: utc(Number(createTime)),
  contract: contractName(symbol),
  does: sayOrder(codeWord(type)),
});

export const PastOrders = () => (
  <History<OrderRecord>
    list={pastOrders}
    label={say('orderHistory')}
    file="orders"
    readable={readableOrder}
    empty={say('noHistory')}
    columns={[
      timeColumn((row) => Number(row.createTime)),
      contractColumn(),
      textualColumn('does', say('direction'), (row) => (
        <span class={BUYS.test(row.type) ? 'up' : 'down'}>{sayOrder(codeWord(row.type))}</span>
      )),
      amountColumn('price', say('price'), (row) => row.price, limitText),
      amountColumn('average', say('averagePrice'), (row) => row.price_avg, averageText),
      amountColumn('size', say('size'), (row) => row.size),
      filledColumn(),
      amountColumn('fee', say('fee'), (row) => row.fee, digits),
      amountColumn('result', say('realised'), (row) => row.totalProfits, toned),
      textualColumn('status', say('status'), (row) => say(codeWord(row.status))),
    ]}
  />
);

/** Opens a long or closes a short, whichever way. */
const BUYS = /^open_long$|(?:close|liquidate)_short$/;

export const PastPlans = () => (
  <History<PlanRecord>
    list={pastPlans}
    label={say('planHistory')}
    file="plans"
    readable={readableOrder}
    empty={say('noPlanHistory')}
    columns={[
      timeColumn((row) => Number(row.createTime)),
      contractColumn(),
      textualColumn('does', say('direction'), (row) => sayOrder(codeWord(row.type))),
      amountColumn('trigger', say('triggerPrice'), (row) => row.triggerPrice, withCommas),
      amountColumn('price', say('price'), (row) => row.price, limitText),
      amountColumn('size', say('size'), (row) => row.size),
      filledColumn(),
      textualColumn('fired', say('firedAt'), (row) =>
        row.triggerTime === '0' ? '–' : dayAndTime(Number(row.triggerTime)),
      ),
      textualColumn('status', say('status'), ({ status }) => say(codeWord(status))),
    ]}
  />
);

export const PastFills = () => (
  <History<FillRecord>
    list={pastFills}
    label={say('fills')}
    file="fills"
    readable={(row) => ({
      utc: utc(row.createdTime),
      contract: contractName(row.symbol),
      does: sayTrade(codeWord(row.legacyOrdeDirection)),
      price: fillPrice(row),
    })}
    empty={say('noFills')}
    columns={[
      timeColumn((row) => row.createdTime),
      contractColumn(),
      textualColumn('does', say('direction'), (row) => (
        <span class={row.orderSide === 'BUY' ? 'up' : 'down'}>
          {sayTrade(codeWord(row.legacyOrdeDirection))}
        </span>
      )),
      amountColumn('price', say('price'), fillPrice, withCommas),
      amountColumn('size', say('size'), (row) => row.fillSize),
      amountColumn('value', say('value'), (row) => row.fillValue, digits),
      amountColumn('fee', say('fee'), (row) => row.fillFee, digits),
      amountColumn('result', say('realised'), (row) => row.realizePnl, toned),
      textualColumn('role', say('role'), (row) =>
        say(row.direction === 'MAKER' ? 'maker' : 'taker'),
      ),
    ]}
  />
);

const fillPrice = ({ symbol, fillValue, fillSize }: FillRecord): string =>
  averageFillPrice(symbol, fillValue, fillSize) ?? '–';

export const Bills = () => (
  <History<BillRecord>
    list={bills}
    label={say('bills')}
    file="bills"
    readable={(row) => ({ utc: utc(row.ctime), text: billText(row) })}
    empty={say('noBills')}
    columns={[
      timeColumn((row) => row.ctime),
      textualColumn('kind', say('kind'), billText),
      contractColumn(),
      amountColumn('amount', say('amount'), movedOf, (moved) =>
        moved === '' ? '–' : toned(moved),
      ),
      amountColumn('balance', say('collateralAfter'), (row) => row.wallet, digits),
    ]}
  />
);

/** A movement of money in words. */
function billText({ businessType, symbol, amount, fillFee }: BillRecord): string {
  const kind = sayTrade(codeWord(businessType));
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
  return earlier === undefined ? '' : formatMoney(minus(moneyOf(row.wallet), moneyOf(earlier)));
}
