import { expect, test } from 'vitest';
import { shippedContracts } from '../../test/kit/contracts.ts';
import { readOf } from '../../test/kit/read-of.ts';
import { INSURANCE_FUND } from '../domain/account.ts';
import { millis, money, seq } from '../domain/units.ts';
import { apply } from '../engine/apply.ts';
import { createState } from '../engine/create-state.ts';
import { createGenesis } from '../market/genesis.ts';
import { findHouse, missingHouse } from '../market/house-picture.ts';
import { findSandbox } from './provide-keys.ts';

const SETTINGS = {
  insuranceFund: 1_000_000,
  sandbox: true,
  sandboxAccounts: 5,
  onewayAccounts: 2,
  sandboxWallet: 10_000,
};

function begin(settings: typeof SETTINGS) {
  const state = createState();
  const commands = createGenesis(shippedContracts(), settings);
  const entry = { seq: seq(1), at: millis(1_000), command: { kind: 'batch', commands } } as const;
  const events = apply(state, entry);
  return { state, refused: events.filter((event) => event.kind === 'command-rejected') };
}

test('[CLI-4] a new venue has eight contracts, a fund, a house and seven accounts', () => {
  const { state, refused } = begin(SETTINGS);
  expect(refused).toEqual([]);
  expect(state.listings).toHaveLength(8);
  expect(state.accounts[INSURANCE_FUND]?.wallet).toBe(money(1_000_000n * 100_000_000n));
  expect(findHouse(readOf(state))).toHaveLength(12);
  const sandbox = findSandbox(readOf(state), SETTINGS);
  expect(sandbox.map(({ name }) => name)).toEqual([
    ...['sandbox-1', 'sandbox-2', 'sandbox-3', 'sandbox-4', 'sandbox-5', 'oneway-1', 'oneway-2'],
  ]);
  for (const { account: id, name } of sandbox) {
    expect(state.accounts[id]?.role).toBe('trader');
    expect(state.accounts[id]?.wallet).toBe(money(10_000n * 100_000_000n));
    expect(state.accounts[id]?.positionMode).toBe(name.startsWith('oneway') ? 'net' : 'hedge');
  }
});

test('[CLI-4] without a sandbox nobody gets an account', () => {
  const settings = { ...SETTINGS, sandbox: false, insuranceFund: 0 };
  const { state, refused } = begin(settings);
  expect(refused).toEqual([]);
  expect(findSandbox(readOf(state), settings)).toEqual([]);
  expect(state.accounts.filter((account) => account?.role === 'trader')).toEqual([]);
});

test('[HSE-14] a venue that began with a smaller house gets what it lacks', () => {
  const state = createState();
  const run = (commands: ReturnType<typeof createGenesis>) => {
    const entry = { seq: seq(state.seq + 1), at: millis(1_000) };
    const events = apply(state, { ...entry, command: { kind: 'batch', commands } });
    return events.filter((event) => event.kind === 'command-rejected');
  };
  const genesis = createGenesis(shippedContracts(), SETTINGS);
  const houses = genesis.filter(({ kind }) => kind === 'open-account').slice(0, 3);
  run([...genesis.filter(({ kind }) => kind === 'list-contract'), ...houses]);
  expect(findHouse(readOf(state))).toHaveLength(3);
  expect(run([...missingHouse(readOf(state))])).toEqual([]);
  const found = findHouse(readOf(state));
  expect(found).toHaveLength(12);
  expect(found.map((id) => state.accounts[id]?.terms.team)).toEqual([
    ...new Array(3).fill('house-makers'),
    ...new Array(9).fill(null),
  ]);
  expect(state.accounts[found[8]!]?.wallet).toBeGreaterThan(0);
  const leveraged = found.slice(9).map((id) => state.accounts[id]?.desks[7]);
  expect(leveraged.map((desk) => [desk?.marginMode, desk?.long.isolatedLeverage])).toEqual([
    ['isolated', 12],
    ['isolated', 20],
    ['isolated', 30],
  ]);
  expect(missingHouse(readOf(state))).toEqual([]);
});
