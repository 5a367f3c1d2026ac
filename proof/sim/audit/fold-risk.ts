/** Liquidations and deleveraging: every record is worked out again from its inputs. */
import type { EventOf, FillSettled } from '../../../src/domain/event.ts';
import type { Deleveraged, LiquidationStarted } from '../../../src/domain/why.ts';
import { broken, same, sameMoney } from './broken.ts';
import { floorDivide, worthOf } from './exact.ts';
import {
  accountOrders,
  FUND,
  isPausedAt,
  isWorking,
  type Model,
  type ModelAccount,
  type ModelOrder,
  modelAccount,
  modelDesk,
  modelOrder,
  oppositeOf,
  remainingOf,
} from './model.ts';
import { type RankedHolding, rankCandidates } from './rank.ts';
import {
  crossEquityOf,
  crossHeld,
  crossRequirementOf,
  crossWalletOf,
  equityOf,
  freeOf,
  heldBy,
  isolatedEquityOf,
  isolatedRequirementOf,
  type ModelHolding,
  markedWorth,
  resultOf,
} from './worth.ts';

/** The positions of a scope: the cross account, or one isolated side. */
function scopeHeld(
  account: ModelAccount,
  scope: Pick<LiquidationStarted, 'scope' | 'contract' | 'positionSide'>,
): ModelHolding[] {
  if (scope.scope === 'cross') return crossHeld(account);
  return heldBy(account).filter(
    ({ contract, side, desk }) =>
      desk.mode === 'isolated' &&
      contract.terms.id === scope.contract &&
      side === scope.positionSide,
  );
}

function scopeNumbers(account: ModelAccount, held: readonly ModelHolding[], isCross: boolean) {
  if (isCross)
    return {
      equity: crossEquityOf(account),
      requirement: crossRequirementOf(account),
      backing: crossWalletOf(account),
    };
  const [only] = held;
  if (only === undefined) return { equity: 0n, requirement: 0n, backing: 0n };
  return {
    equity: isolatedEquityOf(only),
    requirement: isolatedRequirementOf(account, only),
    backing: only.position.margin,
  };
}

export function foldStarted(model: Model, event: LiquidationStarted): void {
  const account = modelAccount(model, event.account);
  const isCross = event.scope === 'cross';
  const held = scopeHeld(account, event);
  const { equity, requirement, backing } = scopeNumbers(account, held, isCross);
  if (account.role !== 'trader' && account.role !== 'house')
    broken('INS-1', `account ${account.id}, ${account.role}, is liquidated`);
  if (held.length === 0) broken('LIQ-1', `account ${account.id} has nothing to liquidate`);
  sameMoney('LIQ-2', 'equity', event.equity, equity);
  sameMoney('LIQ-2', 'requirement', event.requirement, requirement);
  sameMoney('LIQ-2', 'backing', event.backing, backing);
  if (equity > requirement)
    broken('LIQ-1', `account ${account.id} is healthy: ${equity} above ${requirement}`);
  if (held.some(({ contract }) => isPausedAt(contract, model.now)))
    broken('CON-4', `account ${account.id} is liquidated at a paused contract`);
  same('LIQ-2', 'rows', event.rows.length, held.length);
  for (const row of event.rows) {
    const found = held.find(
      ({ contract, side }) => contract.terms.id === row.contract && side === row.positionSide,
    );
    if (found === undefined) broken('LIQ-2', `row of contract ${row.contract} is not held`);
    same('LIQ-2', 'size', row.size, found.position.size);
    sameMoney('LIQ-2', 'open value', row.openValue, found.position.openValue);
    same('LIQ-2', 'mark', row.mark, found.contract.mark);
    sameMoney('LIQ-2', 'notional', row.notional, markedWorth(found));
    sameMoney('LIQ-2', 'result', row.unrealisedPnl, resultOf(found));
  }
  for (const { desk, side } of held) {
    if (!isCross && desk[side].autoTopUp && freeOf(model, account) > 0n)
      broken('LEV-8', `account ${account.id} had ${freeOf(model, account)} left to top up with`);
  }
  if (model.liquidating !== null) broken('LIQ-1', 'one liquidation inside another');
  model.liquidating = { account: account.id, cross: isCross };
}

export function foldEnded(model: Model, event: EventOf<'liquidation-ended'>): void {
  const account = modelAccount(model, event.account);
  const isCross = event.scope === 'cross';
  const held = scopeHeld(account, event);
  const { equity, requirement } = scopeNumbers(account, held, isCross);
  same('22 after', 'account', model.liquidating?.account, event.account);
  sameMoney('22 after', 'equity', event.equity, equity);
  sameMoney('22 after', 'requirement', event.requirement, requirement);
  sameMoney('22 after', 'wallet', event.wallet, account.wallet);
  same('22 after', 'outcome', event.outcome, held.length === 0 ? 'flat' : 'healthy');
  if (held.length > 0 && equity * 100n <= requirement * 105n)
    broken('22 after', `account ${account.id} is left at ${equity} of ${requirement}`);
  if (isCross && held.length === 0 && crossWalletOf(account) < 0n)
    broken('LIQ-11', `account ${account.id} ends at ${crossWalletOf(account)}`);
  for (const order of accountOrders(model, account.id)) {
    const isIsolated =
      order.contract === event.contract && order.positionSide === event.positionSide;
    if (isWorking(order) && (isCross || isIsolated))
      broken('22 after', `order ${order.id} outlived the liquidation of ${account.id}`);
  }
  model.liquidating = null;
}

export function foldDeleveraged(model: Model, event: Deleveraged): void {
  const order = modelOrder(model, event.bankruptOrder);
  same('ADL-1', 'bankrupt account', event.bankruptAccount, order.account);
  same('ADL-1', 'price', event.price, order.working);
  if (!model.bankrupt.has(order.id) && mayFundTake(model, order))
    broken('LIQ-10', `order ${order.id} is deleveraged though the fund could take it`);
  model.bankrupt.add(order.id);
  const [best] = rankCandidates(model, order);
  if (best === undefined) broken('ADL-1', `nobody stands against order ${order.id}`);
  same('ADL-2', 'account asked', event.account, best.account.id);
  same('ADL-1', 'class', event.group, best.group);
  same('ADL-3', 'size', event.size, Math.min(remainingOf(order), best.eligible));
  checkScore(event, best);
}

function checkScore(event: Deleveraged, { held, score, equity, leverage }: RankedHolding): void {
  same('ADL-4', 'side', event.positionSide, held.side);
  sameMoney('ADL-4', 'result', event.unrealisedPnl, resultOf(held));
  sameMoney('ADL-4', 'open value', event.openValue, held.position.openValue);
  sameMoney('ADL-4', 'notional', event.notional, markedWorth(held));
  sameMoney('ADL-4', 'equity', event.equity, equity);
  same('ADL-4', 'leverage', event.leverage, leverage);
  const ppm = floorDivide(score.top * 1_000_000n, score.below);
  same('ADL-2', `score of account ${event.account}`, event.scorePpm, ppm);
}

/** The fund keeps 2 % of its gross notional as equity after taking what remains of the order. */
function mayFundTake(model: Model, order: ModelOrder): boolean {
  const fund = modelAccount(model, FUND);
  const contract = order.listing;
  const size = remainingOf(order);
  const atMark = worthOf(contract.terms, contract.mark, size);
  const atPrice = worthOf(contract.terms, order.working, size);
  const gain = order.positionSide === 'long' ? atMark - atPrice : atPrice - atMark;
  const against = modelDesk(fund, contract)[oppositeOf(order.positionSide)].position?.size ?? 0;
  const offset = worthOf(contract.terms, contract.mark, Math.min(size, against));
  const gross = heldBy(fund).reduce((total, held) => total + markedWorth(held), 0n);
  const after = gross + atMark - 2n * offset;
  return (equityOf(fund) + gain) * 100n >= after * 2n;
}

/** Checked before a takeover: the fund may take it, or there is nobody else. */
export function checkTakeover(model: Model, event: FillSettled): void {
  const order = modelOrder(model, event.taker.order);
  if (model.takenOver === order.id) return;
  model.takenOver = order.id;
  const wasDeleveraged = model.bankrupt.has(order.id);
  if (!wasDeleveraged && mayFundTake(model, order)) return;
  const [other] = rankCandidates(model, order);
  if (other !== undefined)
    broken('LIQ-10', `the fund took order ${order.id} though ${other.account.id} stood against it`);
}
