/**
 * The venue of one scenario: the real engine, a clock that goes on by a millisecond per line, names
 * for accounts, and the runner's own account of what was deposited.
 */

import { DEFAULT_TERMS, FEE_POOL, INSURANCE_FUND, TREASURY } from '../../src/domain/account.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import type { Event, OrderAccepted } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId, type OrderId } from '../../src/domain/ids.ts';
import { millis, seq, toBigInt } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { Account, Desk, Listing, VenueState } from '../../src/engine/state.ts';
import { eventOf, START } from '../kit/driver.ts';
import { failure } from './parse.ts';
import type { Words } from './words.ts';

export interface Stage {
  readonly state: VenueState;
  /** Everything applied so far. */
  readonly entries: Entry[];
  at: number;
  readonly accounts: Map<string, AccountId>;
  readonly orders: Map<OrderId, OrderAccepted>;
  /** Deposits minus withdrawals, counted from the events. */
  deposited: bigint;
}

/** Names for what does not exist: an account never opened, and a contract never listed. */
export const UNOPENED = 'nobody';
export const UNLISTED = 'nowhere';

export const createStage = (): Stage => ({
  state: createState(),
  entries: [],
  at: START,
  accounts: new Map([
    ['fees', FEE_POOL],
    ['insurance', INSURANCE_FUND],
    ['treasury', TREASURY],
    [UNOPENED, accountId(999_999)],
  ]),
  orders: new Map(),
  deposited: 0n,
});

export function submit(stage: Stage, command: Command, at = stage.at + 1): readonly Event[] {
  stage.at = at;
  const entry: Entry = { seq: seq(stage.state.seq + 1), at: millis(at), command };
  stage.entries.push(entry);
  const events = apply(stage.state, entry);
  for (const event of events) {
    if (event.kind === 'order-accepted') stage.orders.set(event.order, event);
    if (event.kind === 'collateral-moved' && FROM_OUTSIDE.has(event.reason))
      stage.deposited += toBigInt(event.amount);
  }
  return events;
}

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['deposit', 'withdrawal']);

/** The account of that name; it is opened where nobody has had the name yet. */
export function accountNamed(
  stage: Stage,
  name: string,
  role: 'trader' | 'house' = 'trader',
): AccountId {
  const known = stage.accounts.get(name);
  if (known !== undefined) return known;
  const events = submit(stage, { kind: 'open-account', role, terms: DEFAULT_TERMS });
  const { account } = eventOf(events, 'account-opened');
  stage.accounts.set(name, account);
  return account;
}

export function nameOf(stage: Stage, account: AccountId): string {
  for (const [name, id] of stage.accounts) if (id === account) return name;
  return `account ${account}`;
}

/** The listing a line speaks of: the first contract, unless it names another. */
export function listingOf(stage: Stage, words: Words, symbol: string | null): Listing {
  const { listings } = stage.state;
  const found =
    symbol === null || symbol === UNLISTED
      ? listings[0]
      : listings.find(({ contract }) => contract.symbol === symbol);
  if (found === undefined) throw failure(words.line, `no contract ${symbol ?? ''} is listed`);
  return found;
}

export function accountOf(stage: Stage, id: AccountId): Account {
  const account = stage.state.accounts[id];
  if (account === undefined) throw new Error(`no account ${id}`);
  return account;
}

export const findDesk = (account: Account, listing: Listing): Desk | undefined =>
  account.desks[contractId(listing.contract.id)];
