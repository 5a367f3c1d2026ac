/**
 * Assertions stay on in production: the venue stops rather than trades on wrong books. A user's
 * mistake is never an assertion; it is a reject.
 */
import type { ContractId } from './ids.ts';
import type { Money } from './units.ts';

export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

/** The message is built only when the assertion fails, so checks on hot paths cost nothing. */
export function assert(
  condition: boolean,
  message: string,
  subject?: number | bigint | string | Money,
): asserts condition {
  if (condition) return;
  throw new BrokenInvariant(subject === undefined ? message : `${message}: ${subject}`);
}

/** The row of a contract, in a list that is indexed by contract id. */
export function getRow<Row>(rows: readonly Row[], contract: ContractId): Row {
  const row = rows[contract];
  assert(row !== undefined, 'a view does not know this contract', contract);
  return row;
}

/** Ends an exhaustive switch: adding a kind without handling it fails to compile. */
export function unreachable(value: never): never {
  throw new BrokenInvariant(`unreachable value: ${JSON.stringify(value)}`);
}
