/** The tables of a run as files, each as CSV and as Parquet, with the seed of the life in front. */
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { formatCsv } from '../terminal/csv.ts';
import { cellText, columnName } from './cell-text.ts';
import { createParquet, type ParquetColumn } from './parquet.ts';
import { type Cell, LIFE_TABLES, type LifeTables, TABLE_NAMES, type TableName } from './tables.ts';

export interface TableWriter {
  /** The rows of one life; the lead comes before the columns of each. */
  readonly add: (lead: readonly string[], tables: LifeTables) => void;
  readonly close: () => void;
}

/** The names of the lead, such as `life`. */
export function createTableWriter(folder: string, lead: readonly string[]): TableWriter {
  const files = TABLE_NAMES.map((name) => openTable(folder, name, lead));
  return {
    add: (values, tables) => {
      for (const file of files) file.add(values, tables);
    },
    close: () => {
      for (const file of files) file.close();
    },
  };
}

function openTable(folder: string, name: TableName, lead: readonly string[]): TableWriter {
  const columns: ParquetColumn[] = [
    ...lead.map((each) => ({ name: each, kind: 'text' as const })),
    ...Object.entries(LIFE_TABLES[name]).map(([column, kind]) => ({ name: column, kind })),
  ];
  const csv = openSync(join(folder, `${name}.csv`), 'w');
  const parquet = createParquet(join(folder, `${name}.parquet`), columns);
  const write = (rows: readonly (readonly string[])[]): unknown => writeSync(csv, formatCsv(rows));
  write([columns.map((column) => columnName(column.name))]);
  return {
    add: (values, tables) => {
      const rows = tables[name].map((row): Cell[] => {
        const cells = new Map<string, Cell>(Object.entries(row));
        return columns.map(({ name: column }, at) => values[at] ?? cells.get(column) ?? null);
      });
      for (const row of rows) parquet.add(row);
      write(rows.map((row) => row.map((cell, at) => cellText(columns[at]?.kind ?? 'text', cell))));
    },
    close: () => {
      closeSync(csv);
      parquet.close();
    },
  };
}
