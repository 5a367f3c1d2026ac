/** Reads tables of contracts: the named ones of the package, or a file. */

import { existsSync, readFileSync } from 'node:fs';
import type { Contract } from '../domain/contract.ts';
import { getJson } from '../domain/find-json.ts';
import { reasonOf } from '../domain/reason-of.ts';
import { type ContractRow, parseContractTable, readContractTable } from '../wire/contract-table.ts';

const TABLES = new URL('../../contracts/', import.meta.url);
const TABLE = new URL('default.json', TABLES);

/** The usual table of the package. */
const SHIPPED = 'shipped';
const NAME = /^[a-z][a-z0-9-]*$/;

/** The table that is meant: one of the package by its name, or a file by its path. */
function findTable(named: string): URL | string {
  if (named === SHIPPED) return TABLE;
  const table = new URL(`${named}.json`, TABLES);
  return NAME.test(named) && existsSync(table) ? table : named;
}

/** The rows of a table as they are written. */
export const readContractRows = (table = SHIPPED): ContractRow[] =>
  readContractTable(getJson(readFileSync(findTable(table), 'utf8'), 'it'));

/** Throws naming the file where it is unsound. */
export function loadContracts(table = SHIPPED): Contract[] {
  try {
    return parseContractTable(readContractRows(table));
  } catch (error) {
    // One of the system is explained with the setting that names the file.
    if (error instanceof Error && 'code' in error) throw error;
    throw new Error(`contracts in ${table}: ${reasonOf(error)}`, { cause: error });
  }
}
