/**
 * How rows are stored. The fields of a row make the columns of its table, the statement that fills
 * them and the row that is read, so the three cannot drift apart.
 */
import { assert } from '../domain/assert.ts';
import type { HistoryRows } from '../domain/history.ts';
import type { AccountId, ContractId } from '../domain/ids.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import type { RecordOf, Shape, ShapeTable } from '../domain/shape.ts';
import { money } from '../domain/units.ts';

/** What a database holds. Integers come back as bigint: money passes 2^53. */
export type Stored = null | number | bigint | string;

interface Column {
  readonly declaration: string;
  readonly encode: (value: unknown) => Stored;
  readonly decode: (stored: Stored) => unknown;
}

export interface Layout<Row> {
  /** As in the database. */
  readonly names: readonly string[];
  readonly declarations: readonly string[];
  readonly encode: (row: Row) => Stored[];
  /** Reads the columns that begin at `start`. */
  readonly decode: (stored: readonly Stored[], start: number) => Row;
}

export function layOut<Table extends ShapeTable>(
  table: Table,
  prefix = '',
): Layout<RecordOf<Table>> {
  const columns = Object.entries(table).map(([field, shape]) => {
    const name = prefix + field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return { field, name, isOptional: shape.form === 'optional', ...columnOf(shape) };
  });
  const isWhole = (row: object): row is RecordOf<Table> =>
    columns.every(({ field, isOptional }) => isOptional || field in row);
  return {
    names: columns.map(({ name }) => name),
    declarations: columns.map(({ name, declaration }) => `"${name}" ${declaration}`),
    encode: (row) => columns.map(({ field, encode }) => encode(Reflect.get(row, field))),
    decode: (stored, start) => {
      const row: Record<string, unknown> = {};
      columns.forEach(({ field, decode, isOptional }, place) => {
        const held = stored[start + place]!;
        if (!isOptional || held !== null) row[field] = decode(held);
      });
      assert(isWhole(row), 'every column of a row is read');
      return row;
    },
  };
}

function columnOf(shape: Shape): Column {
  switch (shape.form) {
    case 'number':
      return { ...INTEGER, decode: decodeInteger };
    case 'money':
      return { ...INTEGER, decode: (stored) => money(decodeLarge(stored)) };
    case 'bigint':
      return { ...INTEGER, decode: decodeLarge };
    case 'flag':
      return {
        ...INTEGER,
        encode: (value) => (value === true ? 1 : 0),
        decode: (stored) => decodeInteger(stored) === 1,
      };
    case 'text':
      return { ...TEXT, decode: decodeText };
    case 'word':
      return { ...TEXT, decode: (stored) => decodeWord(stored, shape.words) };
    case 'nullable':
      return orNull(columnOf(shape.of));
    case 'optional': {
      const column = orNull(columnOf(shape.of));
      return { ...column, declaration: `${column.declaration} DEFAULT NULL` };
    }
    // What the rows of before hold in the column, as SQL.
    case 'later': {
      const { before } = shape;
      const column = columnOf(shape.of);
      const value = typeof before === 'string' ? `'${before}'` : String(before).toUpperCase();
      return { ...column, declaration: `${column.declaration} DEFAULT ${value}` };
    }
    default:
      return {
        ...TEXT,
        encode: stringifyPlain,
        decode: (stored) => decodeJson(stored, shape),
      };
  }
}

function encodePlain(value: unknown): Stored {
  assert(
    typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string',
    'a value has the type of its column',
  );
  return value;
}

/**
 * Money is a 64-bit integer: exact, half the bytes of its digits, and anyone can sum a column. No
 * amount outside it can exist, since the engine refuses it first.
 */
const INTEGER = { declaration: 'INTEGER NOT NULL', encode: encodePlain };
/** A word is spelt in full: a reader of the table needs no list of codes. */
const TEXT = { declaration: 'TEXT NOT NULL', encode: encodePlain };

const orNull = (column: Column): Column => ({
  declaration: column.declaration.replace(' NOT NULL', ''),
  encode: (value) => (value === null || value === undefined ? null : column.encode(value)),
  decode: (stored) => (stored === null ? null : column.decode(stored)),
});

export function decodeInteger(stored: Stored): number {
  const value = Number(stored);
  assert(stored !== null && Number.isSafeInteger(value), 'an integer is stored exactly');
  return value;
}

function decodeLarge(stored: Stored): bigint {
  assert(typeof stored === 'bigint', 'a large integer is stored as an integer');
  return stored;
}

function decodeText(stored: Stored): string {
  assert(typeof stored === 'string', 'a text is stored as a text');
  return stored;
}

function decodeWord(stored: Stored, words: readonly string[]): string {
  const word = decodeText(stored);
  assert(words.includes(word), 'a column holds an unknown word', word);
  return word;
}

/** What is read whole and never searched is stored as JSON. */
function decodeJson(stored: Stored, shape: Shape): object {
  const value = parsePlain(decodeText(stored));
  assert(typeof value === 'object' && value !== null, 'a column holds a record');
  if (shape.form === 'choice')
    assert(String(Reflect.get(value, shape.by)) in shape.cases, 'a column holds an unknown kind');
  return value;
}

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

/** A table with the rows that entries bring to it. */
export interface FedTable extends TableShape {
  /** The statement that adds a row. */
  readonly insert: string;
  readonly encodeAll: (entries: readonly HistoryRows[]) => Generator<Stored[], void>;
}

interface Holder {
  readonly account: AccountId;
  readonly contract: ContractId | null;
}

/**
 * Rows of one account and contract go side by side where `holderOf` says whose they are. Neighbours
 * share the pages of the indexes they go to, which makes a long write about a third cheaper, and
 * the pages a reader of that account will fetch. Lists are ordered by their indexes, so the order
 * in which rows are stored has no meaning.
 */
export const feedTable = <Row>(
  { encode, ...table }: StoredTable<Row>,
  rowsOf: (entry: HistoryRows) => readonly Row[],
  holderOf?: (row: Row) => Holder,
): FedTable => ({
  ...table,
  insert: insertInto(table),
  encodeAll: function* (entries) {
    const rows = entries.flatMap(rowsOf);
    if (holderOf !== undefined)
      rows.sort((first, second) => compareHolders(holderOf(first), holderOf(second)));
    for (const row of rows) yield encode(row);
  },
});

const compareHolders = (first: Holder, second: Holder): number =>
  first.account - second.account || (first.contract ?? -1) - (second.contract ?? -1);

export const createTable = ({ name, declarations }: TableShape): string =>
  `CREATE TABLE ${name} (\n  ${declarations.join(',\n  ')}\n) STRICT`;

const insertInto = ({ name, names }: TableShape): string => {
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
