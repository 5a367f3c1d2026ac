/**
 * Chaos on request: price shocks, forced regimes, thin or one-sided books, a premium or a funding
 * rate, index outages and halts.
 * What is active is kept here with its end in venue time, and nowhere else, so it ends with the
 * process. The effect of a shock on a price stays.
 */
import { premiumFor } from '../domain/funding.ts';
import type { ContractId } from '../domain/ids.ts';
import type { Side } from '../domain/side.ts';
import { FUNDING_SCALE, fundingRate, type Millis } from '../domain/units.ts';
import type { IndexPrice } from './feed.ts';
import type { Regime } from './feeds/regimes.ts';
import { type HouseMood, USUAL_MOOD } from './house.ts';
import { power } from './steady-math.ts';

export type Trouble =
  /** Multiplies the price by this, at once or gradually until the end. */
  | { readonly kind: 'shock'; readonly factor: number }
  | { readonly kind: 'regime'; readonly regime: Regime }
  /** Multiplies the sizes that the house offers. */
  | { readonly kind: 'thin'; readonly depth: number }
  /** The one side that the house still quotes. */
  | { readonly kind: 'one-sided'; readonly side: Side }
  /** The funding rate that the premium leads to, and the premium itself, as fractions. */
  | { readonly kind: 'funding'; readonly rate: number }
  | { readonly kind: 'basis'; readonly premium: number }
  | { readonly kind: 'outage' }
  | { readonly kind: 'halt' };

export interface Happening {
  readonly trouble: Trouble;
  readonly contracts: readonly ContractId[];
  readonly since: Millis;
  /** Null lasts until it is ended. */
  readonly until: Millis | null;
}

export interface Chaos {
  readonly list: () => readonly Happening[];
  readonly begin: (happening: Happening) => void;
  /** Lets time pass: moves shocked prices on, removes what is over and returns it. */
  readonly pass: (at: Millis) => Happening[];
  /** Ends some of the chaos, or all. */
  readonly end: (isMeant?: (happening: Happening) => boolean) => Happening[];
  /** The feed's prices without those in an outage. */
  readonly hear: (prices: readonly IndexPrice[]) => readonly IndexPrice[];
}

export interface ChaosPorts {
  /** The moods of the house, by the number of the contract; changed in place. */
  readonly moods: readonly HouseMood[];
  /** Null lets the market choose its regime again. */
  readonly force: (regime: Regime | null) => void;
  /** Multiplies the index by this from the next tick on. */
  readonly shock: (contract: ContractId, times: number) => void;
}

/** A shock, with the factor that has been applied so far. */
interface Running {
  readonly happening: Happening;
  done: number;
}

export function createChaos(ports: ChaosPorts): Chaos {
  let running: Running[] = [];
  let forced: Regime | null = null;
  const settle = (): void => {
    const regime = settleMoods(running, ports.moods);
    if (regime !== forced) ports.force(regime);
    forced = regime;
  };
  const end: Chaos['end'] = (isMeant = () => true) => {
    const ended = running.filter(({ happening }) => isMeant(happening));
    if (ended.length === 0) return [];
    running = running.filter((row) => !ended.includes(row));
    settle();
    return ended.map(({ happening }) => happening);
  };
  return {
    list: () => running.map(({ happening }) => happening),
    begin: (happening) => {
      running.push({ happening, done: 1 });
      settle();
    },
    pass: (at) => {
      for (const row of running) moveOn(row, at, ports.shock);
      return end(({ until }) => until !== null && until <= at);
    },
    end,
    hear: (prices) =>
      prices.filter(
        ({ contract }) =>
          !running.some(
            ({ happening: { trouble, contracts } }) =>
              trouble.kind === 'outage' && contracts.includes(contract),
          ),
      ),
  };
}

/** Each moment applies an equal share of the return. */
function moveOn(row: Running, at: Millis, shock: ChaosPorts['shock']): void {
  const { trouble, contracts, since, until } = row.happening;
  if (trouble.kind !== 'shock') return;
  const whole = (until ?? since) - since;
  const gone = whole === 0 ? 1 : Math.min(1, Math.max(0, (at - since) / whole));
  const due = power(trouble.factor, gone);
  if (due !== row.done) for (const contract of contracts) shock(contract, due / row.done);
  row.done = due;
}

/** The latest of each kind applies; ended ones do not. Returns the regime to be forced. */
function settleMoods(running: readonly Running[], moods: readonly HouseMood[]): Regime | null {
  let regime: Regime | null = null;
  for (const mood of moods) Object.assign(mood, USUAL_MOOD);
  for (const { happening } of running) {
    const { trouble, contracts } = happening;
    if (trouble.kind === 'regime') regime = trouble.regime;
    for (const id of contracts) {
      const mood = moods[id];
      if (mood === undefined) continue;
      if (trouble.kind === 'thin') mood.depth = trouble.depth;
      if (trouble.kind === 'one-sided') mood.sides = trouble.side;
      if (trouble.kind === 'funding')
        Object.assign(mood, { premium: premiumLeadingTo(trouble.rate), isAtQuotes: true });
      if (trouble.kind === 'basis')
        Object.assign(mood, { premium: trouble.premium * 1e6, isAtQuotes: false });
    }
  }
  return regime;
}

/** In ppm. */
const premiumLeadingTo = (rate: number): number => {
  const scale = Number(FUNDING_SCALE);
  return (premiumFor(fundingRate(Math.round(rate * scale))) / scale) * 1e6;
};
