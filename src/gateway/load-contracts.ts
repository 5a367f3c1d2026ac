/** Reads the table of contracts that stands at the root of the package. */
import { readFileSync } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type ContractRow, parseContractTable } from '../wire/contract-table.ts';

const TABLE = new URL('../../contracts.json', import.meta.url);

/** The rows of a table as they are written. */
export const readContractRows = (table: URL | string = TABLE): ContractRow[] =>
  JSON.parse(readFileSync(table, 'utf8'));

/** Throws naming the file where it cannot be read or is unsound. */
export function loadContracts(table: URL | string = TABLE): Contract[] {
  try {
    return parseContractTable(readContractRows(table));
  } catch (error) {
    const words = reasonOf(error);
    throw new Error(`contracts in ${table}: ${words}`, { cause: error });
  }
}
