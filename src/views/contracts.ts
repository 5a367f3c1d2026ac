/** The contracts with their terms, as they were listed, and whether they are trading. */
import type { Contract } from '../domain/contract.ts';
import type { Event } from '../domain/event.ts';
import type { ContractId } from '../domain/ids.ts';
import { getRow } from './contract-rows.ts';

export interface ListedContract {
  readonly contract: Contract;
  halted: boolean;
}

export interface ContractsView {
  readonly rows: ListedContract[];
}

export const createContractsView = (): ContractsView => ({ rows: [] });

export function foldContracts(view: ContractsView, event: Event): void {
  if (event.kind === 'contract-listed') view.rows.push({ contract: event.contract, halted: false });
  if (event.kind === 'contract-status-changed')
    getRow(view.rows, event.contract).halted = event.halted;
}

export const contractOf = (view: ContractsView, contract: ContractId): Contract =>
  getRow(view.rows, contract).contract;
