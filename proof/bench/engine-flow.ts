/**
 * The book's workload as commands for the whole engine: each order belongs to one of many accounts
 * and opens, or closes what that account holds. A first run, not measured, decides which and hands
 * over the entries; measured runs apply those entries to a fresh state.
 */

import { bestTicks } from '../../src/book/book.ts';
import type { Command, Entry } from '../../src/domain/command.ts';
import { type AccountId, type OrderId, orderId } from '../../src/domain/ids.ts';
import { lots, ticks } from '../../src/domain/units.ts';
import { closableLots } from '../../src/engine/risk.ts';
import {
  type BenchVenue,
  benchEntry,
  benchIndex,
  openBenchVenue,
  orderCommand,
  run,
  type VenueShape,
} from './engine-venue.ts';
import { generateWorkload, MID_START, SCENARIOS } from './generate.ts';
import { KIND_CANCEL, KIND_IOC, KIND_MODIFY, type Workload, workloadSide } from './workload.ts';

const ACCOUNTS = 1_000;
/** The index follows the book this often, in messages: prices move while orders do. */
const INDEX_EVERY = 250;

export const FLOW_SHAPE: VenueShape = {
  accounts: ACCOUNTS,
  role: 'trader',
  wallet: 10_000_000n,
  index: MID_START,
};

export interface Flow {
  readonly commands: number;
  readonly fills: number;
  readonly rejects: number;
}

export function planFlow(workload: Workload, take: (entry: Entry) => void): Flow {
  const venue = openBenchVenue(FLOW_SHAPE);
  let commands = 0;
  const known = new Map<number, { account: AccountId; order: OrderId }>();
  let fills = 0;
  let rejects = 0;
  const note = (command: Command): void => {
    take(benchEntry(venue, command));
    commands += 1;
    for (const event of run(venue, command)) {
      if (event.kind === 'fill-settled') fills += 1;
      if (event.kind === 'command-rejected') rejects += 1;
    }
  };
  for (let place = 0; place < workload.count; place += 1) {
    if (place % INDEX_EVERY === 0) {
      venue.at += 100;
      note(benchIndex(midOf(venue)));
    }
    const id = workload.ids[place] ?? 0;
    const next = venue.state.nextOrder;
    const command = commandAt(venue, workload, place, known);
    if (command === undefined) continue;
    note(command);
    if (command.kind === 'place-order' && venue.state.nextOrder > next)
      known.set(id, { account: command.account, order: orderId(next) });
  }
  return { commands, fills, rejects };
}

function commandAt(
  venue: BenchVenue,
  workload: Workload,
  place: number,
  known: ReadonlyMap<number, { account: AccountId; order: OrderId }>,
): Command | undefined {
  const kind = workload.kinds[place];
  const id = workload.ids[place] ?? 0;
  const size = workload.sizes[place] ?? 0;
  const price = workload.prices[place] ?? 0;
  const target = known.get(id);
  if (kind === KIND_CANCEL || kind === KIND_MODIFY) {
    if (target === undefined) return undefined;
    const { account, order } = target;
    if (kind === KIND_CANCEL) return { kind: 'cancel-order', account, target: { by: 'id', order } };
    return {
      kind: 'amend-order',
      account,
      target: { by: 'id', order },
      size: lots(size),
      price: ticks(price),
    };
  }
  const account = venue.accounts[id % venue.accounts.length];
  if (account === undefined) return undefined;
  return orderCommand(account, {
    ...intentionOf(venue, account, workloadSide(workload, place), size),
    size,
    price,
    timeInForce: kind === KIND_IOC ? 'ioc' : 'normal',
  });
}

/** A buyer closes its short where it can, and opens a long otherwise. */
function intentionOf(venue: BenchVenue, account: AccountId, side: 'buy' | 'sell', size: number) {
  const desk = venue.state.accounts[account]?.desks[0];
  const held = side === 'buy' ? desk?.short : desk?.long;
  const closes = desk !== undefined && held !== undefined && closableLots(desk, held) >= size;
  const positionSide = (side === 'buy') === closes ? ('short' as const) : ('long' as const);
  return { positionSide, effect: closes ? ('close' as const) : ('open' as const) };
}

function midOf(venue: BenchVenue): number {
  const book = venue.state.listings[0]?.book;
  if (book === undefined) return MID_START;
  const bid = bestTicks(book, 'buy');
  const ask = bestTicks(book, 'sell');
  return bid === 0 || ask === 0 ? MID_START : Math.floor((bid + ask) / 2);
}

/** About this many entries, from the first one on. */
export function planJournal(count: number): Entry[] {
  const entries: Entry[] = [];
  openBenchVenue(FLOW_SHAPE, (entry) => entries.push(entry));
  const workload = generateWorkload(SCENARIOS[0]!, Math.max(100, count >> 1), 1);
  planFlow(workload, (entry) => entries.push(entry));
  return entries.slice(0, Math.max(count, 1));
}
