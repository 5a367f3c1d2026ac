/** Lists that the venue keeps: a search, an order, pages and a file of the whole. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ListName } from '../../wire/competition/list-file.ts';
import { SearchField } from '../parts/search-field.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type PagerState, usePaging } from './pager.tsx';
import { type AdminReading, useReading } from './reading.ts';
import { CsvButton } from './save-csv.tsx';

interface ToolsProps {
  /** What is exported, and from where. */
  readonly name: ListName;
  readonly path: string;
  readonly label: string;
  readonly sought: Signal<string>;
  readonly children?: ComponentChildren;
}

export const ListTools = ({ name, path, label, sought, children }: ToolsProps) => (
  <div class="room-tools">
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

export interface ListPage<Row> {
  readonly rows: readonly Row[];
  readonly next: number | null;
}

/** The page that is shown. */
export function useList<Row>(
  path: string,
  { sought, sorting, limit, more = {} }: ListWish,
): { readonly reading: AdminReading<ListPage<Row>>; readonly paging: PagerState } {
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
