/** Compares the engine's state with the model, field by field. */

import {
  bestTicks,
  firstSlot,
  levelLots,
  NO_SLOT,
  nextSlot,
  slotTicks,
} from '../../../src/book/book.ts';
import { accountId } from '../../../src/domain/ids.ts';
import type { Side } from '../../../src/domain/side.ts';
import { ticks, toBigInt } from '../../../src/domain/units.ts';
import type { Account, Desk, Listing, VenueState } from '../../../src/engine/state.ts';
import { slotId, slotLots } from '../../book-slots.ts';
import { broken, same, sameMoney } from './broken.ts';
import { type Reserved, reserveKey, reservesOf } from './check-sums.ts';
import {
  type Model,
  type ModelAccount,
  type ModelContract,
  modelAsk,
  modelBid,
  modelContract,
  modelDesk,
  queueOf,
  remainingOf,
} from './model.ts';
import { BOTH_SIDES, frozenOf, isolatedTotal } from './worth.ts';

export function checkState(model: Model, state: VenueState): void {
  same('19 seq', 'sequence', state.seq, model.seq);
  same('19 seq', 'time', state.now, model.now);
  sameMoney('1 money', 'deposits less withdrawals', state.depositsNet, model.depositsNet);
  same('contract', 'contracts', state.listings.length, model.contracts.length);
  same('account', 'next account', state.nextAccount, model.lastAccount + 1);
  checkSeason(model, state);
  const reserves = reservesOf(model);
  for (const known of model.accounts.values()) {
    const account = state.accounts[known.id];
    if (account === undefined) broken('account', `account ${known.id} is missing`);
    checkAccount(model, known, account, reserves);
  }
  for (const listing of state.listings)
    checkListing(modelContract(model, listing.contract.id), listing);
  checkOrders(model, state);
}

function checkSeason({ season }: Model, state: VenueState): void {
  same('SEA-1', 'phase of the season', state.season?.phase, season?.phase);
  same('SEA-1', 'number of the season', state.season?.number, season?.number);
  same('SEA-8', 'end of the season', state.season?.endedAt, season?.endedAt);
  if (season === null) return;
  same('SEA-3', 'entrants', state.season?.entrants.size, season.entrants.size);
  for (const [id, { team, rung }] of season.entrants) {
    const entrant = state.season?.entrants.get(accountId(id));
    same('SEA-3', `team of account ${id}`, entrant?.team, team);
    same('SEA-10', `rung of account ${id}`, entrant?.sanction, rung);
    const isBound = state.accounts[id]?.season !== null;
    same('SEA-9', `binding of account ${id}`, isBound, season.phase !== 'closed');
  }
}

function checkAccount(
  model: Model,
  known: ModelAccount,
  account: Account,
  reserves: Map<string, Reserved>,
): void {
  const name = `account ${account.id}`;
  sameMoney('26 wallet', `wallet of ${name}`, account.wallet, known.wallet);
  sameMoney('1 money', `collateral of ${name}`, account.collateral, known.collateral);
  sameMoney('6 frozen', `frozen money of ${name}`, account.frozen, frozenOf(model, known));
  sameMoney('8 isolated', `isolated margins of ${name}`, account.isolated, isolatedTotal(known));
  const total = account.totals.reduce<bigint>((sum, part) => sum + toBigInt(part), 0n);
  same('MON-7', `totals of ${name}`, total, known.collateral);
  same('ACC-3', `status of ${name}`, account.status, known.status);
  same('NET-1', `mode of ${name}`, account.positionMode, known.positionMode);
  same('LIQ-14', `liquidating of ${name}`, account.liquidating, false);
  for (const desk of account.desks) {
    if (desk === undefined) continue;
    checkDesk(model, known, desk, reserves);
  }
}

function checkDesk(
  model: Model,
  account: ModelAccount,
  desk: Desk,
  reserves: Map<string, Reserved>,
): void {
  const contract = modelContract(model, desk.listing.contract.id);
  const known = modelDesk(account, contract);
  const name = `desk ${account.id} at ${contract.terms.symbol}`;
  same('LEV', `mode of ${name}`, desk.marginMode, known.mode);
  same('LEV', `cross leverage of ${name}`, desk.crossLeverage, known.crossLeverage);
  let working = 0;
  let untriggered = 0;
  for (const side of BOTH_SIDES) {
    const [actual, expected] = [desk[side], known[side]];
    const reserved = reserves.get(reserveKey(account.id, contract.terms.id, side));
    working += reserved?.working ?? 0;
    untriggered += reserved?.untriggered ?? 0;
    same('LEV', `${side} leverage of ${name}`, actual.isolatedLeverage, expected.leverage);
    same('LEV', `top-up of ${name}`, actual.autoTopUp, expected.autoTopUp);
    same('POS-6', `${side} id of ${name}`, actual.position?.id, expected.position?.id);
    same('POS', `${side} size of ${name}`, actual.position?.size, expected.position?.size);
    sameMoney('POS', `${name} value`, actual.position?.openValue, expected.position?.openValue);
    sameMoney('8 isolated', name, actual.position?.isolatedMargin, expected.position?.margin);
    const { cumOpenSize = 0, cumCloseSize = 0, size = 0 } = actual.position ?? {};
    same('POS', `${side} opened less closed of ${name}`, cumOpenSize - cumCloseSize, size);
    same('7 locked', `closing lots of ${name}`, actual.closing, reserved?.closing ?? 0);
    same('24 opening', `opening lots of ${name}`, actual.opening, reserved?.opening ?? 0);
    const notional = reserved?.openingNotional ?? 0n;
    sameMoney('24 opening', `opening notional of ${name}`, actual.openingNotional, notional);
    if (account.positionMode === 'hedge' && actual.closing > (expected.position?.size ?? 0))
      broken('7 locked', `${name} locks ${actual.closing} of its ${side}`);
  }
  same('16 status', `working orders of ${name}`, desk.working.count, working);
  same('16 status', `untriggered orders of ${name}`, desk.untriggered.count, untriggered);
}

function checkListing(contract: ModelContract, listing: Listing): void {
  const { symbol } = contract.terms;
  same('MRK', `halted ${symbol}`, listing.halted, contract.halted);
  same('MRK', `index of ${symbol}`, listing.index, contract.index);
  same('MRK', `index time of ${symbol}`, listing.indexAt, contract.indexAt);
  same('MRK', `mark of ${symbol}`, listing.mark, contract.mark);
  same('ORD-11', `last of ${symbol}`, listing.last, contract.last);
  same('4 open interest', symbol, listing.longLots, listing.shortLots);
  same('FND', `next funding of ${symbol}`, listing.funding.nextAt, contract.funding.nextAt);
  same('FND', `rate of ${symbol}`, listing.funding.lastRate, contract.funding.lastRate);
  same('FND', `samples of ${symbol}`, listing.funding.samples, contract.funding.samples);
  same('FND', `weights of ${symbol}`, listing.funding.weighted, contract.funding.weighted);
  const [bid, ask] = [modelBid(contract), modelAsk(contract)];
  if (bid !== 0 && ask !== 0 && bid >= ask) broken('9 crossed', `${symbol} at ${bid} and ${ask}`);
  checkQueue(contract, listing, 'buy');
  checkQueue(contract, listing, 'sell');
}

/** Every order in its place, and the sum of each level. */
function checkQueue(contract: ModelContract, listing: Listing, side: Side): void {
  const { book } = listing;
  const name = `${side} side of ${contract.terms.symbol}`;
  let slot = firstSlot(book, side);
  const levels = new Map<number, number>();
  same(
    '10 book',
    `best of ${name}`,
    bestTicks(book, side),
    queueOf(contract, side)[0]?.working ?? 0,
  );
  for (const order of queueOf(contract, side)) {
    if (slot === NO_SLOT) broken('10 book', `order ${order.id} is missing on the ${name}`);
    same('11 priority', `next order on the ${name}`, slotId(book, slot), order.id);
    same('10 book', `price of order ${order.id}`, slotTicks(book, slot), order.working);
    same('10 book', `lots of order ${order.id}`, slotLots(book, slot), remainingOf(order));
    levels.set(order.working, (levels.get(order.working) ?? 0) + remainingOf(order));
    slot = nextSlot(book, slot);
  }
  if (slot !== NO_SLOT) broken('10 book', `order ${slotId(book, slot)} too many on the ${name}`);
  for (const [price, total] of levels)
    same('10 book', `lots at ${price} on the ${name}`, levelLots(book, side, ticks(price)), total);
}

function checkOrders(model: Model, state: VenueState): void {
  same('16 status', 'live orders', state.orders.size, model.orders.size);
  for (const order of state.orders.values()) {
    const known = model.orders.get(order.id);
    if (known === undefined) broken('16 status', `order ${order.id} should be final`);
    const name = `order ${order.id}`;
    same('16 status', name, order.status, known.status);
    same('13 filled', `size of ${name}`, order.size, known.size);
    same('13 filled', `lots filled of ${name}`, order.filled, known.filled);
    sameMoney('13 filled', `value filled of ${name}`, order.filledValue, known.filledValue);
    sameMoney('13 filled', `fee of ${name}`, order.fee, known.fee);
    sameMoney('6 frozen', name, order.frozen, known.frozen);
    same('BND-2', `working price of ${name}`, order.workingPrice, known.working);
    same('BND-1', `price of ${name}`, order.price, known.price);
    same('TRG', `trigger price of ${name}`, order.trigger?.price, known.trigger?.price);
    same('TRG', `trigger source of ${name}`, order.trigger?.source, known.trigger?.source);
    same('TRG', `direction of ${name}`, order.trigger?.direction, known.trigger?.direction);
  }
}
