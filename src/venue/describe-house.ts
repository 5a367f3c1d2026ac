/** The balance of each house account, and what it earned and lost. */

import type { AccountId } from '../domain/ids.ts';
import { POSTING_KINDS, type PostingKind } from '../domain/posting.ts';
import { type Money, money, NO_MONEY, toBigInt } from '../domain/units.ts';
import { accountEquity } from '../engine/risk.ts';
import type { Account, VenueState } from '../engine/state.ts';

export interface HouseAccount {
  readonly account: AccountId;
  /** What it does, in the order in which the house opens its accounts. */
  readonly who: string;
  /** Deposits less withdrawals. */
  readonly deposited: Money;
  readonly equity: Money;
  /** Equity less deposits: the sum of the figures below. */
  readonly result: Money;
  /** Fees paid and funding, negative where they cost it. */
  readonly fees: Money;
  readonly funding: Money;
  /** The rest: the profit or loss of its trades. */
  readonly trading: Money;
}

const NAMES = [
  ...['maker 1', 'maker 2', 'maker 3', 'taker', 'rester', 'follower', 'reverter'],
  ...['long holder', 'short holder', 'leveraged 1', 'leveraged 2', 'leveraged 3'],
  // Of a recorded market.
  ...['tape levels', 'tape takers'],
];

export function describeHouse(state: VenueState): HouseAccount[] {
  const rows: HouseAccount[] = [];
  for (const account of state.accounts)
    if (account?.role === 'house')
      rows.push(describe(account, NAMES[rows.length] ?? `house ${rows.length + 1}`));
  return rows;
}

function describe(account: Account, who: string): HouseAccount {
  const total = (...kinds: readonly PostingKind[]): bigint =>
    kinds.reduce(
      (sum, kind) => sum + toBigInt(account.totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY),
      0n,
    );
  const deposited = total('deposit', 'withdrawal', 'transfer-in', 'transfer-out');
  const equity = accountEquity(account);
  const fees = total('fee', 'liquidation-fee');
  const funding = total('funding');
  const result = toBigInt(equity) - deposited;
  return {
    account: account.id,
    who,
    deposited: money(deposited),
    equity,
    result: money(result),
    fees: money(fees),
    funding: money(funding),
    trading: money(result - fees - funding),
  };
}
