/** Reads an account: its money, its settings, its permissions, its places in queues. */

import type { Window } from '../../domain/history.ts';
import type { AccountId } from '../../domain/ids.ts';
import { POSTING_KINDS } from '../../domain/posting.ts';
import { sideOf } from '../../domain/side.ts';
import { lots, type Money, money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { Venue } from '../../venue/venue.ts';
import { formatIso } from '../../wire/amount-text.ts';
import type { ContractQuery } from '../../wire/contract-query.ts';
import type { ContractsQuery } from '../../wire/endpoint.ts';
import type { QueuePlace, QueuePlaces } from '../../wire/queue-place.ts';
import type { PrivateCall } from '../call.ts';
import { publicKeyText } from '../keys/public-key.ts';
import { firstOrLast, isInWindow } from './list-rows.ts';
import { named } from './read-market.ts';

export function readAccount(call: PrivateCall) {
  const { account } = call.venue.read;
  const { terms, positionMode, wallet, collateral, liquidating, totals } = account.get(
    call.account,
  );
  return {
    terms,
    positionMode,
    notes: account.notes(call.account),
    wallet,
    collateral,
    liquidating,
    totals,
    settings: readDeskSettings(call, { contract: null }),
    isolated: account.positions(call.account).flatMap(({ position, marginMode }) => {
      const { isolatedMargin: margin, openedAt, updatedAt } = position;
      if (marginMode === 'cross') return [];
      return { position: position.id, margin, openedAt, updatedAt };
    }),
  };
}

export const readTerms = ({ venue, account }: PrivateCall) => venue.read.account.get(account).terms;

export const readFees = (call: PrivateCall, { contract }: ContractsQuery) => ({
  terms: readTerms(call),
  contracts: named(call, contract),
});

export const readStanding = ({ venue, account, key }: PrivateCall) => ({
  mayTrade: key.permissions.has('trade') && venue.read.account.get(account).status === 'active',
  updatedAt: venue.read.account.notes(account).updatedAt,
});

export const readMoney = ({ venue, account }: PrivateCall) => venue.read.account.money(account);

export const readDeskSettings = (call: PrivateCall, { contract }: ContractsQuery) =>
  named(call, contract).map(({ id }) => call.venue.read.account.settings(call.account, id));

type Whose = Pick<PrivateCall, 'venue' | 'account'>;

export const readOwnDesks = (call: PrivateCall, query: ContractsQuery) => ({
  ...desksOf(call, query),
  ...readStanding(call),
});

function desksOf(whose: Whose, { contract }: ContractsQuery) {
  const { account: id, venue } = whose;
  const { account, listing } = venue.read;
  const positions = account.positions(id);
  return {
    ...account.money(id),
    mode: account.positionMode(id),
    wallet: account.wallet(id),
    desks: named(whose, contract).map((each) => ({
      contract: each,
      settings: account.settings(id, each.id),
      mark: listing.record(each.id).mark,
      held: positions
        .filter((held) => held.contract === each)
        .map((held) => ({
          ...held,
          fifth: () => account.deleverageFifth(id, each.id, held.position.side),
        })),
      orders: account
        .orders({ account: id, contract: each.id, group: 'working' })
        .map(({ order }) => order),
    })),
  };
}

/** The same with the orders that wait for a price. */
export const readHoldings = (call: PrivateCall, query: ContractsQuery) => ({
  ...readOwnDesks(call, query),
  waiting: waitingOf(call, query),
});

const waitingOf = ({ venue, account }: Whose, { contract }: ContractsQuery) =>
  venue.read.account
    .orders({ account, contract: contract?.id ?? null, group: 'untriggered' })
    .map(({ order }) => order);

/** The same with how long its connections may be gone. */
export const readGuarded = (call: PrivateCall, query: ContractsQuery) => ({
  ...readOwnDesks(call, query),
  ...readGuard(call),
});

export const readGuard = ({ shared, account }: PrivateCall) => ({
  guard: shared.guards.find(account),
});

/** The same with what was realised. */
export const readWallet = (call: PrivateCall, query: ContractsQuery) => ({
  ...readOwnDesks(call, query),
  realised: realisedOf(call),
});

/** The wallet without what was put in and taken out. */
function realisedOf({ venue, account }: Whose): Money {
  const { wallet, totals } = venue.read.account.get(account);
  const moved = MOVED.map((kind) => toBigInt(totals[POSTING_KINDS.indexOf(kind)] ?? NO_MONEY));
  return money(toBigInt(wallet) - moved.reduce((sum, amount) => sum + amount, 0n));
}

const MOVED = ['deposit', 'withdrawal', 'transfer-in', 'transfer-out'] as const;

/** All of an account, for what it is told of unasked. */
export function readWholeOf(venue: Venue, account: AccountId) {
  const whose = { venue, account };
  const query = { contract: null };
  const { updatedAt } = venue.read.account.notes(account);
  return {
    ...desksOf(whose, query),
    updatedAt,
    mayTrade: true,
    waiting: waitingOf(whose, query),
    realised: realisedOf(whose),
  };
}

export const readOwnKey = ({ key, account }: PrivateCall) => ({
  name: key.key,
  account,
  mayTrade: key.permissions.has('trade'),
  rsaPublicKey: key.publicKey === null ? '' : publicKeyText(key.publicKey),
  addresses: key.allowlist === null ? [] : ['restricted'],
  createdAt: formatIso(key.createdAt),
  expiresAt: key.expiresAt === null ? '' : formatIso(key.expiresAt),
});

export const readPositions = ({ venue, account }: PrivateCall, { contract }: ContractsQuery) =>
  venue.read.account
    .positions(account)
    .filter((held) => contract === null || held.contract === contract)
    .map((held) => ({ ...held, account }));

interface MovesQuery extends ContractQuery, Window {
  readonly isAdded: boolean | null;
  readonly limit: number;
}

/** Returns margin that was moved, oldest first: from a start the first, otherwise the newest. */
export function readMarginMoves({ venue, account }: PrivateCall, query: MovesQuery) {
  const { contract, isAdded, from, limit } = query;
  const found = venue.read.account
    .marginMoves(account, contract.id)
    .filter(({ at, amount }) => {
      const isAsked = isAdded === null || isAdded === amount > NO_MONEY;
      return isAsked && isInWindow(query, at);
    })
    .reverse();
  return {
    mode: venue.read.account.positionMode(account),
    moves: firstOrLast(found, from !== null, limit),
  };
}

/** Returns where its orders stand in the queues of the book. */
export function readQueues(read: Read, account: AccountId): QueuePlaces {
  const living = read.account.orders({ account, contract: null, group: 'working' });
  const places = living.flatMap(({ order }): QueuePlace[] => {
    const side = sideOf(order.positionSide, order.effect);
    let [ahead, behind, isPassed] = [0, 0, false];
    read.listing.visitQueue(order.contract, side, order.workingPrice, ({ id }, left) => {
      if (id === order.id) isPassed = true;
      else if (isPassed) behind += left;
      else ahead += left;
    });
    const contract = read.listing.contract(order.contract);
    return isPassed ? [{ contract, order, ahead: lots(ahead), behind: lots(behind) }] : [];
  });
  return { model: read.market.queueModel(), places };
}
