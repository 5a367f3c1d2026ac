/**
 * Trailing stops that follow a price, of one price source, direction and measure: by a part of the
 * price, or by a price. Orders that have seen the same extreme are one group with one heap by how
 * far they follow behind, so a new extreme moves one number, and
 * the groups that it passes become one. The older a group, the further its extreme: the groups are
 * a chain with the nearest extreme on top. Nothing is scanned.
 *
 * Extremes point in the direction of profit: a stop that fires when the price falls follows the
 * highest price, one that fires when it rises follows the highest of the negated prices.
 */
import { assert } from '../domain/assert.ts';
import { wholeDown, wholeUp } from '../domain/money.ts';
import type { TriggerDirection } from '../domain/order.ts';
import { FINE_PER_TICK, type FineTicks, fineTicks, type Ticks, ticks } from '../domain/units.ts';
import { createNode, putNode, removeNode } from './heap.ts';
import type { Followers, LiveOrder, Trail, TrailGroup } from './state.ts';

/** Callbacks are counted in tenths of a per cent. */
const WHOLE = 1_000;

export const createTrail = (direction: TriggerDirection, isByPrice: boolean): Trail => ({
  direction,
  isByPrice,
  top: null,
  nearest: [],
});

/** Whether an order belongs there. */
export const isTrailOf = ({ direction, isByPrice }: Trail, order: LiveOrder): boolean =>
  order.trigger?.direction === direction &&
  (order.options?.trailing?.distance !== undefined) === isByPrice;

/** Follows a price: the groups that it passes become one. */
export function followPrice(trail: Trail, price: FineTicks): void {
  const reached = towards(trail, price);
  let group = trail.top;
  if (group === null || group.item.extreme >= reached) return;
  for (let { below } = group.item; below !== null; { below } = group.item) {
    if (below.item.extreme > reached) break;
    group = mergeGroups(group, below);
  }
  group.item.extreme = reached;
  placeGroup(group);
}

/** The order follows from this price on. The others have followed as far or further. */
export function joinTrail(trail: Trail, order: LiveOrder, price: FineTicks): void {
  followPrice(trail, price);
  const reached = towards(trail, price);
  const group = trail.top?.item.extreme === reached ? trail.top : addGroup(trail, reached);
  assert(order.node !== null && order.trail === null, 'an order cannot trail', order.id);
  order.trail = group;
  putNode(group.item.orders, order.node, distanceOf(order));
  placeGroup(group);
}

/** Takes an order out: it was canceled, or its stop is reached. */
export function leaveTrail(order: LiveOrder): void {
  const { trail: group, node } = order;
  if (group === null || node === null) return;
  removeNode(group.item.orders, node);
  order.trail = null;
  placeGroup(group);
}

/** An order whose stop this price reaches, if there is one. */
export function findStopped(trail: Trail, price: FineTicks): LiveOrder | undefined {
  const group = trail.nearest[0];
  if (group === undefined || group.key > -towards(trail, price) * WHOLE) return undefined;
  return group.item.orders[0]?.item;
}

/** The furthest price that the order has followed. */
export const extremeOf = ({ item: { trail, extreme } }: TrailGroup): FineTicks =>
  fineTicks(trail.direction === 'falling' ? extreme : -extreme);

/** The first whole tick that fires the order. */
export function stopOf(order: LiveOrder): Ticks {
  const { trail: group } = order;
  assert(group !== null, 'an order follows no price', order.id);
  const { trail, extreme } = group.item;
  // A fall can be further than there is price: such a stop is never reached.
  const stop = Math.max(0, sign(trail) * -stopKey(trail, extreme, distanceOf(order)));
  const divide = trail.direction === 'falling' ? wholeDown : wholeUp;
  return ticks(divide(stop, WHOLE * FINE_PER_TICK));
}

const sign = ({ direction }: Pick<Trail, 'direction'>): number =>
  direction === 'falling' ? 1 : -1;

const towards = (trail: Trail, price: FineTicks): number => sign(trail) * price;

/** A thousand times the stop, negated like the key of any trigger that a falling price fires. */
const stopKey = ({ isByPrice }: Trail, extreme: number, distance: number): number =>
  (isByPrice ? distance * FINE_PER_TICK * WHOLE : Math.abs(extreme) * distance) - extreme * WHOLE;

/** In tenths of a per cent or in ticks, as its trail counts. */
function distanceOf({ id, options }: LiveOrder): number {
  assert(options?.trailing !== undefined, 'an order is no trailing stop', id);
  return options.trailing.distance ?? options.trailing.callback;
}

/** The smaller group joins the larger, so that an order changes groups only a few times. */
function mergeGroups(first: TrailGroup, second: TrailGroup): TrailGroup {
  const isFirstSmaller = first.item.orders.length < second.item.orders.length;
  const [kept, gone] = isFirstSmaller ? [second, first] : [first, second];
  const { orders } = gone.item;
  for (let node = orders.at(-1); node !== undefined; node = orders.at(-1)) {
    removeNode(orders, node);
    node.item.trail = kept;
    putNode(kept.item.orders, node, node.key);
  }
  placeGroup(gone);
  return kept;
}

function addGroup(trail: Trail, extreme: number): TrailGroup {
  const { top } = trail;
  const group = createNode<Followers>({ trail, extreme, orders: [], above: null, below: top });
  if (top !== null) top.item.above = group;
  trail.top = group;
  return group;
}

/** Puts the group where its nearest stop belongs, or takes it away with its last order. */
function placeGroup(group: TrailGroup): void {
  const { trail, extreme, orders, above, below } = group.item;
  const nearest = orders[0];
  if (nearest !== undefined) {
    putNode(trail.nearest, group, stopKey(trail, extreme, nearest.key));
    return;
  }
  removeNode(trail.nearest, group);
  if (above === null) trail.top = below;
  else above.item.below = below;
  if (below !== null) below.item.above = above;
}
