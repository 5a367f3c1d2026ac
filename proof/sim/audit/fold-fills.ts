/** Fills: both sides of a trade, the money, the positions and the margin behind them. */

import type { FillSettled } from '../../../src/domain/event.ts';
import type { FillSide } from '../../../src/domain/fill.ts';
import { NO_MONEY, toBigInt } from '../../../src/domain/units.ts';
import type { DeficitCovered } from '../../../src/domain/why.ts';
import { freezeAmount } from './admit.ts';
import { broken, same, sameMoney } from './broken.ts';
import { floorDivide, least, marginAt, rateUp, reaches, worthOf } from './exact.ts';
import { dequeue, forget } from './fold-orders.ts';
import {
  FEES,
  FUND,
  isNetOpen,
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  type ModelSide,
  modelAccount,
  modelContract,
  modelOrder,
  oppositeOf,
  otherHeld,
  queueOf,
  remainingOf,
} from './model.ts';
import { sideKey } from './net.ts';
import { moveLast } from './ranges.ts';
import { areStrangers, firstMet } from './seasons.ts';
import { crossEquityOf, crossHeld, crossWalletOf, freeOf, isolatedEquityOf } from './worth.ts';

/** Fees are rounded up fill by fill, which a price for the whole cannot foresee. */
const ROUNDING = 1_000n;
/** 0.30 % of what was closed by force. */
const LIQUIDATION_RATE = 3_000;

export function foldModelFill(model: Model, event: FillSettled): void {
  const contract = modelContract(model, event.contract);
  const maker = modelOrder(model, event.maker.order);
  const taker = modelOrder(model, event.taker.order);
  if (event.trade <= model.lastTrade)
    broken('19 ids', `trade ${event.trade} follows ${model.lastTrade}`);
  model.lastTrade = event.trade;
  sameMoney('12 trade', `value of trade ${event.trade}`, event.value, valueOfFill(contract, event));
  if (!Number.isSafeInteger(event.size) || event.size <= 0)
    broken('5 size', `trade ${event.trade} has size ${event.size}`);
  same('12 trade', `side of taker ${taker.id}`, event.takerSide, taker.side);
  if (maker.side === taker.side) broken('12 trade', `both sides of ${event.trade} ${maker.side}`);
  if (maker.contract !== taker.contract) broken('12 trade', 'the two orders differ in contract');
  if (event.venue === 'book') checkBookFill(model, event, maker, taker);
  else checkOutsideFill(contract, event, maker, taker);
  const isForced = taker.origin === 'liquidation' || taker.origin === 'reduction';
  const isLiquidated = isForced && (event.venue === 'book' || event.venue === 'takeover');
  const onBook = event.venue === 'book';
  settleSide(model, event, maker, event.maker, onBook ? maker.makerFee : 0, false);
  settleSide(model, event, taker, event.taker, onBook ? taker.takerFee : 0, isLiquidated);
  moveWallet(modelAccount(model, FEES), toBigInt(event.maker.fee) + toBigInt(event.taker.fee));
  if (onBook) checkStillFree(model, taker);
  if (event.venue === 'book') moveLast(model, contract, event.price);
}

const valueOfFill = (contract: ModelContract, event: FillSettled): bigint =>
  worthOf(contract.terms, event.price, event.size);

/** Price-time priority, the maker's price, and no self-trade. */
function checkBookFill(
  model: Model,
  event: FillSettled,
  maker: ModelOrder,
  taker: ModelOrder,
): void {
  const first = firstMet(model, queueOf(taker.listing, maker.side), taker.account);
  if (first !== maker)
    broken('11 priority', `order ${maker.id} traded before ${first?.id} in ${event.trade}`);
  same('16 status', `taker ${taker.id}`, taker.status, 'pending');
  same('14 price', `price of trade ${event.trade}`, event.price, maker.working);
  if (!reaches(taker.side, taker.working, event.price))
    broken('14 price', `taker ${taker.id} at ${taker.working} traded at ${event.price}`);
  if (taker.timeInForce === 'post-only')
    broken('21 time in force', `post-only order ${taker.id} took`);
  const [one, two] = [maker.owner, taker.owner];
  const sameTeam = one.terms.team !== null && one.terms.team === two.terms.team;
  if (areStrangers(model, one.id, two.id))
    broken('SEA-11', `traders ${one.id} and ${two.id} met in trade ${event.trade}`);
  if (one === two || sameTeam)
    broken('20 self-trade', `accounts ${one.id} and ${two.id} in trade ${event.trade}`);
}

/** Settlements off the book have the taker's price, or the mark. */
function checkOutsideFill(
  contract: ModelContract,
  event: FillSettled,
  maker: ModelOrder,
  taker: ModelOrder,
): void {
  const atMark = event.venue === 'netting' || event.venue === 'reset';
  same('14 price', `trade ${event.trade}`, event.price, atMark ? contract.mark : taker.working);
  if ((maker.account === taker.account) !== (event.venue === 'netting'))
    broken('12 trade', `accounts ${maker.account}, ${taker.account} in ${event.venue}`);
  if (maker.origin === 'trader' || taker.origin === 'trader')
    broken('12 trade', `a trader's order in ${event.venue} trade ${event.trade}`);
}

function settleSide(
  model: Model,
  event: FillSettled,
  order: ModelOrder,
  side: FillSide,
  rate: number,
  isLiquidated: boolean,
): void {
  const { owner: account, desk } = order;
  same('12 trade', `account of order ${order.id}`, side.account, order.account);
  const parts = partsOf(event, order, side);
  const fee = rateUp(toBigInt(event.value), rate);
  sameMoney('MON-3 fee', `fee of order ${order.id}`, side.fee, fee);
  order.filledValue += toBigInt(event.value);
  order.fee += fee;
  order.fills += 1;
  takeLots(model, order, event.size, parts);
  same('13 filled', `remaining of order ${order.id}`, side.remaining, remainingOf(order));
  account.collateral +=
    (order.side === 'buy' ? -toBigInt(event.value) : toBigInt(event.value)) - fee;
  account.wallet -= fee;
  const deskSide = desk[side.positionSide];
  for (const part of parts) {
    if (part.effect === 'open') openSide(model, order, part);
    else closeSide(model, order, part, event.price, isLiquidated);
  }
  sameMoney('26 wallet', `wallet of account ${account.id}`, side.wallet, account.wallet);
  sameMoney('1 money', `collateral of ${account.id}`, side.collateral, account.collateral);
  same('POS', `size after trade ${event.trade}`, side.positionSize, deskSide.position?.size ?? 0);
  const openValue = deskSide.position?.openValue ?? 0n;
  sameMoney('POS', `open value after trade ${event.trade}`, side.openValue, openValue);
  const margin = deskSide.position?.margin ?? 0n;
  sameMoney('8 isolated', `margin after trade ${event.trade}`, side.isolatedMargin, margin);
}

/** What a fill does to one position. */
interface FillPart extends Pick<FillSide, 'positionSide' | 'effect'> {
  readonly fee: bigint;
  readonly size: number;
  readonly value: bigint;
  readonly position: number;
  readonly realisedPnl: bigint;
  readonly liquidationFee: bigint;
}

const exactly = ({ positionSide, effect, position, ...side }: FillSide) => ({
  positionSide,
  effect,
  position,
  fee: toBigInt(side.fee),
  realisedPnl: toBigInt(side.realisedPnl),
  liquidationFee: toBigInt(side.liquidationFee),
});

/** One part, or two where a net order closes the other side and opens its own. */
function partsOf(event: FillSettled, order: ModelOrder, side: FillSide): readonly FillPart[] {
  const { size, value } = event;
  const opposite = oppositeOf(order.positionSide);
  const other = isNetOpen(order) ? otherHeld(order) : 0;
  const closes = order.effect === 'close' || other >= size;
  const positionSide = order.effect === 'open' && closes ? opposite : order.positionSide;
  same('12 trade', `position side of ${order.id}`, side.positionSide, positionSide);
  same('12 trade', `effect of order ${order.id}`, side.effect, closes ? 'close' : 'open');
  const { closed } = side;
  if (closes || other === 0) {
    if (closed !== null) broken('NET-2', `order ${order.id} closed nothing of the other side`);
    return [{ ...exactly(side), size, value: toBigInt(value) }];
  }
  if (closed === null) broken('NET-2', `order ${order.id} opened against a held position`);
  same('NET-2', `side closed by order ${order.id}`, closed.positionSide, opposite);
  same('NET-2', `lots closed by order ${order.id}`, closed.size, other);
  const { terms } = order.listing;
  sameMoney(
    'NET-2',
    `value closed by ${order.id}`,
    closed.value,
    worthOf(terms, event.price, other),
  );
  const fee = truncate(toBigInt(side.fee) * BigInt(other), BigInt(size));
  sameMoney('NET-2', `fee of the close by order ${order.id}`, closed.fee, fee);
  return [
    {
      ...exactly(side),
      positionSide: closed.positionSide,
      effect: 'close',
      position: closed.position,
      size: closed.size,
      value: toBigInt(closed.value),
      fee: toBigInt(closed.fee),
    },
    {
      ...exactly(side),
      size: size - closed.size,
      value: toBigInt(value) - toBigInt(closed.value),
      fee: toBigInt(side.fee) - toBigInt(closed.fee),
      realisedPnl: 0n,
      liquidationFee: 0n,
    },
  ];
}

/** An opening order that fills at once leaves free collateral above zero, except for rounding. */
function checkStillFree(model: Model, taker: ModelOrder): void {
  // What a net order closes may cost more than the margin it frees.
  if (taker.origin !== 'trader' || taker.effect !== 'open' || isNetOpen(taker)) return;
  const free = freeOf(model, taker.owner);
  if (free < -2n * BigInt(taker.fills))
    broken('MAR-8', `order ${taker.id} filled at once and left ${free} free`);
}

/** The order's freeze shrinks by what was filled; a final order is forgotten. */
function takeLots(model: Model, order: ModelOrder, size: number, parts: readonly FillPart[]): void {
  if (order.status === 'untriggered')
    broken('16 status', `untriggered order ${order.id} was filled`);
  if (size > remainingOf(order))
    broken('13 filled', `order ${order.id} filled ${size} of ${remainingOf(order)}`);
  order.filled += size;
  if (isNetOpen(order) && remainingOf(order) === 0) order.opening = 0;
  order.frozen = freezeAmount(order);
  const family = model.families.get(order.id);
  for (const part of parts)
    if (family !== undefined && part.effect === 'open') family.filled += part.size;
  const parent = model.families.get(order.parent);
  if (parent !== undefined) {
    parent.exited += size;
    if (parent.exited > parent.filled + parent.added)
      broken('30 pair', `exits of order ${order.parent} closed ${parent.exited}`);
  }
  if (remainingOf(order) > 0) return;
  if (order.status === 'open') dequeue(order);
  forget(model, order);
}

function openSide(model: Model, order: ModelOrder, side: FillPart): void {
  const { desk } = order;
  const deskSide = desk[side.positionSide];
  if (deskSide.position === null) {
    if (side.position <= model.lastPosition)
      broken('19 ids', `position ${side.position} follows ${model.lastPosition}`);
    model.lastPosition = side.position;
    deskSide.position = { id: side.position, size: 0, openValue: 0n, margin: 0n };
  }
  const { position } = deskSide;
  same('POS-6', `position of order ${order.id}`, side.position, position.id);
  position.size += side.size;
  position.openValue += side.value;
  if (desk.mode === 'isolated') position.margin += marginAt(side.value, order.leverage);
  same('POS-3', `result of opening order ${order.id}`, side.realisedPnl, 0n);
  same('LIQ-9', `liquidation fee of opening order ${order.id}`, side.liquidationFee, 0n);
}

function closeSide(
  model: Model,
  order: ModelOrder,
  side: FillPart,
  price: number,
  isLiquidated: boolean,
): void {
  const { owner: account, listing: contract, desk } = order;
  const { positionSide, size, value, fee } = side;
  const deskSide = desk[positionSide];
  const { position } = deskSide;
  if (position === null || position.size < size)
    broken('7 locked', `order ${order.id} closes ${size} of ${position?.size ?? 0}`);
  model.shrunk.add(sideKey(order, positionSide));
  same('POS-6', `position of order ${order.id}`, side.position, position.id);
  const share = (amount: bigint): bigint =>
    size === position.size ? amount : truncate(amount * BigInt(size), BigInt(position.size));
  const cost = share(position.openValue);
  const marginShare = share(position.margin);
  const result = positionSide === 'long' ? value - cost : cost - value;
  same('POS-3', `result of order ${order.id}`, side.realisedPnl, result);
  position.size -= size;
  position.openValue -= cost;
  account.wallet += result;
  const held = { contract, desk, side: positionSide, position };
  const left =
    desk.mode === 'isolated' ? isolatedEquityOf(held) + result - fee : crossEquityOf(account);
  const isCostly = positionSide === 'long' ? price < contract.mark : price > contract.mark;
  if (order.origin === 'trader' && isCostly && left < -ROUNDING)
    broken('BND-5', `order ${order.id} closed at ${price} and left ${left}`);
  const due = isLiquidated && left > 0n ? least(left, rateUp(value, LIQUIDATION_RATE)) : 0n;
  same('LIQ-9', `liquidation fee of order ${order.id}`, side.liquidationFee, due);
  moveWallet(account, -due);
  moveWallet(modelAccount(model, FUND), due);
  if (desk.mode === 'isolated') {
    const deficit = releaseMargin(position, marginShare, result - fee - due);
    if (deficit > 0n)
      model.owed.push({ account: account.id, contract: order.contract, amount: deficit });
  }
  endPosition(deskSide);
}

const truncate = (top: bigint, below: bigint): bigint =>
  top < 0n ? -floorDivide(-top, below) : floorDivide(top, below);

/**
 * The closed part takes its margin with it; a larger loss comes out of the remaining margin, then
 * the fund.
 */
function releaseMargin(position: { margin: bigint }, marginShare: bigint, net: bigint): bigint {
  position.margin -= marginShare;
  const missing = -(marginShare + net);
  if (missing <= 0n) return 0n;
  const carried = least(missing, position.margin);
  position.margin -= carried;
  return missing - carried;
}

function endPosition(side: ModelSide): void {
  const { position } = side;
  if (position === null || position.size > 0) return;
  if (position.openValue !== 0n || position.margin !== 0n)
    broken('5 flat', `a closed position keeps ${position.openValue} and ${position.margin}`);
  side.position = null;
}

export function moveWallet(account: ModelAccount, amount: bigint): void {
  account.wallet += amount;
  account.collateral += amount;
}

export function foldDeficit(model: Model, event: DeficitCovered): void {
  const account = modelAccount(model, event.account);
  if (event.scope === 'isolated') {
    const owed = model.owed.shift();
    same('LIQ-11', 'account of an isolated deficit', event.account, owed?.account);
    same('LIQ-11', 'contract of an isolated deficit', event.contract, owed?.contract);
    sameMoney('LIQ-11', 'amount of an isolated deficit', event.amount, owed?.amount);
  } else {
    if (crossHeld(account).length > 0)
      broken('LIQ-11', `account ${account.id} is covered with positions open`);
    sameMoney('LIQ-11', 'a cross deficit', event.amount, -crossWalletOf(account));
  }
  if (event.amount <= NO_MONEY) broken('LIQ-11', `a deficit of ${event.amount}`);
  moveWallet(account, toBigInt(event.amount));
  moveWallet(modelAccount(model, FUND), -toBigInt(event.amount));
  sameMoney('26 wallet', `wallet of account ${account.id}`, event.wallet, account.wallet);
  sameMoney('1 money', `collateral of ${account.id}`, event.collateral, account.collateral);
}
