/** Builds a state of the same meaning from a snapshot, with new books, heaps and watches. */

import { restOrder } from '../book/book.ts';
import { assert } from '../domain/assert.ts';
import { type ContractId, contractId } from '../domain/ids.ts';
import { plusTotal } from '../domain/money.ts';
import { sideOf } from '../domain/side.ts';
import { lots } from '../domain/units.ts';
import { keepCountdown } from './advance-time.ts';
import { scheduleForgetting } from './client-order.ts';
import { createRecord, keepDeadline, type OrderDraft } from './create-order.ts';
import { createAccount, createListing, createState, deskAt } from './create-state.ts';
import { evaluateTouched } from './evaluate-risk.ts';
import { recallOpenings } from './freeze-order.ts';
import { recoverLog } from './log-memory.ts';
import { recoverNonces } from './nonce-memory.ts';
import { remainingLots } from './order-life.ts';
import { recoverRequests } from './request-data.ts';
import { foldTeam } from './season.ts';
import {
  type AccountData,
  type DeskData,
  type DeskSideData,
  type ListingData,
  type OrderData,
  type SeasonData,
  SNAPSHOT_VERSION,
  type Snapshot,
} from './snapshot.ts';
import {
  type Account,
  type Desk,
  type DeskSide,
  getAccount,
  keepDesk,
  type Listing,
  type LiveOrder,
  linkOrder,
  type Season,
  touch,
  type VenueState,
} from './state.ts';
import { armTrigger, followFrom } from './trigger-heaps.ts';

export function recoverSnapshot(snapshot: Snapshot): VenueState {
  assert(
    snapshot.version === SNAPSHOT_VERSION,
    'this engine does not read snapshots of version',
    snapshot.version,
  );
  const state = createState();
  const { version: _version, season, listings, accounts, orders, ...more } = snapshot;
  const { requestClock: _clock, requests: _requests, requestOutcomes: _outcomes, ...rest } = more;
  const { log: _log, nonces: _nonces, ...plain } = rest;
  Object.assign(state, plain);
  state.requests = recoverRequests(snapshot);
  state.nonces = recoverNonces(snapshot);
  state.log = recoverLog(snapshot);
  for (const data of listings) state.listings.push(recoverListing(data));
  for (const data of accounts) recoverAccount(state, data);
  if (season !== null) recoverSeason(state, season);
  const live = orders.map((data) => recoverOrder(state, data));
  linkLists(state, accounts);
  restBooks(live, orders);
  followAgain(live, orders);
  watchEveryone(state);
  return state;
}

function recoverSeason(state: VenueState, data: SeasonData): void {
  const { entrants, ...plain } = data;
  const season: Season = { ...plain, entrants: new Map(), teams: new Map() };
  state.season = season;
  for (const entrant of entrants) {
    season.entrants.set(entrant.account, { ...entrant });
    season.teams.set(foldTeam(entrant.team), entrant.account);
    if (season.phase !== 'closed') getAccount(state, entrant.account).season = season;
  }
}

function recoverListing(data: ListingData): Listing {
  const listing = createListing(data.contract);
  const { contract: _contract, basis, funding, ...plain } = data;
  Object.assign(listing, plain);
  Object.assign(listing.funding, funding);
  basis.forEach((sample, place) => {
    listing.basis.samples[place] = sample;
    listing.basis.sum += sample;
  });
  listing.triggersDue = true;
  return listing;
}

function recoverAccount(state: VenueState, data: AccountData): void {
  const account = createAccount(state, data.id, data.role, data.terms);
  state.accounts[data.id] = account;
  account.status = data.status;
  account.positionMode = data.positionMode ?? 'hedge';
  account.wallet = data.wallet;
  account.collateral = data.collateral;
  account.frozen = data.frozen;
  account.isolated = data.isolated;
  data.totals.forEach((total, place) => {
    account.totals[place] = total;
  });
  state.collateralTotal = plusTotal(state.collateralTotal, data.collateral);
  for (const known of data.clientOrders) {
    const clientOrder = { ...known, account };
    account.clientOrders.set(known.clientOrderId, clientOrder);
    if (known.finalAt !== null) scheduleForgetting(state, clientOrder);
  }
  for (const desk of data.desks) recoverDesk(state, account, desk);
}

function recoverDesk(state: VenueState, account: Account, data: DeskData): void {
  const listing = state.listings[data.contract];
  assert(listing !== undefined, 'a snapshot names a contract it does not list', data.contract);
  const desk = deskAt(account, listing);
  keepDesk(desk);
  desk.marginMode = data.marginMode;
  desk.crossLeverage = data.crossLeverage;
  if (data.countdownAt !== undefined) keepCountdown(state, desk, data.countdownAt);
  recoverSide(desk, desk.long, data.long);
  recoverSide(desk, desk.short, data.short);
  if (desk.long.position === null && desk.short.position === null) return;
  desk.holderPlace = listing.holders.length;
  listing.holders.push(desk);
}

function recoverSide(desk: Desk, side: DeskSide, data: DeskSideData): void {
  const { position, ...plain } = data;
  Object.assign(side, plain);
  if (position === null) return;
  side.position = { ...position };
  const { listing, account } = desk;
  if (desk.marginMode === 'cross') account.crossPositions += 1;
  else account.isolatedPositions += 1;
  if (side.side === 'long') listing.longLots = lots(listing.longLots + position.size);
  else listing.shortLots = lots(listing.shortLots + position.size);
}

function recoverOrder(state: VenueState, data: OrderData): LiveOrder {
  const { rests: _rests, extreme: _extreme, ...plain } = data;
  const desk = deskOf(getAccount(state, data.account), data.contract);
  const order: OrderDraft = Object.assign(createRecord(desk), plain);
  order.positionMode = plain.positionMode ?? 'hedge';
  order.trigger = plain.trigger === null ? null : { ...plain.trigger };
  order.side = sideOf(data.positionSide, data.effect);
  state.orders.add(order.id, order);
  keepDeadline(state, order);
  return order;
}

function deskOf(account: Account, contract: ContractId): Desk {
  const desk = account.desks[contract];
  assert(desk !== undefined, 'a snapshot misses a desk of account', account.id);
  return desk;
}

/** Lists keep the order in which orders came to them. Arming links the untriggered ones. */
function linkLists(state: VenueState, accounts: readonly AccountData[]): void {
  for (const data of accounts) {
    for (const deskData of data.desks) {
      const desk = deskOf(getAccount(state, data.id), contractId(deskData.contract));
      for (const id of deskData.working) linkOrder(desk.working, orderOf(state, id));
      for (const id of deskData.untriggered) armTrigger(orderOf(state, id));
      if (data.positionMode !== 'net') continue;
      recallOpenings(desk, 'long');
      recallOpenings(desk, 'short');
    }
  }
}

function orderOf(state: VenueState, id: LiveOrder['id']): LiveOrder {
  const order = state.orders.get(id);
  assert(order !== undefined, 'a snapshot lists an order that is not in it', id);
  return order;
}

/** Orders rest in the order of their priority, so every queue is as it was. */
function restBooks(live: readonly LiveOrder[], orders: readonly OrderData[]): void {
  const resting = live.filter((_, place) => orders[place]?.rests === true);
  resting.sort((first, second) => first.priority - second.priority);
  for (const order of resting) {
    const { listing } = order.desk;
    const remaining = remainingLots(order);
    order.slot = restOrder(listing.book, order.side, order.workingPrice, remaining, order.id);
    listing.resting[order.slot] = order;
  }
}

/** Those that have followed furthest come first, as they did. */
function followAgain(live: readonly LiveOrder[], orders: readonly OrderData[]): void {
  const following = live.flatMap((order, place) => {
    const extreme = orders[place]?.extreme;
    if (extreme === undefined) return [];
    return { order, extreme, key: order.trigger?.direction === 'rising' ? extreme : -extreme };
  });
  following.sort((first, second) => first.key - second.key);
  for (const { order, extreme } of following) followFrom(order, extreme);
}

function watchEveryone(state: VenueState): void {
  for (const account of state.accounts) if (account !== undefined) touch(state, account);
  const unhealthy = evaluateTouched(state);
  assert(unhealthy.length === 0, 'snapshot holds an account that should have been liquidated');
}
