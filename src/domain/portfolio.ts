/**
 * What an account made of its money, over some days and at each contract. Equity is collateral plus
 * everything held, at the mark. The result of any stretch is the change of equity less what was
 * paid in, so the results of days or of contracts add up to the whole, to the last unit.
 */

import { type Contract, notionalOf } from './contract.ts';
import type { BillRow, FillRow } from './history.ts';
import type { ContractId, OrderId } from './ids.ts';
import { DAY } from './limits.ts';
import { minus, negate, plus, wholeDown } from './money.ts';
import type { PostingKind } from './posting.ts';
import { lots, type Millis, type Money, millis, NO_MONEY, type Ticks } from './units.ts';

/** Money that came from outside or left. A reset or a refill pays in or out, too. */
const PAID_IN: readonly PostingKind[] = ['deposit', 'withdrawal', 'transfer-in', 'transfer-out'];

/** The bills that count; those of trades are told by their fills. */
export const PORTFOLIO_BILLS: readonly PostingKind[] = [...PAID_IN, 'funding', 'deficit-cover'];

export interface PortfolioSource {
  readonly from: Millis;
  readonly to: Millis;
  /** At the end: collateral, and the net lots of each contract, which are negative for a short. */
  readonly collateral: Money;
  readonly held: ReadonlyMap<ContractId, number>;
  /** All fills and counting bills from the beginning to the end, in any order. */
  readonly rows: readonly (FillRow | BillRow)[];
  /** The moments of the curve, rising; the last is the end. */
  readonly moments: readonly Millis[];
  readonly contractOf: (id: ContractId) => Contract;
  readonly markAt: (contract: ContractId, at: Millis) => Ticks;
}

/** The costs are positive if they were paid; everything else is positive if it was received. */
export interface Portfolio {
  readonly from: Millis;
  readonly to: Millis;
  readonly startEquity: Money;
  readonly equity: Money;
  readonly paidIn: Money;
  /** Realised + unrealised - fees + funding + covered. */
  readonly result: Money;
  readonly realised: Money;
  /** By how much the result of what is held changed. */
  readonly unrealised: Money;
  /** Liquidation fees included. */
  readonly fees: Money;
  readonly funding: Money;
  /** Losses that the insurance fund bore. They are part of no contract. */
  readonly covered: Money;
  /** Orders that closed something, and those of them that gained after their fees. */
  readonly closed: number;
  readonly won: number;
  readonly points: readonly PortfolioPoint[];
  /** Oldest first, each from midnight to midnight, UTC. */
  readonly days: readonly PortfolioDay[];
  readonly contracts: readonly PortfolioContract[];
}

interface PortfolioPoint {
  readonly at: Millis;
  readonly equity: Money;
  /** Since the beginning. */
  readonly paidIn: Money;
}

interface PortfolioDay {
  readonly at: Millis;
  /** When the day, or the portfolio, ended. */
  readonly equity: Money;
  readonly result: Money;
  readonly paidIn: Money;
  readonly fees: Money;
  readonly funding: Money;
}

interface PortfolioContract {
  readonly contract: ContractId;
  readonly result: Money;
  readonly realised: Money;
  readonly fees: Money;
  readonly funding: Money;
  readonly closed: number;
  readonly won: number;
}

export function foldPortfolio(source: PortfolioSource): Portfolio {
  const { from, to, rows } = source;
  const moves = rows.map(moveOf).sort((one, other) => one.at - other.at);
  const start = undo(source, moves);
  const startEquity = worth(source, start, from);
  const walk = walkThrough(source, moves, start);
  const sum = sumOf(moves);
  const contracts = contractsOf(source, moves, start);
  const equity = walk.at(-1)?.equity ?? startEquity;
  const shown = new Set(source.moments);
  const result = minus(minus(equity, startEquity), sum.paidIn);
  return {
    from,
    to,
    startEquity,
    equity,
    paidIn: sum.paidIn,
    result,
    realised: sum.realised,
    unrealised: minus(minus(plus(minus(result, sum.realised), sum.fees), sum.funding), sum.covered),
    fees: sum.fees,
    funding: sum.funding,
    covered: sum.covered,
    closed: contracts.reduce((count, each) => count + each.closed, 0),
    won: contracts.reduce((count, each) => count + each.won, 0),
    points: walk.filter(({ at }) => shown.has(at)),
    days: daysOf(source, moves, walk, startEquity),
    contracts,
  };
}

/** One row as it changes the account. */
interface Move {
  readonly at: Millis;
  readonly contract: ContractId | null;
  /** Signed change of collateral and of net lots. */
  readonly amount: Money;
  readonly size: number;
  readonly paidIn: Money;
  readonly realised: Money;
  readonly fees: Money;
  readonly funding: Money;
  readonly covered: Money;
  /** The order that closed something with this. */
  readonly closing: OrderId | null;
}

const NOTHING = {
  size: 0,
  paidIn: NO_MONEY,
  realised: NO_MONEY,
  fees: NO_MONEY,
  funding: NO_MONEY,
  covered: NO_MONEY,
};

function moveOf(row: FillRow | BillRow): Move {
  const { at, contract } = row;
  if ('trade' in row) {
    const { side, size, value, realisedPnl: realised } = row;
    const fees = plus(row.fee, row.liquidationFee);
    const amount = minus(side === 'buy' ? negate(value) : value, fees);
    const change = { amount, size: side === 'buy' ? size : -size, realised, fees };
    return { ...NOTHING, at, contract, ...change, closing: isClosing(row) ? row.order : null };
  }
  const { kind, amount } = row;
  const made = { ...NOTHING, at, contract, amount, closing: null };
  if (kind === 'funding') return { ...made, funding: amount };
  if (kind === 'deficit-cover') return { ...made, contract: null, covered: amount };
  return { ...made, contract: null, paidIn: amount };
}

/** A reset and the venue's netting of both sides of a position are no trades. */
const isClosing = ({ effect, closedSize, venue }: FillRow): boolean =>
  (effect === 'close' || closedSize > 0) && venue !== 'reset' && venue !== 'netting';

interface Standing {
  collateral: Money;
  readonly held: Map<ContractId, number>;
}

function change({ held }: Standing, { contract, size }: Move, sign: 1 | -1): void {
  if (contract !== null && size !== 0) held.set(contract, (held.get(contract) ?? 0) + sign * size);
}

/** The standing at the beginning: that of the end without all that happened. */
function undo({ collateral, held }: PortfolioSource, moves: readonly Move[]): Standing {
  const standing: Standing = { collateral, held: new Map(held) };
  for (const move of moves) {
    standing.collateral = minus(standing.collateral, move.amount);
    change(standing, move, -1);
  }
  return standing;
}

const valueAt = (
  { contractOf, markAt }: PortfolioSource,
  contract: ContractId,
  size: number,
  at: Millis,
): Money => {
  if (size === 0) return NO_MONEY;
  const value = notionalOf(
    contractOf(contract),
    markAt(contract, at),
    lots(size < 0 ? -size : size),
  );
  return size < 0 ? negate(value) : value;
};

function worth(source: PortfolioSource, { collateral, held }: Standing, at: Millis): Money {
  let sum = collateral;
  for (const [contract, size] of held) sum = plus(sum, valueAt(source, contract, size, at));
  return sum;
}

/** How the account stood at each moment of the curve and at each midnight. */
function walkThrough(
  source: PortfolioSource,
  moves: readonly Move[],
  start: Standing,
): PortfolioPoint[] {
  const { from, to, moments } = source;
  const midnights: Millis[] = [];
  for (let at = nextMidnight(from); at < to; at = nextMidnight(at)) midnights.push(at);
  const marked = [...new Set([...moments, ...midnights, to])].sort((one, other) => one - other);
  const standing: Standing = { collateral: start.collateral, held: new Map(start.held) };
  let paidIn = NO_MONEY;
  let next = 0;
  return marked.map((at) => {
    for (let move = moves[next]; move !== undefined; move = moves[next]) {
      // What happens at midnight belongs to the day that begins; the end has everything.
      if (move.at >= at && at !== to) break;
      standing.collateral = plus(standing.collateral, move.amount);
      paidIn = plus(paidIn, move.paidIn);
      change(standing, move, 1);
      next += 1;
    }
    return { at, equity: worth(source, standing, at), paidIn: paidIn };
  });
}

const nextMidnight = (at: Millis): Millis => millis((wholeDown(at, DAY) + 1) * DAY);

interface Sum {
  paidIn: Money;
  realised: Money;
  fees: Money;
  funding: Money;
  covered: Money;
}

function sumOf(moves: readonly Move[]): Sum {
  const names = ['paidIn', 'realised', 'fees', 'funding', 'covered'] as const;
  const sum: Sum = {
    paidIn: NO_MONEY,
    realised: NO_MONEY,
    fees: NO_MONEY,
    funding: NO_MONEY,
    covered: NO_MONEY,
  };
  for (const move of moves) for (const name of names) sum[name] = plus(sum[name], move[name]);
  return sum;
}

function daysOf(
  { from, to }: PortfolioSource,
  moves: readonly Move[],
  walk: readonly PortfolioPoint[],
  startEquity: Money,
): PortfolioDay[] {
  const byDay = Map.groupBy(moves, ({ at }) => wholeDown(at, DAY));
  const equityAt = new Map(walk.map(({ at, equity }) => [at, equity]));
  const days: PortfolioDay[] = [];
  let before = startEquity;
  for (let at = from; at < to; at = nextMidnight(at)) {
    const equity = equityAt.get(nextMidnight(at)) ?? equityAt.get(to) ?? before;
    const { paidIn, fees, funding } = sumOf(byDay.get(wholeDown(at, DAY)) ?? []);
    days.push({ at, equity, result: minus(minus(equity, before), paidIn), paidIn, fees, funding });
    before = equity;
  }
  return days;
}

function contractsOf(
  source: PortfolioSource,
  moves: readonly Move[],
  start: Standing,
): PortfolioContract[] {
  const { from, to, held } = source;
  const byContract = Map.groupBy(moves, ({ contract }) => contract);
  const seen = new Set([...byContract.keys(), ...start.held.keys()]);
  return [...seen].flatMap((contract) => {
    if (contract === null) return [];
    const own = byContract.get(contract) ?? [];
    const before = valueAt(source, contract, start.held.get(contract) ?? 0, from);
    const after = valueAt(source, contract, held.get(contract) ?? 0, to);
    const moved = own.reduce((sum, { amount }) => plus(sum, amount), NO_MONEY);
    const { realised, fees, funding } = sumOf(own);
    const result = plus(minus(after, before), moved);
    return { contract, result, realised, fees, funding, ...countClosed(own) };
  });
}

/** An order counts once, however many fills it had. */
function countClosed(moves: readonly Move[]): { readonly closed: number; readonly won: number } {
  const gains = new Map<OrderId, Money>();
  for (const { closing, realised, fees } of moves)
    if (closing !== null)
      gains.set(closing, minus(plus(gains.get(closing) ?? NO_MONEY, realised), fees));
  return { closed: gains.size, won: [...gains.values()].filter((gain) => gain > NO_MONEY).length };
}
