/** Collects the notices of one entry, by account and channel. */

import type { Event, FillSettled } from '../../domain/event.ts';
import type { FillSide } from '../../domain/fill.ts';
import { type FillRow, ROWS_PER_ENTRY_MAX } from '../../domain/history.ts';
import type { AccountId, ContractId } from '../../domain/ids.ts';
import type { CancelReason } from '../../domain/order.ts';
import type { PositionSide } from '../../domain/side.ts';
import { NO_MONEY } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { Applied } from '../../venue/venue.ts';
import type {
  AccountTold,
  FillTold,
  LedgerTold,
  OrderTold,
  PrivateEvent,
} from '../../wire/socket-dialect.ts';
import { forcedMark } from '../acts/read-walked.ts';

export interface Notice {
  readonly orders: Applied['orders'][number][];
  readonly fills: FillRow[];
  /** Whether anything that the account channel shows has changed, such as collateral. */
  hasMoved: boolean;
  /** The positions that may have changed. */
  readonly places: Set<string>;
  /** The cause of a change of money or positions. */
  event: PrivateEvent;
}

/** Identifies one of the positions that an account can have. */
export const placeOf = (contract: ContractId, side: PositionSide): string => `${contract} ${side}`;

export function noticesOf({ events, orders, fills }: Applied): Map<AccountId, Notice> {
  const notices = new Map<AccountId, Notice>();
  const noticeFor = (account: AccountId): Notice => {
    const notice = notices.get(account) ?? createNotice();
    notices.set(account, notice);
    return notice;
  };
  for (const tracked of orders) noticeFor(tracked.order.account).orders.push(tracked);
  for (const fill of fills) noticeFor(fill.account).fills.push(fill);
  for (const event of events) noteEvent(event, noticeFor);
  return notices;
}

const createNotice = (): Notice => ({
  orders: [],
  fills: [],
  hasMoved: false,
  places: new Set(),
  event: 'PositionUpdate',
});

function noteEvent(event: Event, noticeFor: (account: AccountId) => Notice): void {
  switch (event.kind) {
    case 'fill-settled':
      noteSide(noticeFor(event.maker.account), event, event.maker);
      noteSide(noticeFor(event.taker.account), event, event.taker);
      return;
    case 'funding-paid':
      noteMoney(noticeFor(event.account), 'PositionFundingSettle');
      notePlace(noticeFor(event.account), event.contract, event.positionSide);
      return;
    case 'collateral-moved':
      noteMoney(
        noticeFor(event.account),
        event.amount < NO_MONEY ? 'WithdrawUpdate' : 'DepositUpdate',
      );
      return;
    case 'isolated-margin-moved':
      noteMoney(noticeFor(event.account), 'PositionUpdate');
      notePlace(noticeFor(event.account), event.contract, event.positionSide);
      return;
    case 'auto-top-up-set':
      notePlace(noticeFor(event.account), event.contract, event.positionSide);
      return;
    case 'leverage-set':
    case 'margin-mode-set':
      notePlace(noticeFor(event.account), event.contract, 'long');
      notePlace(noticeFor(event.account), event.contract, 'short');
      return;
    case 'liquidation-started':
    case 'liquidation-ended':
    case 'deficit-covered':
    case 'account-reset':
      noteMoney(noticeFor(event.account), 'PositionUpdate');
      return;
    default:
  }
}

function noteSide(notice: Notice, fill: FillSettled, side: FillSide): void {
  noteMoney(notice, 'OrderUpdate');
  notePlace(notice, fill.contract, side.positionSide);
  if (side.closed !== null) notePlace(notice, fill.contract, side.closed.positionSide);
}

/** Notes a cause. Of several a fill counts first, then funding, then the last one. */
function noteMoney(notice: Notice, event: PrivateEvent): void {
  notice.hasMoved = true;
  if (notice.event === 'OrderUpdate') return;
  if (notice.event === 'PositionFundingSettle' && event !== 'OrderUpdate') return;
  notice.event = event;
}

const notePlace = (notice: Notice, contract: ContractId, side: PositionSide): void => {
  notice.places.add(placeOf(contract, side));
};

/** Reads the rows of the private channels from the venue, as of the last entry. */
export function accountRow(read: Read, id: AccountId): AccountTold {
  const { terms, positionMode, wallet, collateral, liquidating, totals } = read.account.get(id);
  const notes = read.account.notes(id);
  // The settings of the account by contract are not shown here.
  const unseen = { settings: [], isolated: [] };
  const asset = read.account.money(id);
  const money = { wallet, collateral, totals, asset };
  return { terms, positionMode, notes, liquidating, ...money, ...unseen };
}

export const orderRows = (read: Read, orders: Notice['orders']): OrderTold[] =>
  orders.map((tracked) => ({ contract: read.listing.contract(tracked.order.contract), tracked }));

/** Returns the living orders, newest first. */
export function livingRows(read: Read, account: AccountId, limit: number): OrderTold[] {
  const query = { account, contract: null };
  const living = [
    ...read.account.orders({ ...query, group: 'working' }),
    ...read.account.orders({ ...query, group: 'untriggered' }),
  ];
  living.sort((first, second) => second.order.id - first.order.id);
  return orderRows(read, living.slice(0, limit));
}

export function fillRows(
  read: Read,
  { fills, orders }: Pick<Notice, 'fills' | 'orders'>,
  { events }: Applied,
): FillTold[] {
  const settled = new Map(
    events.flatMap((event) => (event.kind === 'fill-settled' ? [[event.trade, event]] : [])),
  );
  const starts = events.filter((event) => event.kind === 'liquidation-started');
  return fills.map((fill) => {
    const { maker, taker } = settled.get(fill.trade) ?? {};
    const own = starts.filter(({ account }) => account === fill.account);
    return {
      contract: read.listing.contract(fill.contract),
      fill,
      order: orders.find(({ order }) => order.id === fill.order)?.order,
      side: maker?.order === fill.order ? maker : taker,
      mark: forcedMark(fill, own),
    };
  });
}

/** Ends of orders that their owner asked for, or that follow from how they were sent. */
const ASKED_ENDS: ReadonlySet<CancelReason> = new Set([
  ...(['user', 'replaced', 'amended-to-filled', 'ioc-remainder', 'fok-short'] as const),
  ...(['post-only-would-take', 'oco', 'countdown', 'expired'] as const),
]);

export const canceledByVenue = ({ orders }: Notice): Notice['orders'] =>
  orders.filter(
    ({ order, cancelReason }) =>
      order.status === 'canceled' && cancelReason !== null && !ASKED_ENDS.has(cancelReason),
  );

/** The movements of money of an account in an entry, with the numbers of their bills. */
export function ledgerRows({ events, seq }: Applied, account: AccountId): LedgerTold[] {
  const moves = events.filter(
    (event) => event.kind === 'collateral-moved' && event.amount !== NO_MONEY,
  );
  return moves.flatMap((moved, place) =>
    moved.kind === 'collateral-moved' && moved.account === account
      ? [{ id: seq * ROWS_PER_ENTRY_MAX + place, moved }]
      : [],
  );
}

export const heldPositions = (read: Read, account: AccountId) =>
  new Map(read.account.positions(account).map((held) => [held.position.id, held]));

export type HeldPositions = ReturnType<typeof heldPositions>;
