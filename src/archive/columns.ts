/**
 * How a row is stored: for each field, the type of its column and how to write and read it. One
 * description makes the table, the statement that fills it and the row that is read, so the three
 * cannot drift apart.
 */
import { assert } from '../domain/assert.ts';
import { type Money, money } from '../domain/units.ts';

/** What a database holds. Integers come back as bigint: money passes 2^53. */
export type Stored = null | number | bigint | string;

export interface ColumnCodec<Value> {
  readonly declaration: string;
  readonly encode: (value: Value) => Stored;
  readonly decode: (stored: Stored) => Value;
}

export type Columns<Row> = { readonly [Field in keyof Row]: ColumnCodec<Row[Field]> };

export interface Layout<Row> {
  /** As in the database. */
  readonly names: readonly string[];
  readonly declarations: readonly string[];
  readonly encode: (row: Row) => Stored[];
  /** Reads the columns that begin at `start`. */
  readonly decode: (stored: readonly Stored[], start: number) => Row;
}

export function layOut<Row extends object>(columns: Columns<Row>, prefix = ''): Layout<Row> {
  const fields: Extract<keyof Row, string>[] = [];
  for (const field in columns) fields.push(field);
  const names = fields.map((field) => prefix + toSnakeCase(field));
  return {
    names,
    declarations: fields.map((field, place) => `"${names[place]}" ${columns[field].declaration}`),
    encode: (row) => fields.map((field) => columns[field].encode(row[field])),
    decode: (stored, start) => {
      const row: Partial<Row> = {};
      let place = start;
      for (const field of fields) {
        row[field] = columns[field].decode(stored[place]!);
        place += 1;
      }
      assert(isWhole(row, fields), 'every column of a row is read');
      return row;
    },
  };
}

const isWhole = <Row>(row: Partial<Row>, fields: readonly (keyof Row)[]): row is Row =>
  fields.every((field) => row[field] !== undefined);

const toSnakeCase = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** A number below 2^53, made into its unit again when it is read. */
export const integerColumn = <Unit extends number>(
  unit: (value: number) => Unit,
): ColumnCodec<Unit> => ({
  declaration: 'INTEGER NOT NULL',
  encode: (value) => value,
  decode: (stored) => unit(decodeInteger(stored)),
});

/**
 * Money as a 64-bit integer: exact, half the bytes of its digits, and anyone can sum a column. No
 * amount outside it can exist, since the engine refuses it first.
 */
export const moneyColumn: ColumnCodec<Money> = {
  declaration: 'INTEGER NOT NULL',
  encode: (value) => value,
  decode: (stored) => {
    assert(typeof stored === 'bigint', 'money is stored as an integer');
    return money(stored);
  },
};

export const flagColumn: ColumnCodec<boolean> = {
  declaration: 'INTEGER NOT NULL',
  encode: (value) => (value ? 1 : 0),
  decode: (stored) => decodeInteger(stored) === 1,
};

export const textColumn: ColumnCodec<string> = {
  declaration: 'TEXT NOT NULL',
  encode: (value) => value,
  decode: (stored) => {
    assert(typeof stored === 'string', 'a text is stored as a text');
    return stored;
  },
};

/** One of the domain's words, spelt in full: a reader of the table needs no list of codes. */
export function wordColumn<Word extends string>(
  words: Readonly<Record<Word, true>>,
): ColumnCodec<Word> {
  const isWord = (stored: Stored): stored is Word =>
    typeof stored === 'string' && Object.hasOwn(words, stored);
  return {
    declaration: 'TEXT NOT NULL',
    encode: (value) => value,
    decode: (stored) => {
      assert(isWord(stored), 'a column holds an unknown word', String(stored));
      return stored;
    },
  };
}

export const nullableColumn = <Value>(column: ColumnCodec<Value>): ColumnCodec<Value | null> => ({
  declaration: column.declaration.replace(' NOT NULL', ''),
  encode: (value) => (value === null ? null : column.encode(value)),
  decode: (stored) => (stored === null ? null : column.decode(stored)),
});

/** A column that a table got later: what the rows of before hold in it, as SQL. */
export const laterColumn = <Value>(
  column: ColumnCodec<Value>,
  before: string,
): ColumnCodec<Value> => ({ ...column, declaration: `${column.declaration} DEFAULT ${before}` });

export function decodeInteger(stored: Stored): number {
  const value = Number(stored);
  assert(stored !== null && Number.isSafeInteger(value), 'an integer is stored exactly');
  return value;
}
