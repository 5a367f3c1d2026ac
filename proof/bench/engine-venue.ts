/**
 * An engine to measure: one contract, funded accounts, an index. This file gives the sequence
 * numbers and the time.
 */
import { DEFAULT_TERMS, INSURANCE_FUND } from '../../src/domain/account.ts';
import type { Command, Entry, PlaceOrder } from '../../src/domain/command.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { Event } from '../../src/domain/event.ts';
import { type AccountId, accountId, contractId } from '../../src/domain/ids.ts';
import type { Effect, PositionSide } from '../../src/domain/side.ts';
import { fineTicks, lots, millis, money, type Ppm, seq, ticks } from '../../src/domain/units.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { VenueState } from '../../src/engine/state.ts';
import { loadContracts } from '../../src/gateway/load-contracts.ts';

export interface BenchVenue {
  readonly state: VenueState;
  readonly contract: Contract;
  readonly accounts: AccountId[];
  /** In ticks, at first. */
  readonly index: number;
  at: number;
}

const START = Date.UTC(2026, 0, 5);
const USDT = 100_000_000n;
/** In the insurance fund. */
const FUND = 1_000_000n;

export interface VenueShape {
  readonly accounts: number;
  readonly role: 'trader' | 'house';
  readonly wallet: bigint;
  readonly index: number;
  /** How far prices may be from the mark; the contract's own, if left out. */
  readonly bands?: Ppm;
}

/** `note` hears of each entry of the set-up. */
export function openBenchVenue(shape: VenueShape, note?: (entry: Entry) => void): BenchVenue {
  const [first] = loadContracts();
  if (first === undefined) throw new Error('the contract table is empty');
  const { bands, index } = shape;
  const contract = bands === undefined ? first : { ...first, buyBand: bands, sellBand: bands };
  const venue: BenchVenue = { state: createState(), contract, accounts: [], index, at: START };
  const setUp = (command: Command): void => {
    note?.(benchEntry(venue, command));
    mustRun(venue, command);
  };
  setUp({ kind: 'list-contract', contract });
  setUp({ kind: 'deposit', account: INSURANCE_FUND, amount: money(FUND * USDT) });
  setUp(benchIndex(index));
  const amount = money(shape.wallet * USDT);
  for (let opened = 0; opened < shape.accounts; opened += 1) {
    const account = accountId(venue.state.nextAccount);
    setUp({ kind: 'open-account', role: shape.role, terms: DEFAULT_TERMS });
    setUp({ kind: 'deposit', account, amount });
    venue.accounts.push(account);
  }
  return venue;
}

/** For set-up: after a refused command the benchmark would measure nothing. */
export function mustRun(venue: BenchVenue, command: Command): readonly Event[] {
  const events = run(venue, command);
  const refused = events.find((event) => event.kind === 'command-rejected');
  if (refused !== undefined) throw new Error(`${command.kind} refused: ${refused.reject.reason}`);
  return events;
}

export const run = (venue: BenchVenue, command: Command): readonly Event[] =>
  apply(venue.state, benchEntry(venue, command));

export const benchEntry = (venue: BenchVenue, command: Command): Entry => ({
  seq: seq(venue.state.seq + 1),
  at: millis(venue.at),
  command,
});

export const setIndex = (venue: BenchVenue, price: number): readonly Event[] =>
  run(venue, benchIndex(price));

export const benchIndex = (price: number): Command => ({
  kind: 'set-index-price',
  contract: contractId(0),
  price: fineTicks(price * 100),
});

export const orderCommand = (
  account: AccountId,
  order: {
    readonly positionSide: PositionSide;
    readonly effect: Effect;
    readonly size: number;
    readonly price: number;
    readonly timeInForce: PlaceOrder['timeInForce'];
  },
): PlaceOrder => ({
  kind: 'place-order',
  account,
  contract: contractId(0),
  positionSide: order.positionSide,
  effect: order.effect,
  size: lots(order.size),
  price: ticks(order.price),
  timeInForce: order.timeInForce,
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});
