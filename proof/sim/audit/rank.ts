/** Who is deleveraged next: everyone on the other side, sorted afresh by the rulebook. */
import type { DeleverageClass } from '../../../src/domain/deleveraging.ts';
import {
  FUND,
  leverageAt,
  type Model,
  type ModelAccount,
  type ModelOrder,
  oppositeOf,
} from './model.ts';
import { heldBy, type ModelHolding, markedWorth, resultOf, scopeEquityOf } from './worth.ts';

export interface RankedHolding {
  readonly account: ModelAccount;
  readonly held: ModelHolding;
  readonly group: DeleverageClass;
  readonly score: { readonly top: bigint; readonly below: bigint };
  readonly equity: bigint;
  readonly leverage: number;
  readonly eligible: number;
}

const ORDER_OF_CLASSES: readonly DeleverageClass[] = ['fund', 'house', 'profitable', 'losing'];
const ONE_UNIT_OF_MONEY = 100_000_000n;

export function rankCandidates(model: Model, order: ModelOrder): RankedHolding[] {
  const side = oppositeOf(order.positionSide);
  const candidates: RankedHolding[] = [];
  for (const account of model.accounts.values()) {
    if (account === order.owner) continue;
    for (const held of heldBy(account)) {
      if (held.contract.terms.id !== order.contract || held.side !== side) continue;
      const candidate = candidateOf(account, held);
      if (candidate.eligible > 0) candidates.push(candidate);
    }
  }
  return candidates.sort(compare);
}

function candidateOf(account: ModelAccount, held: ModelHolding): RankedHolding {
  const { desk, side, position } = held;
  const result = resultOf(held);
  const equity = scopeEquityOf(account, held);
  const leverage = leverageAt(desk, side);
  const against = desk[oppositeOf(side)].position?.size ?? 0;
  const backing = equity < ONE_UNIT_OF_MONEY ? ONE_UNIT_OF_MONEY : equity;
  const score =
    result > 0n
      ? { top: result * markedWorth(held), below: position.openValue * backing }
      : { top: result, below: position.openValue * BigInt(leverage) };
  return {
    account,
    held,
    group: groupOf(account, result),
    score,
    equity,
    leverage,
    eligible: desk.mode === 'isolated' ? position.size : position.size - against,
  };
}

function groupOf(account: ModelAccount, result: bigint): DeleverageClass {
  if (account.id === FUND) return 'fund';
  if (account.role !== 'trader') return 'house';
  return result > 0n ? 'profitable' : 'losing';
}

function compare(first: RankedHolding, second: RankedHolding): number {
  const group = ORDER_OF_CLASSES.indexOf(first.group) - ORDER_OF_CLASSES.indexOf(second.group);
  if (group !== 0) return group;
  const left = first.score.top * second.score.below;
  const right = second.score.top * first.score.below;
  if (left !== right) return left > right ? -1 : 1;
  const [one, two] = [resultOf(first.held), resultOf(second.held)];
  if (one !== two) return one > two ? -1 : 1;
  return first.account.id - second.account.id;
}
