/**
 * Partial fills: before an order of the account is placed, the house takes back so much of its
 * liquidity that the order can fill only in part at once. The order itself is placed as it was
 * sent, so the engine's rules decide what becomes of the rest: it rests, or is canceled if it may
 * not. Orders of other traders stay. The house quotes again at its next beat.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { clipToBand, protectionPrice } from '../../domain/band.ts';
import type { AmendOrder, CancelOrder, Command, PlaceOrder } from '../../domain/command.ts';
import { BATCH_COMMANDS_MAX } from '../../domain/limits.ts';
import { sideOf } from '../../domain/side.ts';
import { lots, type Ticks } from '../../domain/units.ts';
import type { StandingOrder } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import type { Edge } from '../edge.ts';
import type { FaultKind } from './kinds.ts';

/**
 * To be called right before the command is submitted. Returns the kind of the fault that the
 * command met, if any.
 */
export async function withdrawHouse(
  { venue, faults }: Pick<Edge, 'venue' | 'faults'>,
  command: Command,
): Promise<FaultKind | undefined> {
  const orders = takersIn(command);
  const fault = orders[0] && faults?.find('order', orders[0].account);
  if (fault === undefined) return undefined;
  await untilIdle(venue);
  const met = orders.filter(() => fault.hit());
  const commands = met
    .flatMap((order) => withdrawals(venue.read, order, met, fault.settings.part ?? 0))
    .slice(0, BATCH_COMMANDS_MAX);
  // The order follows at once, so that nobody comes in between.
  if (commands.length > 0) venue.submit({ kind: 'batch', commands }).catch(() => undefined);
  return met.length === 0 ? undefined : fault.kind;
}

const takersIn = (command: Command): PlaceOrder[] =>
  (command.kind === 'batch' ? command.commands : [command]).flatMap((each) =>
    each.kind === 'place-order' && each.timeInForce !== 'post-only' ? [each] : [],
  );

/** A venue whose time runs fast is never idle. */
const TURNS_MAX = 1_000;

/** Quotes of the house that are still on their way would not be seen. */
async function untilIdle({ health }: Pick<Venue, 'health'>): Promise<void> {
  for (let turn = 0; turn < TURNS_MAX && health().queued > 0; turn += 1) await nextTurn();
}

/** More levels than a book has within reach of an order. */
const LEVELS_MAX = 100_000;

/** What the house withdraws for this order, if it is the first of its kind among its companions. */
function withdrawals(
  read: Venue['read'],
  order: PlaceOrder,
  companions: readonly PlaceOrder[],
  part: number,
): (AmendOrder | CancelOrder)[] {
  const alike = companions.filter(
    (other) => other.contract === order.contract && takingSide(other) === takingSide(order),
  );
  if (alike[0] !== order) return [];
  const { contract } = read.listing.record(order.contract);
  const side = takingSide(order);
  const reaches = alike.map((each) => reachOf(read, each));
  const reach = side === 'buy' ? Math.max(...reaches) : Math.min(...reaches);
  const away = (price: Ticks): number => (side === 'buy' ? price - reach : reach - price);
  const offered = read.account
    .house()
    .flatMap(({ account }) => read.account.standing(account, contract.id).orders)
    .filter(({ side: own, workingPrice }) => own !== side && away(workingPrice) <= 0)
    .toSorted((one, other) => away(one.workingPrice) - away(other.workingPrice));
  const { asks, bids } = read.market.levels(contract.id, LEVELS_MAX);
  const reached = (side === 'buy' ? asks : bids).filter(({ price }) => away(price) <= 0);
  const total = reached.reduce((sum, { size }) => sum + size, 0);
  const own = offered.reduce((sum, each) => sum + openLots(each), 0);
  const smallest = Math.min(...alike.map(({ size }) => size));
  // What others offer counts first, for it stays.
  let left = Math.max(0, Math.floor(smallest * part) - (total - own));
  return offered.flatMap((each): (AmendOrder | CancelOrder)[] => {
    const kept = Math.min(left, openLots(each));
    left -= kept;
    if (kept === openLots(each)) return [];
    const { account, id, filled } = each;
    const target = { by: 'id', order: id } as const;
    const size = lots(filled + kept);
    if (kept === 0 || size < contract.orderLotsMin)
      return [{ kind: 'cancel-order', account, target }];
    return [{ kind: 'amend-order', account, target, size, price: null }];
  });
}

const takingSide = ({ positionSide, effect }: PlaceOrder) => sideOf(positionSide, effect);

/** The price up to which an order may trade, as the engine will have it. */
function reachOf(read: Venue['read'], order: PlaceOrder): Ticks {
  const { contract, mark } = read.listing.record(order.contract);
  const side = takingSide(order);
  return order.price === null
    ? protectionPrice(contract, side, order.effect, mark)
    : clipToBand(contract, side, order.price, mark);
}

const openLots = ({ size, filled }: StandingOrder): number => size - filled;
