import { expect, test } from 'vitest';
import { shippedContracts } from '../../../test/kit/contracts.ts';
import { INSURANCE_FUND } from '../../domain/account.ts';
import { millis, money, seq } from '../../domain/units.ts';
import { apply } from '../../engine/apply.ts';
import { createState } from '../../engine/create-state.ts';
import { createGenesis, findSandbox } from './genesis.ts';
import { findHouse } from './house-picture.ts';

const SETTINGS = {
  insuranceFund: 1_000_000,
  sandbox: true,
  sandboxAccounts: 5,
  sandboxWallet: 10_000,
};

function begin(settings: typeof SETTINGS) {
  const state = createState();
  const commands = createGenesis(shippedContracts(), settings);
  const entry = { seq: seq(1), at: millis(1_000), command: { kind: 'batch', commands } } as const;
  const events = apply(state, entry);
  return { state, refused: events.filter((event) => event.kind === 'command-rejected') };
}

test('[CLI-4] a new venue has eight contracts, a fund, a house and five accounts of 10,000', () => {
  const { state, refused } = begin(SETTINGS);
  expect(refused).toEqual([]);
  expect(state.listings).toHaveLength(8);
  expect(state.accounts[INSURANCE_FUND]?.wallet).toBe(money(1_000_000n * 100_000_000n));
  expect(findHouse(state)).toHaveLength(3);
  const sandbox = findSandbox(state, SETTINGS);
  expect(sandbox).toHaveLength(5);
  for (const id of sandbox) {
    expect(state.accounts[id]?.role).toBe('trader');
    expect(state.accounts[id]?.wallet).toBe(money(10_000n * 100_000_000n));
  }
});

test('[CLI-4] without a sandbox nobody gets an account', () => {
  const settings = { ...SETTINGS, sandbox: false, insuranceFund: 0 };
  const { state, refused } = begin(settings);
  expect(refused).toEqual([]);
  expect(findSandbox(state, settings)).toEqual([]);
  expect(state.accounts.filter((account) => account?.role === 'trader')).toEqual([]);
});
