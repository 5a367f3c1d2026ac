/**
 * Predicts the answer to a placement: the checks of the rulebook in their order, written a second
 * time. The venue must refuse with exactly this reason, or accept if there is none.
 */
import type { PlaceOrder } from '../../../src/domain/command.ts';
import type { RejectReason } from '../../../src/domain/reject.ts';
import { ticks } from '../../../src/domain/units.ts';
import {
  closableFor,
  freezeAmount,
  freezePrices,
  isOneTooMany,
  openRefusal,
  TICKS_MAX,
  workingOf,
} from './admit.ts';
import { sideFor } from './exact.ts';
import {
  isStaleAt,
  isVenue,
  leverageAt,
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  makerRate,
  modelDesk,
  takerRate,
} from './model.ts';
import { isNetOpen, openedBy, openingOf, otherHeld } from './net-lots.ts';
import { matchedPrice, optionRefusal } from './options.ts';
import { timeRefusal } from './seasons.ts';
import { freeOf } from './worth.ts';

/** Client order ids are checked elsewhere: here the command counts as having none. */
export function predictRefusal(model: Model, asked: PlaceOrder): RejectReason | undefined {
  const account = model.accounts.get(asked.account);
  if (account === undefined) return 'account-unknown';
  const contract = model.contracts[asked.contract];
  if (contract === undefined) return 'contract-unknown';
  const side = sideFor(asked.positionSide, asked.effect);
  const refused =
    positionModeRefusal(account, contract, asked) ?? optionRefusal(model, contract, asked, side);
  if (refused !== undefined) return refused;
  const match = asked.options?.priceMatch;
  const price = match === undefined ? asked.price : ticks(matchedPrice(contract, side, match));
  const command = { ...asked, price };
  const order = draftOf(account, contract, command);
  return (
    listingRefusal(model, account, contract, command) ??
    statusRefusal(account) ??
    timeRefusal(model, command.account, command.effect) ??
    sizeRefusal(model, contract, command, order) ??
    priceRefusal(contract, command.price) ??
    presetRefusal(contract, command) ??
    modeRefusal(account, contract, command) ??
    (isOneTooMany(model, order) ? 'orders-too-many' : undefined) ??
    (command.effect === 'close'
      ? closingRefusal(model, account, contract, order)
      : openingRefusal(model, account, contract, order))
  );
}

/** The order as it would be if it were accepted. */
function draftOf(account: ModelAccount, contract: ModelContract, command: PlaceOrder): ModelOrder {
  const { positionSide, effect, price, size } = command;
  const desk = modelDesk(account, contract);
  return {
    id: 0,
    account: account.id,
    contract: contract.terms.id,
    positionSide,
    effect,
    side: sideFor(positionSide, effect),
    timeInForce: price === null ? 'ioc' : command.timeInForce,
    origin: 'trader',
    clientOrderId: null,
    leverage: leverageAt(desk, positionSide),
    marginMode: desk.mode,
    positionMode: account.positionMode,
    makerFee: makerRate(account, contract),
    takerFee: takerRate(account, contract),
    takeProfit: command.takeProfit ?? 0,
    stopLoss: command.stopLoss ?? 0,
    parent: 0,
    status: 'pending',
    price: price ?? 0,
    working: 0,
    size,
    filled: 0,
    filledValue: 0n,
    fee: 0n,
    fills: 0,
    freezePrice: 0,
    openLoss: 0,
    frozen: 0n,
    opening: 0,
    place: Number.POSITIVE_INFINITY,
    trigger: null,
    options: command.options ?? null,
    followed: null,
  };
}

function positionModeRefusal(
  account: ModelAccount,
  contract: ModelContract,
  { options, effect, positionSide }: PlaceOrder,
): RejectReason | undefined {
  const meant = options?.positionMode;
  if (meant !== undefined) {
    return meant === account.positionMode ? undefined : 'position-mode-mismatch';
  }
  const other = modelDesk(account, contract)[positionSide === 'long' ? 'short' : 'long'];
  const isAgainst = account.positionMode === 'net' && effect === 'open' && other.position !== null;
  return isAgainst ? 'position-mode-net' : undefined;
}

function listingRefusal(
  model: Model,
  account: ModelAccount,
  contract: ModelContract,
  command: PlaceOrder,
): RejectReason | undefined {
  const { contracts } = account.terms;
  const isForbidden = contracts !== null && !contracts.includes(contract.terms.id);
  if (isForbidden && command.effect === 'open') return 'contract-not-permitted';
  if (contract.halted) return 'contract-halted';
  if (contract.mark === 0) return 'index-missing';
  const isStale = command.effect === 'open' && isStaleAt(contract, model.now);
  return isStale ? 'index-stale' : undefined;
}

function statusRefusal(account: ModelAccount): RejectReason | undefined {
  if (isVenue(account)) return 'account-role-forbidden';
  if (account.status === 'active') return undefined;
  return `account-${account.status}`;
}

const isCount = (value: number): boolean => Number.isSafeInteger(value) && value > 0;

function sizeRefusal(
  model: Model,
  { terms }: ModelContract,
  command: PlaceOrder,
  order: ModelOrder,
): RejectReason | undefined {
  const { size } = command;
  if (!isCount(size)) return 'size-invalid';
  if (size > terms.orderLotsMax) return 'size-above-maximum';
  if (isNetOpen(order)) order.opening = openingOf(model, order);
  const isMarketOpen = command.effect === 'open' && command.price === null;
  if (isMarketOpen && openedBy(order) > terms.marketOpenLotsMax) return 'market-size-above-maximum';
  const closable = isNetOpen(order) ? otherHeld(model, order) : closableFor(model, order);
  const closesAll = (command.effect === 'close' || isNetOpen(order)) && size === closable;
  return size < terms.orderLotsMin && !closesAll ? 'size-below-minimum' : undefined;
}

const isPrice = (price: number): boolean => isCount(price) && price <= TICKS_MAX;

function priceRefusal({ mark }: ModelContract, price: number | null): RejectReason | undefined {
  if (price === null) return undefined;
  if (!isPrice(price)) return 'price-invalid';
  return price > mark * 10 ? 'price-too-far' : undefined;
}

function presetRefusal(contract: ModelContract, command: PlaceOrder): RejectReason | undefined {
  const { takeProfit, stopLoss } = command;
  if (takeProfit === null && stopLoss === null) return undefined;
  if (command.effect === 'close') return 'preset-on-close';
  if (takeProfit !== null && !isPrice(takeProfit)) return 'take-profit-invalid';
  if (stopLoss !== null && !isPrice(stopLoss)) return 'stop-loss-invalid';
  const traded = contract.last === 0 ? contract.mark : contract.last;
  const reference = command.price ?? traded;
  const sign = command.positionSide === 'long' ? 1 : -1;
  if (takeProfit !== null && (takeProfit - reference) * sign <= 0) return 'take-profit-wrong-side';
  if (stopLoss !== null && (reference - stopLoss) * sign <= 0) return 'stop-loss-wrong-side';
  return undefined;
}

function modeRefusal(
  account: ModelAccount,
  contract: ModelContract,
  command: PlaceOrder,
): RejectReason | undefined {
  const { mode } = modelDesk(account, contract);
  const isOther = command.marginMode !== null && command.marginMode !== mode;
  return isOther ? 'margin-mode-mismatch' : undefined;
}

function closingRefusal(
  model: Model,
  account: ModelAccount,
  contract: ModelContract,
  order: ModelOrder,
): RejectReason | undefined {
  if (modelDesk(account, contract)[order.positionSide].position === null) return 'position-missing';
  const closable = closableFor(model, order);
  if (order.positionMode === 'net' && order.size > closable && order.timeInForce !== 'ioc')
    return 'close-above-position';
  const isLocked = closable === 0 || (order.size > closable && order.timeInForce !== 'ioc');
  if (isLocked) return 'close-size-locked';
  const isNamed = order.options?.positionMode === 'hedge';
  return isNamed && order.size > closable ? 'close-above-position' : undefined;
}

function openingRefusal(
  model: Model,
  account: ModelAccount,
  contract: ModelContract,
  order: ModelOrder,
): RejectReason | undefined {
  order.working = workingOf(model, order);
  Object.assign(order, freezePrices(contract, order));
  const refused = openRefusal(model, order);
  if (refused !== undefined) return refused;
  const frozen = freezeAmount(contract, order);
  if (openedBy(order) === 0) return undefined;
  return freeOf(model, account) < frozen ? 'margin-insufficient' : undefined;
}
