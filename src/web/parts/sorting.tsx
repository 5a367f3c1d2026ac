/**
 * Rows in the order that the reader asks for. A heading is pressed for one direction, again for the
 * other, and once more for the order in which the rows came. On a narrow screen, where a table has
 * no headings, a list offers the same.
 */
import type { Signal } from '@preact/signals';
import { say } from '../shell/language.ts';
import { Select } from './controls.tsx';

/** By the name of a column. */
export interface Sorting {
  readonly by: string;
  readonly isDown: boolean;
}

/** Undefined: as the rows came. */
export type SortingSignal = Signal<Sorting | undefined>;

export interface SortableColumn {
  readonly name: string;
  readonly label: string;
  readonly isText?: boolean;
}

/** Texts begin with A, numbers with the largest. */
const beginsDown = ({ isText = false }: SortableColumn): boolean => !isText;

export function turn(sorting: SortingSignal, column: SortableColumn): void {
  const known = sorting.value?.by === column.name ? sorting.value : undefined;
  if (known === undefined) sorting.value = { by: column.name, isDown: beginsDown(column) };
  else if (known.isDown === beginsDown(column)) sorting.value = { ...known, isDown: !known.isDown };
  else sorting.value = undefined;
}

/** A copy in order. Rows with equal values stay as they came. */
export function sorted<Row>(
  rows: readonly Row[],
  keyFor: (row: Row) => string | number,
  isDown: boolean,
): readonly Row[] {
  const sign = isDown ? -1 : 1;
  return rows.toSorted((one, other) => sign * compare(keyFor(one), keyFor(other)));
}

/** `Team 9` is before `Team 10`. */
const compare = (one: string | number, other: string | number): number =>
  typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other), undefined, { numeric: true });

const arrow = (isDown: boolean): string => (isDown ? '▼' : '▲');

interface SortProps {
  readonly sorting: SortingSignal;
}

/** What a heading that sorts contains. */
export function SortButton({ sorting, column }: SortProps & { readonly column: SortableColumn }) {
  const { by, isDown } = sorting.value ?? { by: '', isDown: false };
  const mark = (
    <span class="sort-arrow" aria-hidden="true">
      {by === column.name ? arrow(isDown) : ''}
    </span>
  );
  // Labels end where their numbers end.
  return (
    <button type="button" class="sort-button" onClick={() => turn(sorting, column)}>
      {column.isText ? null : mark}
      {column.label}
      {column.isText ? mark : null}
    </button>
  );
}

/** `aria-sort` of a heading. */
export function sortState(
  { value }: SortingSignal,
  name: string,
): 'ascending' | 'descending' | 'none' {
  if (value?.by !== name) return 'none';
  return value.isDown ? 'descending' : 'ascending';
}

/** Both directions of every column, for lists without headings and for narrow screens. */
export function SortChoice({
  sorting,
  columns,
}: SortProps & { readonly columns: readonly SortableColumn[] }) {
  const { value } = sorting;
  const options = columns.flatMap((column) => {
    const first = beginsDown(column);
    return [first, !first].map((isDown) => ({
      value: `${column.name} ${isDown}`,
      label: `${column.label} ${arrow(isDown)}`,
      sorting: { by: column.name, isDown },
    }));
  });
  return (
    <Select
      class="sort-choice"
      label={say('sortBy')}
      options={[{ value: '', label: say('unsorted') }, ...options]}
      value={value === undefined ? '' : `${value.by} ${value.isDown}`}
      choose={(chosen) => {
        sorting.value = options.find((option) => option.value === chosen)?.sorting;
      }}
    />
  );
}
