/**
 * The archive in one SQLite file, through the SQLite that is built into Node. It is written ahead
 * and synced only at checkpoints: after a power cut the file is sound but may lack its last
 * entries, which the venue writes again from the journal. Every call works synchronously, so it
 * belongs on a thread of its own; see threaded-archive.ts.
 */
import { chmodSync, closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type {
  BillRow,
  FillRow,
  FinishedOrder,
  FundingRow,
  HistoryRows,
  LiquidationRow,
} from '../domain/history.ts';
import type { AccountId, OrderId } from '../domain/ids.ts';
import { type Seq, seq } from '../domain/units.ts';
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
  type TriggerQuery,
} from './archive.ts';
