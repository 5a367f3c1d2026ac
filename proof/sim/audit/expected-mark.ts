/** The mark as the rulebook defines it, from the auditor's own book, samples and funding clock. */
import { broken } from './broken.ts';
import { ceilDivide, floorDivide, medianOf, nearestDivide } from './exact.ts';
import { isStaleAt, type Model, type ModelContract, modelAsk, modelBid } from './model.ts';

const FINE = 100;
const ONE = 100_000_000n;

export function expectedMark(contract: ModelContract, now: number): number {
  const { index, funding, basis, last } = contract;
  const left = BigInt(Math.max(0, funding.nextAt - now));
  const grown = nearestDivide(
    BigInt(index) * BigInt(funding.lastRate) * left,
    ONE * BigInt(funding.interval),
  );
  const byFunding = index + Number(grown);
  const total = basis.reduce((sum, sample) => sum + sample, 0);
  const byBasis = index + Number(nearestDivide(BigInt(total), BigInt(basis.length)));
  const [bid, ask] = [modelBid(contract), modelAsk(contract)];
  const isTraded = bid > 0 && ask > 0 && last > 0;
  const byTrades = isTraded ? medianOf(bid, ask, last) * FINE : byBasis;
  const floor = Number(ceilDivide(BigInt(index) * 98n, 100n));
  const ceiling = Number(floorDivide(BigInt(index) * 102n, 100n));
  const kept = Math.min(ceiling, Math.max(floor, medianOf(byFunding, byBasis, byTrades)));
  return Math.max(1, Number(nearestDivide(BigInt(kept), BigInt(FINE))));
}

const SECOND = 1_000;

/**
 * Brings the samples up to the time of an entry, and returns the marks that must come before its
 * command: one for each contract whose mark changes just because a second has passed.
 */
export function passSeconds(model: Model, at: number): Map<number, number> {
  const due = new Map<number, number>();
  if (model.seq === 0) model.nextSecond = at - (at % SECOND) + SECOND;
  if (at < model.nextSecond) return due;
  const first = model.nextSecond;
  model.nextSecond = at - (at % SECOND) + SECOND;
  for (const contract of model.contracts) {
    let fresh = 0;
    for (let second = first; second <= at && !isStaleAt(contract, second); second += SECOND)
      fresh += 1;
    if (contract.index === 0 || fresh === 0) continue;
    sample(contract, fresh);
    if (contract.funding.nextAt <= at) continue;
    const mark = expectedMark(contract, at);
    if (mark !== contract.mark) due.set(contract.terms.id, mark);
  }
  return due;
}

function sample(contract: ModelContract, seconds: number): void {
  const { basis, index } = contract;
  const [bid, ask] = [modelBid(contract), modelAsk(contract)];
  const isNarrow = bid > 0 && ask > 0 && (ask - bid) * 2 * 200 <= bid + ask;
  const newest = isNarrow ? ((bid + ask) * FINE) / 2 - index : (basis.at(-1) ?? 0);
  for (let taken = 0; taken < Math.min(seconds, basis.length); taken += 1) {
    basis.shift();
    basis.push(newest);
  }
}

/** The first record of a contract whose mark was due must be that mark. */
export function checkDueMark(due: Map<number, number>, contract: number, mark: number): void {
  const expected = due.get(contract);
  if (expected === undefined) return;
  due.delete(contract);
  if (expected !== mark)
    broken('MRK-4', `contract ${contract} was marked ${mark}, due ${expected}`);
}
