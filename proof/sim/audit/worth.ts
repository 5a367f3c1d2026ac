/** The worth of the model's accounts and positions, and their requirements. */
import type { PositionSide } from '../../../src/domain/side.ts';
import { bankruptcyAt, floorDivide, marginAt, requirementOf, worthOf } from './exact.ts';
import {
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelDesk,
  type ModelPosition,
  modelContract,
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

export function heldBy(model: Model, account: ModelAccount): ModelHolding[] {
  const held: ModelHolding[] = [];
  for (const [id, desk] of account.desks) {
    for (const side of BOTH_SIDES) {
      const { position } = desk[side];
      if (position !== null)
        held.push({ contract: modelContract(model, id), desk, side, position });
    }
  }
  return held;
}

export const crossHeld = (model: Model, account: ModelAccount): ModelHolding[] =>
  heldBy(model, account).filter(({ desk }) => desk.mode === 'cross');

export const markedWorth = ({ contract, position }: ModelHolding): bigint =>
  worthOf(contract.terms, contract.mark, position.size);

export function resultOf(held: ModelHolding, mark = held.contract.mark): bigint {
  const value = worthOf(held.contract.terms, mark, held.position.size);
  return held.side === 'long' ? value - held.position.openValue : held.position.openValue - value;
}

const sum = (values: readonly bigint[]): bigint => values.reduce((total, one) => total + one, 0n);

export const isolatedTotal = (model: Model, account: ModelAccount): bigint =>
  sum(heldBy(model, account).map(({ position }) => position.margin));

export const crossWalletOf = (model: Model, account: ModelAccount): bigint =>
  account.wallet - isolatedTotal(model, account);

export const crossEquityOf = (model: Model, account: ModelAccount): bigint =>
  crossWalletOf(model, account) + sum(crossHeld(model, account).map((held) => resultOf(held)));

/** Both sides of a contract count together. */
export function crossRequirementOf(model: Model, account: ModelAccount): bigint {
  let total = 0n;
  for (const [id, desk] of account.desks) {
    if (desk.mode === 'cross') total += deskRequirementOf(account, modelContract(model, id), desk);
  }
  return total;
}

function deskRequirementOf(
  account: ModelAccount,
  contract: ModelContract,
  desk: ModelDesk,
): bigint {
  const size = (desk.long.position?.size ?? 0) + (desk.short.position?.size ?? 0);
  const notional = worthOf(contract.terms, contract.mark, size);
  return requirementOf(contract.terms, notional, takerRate(account, contract));
}

export const isolatedEquityOf = (held: ModelHolding): bigint =>
  held.position.margin + resultOf(held);

export const isolatedRequirementOf = (account: ModelAccount, held: ModelHolding): bigint =>
  requirementOf(held.contract.terms, markedWorth(held), takerRate(account, held.contract));

/** The equity behind a position: its own, or the whole cross account's. */
export const scopeEquityOf = (model: Model, account: ModelAccount, held: ModelHolding): bigint =>
  held.desk.mode === 'isolated' ? isolatedEquityOf(held) : crossEquityOf(model, account);

export const crossInitialOf = (model: Model, account: ModelAccount): bigint =>
  sum(
    crossHeld(model, account).map((held) => marginAt(markedWorth(held), held.desk.crossLeverage)),
  );

export function frozenOf(model: Model, account: ModelAccount): bigint {
  let frozen = 0n;
  for (const order of model.orders.values())
    if (order.account === account.id) frozen += order.frozen;
  return frozen;
}

export const freeOf = (model: Model, account: ModelAccount): bigint =>
  crossEquityOf(model, account) - crossInitialOf(model, account) - frozenOf(model, account);

/** Everything an account is worth, at given marks or at the current ones. */
export const equityOf = (
  model: Model,
  account: ModelAccount,
  markOf = (contract: ModelContract): number => contract.mark,
): bigint =>
  account.wallet + sum(heldBy(model, account).map((held) => resultOf(held, markOf(held.contract))));

/** The price at which a liquidation order may close: cross equity is divided by notional. */
export function forcedPriceOf(model: Model, account: ModelAccount, held: ModelHolding): number {
  const total = sum(crossHeld(model, account).map(markedWorth));
  const equity =
    held.desk.mode === 'isolated'
      ? isolatedEquityOf(held)
      : floorDivide(crossEquityOf(model, account) * markedWorth(held), total);
  return bankruptcyAt(held.contract.terms, held.side, {
    mark: held.contract.mark,
    size: held.position.size,
    equity,
    takerFee: takerRate(account, held.contract),
  });
}
