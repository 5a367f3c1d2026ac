/** Rows under headings. On a narrow screen each row becomes a card with its labels beside it. */
import type { ComponentChildren } from 'preact';
import { SortButton, SortChoice, type SortingSignal, sorted, sortState } from './sorting.tsx';

export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  /** Text is aligned left, numbers right. */
  readonly isText?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
  /** For how many digits there is room, where they change: a longer one then moves no column. */
  readonly digits?: number;
  /** What rows are sorted by; `venue` if they come sorted. Without it the heading only names. */
  readonly sortBy?: ((row: Row) => string | number) | 'venue';
}

type Cell<Row> = Column<Row>['cell'];
type SortBy<Row> = NonNullable<Column<Row>['sortBy']>;
/** What it shows, after what it sorts by, if it does. */
type Shown<Row> = readonly [Cell<Row>] | readonly [SortBy<Row>, Cell<Row>];

export const numberColumn = <Row,>(
  name: string,
  label: string,
  ...shown: Shown<Row>
): Column<Row> =>
  shown.length === 1
    ? { name, label, cell: shown[0] }
    : { name, label, sortBy: shown[0], cell: shown[1] };

export const textualColumn = <Row,>(
  name: string,
  label: string,
  ...shown: Shown<Row>
): Column<Row> => ({ ...numberColumn(name, label, ...shown), isText: true });

export interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** Kept by the caller, so that a table that is shown again is as it was left. */
  readonly sorting?: SortingSignal;
}

export function Table<Row>({ label, columns, rows, keyOf, sorting }: TableProps<Row>) {
  const sortable = sorting && columns.filter(({ sortBy }) => sortBy !== undefined);
  return (
    <>
      {sorting === undefined ? null : <SortChoice sorting={sorting} columns={sortable ?? []} />}
      <table class="table" aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Heading key={column.name} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {inOrder(rows, columns, sorting).map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => (
                <td
                  key={column.name}
                  class={column.isText ? 'text' : 'number'}
                  data-label={column.label}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface HeadingProps<Row> {
  readonly column: Column<Row>;
  readonly sorting: SortingSignal | undefined;
}

function Heading<Row>({ column, sorting }: HeadingProps<Row>) {
  const kind = column.isText ? 'text' : '';
  const room = column.digits === undefined ? {} : { '--digits': column.digits };
  if (sorting === undefined || column.sortBy === undefined)
    return (
      <th scope="col" class={kind} style={room}>
        {column.label}
      </th>
    );
  return (
    <th scope="col" class={kind} style={room} aria-sort={sortState(sorting, column.name)}>
      <SortButton sorting={sorting} column={column} />
    </th>
  );
}

function inOrder<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: SortingSignal | undefined,
): readonly Row[] {
  const wanted = sorting?.value;
  const sortBy = columns.find(({ name }) => name === wanted?.by)?.sortBy;
  if (wanted === undefined || sortBy === undefined || sortBy === 'venue') return rows;
  return sorted(rows, sortBy, wanted.isDown);
}
