/** The parts that every call passes through, made once. */
import { assert } from '../domain/assert.ts';
import type { Contract } from '../domain/contract.ts';
import type { AccountId } from '../domain/ids.ts';
import { REQUEST_LIFE } from '../domain/limits.ts';
import type { Venue } from '../venue/venue.ts';
import type { RateWindow } from '../wire/dialect.ts';
import type { Naming } from '../wire/symbol.ts';
import {
  type Address,
  type AddressRange,
  addressGroup,
  type ClientAddress,
  findAddress,
  findRange,
  formatAddress,
  isWithin,
} from './address.ts';
import type { Authority } from './authenticate.ts';
import { Crowd } from './connections/crowd.ts';
import { createTurns, type Turns } from './connections/pace-requests.ts';
import type { Faults } from './faults/faults.ts';
import type { KeyStore } from './keys/key-store.ts';
import { Lateness } from './lateness.ts';
import { type Budgets, createLimiter, type Limiter } from './limits/limiter.ts';
import { createWindows } from './limits/windows.ts';
import type { JsonLogger } from './logger.ts';
import type { Metrics } from './metrics.ts';
import { createReplayCache, type ReplayCache } from './replay-cache.ts';
import type { Request } from './router.ts';
import type { GatewaySettings } from './settings.ts';
import type { Visit } from './visit.ts';

export interface Edge extends Budgets {
  readonly venue: Venue;
  readonly keys: KeyStore;
  readonly settings: GatewaySettings;
  readonly logger: JsonLogger;
  readonly metrics: Metrics;
  readonly crowd: Crowd;
  readonly turns: Turns;
  readonly replay: ReplayCache;
  readonly authority: Authority;
  /** Undefined where nobody can ask for faults. */
  readonly faults: Faults | undefined;
  readonly lateness: Lateness;
  readonly findClient: (request: Pick<Request, 'socket' | 'headers'>) => ClientAddress;
  readonly findContract: (symbol: string) => Contract | undefined;
  /** The symbols of contracts in each dialect that is served. */
  readonly namings: Naming[];
  /** Told of every call that succeeded, after it was answered. */
  readonly witnesses: Witness[];
  /** Told of every answer, refusals and lost ones included. */
  readonly followers: AnswerFollower[];
}

export type AnswerFollower = (
  call: WitnessedCall & Pick<Visit, 'body'>,
  answer: FollowedAnswer,
  account: AccountId | undefined,
) => void;

/** The status is 0 if the answer was lost on request. */
export interface FollowedAnswer {
  readonly status: number;
  readonly body: string;
  readonly code?: string;
  readonly fault?: string | undefined;
}

/** The account is undefined for a public endpoint. */
export type Witness = (call: WitnessedCall, body: string, account: AccountId | undefined) => void;

/** The part of a call that a witness sees. */
export type WitnessedCall = Pick<
  Visit,
  'endpoint' | 'now' | 'client' | 'target' | 'method' | 'headers'
>;

export type EdgeParts = Pick<Edge, 'venue' | 'keys' | 'settings' | 'logger' | 'metrics'> & {
  readonly faults?: Faults | undefined;
  /** Where another process keeps the budgets. */
  readonly budgets?: Budgets | undefined;
};

export function createEdge(parts: EdgeParts): Edge {
  const { budgets, ...rest } = parts;
  const { venue, keys, settings } = rest;
  const { timestampWindowMillis: window } = settings;
  assert(2 * window < REQUEST_LIFE, 'a request may come again after it is forgotten', window);
  const { limiter, limiterOf } = budgets ?? createBudgets(rest);
  return {
    ...rest,
    faults: parts.faults,
    limiter,
    limiterOf,
    crowd: new Crowd({
      terms: settings.connections,
      isTrusted: createIsTrusted(settings.trustedProxies),
      isShutOut: (group) => limiter.wasTold(group, venue.clock.monotonicNow()),
    }),
    lateness: new Lateness(venue, settings.lateness),
    turns: createTurns(),
    replay: createReplayCache(settings.replay),
    authority: {
      keys,
      windowMillis: settings.timestampWindowMillis,
      explains: settings.sandboxHelp,
      venue,
    },
    findClient: createFindClient(settings.trustedProxies),
    findContract: venue.read.listing.find,
    namings: [],
    witnesses: [],
    followers: [],
  };
}

/** What budgets depend on. */
interface BudgetParts {
  readonly venue: Pick<Venue, 'clock'>;
  readonly settings: Pick<GatewaySettings, 'limits'>;
}

export function createBudgets(parts: BudgetParts): Budgets {
  const limiter = createLimiter(parts.settings.limits);
  return { limiter, limiterOf: ownLimiters(parts, limiter) };
}

/** Each dialect that counts by windows has a limiter of its own; all share who is shut out. */
function ownLimiters({ venue, settings }: BudgetParts, shared: Limiter): Edge['limiterOf'] {
  const { keptMax, windowTimes, windows: instead } = settings.limits;
  const aheadMillis = venue.clock.wallNow() - venue.clock.monotonicNow();
  const made = new Map<readonly RateWindow[], Limiter>();
  return ({ rateWindows }) => {
    if (rateWindows === undefined) return shared;
    const known = made.get(rateWindows);
    if (known !== undefined) return known;
    const widened = rateWindows.map((window) => {
      const times = window.counts === 'weight' ? windowTimes.weight : windowTimes.orders;
      return { ...window, limit: window.limit * times };
    });
    const windows = instead ?? widened;
    const limiter = createWindows({ windows, keptMax, aheadMillis, shared });
    made.set(rateWindows, limiter);
    return limiter;
  };
}

/** Further hops are ignored: no setup has so many proxies. */
const HOPS_MAX = 32;
const NOWHERE: Address = { family: 4, bits: 0n };

/** Throws on a range that is none, naming it: the operator wrote it. */
const rangesOf = (trustedProxies: readonly string[]): AddressRange[] =>
  trustedProxies.map((text) => {
    const range = findRange(text);
    if (range === undefined) throw new Error(`trusted proxy is no address or CIDR: ${text}`);
    return range;
  });

/** Whether an address, as it is written, is that of a trusted proxy. */
function createIsTrusted(trustedProxies: readonly string[]): (text: string) => boolean {
  const trusted = rangesOf(trustedProxies);
  return (text) => {
    if (trusted.length === 0) return false;
    const address = findAddress(text);
    return address !== undefined && trusted.some((range) => isWithin(address, range));
  };
}

/**
 * The address of the caller: the other end of the connection, unless that is a proxy that the
 * operator trusts. Then the forwarded list is walked from the right past every trusted hop,
 * because a caller can write anything on the left.
 */
export function createFindClient(trustedProxies: readonly string[]): Edge['findClient'] {
  const trusted = rangesOf(trustedProxies);
  const peers = new WeakMap<object, ClientAddress>();
  return ({ socket, headers }) => {
    let peer = peers.get(socket);
    if (peer === undefined) {
      peer = describe(findAddress(socket.remoteAddress ?? '') ?? NOWHERE);
      peers.set(socket, peer);
    }
    if (trusted.length === 0) return peer;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded === undefined) return peer;
    const found = walkHops(peer.address, [forwarded].flat().join(','), trusted);
    return found === peer.address ? peer : describe(found);
  };
}

/** The first address from the right that is not a trusted hop. */
function walkHops(peer: Address, forwarded: string, trusted: readonly AddressRange[]): Address {
  const isTrusted = (address: Address): boolean =>
    trusted.some((range) => isWithin(address, range));
  let client = peer;
  const hops = forwarded.split(',').slice(-HOPS_MAX);
  while (isTrusted(client)) {
    const hop = hops.pop();
    if (hop === undefined) return client;
    const address = findAddress(hop);
    // A hop that is no address was not written by a proxy we trust: it proves nothing.
    if (address === undefined) return peer;
    client = address;
  }
  return client;
}

const describe = (address: Address): ClientAddress => ({
  address,
  text: formatAddress(address),
  group: addressGroup(address),
});
