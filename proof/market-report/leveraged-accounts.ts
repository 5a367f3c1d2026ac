/**
 * Accounts at leverage 20, one fully long and one fully short in every market. They start again
 * each hour with the same wallet. A liquidated account was thus liquidated by what happened within
 * that hour, and the mood of the market in it is known.
 */
import type { Event } from '../../src/domain/event.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { MONEY_SCALE, money, ticks } from '../../src/domain/units.ts';
import type { Regime } from '../../src/market/feeds/regimes.ts';
import { bareOrder } from '../sim/bare-order.ts';
import { lotsWorth } from './book-depth.ts';
import type { Drive } from './drive-market.ts';

export interface LeveragedAccounts {
  readonly accounts: readonly LeveragedAccount[];
  /** The moods of the market since the hour began. */
  readonly moods: Set<Regime>;
  readonly tally: Record<HourKind, HourTally>;
  /** False until the first hour in which they trade. */
  hasBegun: boolean;
}

interface LeveragedAccount {
  readonly account: AccountId;
  readonly contract: number;
  readonly side: PositionSide;
  isAlive: boolean;
}

/** The kind of an hour: calm throughout, touched by stress, or in between. */
export type HourKind = 'calm' | 'trend' | 'stress';

interface HourTally {
  accountHours: number;
  deaths: number;
}

const HOUR = 3_600_000;
const WALLET = 1_000;
const LEVERAGE = 20;
/** Everything except what fees and slippage take. */
const ALL_IN = 0.95;
/**
 * A limit this far through the touch: a market order would freeze margin for the whole price band.
 */
const REACH = 0.001;

export function createLeveragedAccounts(drive: Drive): LeveragedAccounts {
  const sides: readonly PositionSide[] = ['long', 'short'];
  const accounts = drive.state.listings.flatMap(({ contract }) =>
    sides.map((side) => ({
      account: drive.openTrader(WALLET),
      contract: contract.id,
      side,
      isAlive: false,
    })),
  );
  const none = (): HourTally => ({ accountHours: 0, deaths: 0 });
  const tally = { calm: none(), trend: none(), stress: none() };
  return { accounts, moods: new Set(), tally, hasBegun: false };
}

/** To be called with everything that happens. */
export function noteDeaths(group: LeveragedAccounts, events: readonly Event[]): void {
  for (const event of events) {
    if (event.kind !== 'liquidation-started') continue;
    const dying = group.accounts.find(({ account }) => account === event.account);
    if (dying !== undefined) dying.isAlive = false;
  }
}

/** To be called after every second. */
export function watchLeveraged(group: LeveragedAccounts, drive: Drive): void {
  group.moods.add(drive.market.feed.regime() ?? 'calm');
  if (drive.at % HOUR !== 0) return;
  endHour(group);
  for (const row of group.accounts) startAnew(row, drive);
}

function endHour(group: LeveragedAccounts): void {
  const { accounts, moods, tally } = group;
  const isCalm = moods.size === 1 && moods.has('calm');
  const hour = tally[moods.has('stress') ? 'stress' : isCalm ? 'calm' : 'trend'];
  moods.clear();
  if (group.hasBegun) {
    hour.accountHours += accounts.length;
    hour.deaths += accounts.filter(({ isAlive }) => !isAlive).length;
  }
  group.hasBegun = true;
}

function startAnew(row: LeveragedAccount, { state, submit }: Drive): void {
  const { account, side } = row;
  const listing = state.listings[row.contract];
  if (listing === undefined) return;
  row.isAlive = true;
  const order = bareOrder({
    account,
    contract: listing.contract.id,
    positionSide: side,
    effect: 'open',
    size: lotsWorth(listing, WALLET * LEVERAGE * ALL_IN, Math.floor),
    price: ticks(Math.round(listing.mark * (side === 'long' ? 1 + REACH : 1 - REACH))),
    timeInForce: 'ioc',
  });
  const wallet = money(BigInt(WALLET) * MONEY_SCALE);
  submit({ kind: 'batch', commands: [{ kind: 'reset-account', account, wallet }, order] });
}
