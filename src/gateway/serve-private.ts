/** A private call from its first budget to its answer, in the order the interface promises. */

import type { AccountId } from '../domain/ids.ts';
import type { Endpoint } from '../wire/endpoint.ts';
import type { Fields } from '../wire/read-request.ts';
import { authenticate } from './authenticate.ts';
import type { Handler, PrivateCall } from './call.ts';
import { isRefused, type Refused, type Verified } from './credentials-check.ts';
import type { Edge } from './edge.ts';
import { type Errand, NO_ERRAND, openErrand } from './errand.ts';
import { identifyRequest } from './identify-request.ts';
import type { AccountCost } from './limits/limiter.ts';
import { chargeAddress, errorOutcome, type Outcome, send, tooMany } from './outcome.ts';
import { callOf, perform } from './perform.ts';
import type { Visit } from './visit.ts';

export interface PrivateRoute {
  readonly endpoint: Endpoint;
  readonly handler: Handler<PrivateCall>;
  /** How many orders or cancels a call stands for; one where it is not given. */
  readonly count?: (fields: Fields) => number;
}

export async function servePrivate(edge: Edge, visit: Visit, route: PrivateRoute): Promise<void> {
  const { endpoint } = route;
  const { client, startedAt } = visit;
  const short = chargeAddress(edge, visit, endpoint.ipWeight);
  if (short !== undefined) return send(edge, visit, short);
  const { permission, lackingCode } = endpoint;
  const need = { permission: permission ?? 'trade', lackingCode };
  const identified = authenticate(edge.authority, visit, need);
  const verified = identified instanceof Promise ? await identified : identified;
  if (isRefused(verified)) {
    if (verified.isGuess) edge.limiter.noteAuthFailure(client.group, startedAt);
    return send(edge, visit, refusedOutcome(visit, verified));
  }
  const { account } = verified.key;
  const wait = edge.limiter.takeAccount(account, costOf(edge, account, endpoint, 1), startedAt);
  const outcome =
    wait > 0
      ? takeBack(edge, visit, endpoint, wait)
      : await answerOnce(edge, visit, route, verified);
  send(edge, visit, outcome, account);
}

function refusedOutcome(visit: Visit, { error, retryAfterSeconds }: Refused): Outcome {
  const outcome = errorOutcome(visit, error);
  return retryAfterSeconds > 0 ? { ...outcome, retryAfterSeconds } : outcome;
}

/** Short of one budget, charged to none. */
function takeBack(edge: Edge, visit: Visit, endpoint: Endpoint, wait: number): Outcome {
  edge.limiter.giveBackAddress(visit.client.group, endpoint.ipWeight, visit.startedAt);
  edge.limiter.noteRefusal(visit.client.group, visit.startedAt);
  return tooMany(visit, wait);
}

/** An order of a throttled entrant counts as so many. */
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
    cancels: orderRate === 'cancel' ? count : 0,
  };
}

/** What changes something is done once, however often exactly the same is sent. */
async function answerOnce(
  edge: Edge,
  visit: Visit,
  route: PrivateRoute,
  verified: Verified,
): Promise<Outcome> {
  const { signature, timestamp, key } = verified;
  if (route.endpoint.permission !== 'trade')
    return answer(edge, visit, route, { key, ...NO_ERRAND });
  const request = identifyRequest(verified, visit.now);
  for (;;) {
    const replay = edge.replay.begin({ signature, timestamp }, visit.now);
    if (replay.kind === 'full') return tooMany(visit, 1);
    if (replay.kind === 'repeat') {
      const stored = await replay.answer;
      if (stored !== undefined) return { ...stored, isRepeat: true };
      // The first did nothing after all, so this one tries.
      continue;
    }
    const errand = openErrand(edge.venue, request);
    const outcome = errand.label(await answer(edge, visit, route, { key, ...errand }));
    if (outcome.mayRetry === true) replay.pending.forget();
    else replay.pending.keep({ status: outcome.status, body: outcome.body });
    return outcome;
  }
}

function answer(
  edge: Edge,
  visit: Visit,
  route: PrivateRoute,
  { key, carryOut, before, asOf }: Pick<Verified, 'key'> & Errand,
): Promise<Outcome> {
  const { endpoint, handler, count } = route;
  const { account } = key;
  const own = { account, key, carryOut, before };
  return perform(edge, asOf(visit), endpoint, {
    charge: (fields) => chargeRest(edge, visit, { endpoint, account, count: count?.(fields) ?? 1 }),
    respond: (fields) => handler({ ...callOf(edge, asOf(visit), fields), ...own }),
  });
}

/** One was charged before anything was read; what was read may stand for several. */
function chargeRest(
  edge: Edge,
  visit: Visit,
  { endpoint, account, count }: { endpoint: Endpoint; account: AccountId; count: number },
): Outcome | undefined {
  if (count <= 1) return undefined;
  edge.limiter.giveBackAccount(account, costOf(edge, account, endpoint, 1), visit.startedAt);
  const cost = costOf(edge, account, endpoint, count);
  const wait = edge.limiter.takeAccount(account, cost, visit.startedAt);
  return wait > 0 ? takeBack(edge, visit, endpoint, wait) : undefined;
}
