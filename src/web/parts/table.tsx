/** Rows under headings. On a narrow screen each row becomes a card with its labels beside it. */
import type { ComponentChildren } from 'preact';

export interface Column<Row> {
  readonly name: string;
  readonly label: string;
  /** Text is aligned left, numbers right. */
  readonly isText?: boolean;
  readonly cell: (row: Row) => ComponentChildren;
}

interface TableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <table class="table" aria-label={label}>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.name} scope="col" class={column.isText ? 'text' : ''}>
              {column.label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
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
  );
}
