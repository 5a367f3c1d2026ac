/** Reads the table of contracts that stands at the root of the package. */
import { readFileSync } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type ContractRow, parseContractTable, readContractTable } from '../wire/contract-table.ts';

const TABLE = new URL('../../contracts.json', import.meta.url);

/** The rows of a table as they are written. */
export const readContractRows = (table: URL | string = TABLE): ContractRow[] =>
  readContractTable(parseJson(readFileSync(table, 'utf8')));

/** Throws naming the file where it is unsound. */
export function loadContracts(table: URL | string = TABLE): Contract[] {
  try {
    return parseContractTable(readContractRows(table));
  } catch (error) {
    // One of the system is explained with the setting that names the file.
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(`contracts in ${table}: ${reasonOf(error)}`, { cause: error });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('it is not JSON');
  }
}
