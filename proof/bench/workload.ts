/**
 * A workload is a list of messages for a book, in typed arrays so that reading it costs a
 * measurement next to nothing. Ids count from one.
 */
import type { Side } from '../../src/domain/side.ts';

export interface Workload {
  readonly scenario: string;
  /** One of the kinds below. */
  readonly kinds: Uint8Array;
  readonly ids: Float64Array;
  /** 0 buys, 1 sells; unused by cancel and modify. */
  readonly sides: Uint8Array;
  readonly prices: Int32Array;
  readonly sizes: Int32Array;
  /** Messages at the beginning that build the standing book; a measurement starts after them. */
  setup: number;
  count: number;
}

export const KIND_NEW = 0;
export const KIND_IOC = 1;
export const KIND_CANCEL = 2;
export const KIND_MODIFY = 3;

export const createWorkload = (scenario: string, capacity: number): Workload => ({
  scenario,
  kinds: new Uint8Array(capacity),
  ids: new Float64Array(capacity),
  sides: new Uint8Array(capacity),
  prices: new Int32Array(capacity),
  sizes: new Int32Array(capacity),
  setup: 0,
  count: 0,
});

export const workloadSide = (workload: Workload, place: number): Side =>
  workload.sides[place] === 0 ? 'buy' : 'sell';

export interface NewOrder {
  readonly id: number;
  readonly side: Side;
  readonly price: number;
  readonly size: number;
  readonly isIoc: boolean;
}

export function addNew(workload: Workload, order: NewOrder): void {
  const place = workload.count;
  workload.kinds[place] = order.isIoc ? KIND_IOC : KIND_NEW;
  workload.ids[place] = order.id;
  workload.sides[place] = order.side === 'buy' ? 0 : 1;
  workload.prices[place] = order.price;
  workload.sizes[place] = order.size;
  workload.count += 1;
}

export function addCancel(workload: Workload, id: number): void {
  workload.kinds[workload.count] = KIND_CANCEL;
  workload.ids[workload.count] = id;
  workload.count += 1;
}

export function addModify(
  workload: Workload,
  change: { id: number; price: number; size: number },
): void {
  const place = workload.count;
  workload.kinds[place] = KIND_MODIFY;
  workload.ids[place] = change.id;
  workload.prices[place] = change.price;
  workload.sizes[place] = change.size;
  workload.count += 1;
}
