/** A table of the archive: its columns, and the way of a row there and back. */
import type { Stored } from './columns.ts';

export interface Table<Row> {
  readonly name: string;
  readonly names: readonly string[];
  readonly declarations: readonly string[];
  readonly encode: (row: Row) => Stored[];
  readonly decode: (stored: readonly Stored[]) => Row;
}

export const createTable = ({ name, declarations }: Table<never>): string =>
  `CREATE TABLE ${name} (\n  ${declarations.join(',\n  ')}\n) STRICT`;

export const insertInto = ({ name, names }: Table<never>): string => {
  const places = names.map(() => '?').join(', ');
  return `INSERT INTO ${name} (${listNames(names)}) VALUES (${places})`;
};

/** Quoted, because `order` is also a word of SQL. */
export const listNames = (names: readonly string[]): string =>
  names.map((name) => `"${name}"`).join(', ');
