/** Contracts, accounts, prices and settings. */

import type { ContractListed, EventOf, PricesMarked } from '../../../src/domain/event.ts';
import { stringifyPlain } from '../../../src/domain/plain-json.ts';
import { broken, same } from './broken.ts';
import { notionalLimit, worthOf } from './exact.ts';
import { expectedMark } from './expected-mark.ts';
import { startModelInterval } from './fold-money.ts';
import {
  accountOrders,
  addAccount,
  capOf,
  expectNoOrders,
  keptDesk,
  leverageAt,
  type Model,
  type ModelAccount,
  type ModelContract,
  type ModelDesk,
  modelAccount,
  modelContract,
  modelDesk,
} from './model.ts';
import { noteRange } from './ranges.ts';
import { BOTH_SIDES, bothLots, freeOf, heldBy } from './worth.ts';

const BASIS_WINDOW = 60;

export function foldListed(model: Model, event: ContractListed): void {
  same('CON-1', 'id of a new contract', event.contract.id, model.contracts.length);
  const contract: ModelContract = {
    terms: event.contract,
    halted: false,
    index: 0,
    indexAt: 0,
    mark: 0,
    last: 0,
    bids: [],
    asks: [],
    basis: new Array<number>(BASIS_WINDOW).fill(0),
    funding: { nextAt: 0, interval: 0, lastRate: 0, samples: 0, weighted: 0n },
  };
  startModelInterval(contract, model.now);
  model.contracts.push(contract);
}

export function foldMarked(model: Model, event: PricesMarked): void {
  const contract = modelContract(model, event.contract);
  if (event.index !== contract.index) {
    const { command } = model;
    if (command?.kind !== 'set-index-price' || command.contract !== event.contract)
      broken('MRK-4', `index of contract ${event.contract} moved without a command`);
    same('MRK-4', 'index', event.index, command.price);
  }
  contract.index = event.index;
  same(
    'MRK-1',
    `mark of contract ${event.contract}`,
    event.mark,
    expectedMark(contract, model.now),
  );
  contract.mark = event.mark;
  noteRange(model, contract);
}

export function foldOpened(model: Model, event: EventOf<'account-opened'>): void {
  if (event.account <= model.lastAccount)
    broken('19 ids', `account ${event.account} follows ${model.lastAccount}`);
  model.lastAccount = event.account;
  addAccount(model, event.account, event.role, event.terms).positionMode = event.positionMode;
}

/** Settings above a new cap are lowered; refused if a position or an order depends on them. */
export function foldTerms(model: Model, event: EventOf<'account-terms-set'>): void {
  const account = modelAccount(model, event.account);
  account.terms = event.terms;
  const orders = accountOrders(model, account.id);
  for (const desk of account.desks.values()) {
    const cap = capOf(account, desk.contract.terms);
    for (const side of BOTH_SIDES) {
      const isOrdered = orders.some((one) => one.desk === desk && one.positionSide === side);
      if (leverageAt(desk, side) > cap && (desk[side].position !== null || isOrdered))
        broken('ACC-5', `account ${account.id} had the leverage of its ${side} lowered in use`);
    }
    desk.crossLeverage = Math.min(desk.crossLeverage, cap);
    for (const side of BOTH_SIDES) desk[side].leverage = Math.min(desk[side].leverage, cap);
  }
}

export function foldStatus(model: Model, event: EventOf<'account-status-changed'>): void {
  const account = modelAccount(model, event.account);
  const before = account.status;
  account.status = event.status;
  if (before === 'closed') broken('ACC-3', `account ${account.id} was closed for good`);
  const held = heldBy(account);
  if (event.status !== 'active') expectNoOrders(model, account.id, 'ACC-3');
  if (event.status === 'closed' && (held.length > 0 || account.wallet !== 0n))
    broken('ACC-3', `account ${account.id} closed with ${account.wallet}`);
  if (event.status !== 'disqualified' || before === 'disqualified') return;
  if (model.attempts.has(`${account.id}`)) return;
  for (const { contract, side } of held) {
    if (!model.attempts.has(`${account.id}|${contract.terms.id}|${side}`))
      broken('ACC-3', `nobody tried to close the ${side} of disqualified ${account.id}`);
  }
}

export function foldLeverage(model: Model, event: EventOf<'leverage-set'>): void {
  const account = modelAccount(model, event.account);
  const contract = modelContract(model, event.contract);
  const desk = modelDesk(account, contract);
  const changes =
    event.marginMode !== desk.mode ||
    event.longLeverage !== leverageAt(desk, 'long') ||
    event.shortLeverage !== leverageAt(desk, 'short');
  const orders = accountOrders(model, account.id).filter((order) => order.desk === desk);
  if (changes && orders.length > 0)
    broken('LEV-3', `account ${account.id} changed leverage with ${orders.length} orders`);
  if (event.marginMode === 'cross')
    same('LEV-5', 'leverage of both sides', event.longLeverage, event.shortLeverage);
  for (const leverage of [event.longLeverage, event.shortLeverage]) {
    const cap = capOf(account, contract.terms);
    if (changes && (leverage < contract.terms.leverageMin || leverage > cap))
      broken('LEV-1', `leverage ${leverage} of at most ${cap}`);
  }
  // Setting the value it already has fixes nothing: an unused desk still follows the account's cap.
  if (!changes) return;
  account.desks.set(event.contract, desk);
  setMode(model, event.account, event.contract, event.marginMode);
  const before = desk.crossLeverage;
  if (event.marginMode === 'cross') desk.crossLeverage = event.longLeverage;
  else {
    desk.long.leverage = event.longLeverage;
    desk.short.leverage = event.shortLeverage;
  }
  checkCarried(model, account, desk);
  const isLower = event.marginMode === 'cross' && desk.crossLeverage < before;
  const isHeld = desk.long.position !== null || desk.short.position !== null;
  if (isLower && isHeld && freeOf(model, account) < 0n)
    broken('LEV-4', `account ${account.id} lacks the margin of ${desk.crossLeverage}`);
}

/** The tier of the position must allow the leverage. */
function checkCarried({ seq }: Model, account: ModelAccount, desk: ModelDesk): void {
  const { terms, mark } = desk.contract;
  for (const side of BOTH_SIDES) {
    const size = desk.mode === 'cross' ? bothLots(desk) : (desk[side].position?.size ?? 0);
    const notional = worthOf(terms, mark, size);
    if (size > 0 && notional > notionalLimit(terms, leverageAt(desk, side)))
      broken('LEV-4', `account ${account.id} holds ${notional} at entry ${seq}`);
  }
}

export const foldMode = (model: Model, event: EventOf<'margin-mode-set'>): void =>
  setMode(model, event.account, event.contract, event.marginMode);

function setMode(model: Model, id: number, contract: number, mode: ModelDesk['mode']): void {
  if (modelDesk(modelAccount(model, id), modelContract(model, contract)).mode === mode) return;
  const desk = keptDesk(modelAccount(model, id), modelContract(model, contract));
  const isHeld = desk.long.position !== null || desk.short.position !== null;
  if (isHeld || accountOrders(model, id).some((order) => order.desk === desk))
    broken('LEV-6', `account ${id} changed margin mode at contract ${contract} in use`);
  desk.mode = mode;
}

export function foldTopUp(model: Model, event: EventOf<'auto-top-up-set'>): void {
  const desk = keptDesk(modelAccount(model, event.account), modelContract(model, event.contract));
  desk[event.positionSide].autoTopUp = event.enabled;
}

/** A note repeats the command's words; the comparison of states shows that nothing else changed. */
export function foldNote({ command }: Model, event: EventOf<'note-recorded'>): void {
  const isAsked = command?.kind === 'record-note';
  const asked = isAsked ? command : broken('ENG-4', 'a note that nobody wrote');
  same('ENG-4', 'actor of a note', event.actor, asked.actor);
  same('ENG-4', 'topic of a note', event.topic, asked.topic);
  same('ENG-4', 'text of a note', event.text, asked.text);
}

/** A beat says what its command says; what the market remembers is nothing to the engine. */
export function foldBeat({ command }: Model, event: EventOf<'market-beat-kept'>): void {
  const isAsked = command?.kind === 'market-beat';
  const asked = isAsked ? command : broken('ENG-4', 'a beat that nobody asked for');
  same('ENG-4', 'number of a beat', event.beat, asked.beat);
  same(
    'ENG-4',
    'memories of a beat',
    stringifyPlain(event.memories),
    stringifyPlain(asked.memories),
  );
}
