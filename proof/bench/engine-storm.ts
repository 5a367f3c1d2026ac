/** One price gap that liquidates thousands of accounts at once. */
import { performance } from 'node:perf_hooks';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { FillVenue } from '../../src/domain/fill.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import { money } from '../../src/domain/units.ts';
import {
  type BenchVenue,
  mustRun,
  openBenchVenue,
  orderCommand,
  setIndex,
} from './engine-venue.ts';

const MID = 900_000;
/** Nine thousand USDT at the start, with one thousand in the wallet. */
const SIZE = 1_000;
/** Far enough that equity is below zero for everyone. */
const GAP = 780_000;

export interface StormResult {
  readonly accounts: number;
  readonly seconds: number;
  readonly liquidated: number;
  readonly bookFills: number;
  readonly takenOver: number;
  readonly deleveraged: number;
}

/**
 * Every trader is long at leverage 20. Makers are short against them and bid for a part of it at
 * the price after the gap. The rest goes to the insurance fund until it may take no more, then to
 * the makers.
 */
export function measureStorm(accounts: number): StormResult {
  const venue = openBenchVenue({
    accounts,
    role: 'trader',
    wallet: 1_000n,
    index: MID,
  });
  const traders = [...venue.accounts];
  const makers = openMakers(venue, 100);
  traders.forEach((trader, at) => {
    const maker = makers[at % makers.length];
    if (maker === undefined) return;
    mustRun(venue, order(maker, 'short', SIZE, MID, 'normal'));
    mustRun(venue, order(trader, 'long', SIZE, MID, 'ioc'));
  });
  for (const maker of makers)
    mustRun(venue, order(maker, 'long', (SIZE * accounts) / 1_000, 820_000, 'normal'));
  venue.at += 100;
  const start = performance.now();
  const events = setIndex(venue, GAP);
  const seconds = (performance.now() - start) / 1_000;
  const fills = (from: FillVenue): number =>
    events.filter((event) => event.kind === 'fill-settled' && event.venue === from).length;
  const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
  return {
    accounts,
    seconds,
    liquidated: count('liquidation-ended'),
    bookFills: fills('book'),
    takenOver: fills('takeover'),
    deleveraged: count('deleveraged'),
  };
}

function openMakers(venue: BenchVenue, count: number): AccountId[] {
  return Array.from({ length: count }, () => {
    const account = openAccount(venue);
    const amount = money(50_000_000n * 100_000_000n);
    mustRun(venue, { kind: 'deposit', account, amount });
    return account;
  });
}

function openAccount(venue: BenchVenue): AccountId {
  const events = mustRun(venue, { kind: 'open-account', role: 'trader', terms: DEFAULT_TERMS });
  const opened = events.find((event) => event.kind === 'account-opened');
  if (opened === undefined) throw new Error('no account was opened');
  return opened.account;
}

const order = (
  account: AccountId,
  positionSide: 'long' | 'short',
  size: number,
  price: number,
  timeInForce: 'normal' | 'ioc',
) => orderCommand(account, { positionSide, effect: 'open', size, price, timeInForce });
