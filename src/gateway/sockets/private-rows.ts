/** Reads the rows of the private channels from the venue, as of the last entry. */
import type { AccountId } from '../../domain/ids.ts';
import type { Read } from '../../venue/read.ts';
import type { AccountTold, FillTold, OrderTold } from '../../wire/socket-dialect.ts';
import type { Notice } from './private-notices.ts';

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

export const fillRows = (read: Read, fills: Notice['fills']): FillTold[] =>
  fills.map((fill) => ({ contract: read.listing.contract(fill.contract), fill }));

/** Returns all positions of an account, by id. */
export const heldPositions = (read: Read, account: AccountId) =>
  new Map(read.account.positions(account).map((held) => [held.position.id, held]));

export type HeldPositions = ReturnType<typeof heldPositions>;
