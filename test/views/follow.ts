/** Runs an engine with its views beside it, and compares the two. */

import { nextEntry, startWorkload } from '../../proof/sim/workload.ts';
import type { Entry } from '../../src/domain/command.ts';
import type { Event } from '../../src/domain/event.ts';
import type { OrderId } from '../../src/domain/ids.ts';
import type { Order } from '../../src/domain/order.ts';
import { OrderTable } from '../../src/domain/order-table.ts';
import { apply } from '../../src/engine/apply.ts';
import { createState } from '../../src/engine/create-state.ts';
import type { LiveOrder, VenueState } from '../../src/engine/state.ts';
import { createViews, type FoldedEntry, foldEntry, type Views } from '../../src/views/views.ts';
import { createHistory } from '../kit/random-history.ts';

export interface Followed {
  readonly entry: Entry;
  readonly events: readonly Event[];
  readonly folded: FoldedEntry;
}

export interface Following {
  readonly state: VenueState;
  readonly views: Views;
  /** Every order the engine ever made, also those it has forgotten. */
  readonly known: ReadonlyMap<OrderId, LiveOrder>;
  readonly step: () => Followed;
}

/** The simulator's seeded workload: storms, gaps, nonsense and all. */
export function followWorkload(seed: number): Following {
  const known = new Map<OrderId, LiveOrder>();
  const state = { ...createState(), orders: rememberingTable(known) };
  const scene = startWorkload(seed, state);
  const views = createViews();
  const step = (): Followed => {
    const entry = nextEntry(scene);
    const events = apply(state, entry);
    return { entry, events, folded: foldEntry(views, { ...entry, events }) };
  };
  return { state, views, known, step };
}

/** A small busy venue with isolated and hedged accounts. */
export function followHistory(seed: number): Following {
  const history = createHistory(seed);
  const views = createViews();
  const state = createState();
  const known = new Map<OrderId, LiveOrder>();
  const twin = { ...state, orders: rememberingTable(known) };
  let place = 0;
  const step = (): Followed => {
    const { entries } = history.driver;
    if (place === entries.length) history.step();
    const entry = entries[place]!;
    place += 1;
    const events = apply(twin, entry);
    return { entry, events, folded: foldEntry(views, { ...entry, events }) };
  };
  return { state: twin, views, known, step };
}

class RememberingTable extends OrderTable<LiveOrder> {
  readonly known: Map<OrderId, LiveOrder>;
  constructor(known: Map<OrderId, LiveOrder>) {
    super();
    this.known = known;
  }
  override add(id: OrderId, order: LiveOrder): void {
    this.known.set(id, order);
    super.add(id, order);
  }
  /** A copy of how it ended: its record serves another order. */
  override delete(id: OrderId): void {
    this.known.set(id, { ...this.known.get(id)! });
    super.delete(id);
  }
}

const rememberingTable = (known: Map<OrderId, LiveOrder>) => new RememberingTable(known);

/** Which fields of an order differ from the engine's, in words; empty where none. */
export function orderDifferences(order: Readonly<Order>, engine: LiveOrder): string[] {
  const { trigger, ...plain } = order;
  const found = Object.entries(plain)
    .filter(([field, value]) => engine[field as keyof Order] !== value)
    .map(
      ([field, value]) =>
        `${order.id} ${field}: ${value}, not ${String(engine[field as keyof Order])}`,
    );
  const [mine, its] = [JSON.stringify(sorted(trigger)), JSON.stringify(sorted(engine.trigger))];
  if (mine !== its) found.push(`${order.id} trigger: ${mine}, not ${its}`);
  return found;
}

const sorted = (record: object | null) => (record === null ? null : Object.entries(record).sort());
