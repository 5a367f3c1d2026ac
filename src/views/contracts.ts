/**
 * The contracts with their terms, as they were listed, and whether they are trading. Other views
 * too keep one row per contract, indexed by contract id, from the moment it is listed.
 */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractListed, EventOf } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';

export interface ListedContract {
  readonly contract: Contract;
  halted: boolean;
}

export interface ContractsView {
  readonly rows: ListedContract[];
}

export const createContractsView = (): ContractsView => ({ rows: [] });

export function foldContracts(
  view: ContractsView,
  event: ContractListed | EventOf<'contract-status-changed'>,
): void {
  if (event.kind === 'contract-listed') view.rows.push({ contract: event.contract, halted: false });
  else getRow(view.rows, event.contract).halted = event.halted;
}

export function getRow<Row>(rows: readonly Row[], contract: ContractId): Row {
  const row = rows[contract];
  assert(row !== undefined, 'a view does not know this contract', contract);
  return row;
}

export const contractOf = (view: ContractsView, contract: ContractId): Contract =>
  getRow(view.rows, contract).contract;
