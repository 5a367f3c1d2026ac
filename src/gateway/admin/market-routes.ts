/** The market behind the venue: how each contract trades, where prices come from, the house. */
import { type Contract, notionalOf } from '../../domain/contract.ts';
import { FINE_PER_TICK, MONEY_SCALE, money, NO_TICKS, toBigInt } from '../../domain/units.ts';
import type { HouseAccount } from '../../venue/read-account.ts';
import type { Venue } from '../../venue/venue.ts';
import { textField } from '../../wire/field.ts';
import { tickerFigures } from '../../wire/market-text.ts';
import { formatFundingRate, formatLots, formatMoney } from '../../wire/quantity.ts';
import { answerControl } from '../answer-control.ts';
import { type AdminRoute, venueRoutes } from './admin-route.ts';
import { ownMarket } from './chaos-routes.ts';

const FEED = { kind: textField('simulated, replay or live.', { lengthMax: 20 }) };

export const MARKET_ROUTES: readonly AdminRoute[] = [
  venueRoutes.get(
    '/market',
    'The market: prices, books, the house, chaos',
    {},
    ({ venue, time, market }) => ({
      time: time?.show() ?? null,
      source: market?.source() ?? venue.read.market.tape(),
      regime: market?.regime() ?? null,
      commitment: venue.read.market.note()?.commitment ?? null,
      contracts: venue.read.listing.list().map(({ contract, isHalted, indexAt }) => ({
        ...describe(venue, contract),
        halted: isHalted,
        indexAgeMillis: Math.max(0, venue.read.at() - indexAt),
      })),
      house: venue.read.account.house().map((row) => ({ who: row.who, ...houseFigures([row]) })),
      chaos: market?.chaos.list() ?? [],
    }),
  ),
  ownMarket.post('/market/feed', 'Choose where prices come from', FEED, (market, { kind }) =>
    answerControl(market.chooseFeed(kind)),
  ),
];

/** Basis points of the middle between which depth is counted. */
const DEPTH_BASIS_POINTS = 10;

function describe(venue: Venue, contract: Contract): object {
  const ticker = venue.read.market.ticker(contract.id);
  const { last, mark, index, bestBid, bestAsk, quote } = tickerFigures(contract, ticker);
  const isTwoSided = ticker.bestBid !== NO_TICKS && ticker.bestAsk !== NO_TICKS;
  const middle = (ticker.bestBid + ticker.bestAsk) / 2;
  const indexTicks = ticker.index / FINE_PER_TICK;
  const open = venue.read.market.openInterest(contract.id);
  return {
    symbol: contract.symbol,
    indexPrice: index,
    markPrice: mark,
    last,
    bestBid,
    bestAsk,
    spreadBp: isTwoSided ? round((1e4 * (ticker.bestAsk - ticker.bestBid)) / middle) : null,
    basisBp: isTwoSided && indexTicks > 0 ? round(1e4 * (middle / indexTicks - 1)) : null,
    ...depthAround(venue, contract, isTwoSided ? middle : ticker.mark),
    fundingRate: formatFundingRate(venue.read.market.funding(contract.id).estimate),
    nextFunding: venue.read.market.nextSettlement(contract.id),
    openInterest: formatLots(contract, open),
    volume24h: quote,
  };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** What stands within ten basis points of the middle, in the quote currency. */
function depthAround(venue: Venue, contract: Contract, middle: number): object {
  const reach = (middle * DEPTH_BASIS_POINTS) / 1e4;
  const { bids, asks } = venue.read.market.levels(contract.id, 200);
  const worth = (levels: typeof bids): string => {
    let sum = 0n;
    for (const { price, size } of levels)
      if (Math.abs(price - middle) <= reach) sum += toBigInt(notionalOf(contract, price, size));
    return String(sum / MONEY_SCALE);
  };
  return { bidDepth: worth(bids), askDepth: worth(asks) };
}

const HOUSE_FIGURES = ['deposited', 'equity', 'result', 'trading', 'fees', 'funding'] as const;

/** Sums in the quote currency; fees and funding are negative where they cost it. */
export const houseFigures = (rows: readonly HouseAccount[]): object =>
  Object.fromEntries(
    HOUSE_FIGURES.map((name) => {
      const sum = rows.reduce((total, row) => total + toBigInt(row[name]), 0n);
      return [name, formatMoney(money(sum))];
    }),
  );
