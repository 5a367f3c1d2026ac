/** A table of the archive: its columns, and how a row is written and read. */
import type { Stored } from './columns.ts';

export interface TableShape {
  readonly name: string;
  /** Of its columns, in their order. */
  readonly names: readonly string[];
  readonly declarations: readonly string[];
}

export interface StoredTable<Row> extends TableShape {
  readonly encode: (row: Row) => Stored[];
  readonly decode: (stored: readonly Stored[]) => Row;
}

export const createTable = ({ name, declarations }: TableShape): string =>
  `CREATE TABLE ${name} (\n  ${declarations.join(',\n  ')}\n) STRICT`;

export const insertInto = ({ name, names }: TableShape): string => {
  const places = names.map(() => '?').join(', ');
  return `INSERT INTO ${name} (${listNames(names)}) VALUES (${places})`;
};

/** Columns that a table got later say what the rows of before hold. Adds one of them, or all. */
export const addColumns = ({ name, declarations }: TableShape, column?: string): string[] =>
  declarations
    .filter((each) => each.includes(' DEFAULT '))
    .filter((each) => column === undefined || each.startsWith(`"${column}" `))
    .map((each) => `ALTER TABLE ${name} ADD COLUMN ${each}`);

/** Quoted, because `order` is also a word of SQL. */
export const listNames = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ');
