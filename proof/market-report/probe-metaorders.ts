/**
 * What a large order does that is traded in many small ones. The same market runs twice from the
 * same seed, with the order and without; how far apart the two prices are is its impact.
 */
import { assert } from '../../src/domain/assert.ts';
import type { Contract } from '../../src/domain/contract.ts';
import type { PositionSide } from '../../src/domain/side.ts';
import { marketTermsOf, usualTurnover } from '../../src/market/market-terms.ts';
import { midOf } from './book-depth.ts';
import { type Drive, pickContracts } from './drive-market.ts';
import type { Finding } from './judge-fact.ts';
import { calmMarket, takeOpening } from './probe-impact.ts';
import { mean } from './statistics.ts';

/** The mean impact of one size and side, in basis points and in the direction of the order. */
export interface Metaorder {
  readonly base: string;
  /** As a part of a day's turnover. */
  readonly part: number;
  readonly side: PositionSide;
  /** At its end, and half an hour later. */
  readonly peak: number;
  readonly left: number;
}

const PARTS = [1e-4, 1e-3, 1e-2, 5e-2] as const;
const SIDES: readonly PositionSide[] = ['long', 'short'];
const WARM_UP_MILLIS = 600_000;
const SLICES = 100;
const SLICE_MILLIS = 1_000;
const LATER_MILLIS = 1_800_000;
/** A small order moves less than what else happens: its impact needs more seeds than the rest. */
const WAITING_PART = 1 / 3;
/** Several accounts, because the tiers of a contract let none hold so much alone. */
const ACCOUNTS = 10;
const WALLET = 50_000_000;
const DAY_SECONDS = 86_400;

export function probeMetaorders(
  contracts: readonly Contract[],
  base: string,
  seeds: readonly string[],
): Metaorder[] {
  const alone = pickContracts(contracts, [base]);
  const waits = (at: number): boolean => at < seeds.length * WAITING_PART;
  const usual = seeds.map((seed, at) => watchMid(alone, seed, waits(at), () => undefined));
  return PARTS.flatMap((part) =>
    SIDES.map((side) => {
      const runs = seeds.map((seed, at) => {
        const mids = watchMid(alone, seed, waits(at), (drive) => prepareSlice(drive, part, side));
        return mids.map((mid, moment) => {
          const moved = Math.log(mid / (usual[at]?.[moment] ?? Number.NaN));
          return moved * (side === 'long' ? 1e4 : -1e4);
        });
      });
      const at = (moment: number): number => mean(runs.flatMap((run) => run[moment] ?? []));
      return { base, part, side, peak: at(0), left: at(1) };
    }),
  );
}

/** Trades a slice of an order, if there is one; how many were traded before it is told. */
type TradeSlice = (slice: number) => void;

/** The middle when an order is done, or would be; and half an hour later, if that is waited for. */
function watchMid(
  contracts: readonly Contract[],
  seed: string,
  waits: boolean,
  prepare: (drive: Drive) => TradeSlice | undefined,
): number[] {
  const drive = calmMarket(contracts, seed, WARM_UP_MILLIS);
  const trade = prepare(drive);
  for (let slice = 0; slice < SLICES; slice += 1) {
    trade?.(slice);
    drive.reach(drive.at + SLICE_MILLIS);
  }
  const mid = (): number => midOf(drive.state.listings[0]!);
  const done = mid();
  if (!waits) return [done];
  drive.reach(drive.at + LATER_MILLIS);
  return [done, mid()];
}

function prepareSlice(drive: Drive, part: number, positionSide: PositionSide): TradeSlice {
  const traders = Array.from({ length: ACCOUNTS }, () => drive.openTrader(WALLET));
  const listing = drive.state.listings[0]!;
  const [terms] = marketTermsOf([listing.contract]);
  assert(terms !== undefined, 'no such contract', listing.contract.base);
  const worth = (usualTurnover(terms, DAY_SECONDS) * part) / SLICES;
  return (slice) =>
    drive.submit(takeOpening(traders[slice % ACCOUNTS]!, listing, positionSide, worth));
}

/** Two-sided bounds, as for every fact. */
export function findMetaorderFacts(metaorders: readonly Metaorder[]): Finding[] {
  const bases = [...new Set(metaorders.map(({ base }) => base))];
  const of = (base: string): Metaorder[] => metaorders.filter((row) => row.base === base);
  const large = metaorders.filter(({ part }) => part >= 1e-3);
  const answer = 'prices answer to orders';
  return [
    {
      name: answer,
      what: 'power of the size of an order that its impact grows with',
      bounds: { from: 0.4, to: 0.7, days: 0 },
      elsewhere: 'concave, about the square root [13]',
      values: bases.map((base) => powerOf(of(base))),
    },
    {
      name: answer,
      what: 'part of its impact that is left after half an hour',
      bounds: { from: 0.2, to: 0.6, days: 0, judge: 'middle' },
      elsewhere: 'partial reversion [13], [14]',
      values: large.map(({ peak, left }) => left / peak),
    },
    {
      name: answer,
      what: 'impact of a hundredth of a day of buying over that of selling',
      bounds: { from: 0.6, to: 1.6, days: 0 },
      values: bases.map((base) => {
        const [buying, selling] = of(base).filter(({ part }) => part === 1e-2);
        return (buying?.peak ?? 0) / (selling?.peak ?? 0);
      }),
    },
  ];
}

/** The slope of logarithms, of buying and selling together. */
function powerOf(rows: readonly Metaorder[]): number {
  const points = PARTS.map((part) => {
    const peaks = rows.filter((row) => row.part === part).map(({ peak }) => peak);
    return [Math.log(part), Math.log(mean(peaks))] as const;
  });
  const [x, y] = [mean(points.map(([part]) => part)), mean(points.map(([, peak]) => peak))];
  const above = points.reduce((sum, [part, peak]) => sum + (part - x) * (peak - y), 0);
  return above / points.reduce((sum, [part]) => sum + (part - x) ** 2, 0);
}
