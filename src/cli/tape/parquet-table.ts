/** The tables of Tardis as Parquet: the same columns, with their types. */
import type { OpenTable } from '../../tape/tape-writer.ts';
import { createParquet } from '../../verdict/parquet.ts';
import type { Cell, ColumnKind } from '../../verdict/tables.ts';

/** All other columns are amounts that may be missing. */
const KINDS: Readonly<Record<string, ColumnKind>> = {
  exchange: 'text',
  symbol: 'text',
  timestamp: 'count',
  local_timestamp: 'count',
  id: 'count',
  is_snapshot: 'flag',
  side: 'text',
};
const UNITS = 1e8;

const cellOf = (kind: ColumnKind, text: string): Cell => {
  if (kind === 'text') return text;
  if (kind === 'flag') return text === 'true';
  if (text === '') return null;
  return kind === 'count' ? Number(text) : BigInt(Math.round(Number(text) * UNITS));
};

export const openParquetTable: OpenTable = (path, header) => {
  const columns = header.split(',').map((name) => ({ name, kind: KINDS[name] ?? 'amount?' }));
  const file = createParquet(`${path}.parquet`, columns);
  return {
    add: (line) => {
      const fields = line.split(',');
      file.add(columns.map(({ kind }, place) => cellOf(kind, fields[place] ?? '')));
    },
    close: file.close,
  };
};
