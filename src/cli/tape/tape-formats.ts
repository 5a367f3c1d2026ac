/** The formats in which tapes are written, by their names. */
import { join } from 'node:path';
import type { TapeEvent } from '../../tape/tape-event.ts';
import {
  createLobsterWriter,
  createTardisWriter,
  type OpenTable,
  type TapeWriter,
} from '../../tape/tape-writer.ts';
import { createNpzWriter } from '../../tape/write-npz.ts';
import { createParquet } from '../../verdict/parquet.ts';
import type { Cell, ColumnKind } from '../../verdict/tables.ts';

/** Into a folder, from the first event of a symbol on, with the size that is counted as one. */
type OpenTape = (out: string, first: TapeEvent, lot: number) => TapeWriter;

export const TAPE_FORMATS: Readonly<Record<'npz' | 'tardis' | 'parquet' | 'lobster', OpenTape>> = {
  npz: (out, { symbol }) => createNpzWriter(join(out, `${fileNameOf(symbol)}.npz`)),
  tardis: (out, { symbol }) => createTardisWriter(join(out, fileNameOf(symbol))),
  parquet: (out, { symbol }) => createTardisWriter(join(out, fileNameOf(symbol)), openParquetTable),
  lobster: (out, { symbol, at }, lot) =>
    createLobsterWriter(out, { symbol: fileNameOf(symbol), firstAt: at, lot }),
};

/** Whoever wrote the tape names no other folder. */
export const fileNameOf = (symbol: string): string => symbol.replace(/[^A-Za-z0-9]/g, '');

/** The tables of Tardis as Parquet: all other columns are amounts that may be missing. */
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

const openParquetTable: OpenTable = (path, header) => {
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
