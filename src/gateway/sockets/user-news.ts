/**
 * Tells the story of one account in one entry: its orders step by step, in the order in which they
 * changed, and then its money and positions as they stand.
 */

import { assert } from '../../domain/assert.ts';
import { notionalOf } from '../../domain/contract.ts';
import type { Event, FillSettled } from '../../domain/event.ts';
import type { FillSide } from '../../domain/fill.ts';
import type { FillRow } from '../../domain/history.ts';
import type { AccountId, OrderId } from '../../domain/ids.ts';
import { marginRequirement } from '../../domain/margin.ts';
import { minus, plus } from '../../domain/money.ts';
import type { CancelReason, Order } from '../../domain/order.ts';
import { unrealisedPnl } from '../../domain/position.ts';
import { lots, type Money, money, NO_MONEY, toBigInt } from '../../domain/units.ts';
import type { Read } from '../../venue/read.ts';
import type { Applied } from '../../venue/venue.ts';
import type { PositionTold } from '../../wire/account-figures.ts';
import type {
  MarginCall,
  MoneyCause,
  MoneyNews,
  OrderNews,
  TriggerNews,
  UserNews,
} from '../../wire/user-news.ts';

export function userNews(
  read: Read,
  account: AccountId,
  applied: Applied,
  positions: readonly PositionTold[],
): readonly UserNews[] {
  const story = beginStory(read, account, applied);
  for (const event of applied.events) tellEvent(story, event);
  const moved = moneyNews(read, account, applied, positions);
  return moved === undefined ? story.news : [...story.news, moved];
}

interface Story {
  readonly read: Read;
  readonly account: AccountId;
  readonly at: Applied['at'];
  /** The account's orders of the entry, as they stood at each step. */
  readonly orders: Map<OrderId, Order>;
  /** Orders that were refused at once: nobody hears of them. */
  readonly unheard: ReadonlySet<OrderId>;
  readonly fills: readonly FillRow[];
  readonly news: UserNews[];
}

/** An order that fills whole or not, or never takes, is not recorded if it cannot. */
const REFUSED_AT_ONCE: ReadonlySet<CancelReason> = new Set(['fok-short', 'post-only-would-take']);

function beginStory(read: Read, account: AccountId, applied: Applied): Story {
  const { at, events, orders } = applied;
  const fills = applied.fills.filter((fill) => fill.account === account);
  const steps = new Map<OrderId, Order>();
  for (const { order } of orders) if (order.account === account) steps.set(order.id, { ...order });
  const placed = new Set<OrderId>();
  const unheard = new Set<OrderId>();
  for (const event of events) {
    if (event.kind === 'order-accepted' && event.trigger === null) placed.add(event.order);
    if (event.kind === 'order-canceled' && REFUSED_AT_ONCE.has(event.reason))
      if (placed.has(event.order)) unheard.add(event.order);
    if (event.kind !== 'fill-settled') continue;
    for (const { order: id } of [event.maker, event.taker]) unfill(steps.get(id), event);
  }
  return { read, account, at, orders: steps, unheard, fills, news: [] };
}

function unfill(order: Order | undefined, { size, value }: FillSettled): void {
  if (order === undefined) return;
  order.filled = lots(order.filled - size);
  order.filledValue = minus(order.filledValue, value);
}

function tellEvent(story: Story, event: Event): void {
  switch (event.kind) {
    case 'order-accepted':
      if (event.trigger === null) tellOrder(story, event.order, { step: 'new' });
      else tellTrigger(story, event.order, { step: 'placed' });
      return;
    case 'trigger-activated':
      tellTrigger(story, event.order, { step: 'activated' });
      return;
    case 'trigger-amended':
      tellTrigger(story, event.order, { step: 'changed' });
      return;
    case 'trigger-fired':
      tellTrigger(story, event.order, { step: 'firing' });
      tellTrigger(story, event.order, { step: 'fired' });
      tellOrder(story, event.order, { step: 'new' });
      return;
    case 'order-amended':
      tellOrder(story, event.order, { step: 'amended' });
      return;
    case 'fill-settled':
      tellFill(story, event, event.maker);
      tellFill(story, event, event.taker);
      return;
    case 'order-canceled': {
      const { order, reason, reject } = event;
      if (story.orders.get(order)?.trigger?.firedAt === null) {
        tellTrigger(story, order, { step: 'ended', reason, reject });
        return;
      }
      tellOrder(story, order, { step: 'ended', reason });
      finish(story, order);
      return;
    }
    case 'leverage-set':
      if (event.account === story.account)
        story.news.push({
          kind: 'leverage',
          contract: story.read.listing.contract(event.contract),
          leverage: event.longLeverage,
          at: story.at,
        });
      return;
    default:
  }
}

function tellFill(story: Story, event: FillSettled, side: FillSide): void {
  const order = story.orders.get(side.order);
  if (order === undefined || side.account !== story.account) return;
  order.filled = lots(order.filled + event.size);
  order.filledValue = plus(order.filledValue, event.value);
  const fill = story.fills.find((row) => row.trade === event.trade && row.order === side.order);
  assert(fill !== undefined, 'a fill has no row', event.trade);
  tellOrder(story, side.order, { step: 'filled', fill });
  if (side.remaining === 0) finish(story, side.order);
}

function finish(story: Story, id: OrderId): void {
  const trigger = story.orders.get(id)?.trigger ?? null;
  if (trigger !== null) tellTrigger(story, id, { step: 'finished' });
}

type OrderStep = Pick<OrderNews, 'step'> & Partial<Pick<OrderNews, 'fill' | 'reason'>>;

function tellOrder({ orders, unheard, read, at, news }: Story, id: OrderId, step: OrderStep): void {
  const order = orders.get(id);
  if (order === undefined || unheard.has(id)) return;
  const status = order.filled === order.size ? 'filled' : 'open';
  const contract = read.listing.contract(order.contract);
  news.push({
    kind: 'order',
    contract,
    order: { ...order, status: step.step === 'ended' ? 'canceled' : status },
    fill: null,
    reason: null,
    at,
    ...step,
  });
}

/** What the order is at each step, whatever became of it later in the entry. */
const TRIGGER_STATES: Readonly<Record<TriggerNews['step'], Order['status']>> = {
  placed: 'untriggered',
  changed: 'untriggered',
  activated: 'untriggered',
  firing: 'pending',
  fired: 'pending',
  ended: 'canceled',
  finished: 'filled',
};

type TriggerStep = Pick<TriggerNews, 'step'> & Partial<Pick<TriggerNews, 'reason' | 'reject'>>;

function tellTrigger({ orders, read, at, news }: Story, id: OrderId, step: TriggerStep): void {
  const order = orders.get(id);
  const trigger = order?.trigger ?? null;
  if (order === undefined || trigger === null) return;
  const status = TRIGGER_STATES[step.step];
  const firedAt = status === 'untriggered' ? null : trigger.firedAt;
  const contract = read.listing.contract(order.contract);
  news.push({
    kind: 'trigger',
    contract,
    order: { ...order, status, trigger: { ...trigger, firedAt } },
    reason: null,
    reject: null,
    at,
    ...step,
  });
}

/** Returns what became of the money; undefined if it and the positions stand as before. */
function moneyNews(
  read: Read,
  account: AccountId,
  { events, at }: Applied,
  positions: readonly PositionTold[],
): MoneyNews | undefined {
  let cause: MoneyCause | undefined;
  let moved = 0n;
  for (const event of events) {
    const found = causeOf(event, account);
    if (found !== undefined) cause = strongest(cause, found);
    moved += movedBy(event, account);
  }
  if (cause === undefined) return undefined;
  const { wallet } = read.account.get(account);
  return {
    kind: 'money',
    cause,
    wallet,
    crossWallet: crossCashOf(read, account),
    positionMode: read.account.positionMode(account),
    moved: money(moved),
    // Funding changes the margin of an isolated position alone.
    positions:
      cause === 'funding'
        ? positions.filter(({ marginMode }) => marginMode === 'isolated')
        : positions,
    at,
  };
}

/** Returns what a wallet gained or lost by an event, results and fees left out. */
function movedBy(event: Event, account: AccountId): bigint {
  if (!('account' in event) || event.account !== account) return 0n;
  switch (event.kind) {
    case 'collateral-moved':
    case 'deficit-covered':
      return toBigInt(event.amount);
    case 'funding-paid':
      return -toBigInt(event.payment);
    case 'account-reset':
      return toBigInt(event.transferred);
    default:
      return 0n;
  }
}

/** Returns the wallet without the margins of isolated positions. */
export function crossCashOf(read: Read, account: AccountId): Money {
  let { wallet } = read.account.get(account);
  for (const { marginMode, position } of read.account.positions(account))
    if (marginMode === 'isolated') wallet = minus(wallet, position.isolatedMargin);
  return wallet;
}

/** Of several causes a fill counts first, then funding, then the first one. */
const strongest = (known: MoneyCause | undefined, found: MoneyCause): MoneyCause => {
  if (known === undefined || found === 'fill') return found;
  return known !== 'fill' && found === 'funding' ? found : known;
};

function causeOf(event: Event, account: AccountId): MoneyCause | undefined {
  if (event.kind === 'fill-settled')
    return event.maker.account === account || event.taker.account === account ? 'fill' : undefined;
  if (!('account' in event) || event.account !== account) return undefined;
  switch (event.kind) {
    case 'funding-paid':
      return 'funding';
    case 'collateral-moved':
      return event.amount < NO_MONEY ? 'withdrawal' : 'deposit';
    case 'isolated-margin-moved':
      return 'margin';
    case 'margin-mode-set':
      return 'margin-mode';
    case 'deficit-covered':
      return 'insurance';
    case 'account-reset':
      return 'reset';
    default:
      return undefined;
  }
}

/** Equity below 125 per cent of what is required is near. */
const isNear = (equity: bigint, required: bigint): boolean => 4n * equity < 5n * required;

/** Finds the positions of an account that are near liquidation. */
export function findMarginCall(read: Read, account: AccountId): MarginCall | undefined {
  const held = read.account.positions(account);
  if (held.length === 0) return undefined;
  const cross = held.filter(({ marginMode }) => marginMode === 'cross');
  const crossWallet = crossCashOf(read, account);
  const isCrossNear = isNear(toBigInt(crossWallet) + sum(cross, resultOf), sum(cross, requiredOf));
  const positions = held.filter((each) =>
    each.marginMode === 'cross'
      ? isCrossNear
      : isNear(toBigInt(each.position.isolatedMargin) + resultOf(each), requiredOf(each)),
  );
  if (positions.length === 0) return undefined;
  const positionMode = read.account.positionMode(account);
  return { kind: 'margin-call', crossWallet, positionMode, positions, at: read.now() };
}

const resultOf = ({ contract, position, mark }: PositionTold): bigint =>
  toBigInt(unrealisedPnl(contract, position, mark));

const requiredOf = ({ contract, position, mark, liquidation }: PositionTold): bigint =>
  toBigInt(
    marginRequirement(contract, notionalOf(contract, mark, position.size), liquidation.takerFee),
  );

const sum = (held: readonly PositionTold[], of: (each: PositionTold) => bigint): bigint =>
  held.reduce((total, each) => total + of(each), 0n);
