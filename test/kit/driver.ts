/**
 * Drives an engine in tests: gives entries their sequence and time, keeps them for replay, and
 * shortens what tests say often. Numbers are the engine's own: ticks, lots, 1e-8 of money.
 */

import { bareOrder } from '../../proof/sim/bare-order.ts';
import { type AccountTerms, DEFAULT_TERMS } from '../../src/domain/account.ts';
import type { Command, Entry, PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import {
  type AccountId,
  accountId,
  type ContractId,
  contractId,
  type OrderId,
} from '../../src/domain/ids.ts';
import type { Reject } from '../../src/domain/reject.ts';
import type { RequestIdentity } from '../../src/domain/request-identity.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { fineTicks, lots, millis, money, seq, ticks } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { Account, Desk, VenueState } from '../../src/engine/state.ts';
import { exampleContract } from './contracts.ts';

/** 2026-01-05 00:00:00.500 UTC, half a second after a funding settlement. */
export const START = Date.UTC(2026, 0, 5) + 500;

/** `usdt(1000)` and `usdt('0.01633596')` as money. */
export function usdt(amount: number | string): bigint {
  const [whole = '0', fraction = ''] = String(amount).replace('-', '').split('.');
  const units = BigInt(whole + fraction.padEnd(8, '0').slice(0, 8));
  return String(amount).startsWith('-') ? -units : units;
}

export type Intention = `${Effect} ${PositionSide}`;
type OrderOptions = Partial<Omit<PlaceOrder, 'kind' | 'account' | 'size' | 'price'>>;
type TriggerOptions = Partial<Omit<PlaceTrigger, 'kind' | 'account' | 'triggerPrice'>>;

export interface Driver {
  readonly state: VenueState;
  /** Everything applied so far. */
  readonly entries: Entry[];
  /** The time of the last entry; tests may move it on. */
  at: number;
  run: (command: Command, afterMillis?: number, request?: RequestIdentity) => readonly Event[];
  /** Opens a trader with this wallet. */
  trader: (wallet?: number | string, terms?: Partial<AccountTerms>) => AccountId;
  house: (wallet?: number | string) => AccountId;
  /** Sets the index in whole ticks. */
  index: (price: number, contract?: number) => readonly Event[];
  place: (
    account: AccountId,
    intention: Intention,
    size: number,
    price: number | null,
    options?: OrderOptions,
  ) => readonly Event[];
  trigger: (
    account: AccountId,
    intention: Intention,
    triggerPrice: number,
    options?: TriggerOptions,
  ) => readonly Event[];
  cancel: (account: AccountId, order: OrderId) => readonly Event[];
  /** Lets time pass without anything else. */
  wait: (durationMillis: number) => readonly Event[];
  account: (id: AccountId) => Account;
  desk: (id: AccountId, contract?: number) => Desk;
}

/** A driver with these contracts listed, a funded insurance fund, and an index on the first. */
export function createDriver(
  contracts: readonly Contract[] = [exampleContract()],
  options: { readonly index?: number; readonly fund?: number } = {},
): Driver {
  const state = createState();
  const driver: Driver = {
    state,
    entries: [],
    at: START,
    run(command, afterMillis = 1, request = undefined) {
      driver.at += afterMillis;
      const unsigned: Entry = { seq: seq(state.seq + 1), at: millis(driver.at), command };
      const entry = request === undefined ? unsigned : { ...unsigned, request };
      driver.entries.push(entry);
      return apply(state, entry);
    },
    trader: (wallet = 1_000, terms = {}) => openFunded(driver, 'trader', wallet, terms),
    house: (wallet = 1_000_000) => openFunded(driver, 'house', wallet, {}),
    index: (price, contract = 0) =>
      driver.run({
        kind: 'set-index-price',
        contract: contractId(contract),
        price: fineTicks(price * 100),
      }),
    place(account, intention, size, price, more = {}) {
      const [effect, positionSide] = intention.split(' ') as [Effect, PositionSide];
      const asked = { account, contract: contractId(0), positionSide, effect, size: lots(size) };
      const limit = price === null ? null : ticks(price);
      return driver.run(bareOrder({ ...asked, price: limit, ...more }));
    },
    trigger(account, intention, triggerPrice, more = {}) {
      const [effect, positionSide] = intention.split(' ') as [Effect, PositionSide];
      return driver.run({
        kind: 'place-trigger',
        account,
        contract: contractId(0),
        purpose: 'plan',
        positionSide,
        effect,
        size: lots(1),
        triggerPrice: ticks(triggerPrice),
        triggerSource: 'last',
        price: null,
        clientOrderId: null,
        marginMode: null,
        ...more,
      });
    },
    cancel: (account, order) =>
      driver.run({ kind: 'cancel-order', account, target: { by: 'id', order } }),
    wait: (durationMillis) => driver.run({ kind: 'advance-clock' }, durationMillis),
    account: (id) => state.accounts[id]!,
    desk: (id, contract = 0) => state.accounts[id]!.desks[contract as ContractId]!,
  };
  openMarket(driver, contracts, options.fund ?? 1_000_000);
  driver.index(options.index ?? 900_000);
  return driver;
}

function openMarket(driver: Driver, contracts: readonly Contract[], fund: number): void {
  for (const contract of contracts) driver.run({ kind: 'list-contract', contract });
  if (fund > 0) driver.run({ kind: 'deposit', account: accountId(2), amount: money(usdt(fund)) });
}

function openFunded(
  driver: Driver,
  role: 'trader' | 'house',
  wallet: number | string,
  terms: Partial<AccountTerms>,
): AccountId {
  const events = driver.run({ kind: 'open-account', role, terms: { ...DEFAULT_TERMS, ...terms } });
  const { account } = eventOf(events, 'account-opened');
  if (wallet !== 0) driver.run({ kind: 'deposit', account, amount: money(usdt(wallet)) });
  return account;
}

/** All events of a kind. */
export const eventsOf = <Kind extends Event['kind']>(
  events: readonly Event[],
  kind: Kind,
): Extract<Event, { kind: Kind }>[] =>
  events.filter((event): event is Extract<Event, { kind: Kind }> => event.kind === kind);

/** The one event of a kind; fails where there is none. */
export function eventOf<Kind extends Event['kind']>(
  events: readonly Event[],
  kind: Kind,
): Extract<Event, { kind: Kind }> {
  const [event] = eventsOf(events, kind);
  if (event === undefined)
    throw new Error(`no ${kind} among: ${events.map((other) => other.kind).join(', ')}`);
  return event;
}

/** The id that a placement was given. */
export const orderIdOf = (events: readonly Event[]): OrderId =>
  eventOf(events, 'order-accepted').order;

/** Why a command was refused; fails where it was not. */
export const rejectOf = (events: readonly Event[]): Reject =>
  eventOf(events, 'command-rejected').reject;
