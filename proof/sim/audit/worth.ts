/** The worth of the model's accounts and positions, and their requirements. */
import type { PositionSide } from '../../../src/domain/side.ts';
import { bankruptcyAt, floorDivide, marginAt, requirementOf, worthOf } from './exact.ts';
import {
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelDesk,
  type ModelPosition,
  takerRate,
} from './model.ts';

export const BOTH_SIDES: readonly PositionSide[] = ['long', 'short'];

/** One position with its contract and side. */
export interface ModelHolding {
  readonly contract: ModelContract;
  readonly desk: ModelDesk;
  readonly side: PositionSide;
  readonly position: ModelPosition;
}

export function heldBy(account: ModelAccount): ModelHolding[] {
  const held: ModelHolding[] = [];
  for (const desk of account.desks.values())
    for (const side of BOTH_SIDES) {
      const { position } = desk[side];
      if (position !== null) held.push({ contract: desk.contract, desk, side, position });
    }
  return held;
}

export const crossHeld = (account: ModelAccount): ModelHolding[] =>
  heldBy(account).filter(({ desk }) => desk.mode === 'cross');

export const markedWorth = ({ contract, position }: ModelHolding): bigint =>
  worthOf(contract.terms, contract.mark, position.size);

export function resultOf(held: ModelHolding, mark = held.contract.mark): bigint {
  const value = worthOf(held.contract.terms, mark, held.position.size);
  return held.side === 'long' ? value - held.position.openValue : held.position.openValue - value;
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, one) => total + one, 0n);

export const isolatedTotal = (account: ModelAccount): bigint =>
  sum(heldBy(account).map(({ position }) => position.margin));

export const crossWalletOf = (account: ModelAccount): bigint =>
  account.wallet - isolatedTotal(account);

export const crossEquityOf = (account: ModelAccount): bigint =>
  crossWalletOf(account) + sum(crossHeld(account).map((held) => resultOf(held)));

/** Both sides of a contract count together. */
export function crossRequirementOf(account: ModelAccount): bigint {
  const desks = [...account.desks.values()].filter(({ mode }) => mode === 'cross');
  return sum(
    desks.map((desk) => {
      const { contract } = desk;
      const notional = worthOf(contract.terms, contract.mark, bothLots(desk));
      return requirementOf(contract.terms, notional, takerRate(account, contract));
    }),
  );
}

/** Of both sides. */
export const bothLots = ({ long, short }: ModelDesk): number =>
  (long.position?.size ?? 0) + (short.position?.size ?? 0);

export const isolatedEquityOf = (held: ModelHolding): bigint =>
  held.position.margin + resultOf(held);

export const isolatedRequirementOf = (account: ModelAccount, held: ModelHolding): bigint =>
  requirementOf(held.contract.terms, markedWorth(held), takerRate(account, held.contract));

/** The equity behind a position: its own, or the whole cross account's. */
export const scopeEquityOf = (account: ModelAccount, held: ModelHolding): bigint =>
  held.desk.mode === 'isolated' ? isolatedEquityOf(held) : crossEquityOf(account);

export const crossInitialOf = (account: ModelAccount): bigint =>
  sum(crossHeld(account).map((held) => marginAt(markedWorth(held), held.desk.crossLeverage)));

export function frozenOf(model: Model, account: ModelAccount): bigint {
  let frozen = 0n;
  for (const order of model.orders.values()) if (order.owner === account) frozen += order.frozen;
  return frozen;
}

export const freeOf = (model: Model, account: ModelAccount): bigint =>
  crossEquityOf(account) - crossInitialOf(account) - frozenOf(model, account);

/** Everything an account is worth, at given marks or at the current ones. */
export const equityOf = (
  account: ModelAccount,
  markOf = (contract: ModelContract): number => contract.mark,
): bigint =>
  account.wallet + sum(heldBy(account).map((held) => resultOf(held, markOf(held.contract))));

/** The price at which a liquidation order may close: cross equity is divided by notional. */
export function forcedPriceOf(account: ModelAccount, held: ModelHolding): number {
  const total = sum(crossHeld(account).map(markedWorth));
  const equity =
    held.desk.mode === 'isolated'
      ? isolatedEquityOf(held)
      : floorDivide(crossEquityOf(account) * markedWorth(held), total);
  return bankruptcyAt(held.contract.terms, held.side, {
    mark: held.contract.mark,
    size: held.position.size,
    equity,
    takerFee: takerRate(account, held.contract),
  });
}
