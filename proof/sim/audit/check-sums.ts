/** Sums over the whole model after an entry: money, equity at any mark, longs and shorts, locks. */
import { broken, same } from './broken.ts';
import { most, worthOf } from './exact.ts';
import {
  isPausedAt,
  isVenue,
  isWorking,
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelOrder,
  openedBy,
  remainingOf,
} from './model.ts';
import {
  crossEquityOf,
  crossInitialOf,
  equityOf,
  freeOf,
  heldBy,
  isolatedEquityOf,
  resultOf,
} from './worth.ts';

export function checkSums(model: Model): void {
  let collateral = 0n;
  let equityNow = 0n;
  let equityElsewhere = 0n;
  const size = new Map<ModelContract, number>();
  for (const account of model.accounts.values()) {
    collateral += account.collateral;
    equityNow += equityOf(account);
    equityElsewhere += equityOf(account, (contract) => someMark(model, contract));
    let opened = 0n;
    for (const held of heldBy(account)) {
      const { contract, side, position, desk } = held;
      const signed = side === 'long' ? position.size : -position.size;
      size.set(contract, (size.get(contract) ?? 0) + signed);
      opened += side === 'long' ? position.openValue : -position.openValue;
      if (position.size <= 0 || position.openValue <= 0n || !Number.isSafeInteger(position.size))
        broken('5 size', `account ${account.id} holds ${position.size} at ${position.openValue}`);
      if (desk.mode === 'cross') same('8 isolated', 'margin in cross', position.margin, 0n);
    }
    same('3 wallet', `wallet of ${account.id}`, account.wallet, account.collateral + opened);
    checkIdentity(model, account);
  }
  same('1 money', 'collateral of all accounts', collateral, model.depositsNet);
  same('2 equity', 'equity of all accounts', equityNow, model.depositsNet);
  same('2 equity', 'equity at another mark', equityElsewhere, model.depositsNet);
  for (const [contract, net] of size) same('4 open interest', contract.terms.symbol, net, 0);
  if (model.owed.length > 0) broken('LIQ-11', 'a deficit was not made good');
  if (model.paid.size > 0) broken('25 funding', 'payments without a settlement');
  if (model.liquidating !== null) broken('22 after', 'a liquidation did not end');
}

/** A mark that depends only on the place in the journal. */
function someMark(model: Model, contract: ModelContract): number {
  const percent = 3 + ((model.seq * 7_919 + contract.terms.id * 104_729) % 400);
  return Math.max(1, Math.floor((contract.mark * percent) / 100));
}

/** Equity is free collateral, frozen money, cross margins and isolated equity together. */
function checkIdentity(model: Model, account: ModelAccount): void {
  const isolated = heldBy(account).filter(({ desk }) => desk.mode === 'isolated');
  const frozen = crossEquityOf(account) - crossInitialOf(account) - freeOf(model, account);
  const parts =
    freeOf(model, account) +
    frozen +
    crossInitialOf(account) +
    isolated.reduce((total, held) => total + isolatedEquityOf(held), 0n);
  same('MAR-10', `equity of account ${account.id}`, equityOf(account), parts);
  if (isVenue(account)) return;
  if (heldBy(account).length === 0 && account.wallet < 0n)
    broken('22 wallet', `account ${account.id} is flat with ${account.wallet}`);
  for (const held of isolated) {
    // Funding may take more than the margin while the result still carries the position, and
    // while nobody is liquidated even more.
    const floor = -most(0n, resultOf(held));
    if (held.position.margin < floor && !isPausedAt(held.contract, model.now))
      broken('8 isolated', `account ${account.id} has margin ${held.position.margin}`);
  }
}

/** What working orders of one side of one desk hold. */
export class Reserved {
  opening = 0;
  openingNotional = 0n;
  closing = 0;
  working = 0;
  untriggered = 0;
}

export const reserveKey = (account: number, contract: number, side: string): string =>
  `${account}|${contract}|${side}`;

export function reservesOf(model: Model): Map<string, Reserved> {
  const reserves = new Map<string, Reserved>();
  for (const order of model.orders.values()) {
    const key = reserveKey(order.account, order.contract, order.positionSide);
    const reserved = reserves.get(key) ?? new Reserved();
    reserves.set(key, reserved);
    addReserve(reserved, order);
  }
  return reserves;
}

function addReserve(reserved: Reserved, order: ModelOrder): void {
  const remaining = remainingOf(order);
  if (!isWorking(order)) {
    reserved.untriggered += 1;
    same('30 untriggered', `frozen money of ${order.id}`, order.frozen, 0n);
    return;
  }
  same('16 status', `order ${order.id} between entries`, order.status, 'open');
  if (remaining <= 0) broken('17 remaining', `order ${order.id} works with ${remaining}`);
  reserved.working += 1;
  if (order.effect === 'close') reserved.closing += remaining;
  else {
    const opening = openedBy(order);
    reserved.opening += opening;
    reserved.openingNotional += worthOf(order.listing.terms, order.freezePrice, opening);
  }
}
