/**
 * What may be asked about one account, for floors that see the venue and not what stands below it:
 * money, settings, positions and living orders. Reads only; always as new as the last
 * acknowledgement.
 */
import type { Contract } from '../domain/contract.ts';
import type { AccountId, ContractId, OrderId } from '../domain/ids.ts';
import type { LiquidationInputs } from '../domain/liquidation-price.ts';
import type { Position } from '../domain/position.ts';
import { type Money, money, NO_LOTS, NO_MONEY } from '../domain/units.ts';
import { deskAt } from '../engine/create-state.ts';
import {
  accountEquity,
  crossWallet,
  deskPnl,
  deskRequirement,
  freeCollateral,
  leverageOf,
  takerFeeOf,
} from '../engine/risk.ts';
import { type Account, type Desk, getAccount, type VenueState } from '../engine/state.ts';
import { type AccountNotes, findNotes } from '../views/accounts.ts';
import { listOrders, type OrderGroup, type TrackedOrder } from '../views/orders.ts';
import type { Venue } from './venue.ts';

export type AccountVenue = Pick<Venue, 'state' | 'views'>;

export const accountAt = ({ state }: AccountVenue, account: AccountId): Readonly<Account> =>
  getAccount(state, account);

export function notesAt({ views }: AccountVenue, account: AccountId): Readonly<AccountNotes> {
  const notes = findNotes(views.accounts, account);
  return notes ?? { account, openedAt: views.at, updatedAt: views.at, ...NOTHING_MOVED };
}

const NOTHING_MOVED = { marginMovedIn: NO_MONEY, marginMovedOut: NO_MONEY } as const;

export interface AccountMoney {
  /** Negative where the account is stretched. */
  readonly available: Money;
  readonly equity: Money;
  readonly frozen: Money;
  readonly unrealisedPnl: Money;
}

export function moneyAt({ state }: AccountVenue, id: AccountId): AccountMoney {
  const account = getAccount(state, id);
  const equity = accountEquity(account);
  return {
    available: freeCollateral(account),
    equity,
    frozen: account.frozen,
    unrealisedPnl: money(equity - account.wallet),
  };
}

/** What the account has set at a contract; the defaults where it has set nothing. */
export interface DeskSettings {
  readonly contract: Contract;
  readonly marginMode: Desk['marginMode'];
  readonly crossLeverage: number;
  readonly longLeverage: number;
  readonly shortLeverage: number;
}

export function settingsAt(
  { state }: AccountVenue,
  id: AccountId,
  contract: ContractId,
): DeskSettings {
  const desk = deskOf(state, id, contract);
  return {
    contract: desk.listing.contract,
    marginMode: desk.marginMode,
    crossLeverage: desk.crossLeverage,
    longLeverage: desk.long.isolatedLeverage,
    shortLeverage: desk.short.isolatedLeverage,
  };
}

function deskOf(state: VenueState, account: AccountId, contract: ContractId): Desk {
  return deskAt(getAccount(state, account), state.listings[contract]!);
}

/** A position and what it is seen with. */
export interface HeldPosition {
  readonly contract: Contract;
  readonly position: Readonly<Position>;
  readonly marginMode: Desk['marginMode'];
  readonly leverage: number;
  readonly autoTopUp: boolean;
  readonly mark: Desk['listing']['mark'];
  readonly liquidation: LiquidationInputs;
}

/** By contract, long before short. */
export function positionsAt({ state }: AccountVenue, id: AccountId): HeldPosition[] {
  const account = getAccount(state, id);
  return account.desks.flatMap((desk) => (desk === undefined ? [] : heldAt(desk)));
}

function heldAt(desk: Desk): HeldPosition[] {
  return [desk.long, desk.short].flatMap((side) => {
    const { position } = side;
    if (position === null) return [];
    const { contract, mark } = desk.listing;
    return {
      contract,
      position,
      marginMode: desk.marginMode,
      leverage: leverageOf(desk, side.side),
      autoTopUp: side.autoTopUp,
      mark,
      liquidation: liquidationOf(desk, position),
    };
  });
}

/** In cross margin both sides of a contract stand and fall together, in isolated each alone. */
function liquidationOf(desk: Desk, position: Position): LiquidationInputs {
  const isCross = desk.marginMode === 'cross';
  const sizesOf = (own: Position | null) =>
    own !== null && (isCross || own === position)
      ? { size: own.size, value: own.openValue }
      : { size: NO_LOTS, value: NO_MONEY };
  const long = sizesOf(desk.long.position);
  const short = sizesOf(desk.short.position);
  return {
    takerFee: takerFeeOf(desk),
    backing: isCross ? backingOf(desk) : position.isolatedMargin,
    mark: desk.listing.mark,
    longSize: long.size,
    longValue: long.value,
    shortSize: short.size,
    shortValue: short.value,
  };
}

/** Cash, with what the other cross positions are worth and without what they need. */
function backingOf(desk: Desk): Money {
  let backing: bigint = crossWallet(desk.account);
  for (const other of desk.account.desks) {
    if (other === undefined || other === desk || other.holderPlace < 0) continue;
    if (other.marginMode === 'cross') backing += deskPnl(other) - deskRequirement(other);
  }
  return money(backing);
}

export interface LivingQuery {
  readonly account: AccountId;
  /** Null for all. */
  readonly contract: ContractId | null;
  readonly group: OrderGroup;
}

/** Newest first. */
export const livingOrders = ({ views }: AccountVenue, query: LivingQuery): TrackedOrder[] =>
  listOrders(views.orders, query);

/** An order that is not over, whosever it is. */
export const findLivingOrder = ({ views }: AccountVenue, id: OrderId): TrackedOrder | undefined =>
  views.orders.live.get(id);
