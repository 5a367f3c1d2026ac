/** Views keep one row per contract, indexed by contract id, from the moment it is listed. */
import { assert } from '../domain/assert.ts';
import type { ContractId } from '../domain/ids.ts';

export function getRow<Row>(rows: readonly Row[], contract: ContractId): Row {
  const row = rows[contract];
  assert(row !== undefined, 'a view does not know this contract', contract);
  return row;
}
