/** Reads the rows of the private channels from the venue, as of the last entry. */
import { assert } from '../../domain/assert.ts';
import type { FillRow } from '../../domain/history.ts';
import type { AccountId } from '../../domain/ids.ts';
import type { Order } from '../../domain/order.ts';
import { sideOf } from '../../domain/side.ts';
import { NO_LOTS } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { Applied } from '../../venue/venue.ts';
import type { AccountTold, FillTold, OrderTold } from '../../wire/socket-dialect.ts';
import type { Notice, NoticedFill } from './private-notices.ts';

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

export function fillRows(read: Read, applied: Applied, notice: Notice): FillTold[] {
  const orders = new Map(notice.orders.map(({ order }) => [order.id, order]));
  return notice.fills.map((noticed) => {
    const order = orders.get(noticed.side.order);
    assert(order !== undefined, 'a fill names an order that did not change', noticed.side.order);
    const contract = read.listing.contract(order.contract);
    return { contract, fill: fillOf(applied, order, noticed) };
  });
}

function fillOf(
  { at, seq }: Applied,
  { marginMode, positionMode, origin }: Readonly<Order>,
  { fill, side }: NoticedFill,
): FillRow {
  const { trade, contract, price, size, value, venue } = fill;
  const { order, account, position, positionSide, effect } = side;
  const { fee, liquidationFee, realisedPnl } = side;
  return {
    ...{
      trade,
      order,
      account,
      contract,
      position,
      positionSide,
      effect,
      marginMode,
      positionMode,
    },
    ...{ origin, side: sideOf(positionSide, effect), price, size, value, fee, liquidationFee },
    closedSize: side.closed?.size ?? NO_LOTS,
    ...{ realisedPnl, isMaker: side === fill.maker, venue, at, seq },
  };
}

/** Returns all positions of an account, by id. */
export const heldPositions = (read: Read, account: AccountId) =>
  new Map(read.account.positions(account).map((held) => [held.position.id, held]));

export type HeldPositions = ReturnType<typeof heldPositions>;
