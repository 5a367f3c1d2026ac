/**
 * How a new venue begins: its contracts, its insurance fund, the house, and the accounts of its
 * sandbox. All of it is one entry of the journal, like everything that happens later.
 */
import { DEFAULT_TERMS, FIRST_OPENED_ACCOUNT, INSURANCE_FUND } from '../domain/account.ts';
import type { Batch } from '../domain/command.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, accountId } from '../domain/ids.ts';
import type { Latency } from '../domain/latency.ts';
import { MONEY_SCALE, type Money, money } from '../domain/units.ts';
import { HOUSE_ACCOUNTS, houseGenesis, lateGenesis, TRADING_ACCOUNTS } from './house-accounts.ts';

type Item = Batch['commands'][number];

const FIRST_HOUSE = accountId(FIRST_OPENED_ACCOUNT);
const FIRST_SANDBOX = FIRST_OPENED_ACCOUNT + TRADING_ACCOUNTS;

export interface GenesisSettings {
  /** Whole units of the quote currency, like the wallets. */
  readonly insuranceFund: number;
  readonly sandbox: boolean;
  readonly sandboxAccounts: number;
  /** Beside those, in one-way mode. */
  readonly onewayAccounts: number;
  readonly sandboxWallet: number;
}

/** The latency is that of each account of the sandbox. */
export function createGenesis(
  contracts: readonly Contract[],
  settings: GenesisSettings,
  latency?: Latency,
): Item[] {
  const { insuranceFund } = settings;
  const fund: Item[] =
    insuranceFund === 0
      ? []
      : [{ kind: 'deposit', account: INSURANCE_FUND, amount: wholeMoney(insuranceFund) }];
  const ids = sandboxIds(settings);
  const opened = (account: AccountId, mode: { positionMode?: 'net' }): Item[] => [
    { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS, ...mode },
    { kind: 'deposit', account, amount: wholeMoney(settings.sandboxWallet) },
  ];
  return [
    ...contracts.map((contract): Item => ({ kind: 'list-contract', contract })),
    ...fund,
    ...houseGenesis(FIRST_HOUSE, contracts),
    ...ids.flatMap((account) => opened(account, {})),
    ...lateGenesis(accountId(FIRST_SANDBOX + ids.length), contracts),
    ...onewayIds(settings).flatMap((account) => opened(account, { positionMode: 'net' })),
    ...(latency === undefined ? [] : latencies(settings, latency)),
  ];
}

const latencies = (settings: GenesisSettings, latency: Latency): Item[] =>
  [...sandboxIds(settings), ...onewayIds(settings)].map((account) => ({
    kind: 'set-latency',
    account,
    latency,
  }));

export const sandboxIds = ({ sandbox, sandboxAccounts }: GenesisSettings): AccountId[] =>
  sandbox ? Array.from({ length: sandboxAccounts }, (_, at) => accountId(FIRST_SANDBOX + at)) : [];

/** They come last, so that the others have the ids that they always had. */
export function onewayIds(settings: GenesisSettings): AccountId[] {
  const { sandbox, sandboxAccounts, onewayAccounts } = settings;
  const first = FIRST_OPENED_ACCOUNT + HOUSE_ACCOUNTS + sandboxAccounts;
  return sandbox ? Array.from({ length: onewayAccounts }, (_, at) => accountId(first + at)) : [];
}

export const wholeMoney = (amount: number): Money => money(BigInt(amount) * MONEY_SCALE);
