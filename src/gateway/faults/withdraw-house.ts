/**
 * Partial fills: before an order of the account is placed, the house takes back so much of its
 * liquidity that the order can fill only in part at once. The order itself is placed as it was
 * sent, so the engine's rules decide what becomes of the rest: it rests, or is canceled if it may
 * not. Orders of other traders stay. If nothing of the order can rest, the house offers the same
 * again right behind it; otherwise it would fill the rest, so it waits for its usual beat.
 */

import type { AmendOrder, Batch, CancelOrder, Command, PlaceOrder } from '../../domain/command.ts';
import { workingPriceOf } from '../../domain/contract.ts';
import { BATCH_COMMANDS_MAX } from '../../domain/limits.ts';
import { sideOf } from '../../domain/side.ts';
import { type Lots, lots, type Ticks } from '../../domain/units.ts';
import { nextTurn } from '../../machine/timers.ts';
import type { StandingOrder } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import type { FaultKind } from '../../wire/fault-names.ts';
import type { Edge } from '../edge.ts';

export interface Withdrawn {
  readonly kind: FaultKind;
  /** To be called right after the command is submitted. */
  readonly offerAgain: () => void;
}

/** To be called right before the command is submitted. Undefined if it meets no fault. */
export async function withdrawHouse(
  { venue, faults }: Pick<Edge, 'venue' | 'faults'>,
  command: Command,
): Promise<Withdrawn | undefined> {
  const orders = takersIn(command);
  const fault = orders[0] && faults?.find('order', orders[0].account);
  if (fault === undefined) return undefined;
  await untilIdle(venue);
  const met = orders.filter(() => fault.hit());
  if (met.length === 0) return undefined;
  const offers = met
    .flatMap((order) => withdrawals(venue.read, order, met, fault.settings.part ?? 0))
    .slice(0, BATCH_COMMANDS_MAX);
  const submit = (commands: Batch['commands']): void => {
    if (commands.length > 0) venue.submit({ kind: 'batch', commands }).catch(() => undefined);
  };
  // The order follows at once, so that nobody comes in between.
  submit(offers.map(({ withdrawal }) => withdrawal));
  const again = met.some(mayRest) ? [] : offers.map(({ offer }) => offer);
  return { kind: fault.kind, offerAgain: () => submit(again) };
}

const mayRest = ({ price, timeInForce }: PlaceOrder): boolean =>
  price !== null && timeInForce === 'normal';

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

/** What the house withdraws, and the order with which it offers that again. */
interface Withdrawal {
  readonly withdrawal: AmendOrder | CancelOrder;
  readonly offer: PlaceOrder;
}

/** What the house withdraws for this order, if it is the first of its kind among its companions. */
function withdrawals(
  read: Venue['read'],
  order: PlaceOrder,
  companions: readonly PlaceOrder[],
  part: number,
): Withdrawal[] {
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
  return offered.flatMap((each) => {
    const kept = Math.min(left, openLots(each));
    left -= kept;
    return kept === openLots(each) ? [] : [withdrawalOf(each, kept, contract.orderLotsMin)];
  });
}

function withdrawalOf(order: StandingOrder, kept: number, orderLotsMin: Lots): Withdrawal {
  const { account, contract, id, filled, positionSide, effect, price } = order;
  const target = { by: 'id', order: id } as const;
  const size = lots(filled + kept);
  const offer: PlaceOrder = {
    kind: 'place-order',
    account,
    contract,
    positionSide,
    effect,
    size: lots(openLots(order) - kept),
    price,
    timeInForce: 'post-only',
    clientOrderId: null,
    takeProfit: null,
    stopLoss: null,
    marginMode: null,
  };
  if (kept === 0 || size < orderLotsMin)
    return { withdrawal: { kind: 'cancel-order', account, target }, offer };
  const amendment = { kind: 'amend-order', account, target, size, price: null } as const;
  return { withdrawal: amendment, offer };
}

const takingSide = ({ positionSide, effect }: PlaceOrder) => sideOf(positionSide, effect);

/** The price up to which an order may trade, as the engine will have it. */
function reachOf(read: Venue['read'], order: PlaceOrder): Ticks {
  const { contract, mark } = read.listing.record(order.contract);
  return workingPriceOf(contract, order, mark);
}

const openLots = ({ size, filled }: StandingOrder): number => size - filled;
