/** The answers of the public endpoints. */
import { type Static, Type } from 'typebox';
import {
  decimal,
  flag,
  idText,
  integer,
  levelPair,
  list,
  moment,
  record,
  text,
} from '../record-field.ts';

export const symbol = () => text('The contract', 'BTCUSDT');

/** A JSON number that may have a fraction. */
const number = (description: string, example: string) =>
  Type.Number({ description, examples: [Number(example)] });

export const SERVER_TIME = record({ serverTime: moment('The clock of the server') });

export const SYMBOL_INFO = record({
  symbol: symbol(),
  baseAsset: text('Base coin', 'BTC'),
  quoteAsset: text('Quote coin', 'USDT'),
  marginAsset: text('Margin coin', 'USDT'),
  pricePrecision: integer('Number of decimals of a price', 1),
  quantityPrecision: integer('Number of decimals of a size', 4),
  baseAssetPrecision: integer('The same', 4),
  quotePrecision: integer('Number of decimals of money', 8),
  contractVal: number('Size of one contract unit in the base coin: the step of sizes', '0.0001'),
  delivery: Type.Array(Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' }), {
    description: 'Times of day (UTC) at which funding settles',
    examples: [['00:00:00', '08:00:00', '16:00:00']],
  }),
  forwardContractFlag: flag('True: margined in the quote coin'),
  minLeverage: integer('Lowest leverage', 1),
  maxLeverage: integer('Highest leverage of the platform; an account may be allowed less', 400),
  buyLimitPriceRatio: number('How far above the mark a buy may trade', '0.01'),
  sellLimitPriceRatio: number('How far below the mark a sell may trade', '0.01'),
  makerFeeRate: number('Fee rate of makers', '0.0002'),
  takerFeeRate: number('Fee rate of takers', '0.0008'),
  minOrderSize: number('Smallest order in the base coin', '0.0001'),
  maxOrderSize: number('Largest order in the base coin', '1200'),
  maxPositionSize: number('Largest position in the base coin', '1000000'),
  marketOpenLimitSize: number('Largest market order that opens', '100'),
});
export type SymbolInfo = Static<typeof SYMBOL_INFO>;

export const EXCHANGE_INFO = record({
  assets: list(record({ asset: text('The coin', 'USDT'), marginAvailable: flag('Always true') })),
  symbols: list(SYMBOL_INFO),
});
export type ExchangeInfo = Static<typeof EXCHANGE_INFO>;

export const TICKER_24H = record({
  symbol: symbol(),
  priceChange: decimal('Change over 24 hours', '43.0'),
  priceChangePercent: decimal('The same as a fraction', '0.000474'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  openPrice: decimal('Price 24 hours ago', '90712.3'),
  highPrice: decimal('Highest price of 24 hours', '91234.0'),
  lowPrice: decimal('Lowest price of 24 hours', '89900.5'),
  volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  quoteVolume: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
  openTime: moment('When the 24 hours began'),
  closeTime: moment('When they ended'),
});
export type Ticker24h = Static<typeof TICKER_24H>;

export const BOOK_TICKER = record({
  symbol: symbol(),
  bidPrice: decimal('Highest bid; 0 where there is none', '90755.3'),
  bidQty: decimal('Size at the highest bid', '0.0160'),
  askPrice: decimal('Lowest ask; 0 where there is none', '90755.4'),
  askQty: decimal('Size at the lowest ask', '0.0200'),
  time: moment('When it was taken'),
});
export type BookTicker = Static<typeof BOOK_TICKER>;

export const SYMBOL_PRICE = record({
  symbol: symbol(),
  price: decimal('The price', '90797.161'),
  time: moment('When it was taken'),
});
export type SymbolPrice = Static<typeof SYMBOL_PRICE>;

export const PREMIUM_INDEX = record({
  symbol: symbol(),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
  lastFundingRate: decimal('The rate that was settled last', '0.0001'),
  forecastFundingRate: decimal('The rate as it is forming', '-0.000046'),
  interestRate: decimal('The interest part of the rate', '0.0001'),
  nextFundingTime: moment('The next settlement'),
  time: moment('When it was taken'),
  collectCycle: integer('Minutes between settlements', 480),
});
export type PremiumIndex = Static<typeof PREMIUM_INDEX>;

export const DEPTH = record({
  bids: list(levelPair()),
  asks: list(levelPair()),
  lastUpdateId: integer('The number of the last change of the book', 4_711),
});
export type Depth = Static<typeof DEPTH>;

type Kline = [
  openTime: number,
  open: string,
  high: string,
  low: string,
  close: string,
  volume: string,
  closeTime: number,
  quoteVolume: string,
  trades: number,
  takerBuyBase: string,
  takerBuyQuote: string,
];

export const KLINE = Type.Unsafe<Kline>({
  type: 'array',
  description:
    'Open time, open, high, low, close, volume in the base coin, close time, turnover in the ' +
    'quote coin, number of trades, and two figures that are not counted here: always 0',
  items: { type: ['string', 'integer'] },
  minItems: 11,
  maxItems: 11,
  examples: [
    [
      ...[1_767_225_600_000, '90000.0', '90010.0', '89990.0', '90001.5', '12.3456'],
      ...[1_767_225_660_000, '1111104.0', 31, '0', '0'],
    ],
  ],
});
export type KlineRow = Static<typeof KLINE>;

export const TRADE = record({
  id: idText('The trade'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  qty: decimal('Size in the base coin', '0.0160'),
  quoteQty: decimal('Value in the quote coin', '1440.00160'),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
});
export type TradeRow = Static<typeof TRADE>;

export const OPEN_INTEREST = record({
  symbol: symbol(),
  openInterest: decimal('All open longs in the base coin', '812.4400'),
  time: moment('When it was taken'),
});
export type OpenInterest = Static<typeof OPEN_INTEREST>;

export const FUNDING_RATE = record({
  symbol: symbol(),
  fundingRate: decimal('The rate that was settled', '0.0001'),
  fundingTime: moment('The settlement'),
  markPrice: decimal('The mark at which it was settled', '90755.2'),
});
export type FundingRateRow = Static<typeof FUNDING_RATE>;
