/** The state before the first entry: no contracts, and the venue's own three accounts. */

import { createBook } from '../book/book.ts';
import {
  type AccountRole,
  type AccountTerms,
  DEFAULT_TERMS,
  FEE_POOL,
  FIRST_OPENED_ACCOUNT,
  INSURANCE_FUND,
  TREASURY,
} from '../domain/account.ts';
import type { Contract } from '../domain/contract.ts';
import { type AccountId, NO_ORDER } from '../domain/ids.ts';
import { BASIS_SAMPLES, LEVERAGE_DEFAULT } from '../domain/limits.ts';
import { OrderRecords, OrderTable } from '../domain/order-table.ts';
import { POSTING_KINDS } from '../domain/posting.ts';
import type { PositionSide } from '../domain/side.ts';
import {
  fineTicks,
  fundingRate,
  millis,
  NO_LOTS,
  NO_MONEY,
  NO_TICKS,
  ppm,
  seq,
} from '../domain/units.ts';
import { createNode } from './heap.ts';
import { createLogMemory } from './log-memory.ts';
import { createRequestMemory } from './request-memory.ts';
import type {
  Account,
  Desk,
  DeskSide,
  Listing,
  RiskWatch,
  TriggerQueues,
  VenueState,
} from './state.ts';
import { createTrail } from './trailing-stops.ts';

/** The venue's own accounts trade only to settle and unwind, and pay nobody for it. */
const VENUE_TERMS: AccountTerms = { ...DEFAULT_TERMS, makerFee: ppm(0), takerFee: ppm(0) };

export function createState(): VenueState {
  const state: VenueState = {
    seq: seq(0),
    now: millis(0),
    nextAccount: FIRST_OPENED_ACCOUNT,
    nextOrder: 1,
    nextTrade: 1,
    nextPosition: 1,
    nextPriority: 1,
    // Filled up to the first id that people get, because an array with a gap is a slow dictionary.
    accounts: new Array<Account | undefined>(FIRST_OPENED_ACCOUNT).fill(undefined),
    listings: [],
    orders: new OrderTable(),
    records: new OrderRecords(),
    expiring: new Map(),
    deadlines: [],
    depositsNet: NO_MONEY,
    collateralTotal: NO_MONEY,
    collateralMoved: NO_MONEY,
    season: null,
    nextSecond: millis(0),
    nextPremiumAt: millis(0),
    requests: createRequestMemory(),
    nonces: new Map(),
    log: createLogMemory(),
    changes: { count: 0 },
    eventCount: 0,
    events: [],
    played: [],
    closed: [],
    triggersFired: 0,
    touched: [],
    deleverageQueues: new Map(),
    touchLog: [],
  };
  state.accounts[FEE_POOL] = createAccount(state, FEE_POOL, 'fees', VENUE_TERMS);
  state.accounts[INSURANCE_FUND] = createAccount(state, INSURANCE_FUND, 'insurance', VENUE_TERMS);
  state.accounts[TREASURY] = createAccount(state, TREASURY, 'treasury', VENUE_TERMS);
  return state;
}

export const createAccount = (
  { changes }: Pick<VenueState, 'changes'>,
  id: AccountId,
  role: AccountRole,
  terms: AccountTerms,
): Account => ({
  id,
  role,
  status: 'active',
  liquidating: false,
  positionMode: 'hedge',
  latest: null,
  terms,
  season: null,
  crossPositions: 0,
  wallet: NO_MONEY,
  isolated: NO_MONEY,
  frozen: NO_MONEY,
  isTouched: false,
  hasEnded: false,
  version: 0,
  isolatedPositions: 0,
  collateral: NO_MONEY,
  totals: POSTING_KINDS.map(() => NO_MONEY),
  desks: [],
  clientOrders: new Map(),
  changes,
  worth: null,
});

export const createListing = (contract: Contract): Listing => ({
  contract,
  halted: false,
  book: createBook(),
  resting: [],
  index: fineTicks(0),
  indexAt: millis(0),
  mark: NO_TICKS,
  last: NO_TICKS,
  told: null,
  basis: { samples: new Array<number>(BASIS_SAMPLES).fill(0), next: 0, sum: 0 },
  funding: {
    nextAt: millis(0),
    interval: millis(0),
    lastRate: fundingRate(0),
    samples: 0,
    weighted: 0n,
    estimate: fundingRate(0),
  },
  longLots: NO_LOTS,
  shortLots: NO_LOTS,
  holders: [],
  triggers: createQueues(),
  protectedTriggers: createQueues(),
  watchBelow: [],
  watchAbove: [],
  triggersDue: false,
  untriggered: 0,
});

const createQueues = (): Listing['triggers'] => ({
  last: createQueue(),
  mark: createQueue(),
  index: createQueue(),
});

const createQueue = (): TriggerQueues => ({
  heaps: { rising: [], falling: [] },
  trails: [false, true].flatMap((isByPrice) => [
    createTrail('rising', isByPrice),
    createTrail('falling', isByPrice),
  ]),
});

/**
 * The account's desk at a contract. A missing one is created with default settings, but becomes
 * part of the state only when `keepDesk` is called, so that a refused command leaves no trace.
 */
export function deskAt(account: Account, listing: Listing): Desk {
  const { latest } = account;
  if (latest !== null && latest.listing === listing) return latest;
  const found = account.desks[listing.contract.id];
  if (found !== undefined) return found;
  const leverage = defaultLeverage(account, listing.contract);
  return {
    listing,
    account,
    marginMode: 'cross',
    holderPlace: -1,
    long: createDeskSide(account, 'long', leverage),
    short: createDeskSide(account, 'short', leverage),
    crossLeverage: leverage,
    working: { first: null, last: null, count: 0 },
    untriggered: { first: null, last: null, count: 0 },
    countdown: null,
    watch: createWatch(account),
    worth: null,
  };
}

/** The highest leverage the account may choose at this contract. */
export const leverageCap = (account: Account, contract: Contract): number =>
  Math.min(contract.leverageMax, account.terms.leverageMax ?? contract.leverageMax);

export const defaultLeverage = (account: Account, contract: Contract): number =>
  Math.min(LEVERAGE_DEFAULT, leverageCap(account, contract));

const createDeskSide = (
  account: Account,
  side: PositionSide,
  isolatedLeverage: number,
): DeskSide => ({
  position: null,
  opening: NO_LOTS,
  openingNotional: NO_MONEY,
  closing: NO_LOTS,
  side,
  isolatedLeverage,
  autoTopUp: false,
  ordered: NO_LOTS,
  wholeTakeProfit: NO_ORDER,
  wholeStopLoss: NO_ORDER,
  watch: createWatch(account),
});

const createWatch = (account: Account): RiskWatch => ({
  below: createNode(account),
  above: createNode(account),
});
