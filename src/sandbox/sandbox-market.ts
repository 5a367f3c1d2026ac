/** The market in the hands of a test. Everything here is in venue time and lands in the journal. */

import type { OpenVenue } from '../assembly/open-files.ts';
import { shown } from '../assembly/setting.ts';
import type { Contract } from '../domain/contract.ts';
import type { ContractId } from '../domain/ids.ts';
import { NO_TICKS, ticks } from '../domain/units.ts';
import {
  BASIS_MOST,
  CHANGE_LEAST,
  CHANGE_MOST,
  type ChaosAnswer,
  type ChaosControl,
  type ChaosRow,
  RATE_MOST,
} from '../gateway/admin/controls.ts';
import { REGIMES, type Regime } from '../market/feeds/regimes.ts';
import { formatFineTicks, formatFundingRate, formatTicks } from '../wire/quantity.ts';
import { badArgument, expectDone, type Guard, SandboxError } from './sandbox-error.ts';
import { expectNames } from './sandbox-options.ts';
import { type Duration, expectDuration } from './sandbox-time.ts';

/** How long something lasts; until `calm` if it is left out. */
export interface Lasting {
  readonly for?: Duration;
}

/** In what time something happens; at once if it is left out. */
export interface Gradual {
  readonly over?: Duration;
}

export interface MarketPrices {
  readonly index: number;
  readonly mark: number;
  /** The last trade; before the first, the mark. */
  readonly last: number;
  /** Null if nobody quotes that side. */
  readonly bid: number | null;
  readonly ask: number | null;
  /** The funding rate as it is forming, as a fraction. */
  readonly fundingRate: number;
}

/**
 * A market is named by its coin, such as `BTC`, or by its symbol; `all` means every market. The
 * market acts once in half a second of venue time. Each call that changes it goes on to its next
 * beat, also with a manual clock: half a second passes, or what is left of one. The change has
 * taken effect when the call resolves.
 */
export interface MarketActs {
  readonly prices: (market: string) => MarketPrices;
  /** Moves the price by this part, such as -0.12 for a fall of twelve per cent. It stays there. */
  readonly shock: (market: string, change: number, options?: Gradual) => Promise<void>;
  /** Moves the index to a price, from where the market goes on. */
  readonly setPrice: (market: string, price: number, options?: Gradual) => Promise<void>;
  /** The trend and the volatility of the simulated price: calm, up, down or stress. */
  readonly regime: (regime: Regime, options?: Lasting) => Promise<void>;
  /** Leaves only this part of the size that the house offers, from 0 to 1. */
  readonly thin: (market: string, depth: number, options?: Lasting) => Promise<void>;
  /** The house quotes only this side. */
  readonly oneSided: (market: string, only: 'bids' | 'asks', options?: Lasting) => Promise<void>;
  /** Leads funding to this rate, as a fraction. */
  readonly funding: (market: string, rate: number, options?: Lasting) => Promise<void>;
  /** Holds the price this part above the index, or below it if negative. */
  readonly basis: (market: string, premium: number, options?: Lasting) => Promise<void>;
  /** The index is silent. */
  readonly outage: (market: string, options?: Lasting) => Promise<void>;
  /** Trading is halted, and goes on. */
  readonly halt: (market: string, options?: Lasting) => Promise<void>;
  readonly resumeTrading: (market: string) => Promise<void>;
  /** Ends everything of the above that is still in force. */
  readonly calm: () => Promise<void>;
  /** What is in force. */
  readonly chaos: () => readonly ChaosRow[];
}

/** What a call works with: the market that there is, and where it acts. */
function createActing(open: OpenVenue) {
  const { venue, controls } = open;
  const contractsOf = (what: string, market: unknown): ContractId[] =>
    market === 'all'
      ? venue.read.listing.contracts().map(({ id }) => id)
      : [findMarket(open, what, market).id];
  return {
    chaos: (): ChaosControl => {
      if (controls.market !== undefined) return controls.market.chaos;
      throw new SandboxError('refused', "this sandbox has no market of its own (market: 'off')");
    },
    contractsOf,
    place: (what: string, market: unknown, options: Lasting = {}) => ({
      contracts: contractsOf(what, market),
      forMillis: lasting(what, options),
    }),
  };
}

/** Carries out what is asked, and throws what the control of the market refused. */
const actsOf =
  ({ guard }: Guard) =>
  <Args extends readonly unknown[]>(ask: (...args: Args) => ChaosAnswer) =>
    guard(async (...args: Args) => expectDone(await ask(...args)));

export function createMarketActs(open: OpenVenue, guards: Guard): MarketActs {
  const { chaos, contractsOf, place } = createActing(open);
  const act = actsOf(guards);
  return {
    ...createPriceActs(open, guards),
    thin: act((market, depth, options) => {
      readPart('thin', 'depth', depth, 0, 1);
      return chaos().thin({ ...place('thin', market, options), depth });
    }),
    oneSided: act((market, only, options) => {
      if (only !== 'bids' && only !== 'asks')
        throw badArgument(`oneSided: ${shown(only)} is no side; it is bids or asks`);
      const side = only === 'bids' ? 'buy' : 'sell';
      return chaos().oneSided({ ...place('oneSided', market, options), side });
    }),
    funding: act((market, rate, options) => {
      readPart('funding', 'rate', rate, -RATE_MOST, RATE_MOST);
      return chaos().funding({ ...place('funding', market, options), rate });
    }),
    basis: act((market, premium, options) => {
      readPart('basis', 'premium', premium, -BASIS_MOST, BASIS_MOST);
      return chaos().basis({ ...place('basis', market, options), premium });
    }),
    outage: act((market, options) => chaos().outage(place('outage', market, options))),
    halt: act((market, options) => chaos().halt(place('halt', market, options))),
    resumeTrading: act((market) =>
      chaos().resume({ contracts: contractsOf('resumeTrading', market) }),
    ),
    calm: act(() => chaos().calm()),
    chaos: () => {
      guards.expectOpen();
      return chaos().list();
    },
  };
}

type PriceActs = Pick<MarketActs, 'prices' | 'shock' | 'setPrice' | 'regime'>;

function createPriceActs(open: OpenVenue, guards: Guard): PriceActs {
  const { chaos, contractsOf } = createActing(open);
  const act = actsOf(guards);
  return {
    prices: (market) => {
      guards.expectOpen();
      return pricesOf(open, findMarket(open, 'prices', market));
    },
    shock: act((market, change, options = {}) => {
      const contracts = contractsOf('shock', market);
      const factor = 1 + readPart('shock', 'change', change, CHANGE_LEAST, CHANGE_MOST);
      return chaos().shock({ contracts, factor, overMillis: gradual('shock', options) });
    }),
    setPrice: act((market, price, options = {}) => {
      const contract = findMarket(open, 'setPrice', market);
      const { index } = pricesOf(open, contract);
      const tick = Number(formatTicks(contract, ticks(1)));
      const onTick = (count: number): number => Number(formatTicks(contract, ticks(count)));
      const least = onTick(Math.ceil((index * (1 + CHANGE_LEAST)) / tick));
      const most = onTick(Math.floor((index * (1 + CHANGE_MOST)) / tick));
      const factor = readPart('setPrice', 'price', price, least, most) / index;
      const overMillis = gradual('setPrice', options);
      return chaos().shock({ contracts: [contract.id], factor, overMillis });
    }),
    regime: act((regime, options = {}) => {
      if (!REGIMES.some((name) => name === regime))
        throw badArgument(`regime: ${shown(regime)} is none; it is one of ${REGIMES.join(', ')}`);
      return chaos().regime({ regime, forMillis: lasting('regime', options) });
    }),
  };
}

/** By the coin or by the symbol. */
function findMarket({ venue }: OpenVenue, what: string, market: unknown): Contract {
  const contracts = venue.read.listing.contracts();
  const found = contracts.find(({ base, symbol }) => base === market || symbol === market);
  if (found !== undefined) return found;
  const known = contracts.map(({ base }) => base).join(', ');
  throw badArgument(`${what}: ${shown(market)} is not a market here; there are ${known}`);
}

function pricesOf({ venue: { read } }: OpenVenue, contract: Contract): MarketPrices {
  const { last, mark, index, bestBid, bestAsk } = read.market.ticker(contract.id);
  const price = (ticks: typeof last): number => Number(formatTicks(contract, ticks));
  const orNull = (ticks: typeof last): number | null => (ticks === NO_TICKS ? null : price(ticks));
  return {
    index: Number(formatFineTicks(contract, index)),
    mark: price(mark),
    last: price(last),
    bid: orNull(bestBid),
    ask: orNull(bestAsk),
    fundingRate: Number(formatFundingRate(read.market.funding(contract.id).estimate)),
  };
}

const lasting = (what: string, options: Lasting): number | null => readSpan(what, 'for', options);

const gradual = (what: string, options: Gradual): number => readSpan(what, 'over', options) ?? 0;

function readSpan<Name extends string>(
  what: string,
  name: Name,
  options: { readonly [name in Name]?: Duration },
): number | null {
  expectNames(options, [name], { call: `${what}: `, example: `{ ${name}: '5m' }` });
  const given = options[name];
  return given === undefined ? null : expectDuration(`${what} ${name}`, given);
}

function readPart(what: string, name: string, given: unknown, least: number, most: number): number {
  if (typeof given === 'number' && given >= least && given <= most) return given;
  throw badArgument(`${what}: ${name} is ${shown(given)}; it is a number from ${least} to ${most}`);
}
