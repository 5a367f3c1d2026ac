/** Money that moves other than by a fill: deposits, funding, isolated margin, resets. */

import type { EventOf, FundingSettled } from '../../../src/domain/event.ts';
import { NO_MONEY, toBigInt } from '../../../src/domain/units.ts';
import { broken, same, sameMoney } from './broken.ts';
import { ceilDivide, floorDivide, marginAt, nearestDivide, worthOf } from './exact.ts';
import { moveWallet } from './fold-fills.ts';
import {
  expectNoOrders,
  FUND,
  keptDesk,
  type Model,
  type ModelContract,
  type ModelOrder,
  modelAccount,
  modelContract,
  remainingOf,
} from './model.ts';
import { forgetCountdowns } from './options.ts';
import { crossWalletOf, freeOf, heldBy, markedWorth, resultOf } from './worth.ts';

const ONE = 100_000_000n;
const EIGHT_HOURS = 28_800_000n;

export function foldMoved(model: Model, event: EventOf<'collateral-moved'>): void {
  const account = modelAccount(model, event.account);
  if (event.reason === 'deposit' || event.reason === 'withdrawal') {
    if (event.amount > NO_MONEY !== (event.reason === 'deposit'))
      broken('ACC-4', `${event.reason} of ${event.amount}`);
    if (event.reason === 'withdrawal' && -toBigInt(event.amount) > crossWalletOf(account))
      broken(
        'ACC-4',
        `account ${account.id} withdrew ${-toBigInt(event.amount)}, more than its cash`,
      );
    model.depositsNet += toBigInt(event.amount);
  }
  moveWallet(account, toBigInt(event.amount));
  if (event.reason === 'withdrawal' && freeOf(model, account) < 0n)
    broken('ACC-4', `account ${account.id} withdrew what its orders and positions stand on`);
  sameMoney('26 wallet', `wallet of account ${account.id}`, event.wallet, account.wallet);
  sameMoney('1 money', `collateral of ${account.id}`, event.collateral, account.collateral);
}

export function foldIsolatedMoved(model: Model, event: EventOf<'isolated-margin-moved'>): void {
  const account = modelAccount(model, event.account);
  const contract = modelContract(model, event.contract);
  const desk = keptDesk(account, contract);
  const { position } = desk[event.positionSide];
  if (position === null || desk.mode !== 'isolated')
    broken('8 isolated', `margin moved where account ${account.id} has no isolated position`);
  position.margin += toBigInt(event.amount);
  sameMoney('8 isolated', 'margin after moving', event.isolatedMargin, position.margin);
  if (event.amount > NO_MONEY && freeOf(model, account) < 0n)
    broken('LEV-7', `account ${account.id} gave margin it did not have`);
  if (event.amount > NO_MONEY) return;
  const held = { contract, desk, side: event.positionSide, position };
  const atMark = markedWorth(held);
  const value = atMark > position.openValue ? atMark : position.openValue;
  const needed = marginAt(value, desk[event.positionSide].leverage);
  const result = resultOf(held);
  if (position.margin + (result < 0n ? result : 0n) < needed)
    broken('LEV-7', `account ${account.id} took margin out down to ${position.margin}`);
}

export function foldEstimated(model: Model, event: EventOf<'funding-estimated'>): void {
  const contract = modelContract(model, event.contract);
  const { funding } = contract;
  checkImpact(contract, event);
  const { index } = contract;
  const gap = Math.max(0, event.impactBid - index) - Math.max(0, index - event.impactAsk);
  const premium = nearestDivide(BigInt(gap) * ONE, BigInt(index));
  same('FND-1', 'premium', event.premium, Number(premium));
  funding.samples += 1;
  funding.weighted += BigInt(funding.samples) * premium;
  same('FND-2', 'number of samples', event.samples, funding.samples);
  same('FND-3', 'estimate', event.estimate, rateOf(contract));
}

/**
 * Mean premium, pulled towards 0.01 % by at most 0.05 %, scaled to the interval, at most 0.30 %.
 */
function rateOf({ funding }: ModelContract): number {
  if (funding.samples === 0) return 0;
  const mean = meanOf(funding);
  const clamp = (value: bigint, bound: bigint): bigint =>
    value > bound ? bound : value < -bound ? -bound : value;
  const pulled = mean + clamp(10_000n - mean, 50_000n);
  return Number(clamp(nearestDivide(pulled * BigInt(funding.interval), EIGHT_HOURS), 300_000n));
}

function meanOf(funding: ModelContract['funding']): bigint {
  if (funding.samples === 0) return 0n;
  const weights = BigInt((funding.samples * (funding.samples + 1)) / 2);
  return nearestDivide(funding.weighted, weights);
}

export function foldPaid(model: Model, event: EventOf<'funding-paid'>): void {
  const account = modelAccount(model, event.account);
  const contract = modelContract(model, event.contract);
  const desk = keptDesk(account, contract);
  const { position } = desk[event.positionSide];
  if (position === null) broken('25 funding', `account ${account.id} pays for no position`);
  same('25 funding', 'position that pays', event.position, position.id);
  same('25 funding', 'size that pays', event.size, position.size);
  same('25 funding', 'mark', event.mark, contract.mark);
  same('25 funding', 'rate', event.rate, rateOf(contract));
  const notional = worthOf(contract.terms, contract.mark, position.size);
  sameMoney('25 funding', 'notional', event.notional, notional);
  const exact = notional * BigInt(event.rate) * (event.positionSide === 'long' ? 1n : -1n);
  const payment = ceilDivide(exact, ONE);
  sameMoney('25 funding', `payment of account ${account.id}`, event.payment, payment);
  moveWallet(account, -payment);
  if (desk.mode === 'isolated') position.margin -= payment;
  sameMoney('26 wallet', `wallet of account ${account.id}`, event.wallet, account.wallet);
  sameMoney('1 money', `collateral of ${account.id}`, event.collateral, account.collateral);
  const paid = model.paid.get(event.contract) ?? { sum: 0n, positions: 0 };
  model.paid.set(event.contract, {
    sum: paid.sum + payment,
    positions: paid.positions + 1,
  });
}

export function foldSettled(model: Model, event: FundingSettled): void {
  const contract = modelContract(model, event.contract);
  const paid = model.paid.get(event.contract) ?? { sum: 0n, positions: 0 };
  model.paid.delete(event.contract);
  sameMoney('25 funding', 'sum of payments and residue', event.residue, paid.sum);
  same('25 funding', 'number of positions', event.positions, paid.positions);
  if (event.residue < NO_MONEY || toBigInt(event.residue) > BigInt(event.positions))
    broken('25 funding', `residue ${event.residue} of ${event.positions} positions`);
  const open = [...model.accounts.values()].flatMap((account) => heldBy(account));
  const here = open.filter((held) => held.contract === contract).length;
  same('25 funding', 'positions that paid', event.positions, here);
  same('FND-3', 'settled rate', event.rate, rateOf(contract));
  same('FND-3', 'mean premium', event.meanPremium, Number(meanOf(contract.funding)));
  same('FND-2', 'samples', event.samples, contract.funding.samples);
  same('FND-4', 'settlement time', event.settledAt, contract.funding.nextAt);
  if (event.settledAt > model.now) broken('FND-4', `settled before ${event.settledAt}`);
  moveWallet(modelAccount(model, FUND), toBigInt(event.residue));
  contract.funding.lastRate = event.rate;
  startModelInterval(contract, event.settledAt);
}

export function foldReset(model: Model, event: EventOf<'account-reset'>): void {
  const account = modelAccount(model, event.account);
  forgetCountdowns(model, account.id);
  sameMoney('RST-1', `wallet of account ${account.id}`, event.wallet, account.wallet);
  const { command } = model;
  if (command?.kind === 'reset-account')
    sameMoney('RST-1', 'wallet asked for', command.wallet, account.wallet);
  if (heldBy(account).length > 0)
    broken('RST-1', `account ${account.id} keeps a position after its reset`);
  expectNoOrders(model, account.id, 'RST-1');
  account.clientOrders.clear();
  for (const id of [...account.desks.keys()]) {
    account.desks.delete(id);
    keptDesk(account, modelContract(model, id));
  }
}

const DAY = 86_400_000;

/** The interval that begins at a moment: when it ends, and how long ago the previous one began. */
export function startModelInterval({ terms, funding }: ModelContract, after: number): void {
  const times = terms.fundingTimes.map(Number);
  const midnight = after - (after % DAY);
  const candidates = [-DAY, 0, DAY].flatMap((day) => times.map((time) => midnight + day + time));
  candidates.sort((first, second) => first - second);
  const next = candidates.find((time) => time > after) ?? 0;
  const before = [...candidates, ...times.map((time) => midnight - 2 * DAY + time)]
    .sort((first, second) => first - second)
    .filter((time) => time < next)
    .at(-1);
  funding.nextAt = next;
  funding.interval = next - (before ?? 0);
  funding.samples = 0;
  funding.weighted = 0n;
}

/** The engine counts lots in millionths, so the last hundredth of a tick may differ by a few. */
const SLACK = 3;
const SCALE = 10n ** 18n;

/** Impact prices, recomputed from the book of the auditor as exact fractions. */
function checkImpact(contract: ModelContract, event: EventOf<'funding-estimated'>): void {
  compareImpact(contract, 'bid', contract.bids, event.impactBid);
  compareImpact(contract, 'ask', contract.asks, event.impactAsk);
}

function compareImpact(
  contract: ModelContract,
  name: string,
  queue: readonly ModelOrder[],
  given: number,
): void {
  const worst = queue.at(-1);
  if (worst === undefined) broken('FND-1', `a sample with an empty ${name} side`);
  const { tickLotValue, impactNotional } = contract.terms;
  let left: bigint = toBigInt(impactNotional);
  let lots = 0n;
  for (const order of queue) {
    const perLot = BigInt(order.working) * toBigInt(tickLotValue);
    const here = BigInt(remainingOf(order)) * perLot;
    const taken = here < left ? here : left;
    lots += (taken * SCALE) / perLot;
    left -= taken;
  }
  lots += (left * SCALE) / (BigInt(worst.working) * toBigInt(tickLotValue));
  const price = Number(
    floorDivide(toBigInt(impactNotional) * SCALE * 100n, lots * toBigInt(tickLotValue)),
  );
  const tolerance = SLACK + Math.ceil((price * 4) / Math.max(1, Number(lots / 10n ** 12n)));
  if (Math.abs(price - given) > tolerance)
    broken('FND-1', `impact ${name} is ${given}, expected ${price}`);
}
