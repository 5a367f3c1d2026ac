/**
 * Identifiers. All are counters kept in the venue's state, issued below 2^53, so that the same
 * digits can travel as JSON integers and as strings.
 */

declare const idOf: unique symbol;
type Id<Name extends string> = number & { readonly [idOf]: Name };

export type AccountId = Id<'Account'>;
/** Contracts are numbered from zero in the order they are listed. */
export type ContractId = Id<'Contract'>;
export type OrderId = Id<'Order'>;
export type TradeId = Id<'Trade'>;
export type PositionId = Id<'Position'>;

export const accountId = (value: number): AccountId => value as AccountId;
export const contractId = (value: number): ContractId => value as ContractId;
export const orderId = (value: number): OrderId => value as OrderId;
export const tradeId = (value: number): TradeId => value as TradeId;
export const positionId = (value: number): PositionId => value as PositionId;

/** Zero is never issued: it stands for "no order" in links between orders. */
export const NO_ORDER: OrderId = orderId(0);
