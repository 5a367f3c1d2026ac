/** Lists that the venue keeps: a search, an order, pages and a CSV file of the whole. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { fileRow, type ListName, utcText } from '../../wire/competition/list-file.ts';
import { csvOf } from '../../wire/csv.ts';
import { Button, SearchField } from '../parts/controls.tsx';
import { Empty } from '../parts/panel.tsx';
import { saveFile } from '../parts/save-file.ts';
import type { SortingSignal } from '../parts/sorting.tsx';
import { Table, type TableProps } from '../parts/table.tsx';
import { language } from '../shell/language.ts';
import { showNotice } from '../shell/notices.ts';
import { readAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';
import { overview } from './overview-feed.ts';
import { type AdminReading, ReadingState, useReading } from './reading.tsx';

interface ToolsProps {
  /** What is exported, and from where. */
  readonly name: ListName;
  readonly path: string;
  readonly label: string;
  readonly sought: Signal<string>;
  readonly children?: ComponentChildren;
}

export const ListTools = ({ name, path, label, sought, children }: ToolsProps) => (
  <div class="row room-tools">
    <SearchField label={label} sought={sought} />
    {children}
    <CsvButton name={name} path={path} />
  </div>
);

interface ListWish {
  readonly sought: Signal<string>;
  /** The names of columns are the orders of the venue. */
  readonly sorting: SortingSignal;
  readonly limit: number;
  readonly more?: Readonly<Record<string, string>>;
}

interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: number | null;
}

interface ShownList<Row> {
  readonly reading: AdminReading<ListPage<Row>>;
  readonly paging: PagerState;
}

/** The page that is shown. */
export function useList<Row>(
  path: string,
  { sought, sorting, limit, more = {} }: ListWish,
): ShownList<Row> {
  const query = new URLSearchParams({ ...more, limit: String(limit) });
  const find = sought.value.trim();
  if (find !== '') query.set('find', find);
  const order = sorting.value;
  if (order !== undefined) {
    query.set('sort', order.by);
    query.set('descending', String(order.isDown));
  }
  const paging = usePaging(String(query));
  query.set('after', String(paging.after));
  return { reading: useReading<ListPage<Row>>(`${path}?${query}`), paging };
}

interface ListProps<Row> {
  readonly of: ShownList<Row>;
  /** What is said where there are no rows. */
  readonly empty: string;
  readonly hint?: string;
  readonly look?: string;
  readonly children: (rows: readonly Row[]) => ComponentChildren;
}

export function Listed<Row>(props: ListProps<Row>) {
  const { reading, paging } = props.of;
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0)
    return (
      <Empty text={props.empty}>
        {props.hint === undefined ? null : <p class="hint">{props.hint}</p>}
      </Empty>
    );
  return (
    <div class={props.look ?? 'stack'}>
      {props.children(rows)}
      <Pager paging={paging} next={next} />
    </div>
  );
}

type ListTableProps<Row> = Pick<ListProps<Row>, 'of' | 'empty'> & Omit<TableProps<Row>, 'rows'>;

export const ListTable = <Row,>({ of, empty, ...table }: ListTableProps<Row>) => (
  <Listed of={of} empty={empty} look="column sheet tabled">
    {(rows) => <Table {...table} rows={rows} />}
  </Listed>
);

interface PagerState {
  /** The value of `after` for the next page. */
  readonly after: number;
  readonly back: readonly number[];
  readonly go: (to: { readonly after: number; readonly back: readonly number[] }) => void;
}

const START = { after: 0, back: [] } as const;

/** Begins again when the list becomes another: another search, another order. */
function usePaging(list: string): PagerState {
  const [at, set] = useState<Pick<PagerState, 'after' | 'back'> & { readonly list: string }>({
    ...START,
    list,
  });
  return { ...(at.list === list ? at : START), go: (to) => set({ ...to, list }) };
}

function Pager({ paging, next }: { paging: PagerState; next: number | null }) {
  const { after, back, go } = paging;
  const before = back.at(-1);
  if (before === undefined && next === null) return null;
  return (
    <div class="pager">
      <Button
        label={tell('previous')}
        disabled={before === undefined}
        act={() => go({ after: before ?? 0, back: back.slice(0, -1) })}
      />
      <Button
        label={tell('next')}
        disabled={next === null}
        act={() => go({ after: next ?? 0, back: [...back, after] })}
      />
    </div>
  );
}

interface CsvButtonProps {
  /** Also the first word of the file's name. */
  readonly name: ListName;
  readonly path: string;
}

function CsvButton({ name, path }: CsvButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    const rows = await readWhole<object>(path);
    setBusy(false);
    if (rows === undefined) showNotice('bad', tell('venueUnreachable'));
    else saveFile(fileName(name), csvOf(rows.map((row) => fileRow(name, row, language.value))));
  };
  return <Button label={tell(isBusy ? 'underWay' : 'saveCsv')} disabled={isBusy} act={save} />;
}

/** `teams-season-1-2026-03-02.csv`; the day is that of the venue. */
export function fileName(name: string): string {
  const { season = null, venueNow = Date.now() } = overview.value ?? {};
  const day = utcText(venueNow).slice(0, 10);
  return [name, ...(season === null ? [] : ['season', season]), day].join('-').concat('.csv');
}

const PAGE = 200;

/** Every row of a list; undefined if a page could not be read. */
export async function readWhole<Row>(path: string): Promise<readonly Row[] | undefined> {
  const rows: Row[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const paged: string = `${path}${path.includes('?') ? '&' : '?'}after=${after}&limit=${PAGE}`;
    const answer = await readAdmin<ListPage<Row>>(paged);
    if (!answer.ok) return undefined;
    rows.push(...answer.value.rows);
    after = answer.value.next;
  }
  return rows;
}
