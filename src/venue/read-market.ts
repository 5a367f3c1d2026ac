/**
 * What may be asked about the market, for floors that see the venue and not what stands below it.
 * Reads only; always as new as the last acknowledgement.
 */
import type { Contract } from '../domain/contract.ts';
import type { FundingRow } from '../domain/history.ts';
import type { ContractId } from '../domain/ids.ts';
import { type Lots, type Millis, millis } from '../domain/units.ts';
import type { Candle } from '../views/candle-ring.ts';
import { generatedUntilOf, type PriceKind, seriesOf } from '../views/candles.ts';
import { depthOf, type Level, topLevels } from '../views/depth.ts';
import { type Funding, fundingOf, nextSettlement, settledFunding } from '../views/funding.ts';
import { openInterestOf } from '../views/open-interest.ts';
import { type Prices, pricesOf } from '../views/prices.ts';
import { type CandleQuery, readCandles } from '../views/read-candles.ts';
import { readTicker, type Ticker } from '../views/ticker.ts';
import { newestTrades, type Trade } from '../views/trades.ts';
import type { Venue } from './venue.ts';

export type MarketVenue = Pick<Venue, 'state' | 'views' | 'clock'>;

/** Venue time: that of the clock, or of the last entry where the clock was set back behind it. */
export const venueTime = ({ state, clock }: Pick<Venue, 'state' | 'clock'>): Millis =>
  millis(Math.max(state.now, clock.venueNow()));

export const contractsAt = ({ views }: MarketVenue): readonly Contract[] =>
  views.contracts.rows.map(({ contract }) => contract);

export const tickerAt = (venue: MarketVenue, contract: ContractId): Ticker =>
  readTicker(venue.views, contract, venueTime(venue));

export interface TopLevels {
  readonly asks: readonly Level[];
  readonly bids: readonly Level[];
}

/** From the best outward, at most so many of each side. */
export function levelsAt({ views }: MarketVenue, contract: ContractId, limit: number): TopLevels {
  const { asks, bids } = depthOf(views.depth, contract);
  return { asks: topLevels(asks, limit), bids: topLevels(bids, limit) };
}

/** Newest first. */
export const tradesAt = ({ views }: MarketVenue, contract: ContractId, limit: number): Trade[] =>
  newestTrades(views.trades, contract, limit);

/** Oldest first, up to the candle that covers this moment. */
export const candlesAt = (
  venue: MarketVenue,
  series: { readonly contract: ContractId; readonly price: PriceKind },
  query: Omit<CandleQuery, 'now'>,
): Candle[] =>
  readCandles(seriesOf(venue.views.candles, series.contract, series.price), {
    ...query,
    now: venueTime(venue),
  });

/** Candles that begin before this were made up, not traded; null where none was. */
export function generatedUntil({ views }: Pick<MarketVenue, 'views'>): Millis | null {
  const until = generatedUntilOf(views.candles);
  return until === 0 ? null : until;
}

export const pricesAt = ({ views }: MarketVenue, contract: ContractId): Readonly<Prices> =>
  pricesOf(views.prices, contract);

export const openInterestAt = ({ views }: MarketVenue, contract: ContractId): Lots =>
  openInterestOf(views.openInterest, contract);

export const fundingAt = ({ views }: MarketVenue, contract: ContractId): Readonly<Funding> =>
  fundingOf(views.funding, contract);

export const nextSettlementAt = (venue: MarketVenue, contract: ContractId): Millis =>
  nextSettlement(fundingOf(venue.views.funding, contract), venueTime(venue));

/** Newest first. */
export const settlementsAt = (
  { views }: MarketVenue,
  contract: ContractId,
  limit: number,
): readonly FundingRow[] => settledFunding(views.funding, contract, limit);
