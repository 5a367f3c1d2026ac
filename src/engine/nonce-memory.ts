/**
 * The numbers that signers have spent. A dialect whose requests carry a number instead of a narrow
 * window of time accepts one for days; so its memory must outlast every restart and every replay.
 * Of each signer the hundred highest are kept, and one below all of them is refused.
 */
import {
  NONCE_AHEAD_MAX,
  NONCE_BEHIND_MAX,
  NONCES_KEPT_MAX,
  SIGNERS_KEPT,
} from '../domain/limits.ts';
import { type Reject, reject } from '../domain/reject.ts';
import type { Nonce } from '../domain/request-identity.ts';
import type { Millis } from '../domain/units.ts';

/** By signer, lowest first. */
export type NonceMemory = Map<string, number[]>;

/** Spends the number, or says why it cannot be spent. */
export function spendNonce(
  memory: NonceMemory,
  { signer, value }: Nonce,
  receivedAt: Millis,
): Reject | undefined {
  const lowest = receivedAt - NONCE_BEHIND_MAX;
  const highest = receivedAt + NONCE_AHEAD_MAX;
  if (value <= lowest) return reject('nonce-invalid', { given: value, limit: lowest });
  if (value >= highest) return reject('nonce-invalid', { given: value, limit: highest });
  const spent = memory.get(signer) ?? addSigner(memory, signer, lowest);
  const place = placeOf(spent, value);
  if (spent[place] === value) return reject('nonce-invalid', { given: value });
  const isFull = spent.length === NONCES_KEPT_MAX;
  if (isFull && place === 0) return reject('nonce-invalid', { given: value, limit: spent[0]! });
  spent.splice(place, 0, value);
  if (isFull) spent.shift();
  return undefined;
}

/** Signers come and go; what nobody could send any more need not be remembered. */
function addSigner(memory: NonceMemory, signer: string, lowest: number): number[] {
  if (memory.size >= SIGNERS_KEPT)
    for (const [other, spent] of memory) if (spent.at(-1)! <= lowest) memory.delete(other);
  const spent: number[] = [];
  memory.set(signer, spent);
  return spent;
}

/** Where the number stands or would stand. Most are higher than all before. */
function placeOf(spent: readonly number[], value: number): number {
  let place = spent.length;
  while (place > 0 && spent[place - 1]! >= value) place -= 1;
  return place;
}

export interface NoncesData {
  /** A signer and its numbers, by signer. */
  readonly nonces: readonly (readonly [signer: string, spent: readonly number[]])[];
}

/** Nothing if there are none, so that such a state keeps the form and hash it always had. */
export function noncesData(memory: NonceMemory): NoncesData | undefined {
  if (memory.size === 0) return undefined;
  const nonces = [...memory].map(([signer, spent]) => [signer, [...spent]] as const);
  return { nonces: nonces.sort(([one], [other]) => (one < other ? -1 : 1)) };
}

export const recoverNonces = ({ nonces = [] }: Partial<NoncesData>): NonceMemory =>
  new Map(nonces.map(([signer, spent]) => [signer, [...spent]]));
