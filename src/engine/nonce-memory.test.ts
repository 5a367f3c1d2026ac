import { expect, test } from 'vitest';
import { NONCE_AHEAD_MAX, NONCE_BEHIND_MAX, SIGNERS_KEPT } from '../domain/limits.ts';
import { millis } from '../domain/units.ts';
import { type NonceMemory, noncesData, recoverNonces, spendNonce } from './nonce-memory.ts';

const NOW = millis(1_767_225_600_000);
const ALICE = '00000000000000a1';
const BOB = '00000000000000b2';

const spend = (memory: NonceMemory, value: number, signer = ALICE, now = NOW) =>
  spendNonce(memory, { signer, value }, now);

test('[ENG-13] a number is spent once by its signer, in any order', () => {
  const memory: NonceMemory = new Map();
  for (const value of [NOW, NOW + 2, NOW + 1, NOW - 5])
    expect(spend(memory, value)).toBeUndefined();
  for (const value of [NOW, NOW + 2, NOW + 1, NOW - 5])
    expect(spend(memory, value)).toEqual({ reason: 'nonce-invalid', given: value });
  expect(spend(memory, NOW, BOB)).toBeUndefined();
  expect(memory.get(ALICE)).toEqual([NOW - 5, NOW, NOW + 1, NOW + 2]);
});

test('[ENG-13] it lies within two days behind the clock and one ahead', () => {
  const memory: NonceMemory = new Map();
  const [lowest, highest] = [NOW - NONCE_BEHIND_MAX, NOW + NONCE_AHEAD_MAX];
  expect(spend(memory, lowest)).toEqual({ reason: 'nonce-invalid', given: lowest, limit: lowest });
  expect(spend(memory, highest)).toMatchObject({ limit: highest });
  expect(spend(memory, lowest + 1)).toBeUndefined();
  expect(spend(memory, highest - 1)).toBeUndefined();
});

test('[ENG-13] of a hundred kept numbers the lowest bounds those that come later', () => {
  const memory: NonceMemory = new Map();
  for (let value = 0; value < 100; value += 1) spend(memory, NOW + 2 * value);
  expect(spend(memory, NOW - 1)).toMatchObject({ reason: 'nonce-invalid', limit: NOW });
  expect(spend(memory, NOW + 1)).toBeUndefined();
  expect(memory.get(ALICE)).toHaveLength(100);
  expect(memory.get(ALICE)![0]).toBe(NOW + 1);
  // The lowest was forgotten; it is below all that are kept, so it cannot be used again.
  expect(spend(memory, NOW)).toMatchObject({ limit: NOW + 1 });
});

test('[ENG-13] signers whose numbers are all too old are forgotten when there are many', () => {
  const memory: NonceMemory = new Map();
  for (let signer = 0; signer < SIGNERS_KEPT; signer += 1)
    spend(memory, NOW, signer.toString(16).padStart(16, '0'));
  const later = millis(NOW + NONCE_BEHIND_MAX);
  expect(spend(memory, later, 'ffffffffffffffff', later)).toBeUndefined();
  expect(memory.size).toBe(1);
});

test('[SNP-11] spent numbers are part of a snapshot; a state without any is as before', () => {
  const memory: NonceMemory = new Map();
  expect(noncesData(memory)).toBeUndefined();
  spend(memory, NOW, BOB);
  spend(memory, NOW + 7);
  const data = noncesData(memory)!;
  expect(data).toEqual({
    nonces: [
      [ALICE, [NOW + 7]],
      [BOB, [NOW]],
    ],
  });
  const recovered = recoverNonces(JSON.parse(JSON.stringify(data)));
  expect(spend(recovered, NOW, BOB)).toMatchObject({ reason: 'nonce-invalid' });
});
