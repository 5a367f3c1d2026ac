/** Accounts in the hands of a test. */

import { readFileSync } from 'node:fs';
import { latencyOf } from '../assembly/edge-settings.ts';
import type { OpenVenue } from '../assembly/open-files.ts';
import { issueSandboxKey } from '../assembly/provide-keys.ts';
import { shown } from '../assembly/setting.ts';
import { DEFAULT_TERMS } from '../domain/account.ts';
import type { Event, EventOf } from '../domain/event.ts';
import { accountId } from '../domain/ids.ts';
import { type Money, NO_MONEY } from '../domain/units.ts';
import { carryOutUnsigned, type Single } from '../gateway/acts/carry-out.ts';
import type { Credentials } from '../gateway/data-files.ts';
import { parseLatency } from '../venue/latency-text.ts';
import { isWireError } from '../wire/errors.ts';
import { findMoney } from '../wire/quantity.ts';
import { type AccountState, describeAccount } from './account-state.ts';
import { badArgument, type Guard, SandboxError } from './sandbox-error.ts';

/** An account is named by its place in `accounts`: 0 is the first. */
export interface AccountActs {
  /** Its money, positions, orders and fills at this moment. */
  readonly account: (place: number) => Promise<AccountState>;
  /** Opens another account with this much USDT, or with as much as the others began with. */
  readonly createAccount: (deposit?: number) => Promise<Credentials>;
  readonly deposit: (place: number, amount: number) => Promise<void>;
  /** How late it sees, acts and is told from now on, such as `20ms` or `feed=5ms,entry=20ms`. */
  readonly setLatency: (place: number, latency: string) => Promise<void>;
  /** Cancels its orders, closes its positions, and leaves it with this much. */
  readonly resetAccount: (place: number, wallet?: number) => Promise<void>;
}

export function createAccountActs(
  { venue, keys, settings }: OpenVenue,
  accounts: Credentials[],
  { guard }: Guard,
): AccountActs {
  const { sandboxWallet } = settings;
  const latency = latencyOf(settings);
  const idAt = (what: string, place: unknown) =>
    accountId(accountAt(accounts, what, place).accountId);
  const carryOut = async (command: Single): Promise<void> => {
    const done = await carryOutUnsigned(venue, command);
    if (isWireError(done)) throw new SandboxError('refused', done.text.en);
  };
  return {
    account: guard(async (place) => {
      const { accountId: id, name } = accountAt(accounts, 'account', place);
      return describeAccount(venue, accountId(id), name);
    }),
    createAccount: guard(async (deposit = sandboxWallet) => {
      const amount = readMoney('createAccount', deposit);
      const done = await carryOutUnsigned(venue, {
        kind: 'open-account',
        role: 'trader',
        terms: DEFAULT_TERMS,
      });
      const opened = isWireError(done) ? undefined : done.find(isOpened);
      if (opened === undefined) throw new SandboxError('refused', 'no account could be opened');
      const { account } = opened;
      if (amount > NO_MONEY) await carryOut({ kind: 'deposit', account, amount });
      if (latency !== undefined) await carryOut({ kind: 'set-latency', account, latency });
      const name = `sandbox-${accounts.length + 1}`;
      const made = await issueSandboxKey(keys, { account, name });
      accounts.push(made);
      return made;
    }),
    deposit: guard(async (place, amount) => {
      const account = idAt('deposit', place);
      await carryOut({ kind: 'deposit', account, amount: readMoney('deposit', amount) });
    }),
    setLatency: guard(async (place, text) => {
      const account = idAt('setLatency', place);
      const latency = parseLatency(String(text), (path) => readFileSync(path, 'utf8'));
      if (typeof latency === 'string') throw badArgument(`setLatency: ${latency}`);
      await carryOut({ kind: 'set-latency', account, latency });
    }),
    resetAccount: guard(async (place, wallet = sandboxWallet) => {
      const account = idAt('resetAccount', place);
      await carryOut({ kind: 'reset-account', account, wallet: readMoney('resetAccount', wallet) });
    }),
  };
}

export function accountAt(
  accounts: readonly Credentials[],
  what: string,
  place: unknown,
): Credentials {
  const found = typeof place === 'number' ? accounts[place] : undefined;
  if (found !== undefined) return found;
  const known = `there are 0 to ${accounts.length - 1}`;
  throw badArgument(`${what}: there is no account ${shown(place)}; ${known}`);
}

const isOpened = (event: Event): event is EventOf<'account-opened'> =>
  event.kind === 'account-opened';

/** An amount of USDT with at most eight decimals. */
function readMoney(what: string, given: unknown): Money {
  const isAmount = typeof given === 'number' && Number.isFinite(given) && given >= 0;
  const amount = isAmount ? findMoney(given.toFixed(8)) : undefined;
  if (amount !== undefined) return amount;
  throw badArgument(`${what}: ${shown(given)} is not an amount of USDT; it is a number from 0 on`);
}
