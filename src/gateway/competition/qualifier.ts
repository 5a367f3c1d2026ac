/**
 * Qualification is worked out, not clicked: an order worth 5 to 50 USDT on cmt_btcusdt that was
 * accepted in the test phase, and one successful call each of assets, ticker or contracts,
 * leverage, and fills, in any dialect. Public calls carry no key. They count for the account
 * whose key a header names, and for accounts that sign calls from the same address, before or
 * after.
 *
 * An account that has shown everything costs one look into a map per call.
 */

import { notionalOf } from '../../domain/contract.ts';
import { type AccountId, type OrderId, orderId } from '../../domain/ids.ts';
import { type Millis, type Money, NO_TICKS, toBigInt } from '../../domain/units.ts';
import type { FactHome } from '../../facts/fact.ts';
import type { Applied } from '../../venue/venue.ts';
import { QUALIFYING_STEPS, type QualifyingStep } from '../../wire/competition/qualifying-step.ts';
import { formatMoney } from '../../wire/quantity.ts';
import { DIALECTS, findNamedKey } from '../dialects.ts';
import type { Witness } from '../edge.ts';
import { keepNewest } from '../kept-map.ts';
import type { Competition } from './competition.ts';
import type { Evidence } from './registry.ts';

export interface QualifierParts extends Pick<Competition, 'venue' | 'keys' | 'registry'> {
  /** Calls that other replicas have seen. */
  readonly sightings: Sightings;
}

const SYMBOL = 'cmt_btcusdt';
const VALUE_LEAST = 5_00000000n;
const VALUE_MOST = 50_00000000n;
/** Orders and addresses remembered while they may still count. */
const ORDERS_KEPT = 20_000;
const ADDRESSES_KEPT = 10_000;

/** What each endpoint shows, by its method and path. */
const STEPS: ReadonlyMap<string, QualifyingStep> = new Map(
  DIALECTS.flatMap(({ qualifying }) =>
    QUALIFYING_STEPS.flatMap((step) =>
      qualifying[step].map(({ method, path }) => [`${method} ${path}`, step] as const),
    ),
  ),
);

interface Seen {
  readonly at: Millis;
  readonly request: string;
}

export async function openQualifier(parts: QualifierParts) {
  const { keys, sightings } = parts;
  const { read } = parts.venue;
  const { mayQualify, note } = await openShownSteps(parts);
  const orders = new Map<OrderId, Money>();
  const marketCalls = new Map<string, Seen>();
  const accountsAt = new Map<string, Set<AccountId>>();
  const noteMarket = (account: AccountId, { at, request }: Seen): void =>
    note(account, { step: 'market', at, evidence: request });
  /** Counts for whoever signs calls from the same address, before or after. */
  const seeMarketCall = (address: string, seen: Seen): void => {
    for (const one of accountsAt.get(address) ?? []) if (mayQualify(one)) noteMarket(one, seen);
    keepNewest(marketCalls, ADDRESSES_KEPT, address, seen);
  };
  sightings.follow((seen) => {
    if (seen.kind === 'market-call') seeMarketCall(seen.address, seen);
  });
  /** Follows the venue: what an order was worth is known when it is accepted. */
  const look = ({ events }: Applied): void => {
    for (const event of events) {
      if (event.kind !== 'order-accepted' || !mayQualify(event.account)) continue;
      const { order, size, workingPrice } = event;
      const contract = read.listing.contract(event.contract);
      if (contract.symbol !== SYMBOL || workingPrice === NO_TICKS) continue;
      keepNewest(orders, ORDERS_KEPT, order, notionalOf(contract, workingPrice, size));
    }
  };
  const witness: Witness = (visit, body, account) => {
    if (read.season.current()?.phase !== 'enrolling') return;
    const { method, client, now: at, target } = visit;
    const step = STEPS.get(`${method} ${visit.endpoint}`);
    const request = `${method} ${target.path} from ${client.text}`;
    if (account === undefined) {
      if (step !== 'market') return;
      const named = keys.find(findNamedKey(visit.headers) ?? '')?.account;
      if (named !== undefined && mayQualify(named)) noteMarket(named, { at, request });
      const isNew = !marketCalls.has(client.text);
      seeMarketCall(client.text, { at, request });
      if (isNew) sightings.tell({ kind: 'market-call', address: client.text, at, request });
      return;
    }
    if (!mayQualify(account)) return;
    const others = accountsAt.get(client.text) ?? new Set();
    keepNewest(accountsAt, ADDRESSES_KEPT, client.text, others.add(account));
    const before = marketCalls.get(client.text);
    if (before !== undefined) noteMarket(account, before);
    if (step === undefined || step === 'market') return;
    if (step !== 'order') return note(account, { step, at, evidence: request });
    const placed = findPlaced(body);
    const value = placed === undefined ? undefined : orders.get(placed);
    if (value === undefined || toBigInt(value) < VALUE_LEAST || toBigInt(value) > VALUE_MOST)
      return;
    const evidence = `${request}, order ${placed} of ${formatMoney(value)} USDT`;
    note(account, { step, at, evidence });
  };
  return { look, witness };
}

/** What each account has shown so far, as far as this process knows. */
async function openShownSteps({ venue: { read }, registry: { qualifications } }: QualifierParts) {
  const known = await qualifications.all();
  const shown = new Map(
    [...known].map(([account, rows]) => [account, new Set(rows.map(({ step }) => step))]),
  );
  const stepsOf = (account: AccountId): Set<QualifyingStep> => {
    const steps = shown.get(account) ?? new Set();
    shown.set(account, steps);
    return steps;
  };
  return {
    mayQualify: (account: AccountId): boolean =>
      read.season.sanction(account) !== undefined &&
      read.season.current()?.phase === 'enrolling' &&
      stepsOf(account).size < QUALIFYING_STEPS.length,
    note: (account: AccountId, evidence: Evidence): void => {
      const steps = stepsOf(account);
      if (steps.has(evidence.step)) return;
      steps.add(evidence.step);
      // What could not be kept is shown again by the next call.
      qualifications.note(account, evidence).catch(() => steps.delete(evidence.step));
    },
  };
}

/** The id in the answer to an order that was taken. */
function findPlaced(body: string): OrderId | undefined {
  const digits = /"order_?[iI]d":"?(\d{1,16})\b/.exec(body)?.[1];
  return digits === undefined ? undefined : orderId(Number(digits));
}

export type Sighting =
  | {
      /** A public call that may show what a team can do. */
      readonly kind: 'market-call';
      readonly address: string;
      readonly at: Millis;
      readonly request: string;
    }
  | {
      /** An address that an account calls from. */
      readonly kind: 'address';
      readonly address: string;
      readonly account: AccountId;
    };

export type Sightings = ReturnType<typeof openSightings>;

type Look = (seen: Sighting) => void;

/**
 * What replicas tell each other of callers while a season wants to know: a balancer sends the calls
 * of one address to several of them. Nothing of it is stored.
 */
export function openSightings({ news }: Pick<FactHome, 'news'>) {
  const listeners: Look[] = [];
  // Told again with the next call, if the others cannot be reached.
  const tell = news<Sighting>('sightings', (seen) => {
    for (const listener of listeners) listener(seen);
  });
  return { tell, follow: (listener: Look) => void listeners.push(listener) };
}
