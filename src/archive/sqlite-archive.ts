/**
 * The archive in one SQLite file, through the SQLite that is built into Node. It is written ahead
 * and synced only at checkpoints: after a power cut the file is sound but may lack its last
 * entries, which the venue writes again from the journal. Every call works synchronously, so it
 * belongs on a thread of its own; see threaded-archive.ts.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
  Window,
} from '../domain/history.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import type { Seq } from '../domain/units.ts';
import {
  type Archive,
  assertCount,
  assertPaging,
  assertRising,
  type BillQuery,
  type FillFilter,
  type FillQuery,
  type FundingQuery,
  type LiquidationQuery,
  type OrderQuery,
  type Page,
  type Paging,
  type TriggerQuery,
} from './archive.ts';
import { ArchiveError, type ArchiveSource, closedError, UNKNOWN_SOURCE } from './archive-error.ts';
import { clusterRows } from './cluster-rows.ts';
import { decodeInteger, type Stored } from './columns.ts';
import { BILL_TABLE, FILL_TABLE, FUNDING_TABLE, LIQUIDATION_TABLE } from './history-tables.ts';
import { ORDER_TABLE } from './order-table.ts';
import { toPage } from './page.ts';
import { cellsOf, explainFaults, type FileUse, openFile, readArchivedUpTo } from './sqlite-file.ts';
import {
  countRows,
  type Filters,
  SELECT_CLIENT_ORDER,
  SELECT_ORDER,
  selectPage,
} from './sqlite-queries.ts';
import {
  BILL_LIST,
  countColumn,
  FILL_LIST,
  FUNDING_LIST,
  LIQUIDATION_LIST,
  type List,
  ORDER_LIST,
  TRIGGER_LIST,
} from './sqlite-schema.ts';
import { insertInto, type StoredTable, type TableShape } from './table.ts';

/** In the order in which `#store` counts them. */
const COUNTED = [ORDER_TABLE, FILL_TABLE, BILL_TABLE, FUNDING_TABLE, LIQUIDATION_TABLE];
const NOTE_STORED = `UPDATE archive SET archived_up_to = ?, ${COUNTED.map(
  (table) => `${countColumn(table)} = ${countColumn(table)} + ?`,
).join(', ')}`;

export class SqliteArchive implements Archive {
  readonly #path: string;
  readonly #source: ArchiveSource;
  readonly #statements = new Map<string, StatementSync>();
  readonly #inserts = new Map<TableShape, StatementSync>();
  #database: DatabaseSync | null;
  #archivedUpTo: Seq;
  #failure: unknown = null;

  /** Throws an ArchiveError where the file is damaged, foreign or of another version. */
  constructor(path: string, use: Partial<FileUse> = {}) {
    this.#path = path;
    this.#source = use.source ?? UNKNOWN_SOURCE;
    this.#database = openFile(path, { missingRows: 'refuse', ...use, source: this.#source });
    this.#archivedUpTo = readArchivedUpTo(this.#database);
  }

  async write(entries: readonly HistoryRows[]): Promise<void> {
    const database = this.#open();
    this.#refuseAfterFailure();
    assertRising(entries);
    const fresh = entries.filter((entry) => entry.seq > this.#archivedUpTo);
    const last = fresh.at(-1);
    if (last === undefined) return;
    try {
      explainFaults(this.#path, this.#source, () => this.#store(database, fresh, last.seq));
    } catch (error) {
      this.#failure = error;
      rollBack(database);
      throw error;
    }
    this.#archivedUpTo = last.seq;
  }

  async archivedUpTo(): Promise<Seq> {
    this.#open();
    return this.#archivedUpTo;
  }

  async findOrder(id: OrderId): Promise<FinishedOrder | undefined> {
    return this.#read(ORDER_TABLE, SELECT_ORDER, [id])[0];
  }

  async findClientOrder(account: AccountId, clientOrderId: string) {
    return this.#read(ORDER_TABLE, SELECT_CLIENT_ORDER, [account, clientOrderId])[0];
  }

  async orders(query: OrderQuery): Promise<Page<FinishedOrder>> {
    const { account, contract, origin } = query;
    return this.#page(ORDER_LIST, { account, contract, origin }, query);
  }

  async triggerOrders(query: TriggerQuery): Promise<Page<FinishedOrder>> {
    const { account, contract, purpose, effect, positionSide } = query;
    const words = { trigger_purpose: purpose, effect, position_side: positionSide };
    return this.#page(TRIGGER_LIST, { account, contract, ...words }, query);
  }

  async fills(query: FillQuery): Promise<Page<FillRow>> {
    return this.#page(FILL_LIST, fillFilters(query), query);
  }

  async countFills(filter: FillFilter, max: number): Promise<number> {
    assertCount(max);
    const { sql, values } = countRows(FILL_LIST, fillFilters(filter), filter, max);
    return decodeInteger(this.#cells(sql, values)[0]?.[0] ?? null);
  }

  async bills(query: BillQuery): Promise<Page<BillRow>> {
    const { account, contract, kind } = query;
    return this.#page(BILL_LIST, { account, contract, kind }, query);
  }

  async funding(query: FundingQuery): Promise<Page<FundingRow>> {
    return this.#page(FUNDING_LIST, { contract: query.contract }, query);
  }

  async liquidations(query: LiquidationQuery): Promise<Page<LiquidationRow>> {
    return this.#page(LIQUIDATION_LIST, { account: query.account }, query);
  }

  async close(): Promise<void> {
    this.#statements.clear();
    this.#inserts.clear();
    this.#database?.close();
    this.#database = null;
  }

  #store(database: DatabaseSync, entries: readonly HistoryRows[], upTo: Seq): void {
    database.exec('BEGIN IMMEDIATE');
    const { orders, fills, bills, funding, liquidations } = clusterRows(entries);
    this.#insert(ORDER_TABLE, orders);
    this.#insert(FILL_TABLE, fills);
    this.#insert(BILL_TABLE, bills);
    this.#insert(FUNDING_TABLE, funding);
    this.#insert(LIQUIDATION_TABLE, liquidations);
    const counts = [orders, fills, bills, funding, liquidations].map(({ length }) => length);
    this.#prepare(NOTE_STORED).run(upTo, ...counts);
    database.exec('COMMIT');
  }

  #insert<Row>(table: StoredTable<Row>, rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const statement = this.#inserts.get(table) ?? this.#open().prepare(insertInto(table));
    this.#inserts.set(table, statement);
    for (const row of rows) statement.run(...table.encode(row));
  }

  #page<Row>(list: List<Row>, filters: Filters, query: Partial<Window> & Paging): Page<Row> {
    assertPaging(query);
    const { sql, values } = selectPage(list, filters, query);
    return toPage(this.#read(list.table, sql, values), query.limit, list.cursorOf);
  }

  #read<Row>(table: StoredTable<Row>, sql: string, values: readonly Stored[]): Row[] {
    return this.#cells(sql, values).map(table.decode);
  }

  #cells(sql: string, values: readonly Stored[]): (readonly Stored[])[] {
    const find = () => this.#prepare(sql).all(...values);
    return explainFaults(this.#path, this.#source, find).map(cellsOf);
  }

  /** There are few statements, one for each set of filters; preparing one costs more than a run. */
  #prepare(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#open().prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #open(): DatabaseSync {
    if (this.#database === null) throw closedError();
    return this.#database;
  }

  #refuseAfterFailure(): void {
    if (this.#failure === null) return;
    const message = 'the archive stores nothing more: a write failed';
    throw new ArchiveError('failed', message, { cause: this.#failure });
  }
}

/** The first error is the one to tell; a transaction that stays open dies with its connection. */
function rollBack(database: DatabaseSync): void {
  try {
    if (database.isTransaction) database.exec('ROLLBACK');
  } catch {}
}

const fillFilters = ({ account, contract, order }: FillFilter): Filters => {
  return { account, contract, order };
};
