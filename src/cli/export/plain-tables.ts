/** What happened at a venue as plain tables: trades, candles, funding, liquidations, positions. */
import { join } from 'node:path';
import type { Contract } from '../../domain/contract.ts';
import type { Event } from '../../domain/event.ts';
import type { FillSide } from '../../domain/fill.ts';
import { type Millis, toBigInt } from '../../domain/units.ts';
import { tapeSymbol } from '../../tape/record-events.ts';
import { createLineFile } from '../../tape/tape-writer.ts';
import { cellText, columnName } from '../../verdict/cell-text.ts';
import { createParquet } from '../../verdict/parquet.ts';
import type { Cell, ColumnKind } from '../../verdict/tables.ts';
import { priceOf, sizeUnitsOf } from '../../verdict/units-of.ts';

const TABLES = {
  trades: { at: 'time', symbol: 'text', price: 'amount', size: 'amount', takerSide: 'text' },
  candles: {
    at: 'time',
    symbol: 'text',
    open: 'amount',
    high: 'amount',
    low: 'amount',
    close: 'amount',
    volume: 'amount',
    trades: 'count',
  },
  funding: { at: 'time', symbol: 'text', rate: 'amount', mark: 'amount', positions: 'count' },
  liquidations: { at: 'time', account: 'count', what: 'text' },
  positions: {
    at: 'time',
    account: 'count',
    symbol: 'text',
    side: 'text',
    size: 'amount',
    price: 'amount',
    fee: 'amount',
    wallet: 'amount',
  },
} as const satisfies Record<string, Record<string, ColumnKind>>;
type Table = keyof typeof TABLES;

export interface TableSink {
  readonly add: (row: readonly Cell[]) => void;
  readonly close: () => void;
}

export type OpenSink = (name: Table, columns: Readonly<Record<string, ColumnKind>>) => TableSink;

/** Files of CSV, packed by gzip. */
export const csvSinks =
  (folder: string): OpenSink =>
  (name, columns) => {
    const file = createLineFile(join(folder, `${name}.csv.gz`));
    const kinds = Object.values(columns);
    file.add(Object.keys(columns).map(columnName).join(','));
    return {
      add: (row) => file.add(row.map((cell, at) => cellText(kinds[at] ?? 'text', cell)).join(',')),
      close: file.close,
    };
  };

export const parquetSinks =
  (folder: string): OpenSink =>
  (name, columns) =>
    createParquet(
      join(folder, `${name}.parquet`),
      Object.entries(columns).map(([column, kind]) => ({ name: column, kind })),
    );

const MINUTE = 60_000;

interface Candle {
  readonly at: number;
  readonly open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
  volume: bigint;
  trades: number;
}

export class PlainTables {
  readonly #sinks: Readonly<Record<Table, TableSink>>;
  readonly #candles = new Map<number, Candle>();
  readonly #isWanted: (contract: Contract) => boolean;

  constructor(open: OpenSink, isWanted: (contract: Contract) => boolean) {
    this.#isWanted = isWanted;
    const sinkOf = (name: Table): TableSink => open(name, TABLES[name]);
    this.#sinks = {
      trades: sinkOf('trades'),
      candles: sinkOf('candles'),
      funding: sinkOf('funding'),
      liquidations: sinkOf('liquidations'),
      positions: sinkOf('positions'),
    };
  }

  fold(at: Millis, events: readonly Event[], contracts: readonly Contract[]): void {
    for (const event of events) {
      if (event.kind === 'liquidation-started' || event.kind === 'liquidation-ended')
        this.#sinks.liquidations.add([at, event.account, event.kind.slice('liquidation-'.length)]);
      if (event.kind !== 'fill-settled' && event.kind !== 'funding-settled') continue;
      const contract = contracts[event.contract];
      if (contract === undefined || !this.#isWanted(contract)) continue;
      const symbol = tapeSymbol(contract);
      if (event.kind === 'funding-settled') {
        const { settledAt, rate, mark, positions } = event;
        // Both are counted in 1e-8.
        this.#sinks.funding.add([
          settledAt,
          symbol,
          BigInt(rate),
          priceOf(contract, mark),
          positions,
        ]);
        continue;
      }
      const [price, size] = [priceOf(contract, event.price), sizeUnitsOf(contract, event.size)];
      const tell = ({ account, positionSide, positionSize, fee, wallet }: FillSide): void =>
        this.#sinks.positions.add([
          ...[at, account, symbol, positionSide, sizeUnitsOf(contract, positionSize)],
          ...[price, toBigInt(fee), toBigInt(wallet)],
        ]);
      tell(event.maker);
      tell(event.taker);
      if (event.venue !== 'book') continue;
      this.#sinks.trades.add([at, symbol, price, size, event.takerSide]);
      this.#trade(at, contract, price, size);
    }
  }

  close(contracts: readonly Contract[]): void {
    for (const [id, candle] of this.#candles) this.#tellCandle(contracts[id], candle);
    for (const sink of Object.values(this.#sinks)) sink.close();
  }

  #trade(at: Millis, contract: Contract, price: bigint, size: bigint): void {
    const { id } = contract;
    const minute = Math.floor(at / MINUTE) * MINUTE;
    const known = this.#candles.get(id);
    if (known?.at !== minute) {
      if (known !== undefined) this.#tellCandle(contract, known);
      const fresh = { at: minute, open: price, high: price, low: price };
      this.#candles.set(id, { ...fresh, close: price, volume: size, trades: 1 });
      return;
    }
    if (price > known.high) known.high = price;
    if (price < known.low) known.low = price;
    known.close = price;
    known.volume += size;
    known.trades += 1;
  }

  #tellCandle(contract: Contract | undefined, candle: Candle): void {
    if (contract === undefined) return;
    const { at, open, high, low, close, volume, trades } = candle;
    const prices = [open, high, low, close, volume];
    this.#sinks.candles.add([at, tapeSymbol(contract), ...prices, trades]);
  }
}
