/** The budgets of a call: the weight of its address, and the orders and cancels of its account. */
import type { AccountId } from '../../domain/ids.ts';
import type { Endpoint } from '../../wire/endpoint.ts';
import type { Edge } from '../edge.ts';
import { closedReply, type Reply, tooMany } from '../reply.ts';
import type { Visit } from '../visit.ts';
import { type AccountCost, lessCost } from './limiter.ts';

/** At once, unless another process keeps the budgets. */
export type Limited = Reply | undefined | Promise<Reply | undefined>;

/** Takes the weight of a request from the budget of its address; refuses all while it is closed. */
export const createLimit =
  (edge: Edge) =>
  (visit: Visit, weight: number): Limited => {
    const closed = closedReply(edge, visit);
    if (closed !== undefined) return closed;
    const { group } = visit.client;
    const judge = (wait: number): Reply | undefined => {
      if (wait === 0) return undefined;
      const isLast = edge.limiter.noteTold(group, visit.startedAt);
      return { ...tooMany(visit, wait, isLast ? 'patience' : undefined), isLast };
    };
    const wait = edge.limiterOf(visit.dialect).askAddress(group, weight, visit.startedAt);
    return wait instanceof Promise ? wait.then(judge) : judge(wait);
  };

/** Charges for what only the fields or the answer show. The debt is paid off over time. */
export function chargeMore(
  edge: Edge,
  { dialect, client, startedAt }: Visit,
  weight: number,
): void {
  if (weight > 0) edge.limiterOf(dialect).charge({ group: client.group, weight }, startedAt);
}

/** Limits of the account: for one order first, and again if the fields hold several. */
export function limitAccount(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  account: AccountId,
  count = 1,
): Limited {
  const cost = costOf(edge, account, endpoint, count);
  const limiter = edge.limiterOf(visit.dialect);
  const { startedAt } = visit;
  const { group } = visit.client;
  const judge = (wait: number): Reply | undefined => {
    if (wait === 0) return undefined;
    // A call that is short of one budget is charged to none.
    limiter.charge({ group, weight: -endpoint.ipWeight, refusals: 1 }, startedAt);
    return tooMany(visit, wait, 'orders');
  };
  const wait = limiter.askAccount(account, cost, startedAt, group);
  return wait instanceof Promise ? wait.then(judge) : judge(wait);
}

/** The cost of one order of a throttled entrant. */
const THROTTLED_COST = 20;

function costOf(
  { venue }: Edge,
  account: AccountId,
  { uidWeight, orderRate }: Endpoint,
  count: number,
): AccountCost {
  const each = venue.read.season.sanction(account) === 'throttled' ? THROTTLED_COST : 1;
  return {
    weight: uidWeight,
    orders: orderRate === 'place' ? count * each : 0,
    orderCalls: orderRate === 'place' ? each : 0,
    cancels: orderRate === 'cancel' ? count : 0,
  };
}

/** The fields hold several orders: what was charged for one is given back first. */
export function limitSeveral(
  edge: Edge,
  visit: Visit,
  endpoint: Endpoint,
  account: AccountId,
  count: number,
): Limited {
  const cost = lessCost(costOf(edge, account, endpoint, 1));
  edge.limiterOf(visit.dialect).charge({ account, cost }, visit.startedAt);
  return limitAccount(edge, visit, endpoint, account, count);
}
