/** The answers of the public endpoints. */
import { type Static, Type } from 'typebox';
import {
  decimal,
  flag,
  integer,
  levelPair,
  list,
  moment,
  momentText,
  record,
  text,
} from '../record-field.ts';

export const SERVER_TIME = record({
  epoch: decimal('Seconds since 1970 with three decimals', '1767225600.123'),
  iso: text('ISO 8601 in UTC', '2026-01-01T00:00:00.123Z'),
  timestamp: moment('The same moment'),
});
export type ServerTime = Static<typeof SERVER_TIME>;

const symbol = () => text('The contract', 'cmt_btcusdt');

export const CONTRACT_RECORD = record({
  symbol: symbol(),
  underlying_index: text('Base coin', 'BTC'),
  quote_currency: text('Quote coin', 'USDT'),
  coin: text('Margin coin', 'USDT'),
  contract_val: decimal('Size of one contract unit in the base coin: the step of sizes', '0.0001'),
  delivery: Type.Array(Type.String({ pattern: '^[0-2][0-9]:[0-5][0-9]:[0-5][0-9]$' }), {
    description: 'Times of day (UTC) at which funding settles',
    examples: [['00:00:00', '08:00:00', '16:00:00']],
  }),
  size_increment: Type.String({
    description: 'Number of decimals of a size',
    pattern: '^[0-9]{1,2}$',
    examples: ['4'],
  }),
  tick_size: Type.String({
    description: 'Number of decimals of a price',
    pattern: '^[0-9]{1,2}$',
    examples: ['1'],
  }),
  forwardContractFlag: flag('True: margined in the quote coin'),
  priceEndStep: integer('Step of the last digit of a price', 1),
  minLeverage: integer('Lowest leverage', 1),
  maxLeverage: integer('Highest leverage of the platform; an account may be allowed less', 400),
  buyLimitPriceRatio: decimal('How far above the mark a buy may trade', '0.01'),
  sellLimitPriceRatio: decimal('How far below the mark a sell may trade', '0.01'),
  makerFeeRate: decimal('Fee rate of makers', '0.0002'),
  takerFeeRate: decimal('Fee rate of takers', '0.0008'),
  minOrderSize: decimal('Smallest order in the base coin', '0.0001'),
  maxOrderSize: decimal('Largest order in the base coin', '1200'),
  maxPositionSize: decimal('Largest position in the base coin', '1000000'),
  marketOpenLimitSize: decimal('Largest market order that opens', '100'),
});
export type ContractRecord = Static<typeof CONTRACT_RECORD>;

export const DEPTH_RECORD = record({
  asks: list(levelPair()),
  bids: list(levelPair()),
  timestamp: momentText('When it was taken'),
});
export type DepthRecord = Static<typeof DEPTH_RECORD>;

export const TICKER_RECORD = record({
  symbol: symbol(),
  last: decimal('Price of the last trade', '90755.3'),
  best_ask: decimal('Lowest ask; 0 where there is none', '90755.4'),
  best_bid: decimal('Highest bid; 0 where there is none', '90755.3'),
  high_24h: decimal('Highest price of 24 hours', '91234.0'),
  low_24h: decimal('Lowest price of 24 hours', '89900.5'),
  volume_24h: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  timestamp: momentText('When it was taken'),
  priceChangePercent: decimal('Change over 24 hours as a fraction', '0.000474'),
  base_volume: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  markPrice: decimal('Mark price', '90755.2'),
  indexPrice: decimal('Index price', '90797.161'),
});
export type TickerRecord = Static<typeof TICKER_RECORD>;

export const TRADE_RECORD = record({
  ticketId: text('The trade, as a UUID', '00000000-0000-4000-9000-0000000f4240'),
  time: moment('When it happened'),
  price: decimal('Price', '90000.1'),
  size: decimal('Size in the base coin', '0.0160'),
  value: decimal('Value in the quote coin', '1440.00160'),
  symbol: symbol(),
  isBestMatch: flag('Always true'),
  isBuyerMaker: flag('Whether the buyer had been resting: the taker sold'),
  contractVal: decimal('Size of one contract unit', '0.0001'),
});
export type TradeRecord = Static<typeof TRADE_RECORD>;

/** Open time, open, high, low, close, base volume, quote volume. */
export const CANDLE_ROW = Type.Unsafe<[string, string, string, string, string, string, string]>({
  type: 'array',
  description: 'Open time, open, high, low, close, volume in the base coin, in the quote coin',
  items: { type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?$' },
  minItems: 7,
  maxItems: 7,
  examples: [['1767225600000', '90000.0', '90010.0', '89990.0', '90001.5', '12.3456', '1111104.0']],
});
export type CandleRow = Static<typeof CANDLE_ROW>;

export const INDEX_RECORD = record({
  symbol: symbol(),
  index: decimal('The price', '90797.161'),
  timestamp: momentText('When it was taken'),
});
export type IndexRecord = Static<typeof INDEX_RECORD>;

export const OPEN_INTEREST_RECORD = record({
  symbol: symbol(),
  base_volume: decimal('All open longs in the base coin', '812.4400'),
  target_volume: decimal('The same at the mark in the quote coin', '73733200.22400'),
  timestamp: momentText('When it was taken'),
});
export type OpenInterestRecord = Static<typeof OPEN_INTEREST_RECORD>;

export const FUNDING_TIME_RECORD = record({
  symbol: symbol(),
  fundingTime: moment('The next settlement'),
});
export type FundingTimeRecord = Static<typeof FUNDING_TIME_RECORD>;

export const FUNDING_HISTORY_RECORD = record({
  symbol: symbol(),
  fundingRate: decimal('The rate that was settled', '0.0001'),
  fundingTime: moment('The settlement'),
});
export type FundingHistoryRecord = Static<typeof FUNDING_HISTORY_RECORD>;

export const CURRENT_FUNDING_RECORD = record({
  symbol: symbol(),
  fundingRate: decimal('The rate as it is forming', '-0.000046'),
  collectCycle: integer('Minutes between settlements', 480),
  timestamp: moment('When it was taken'),
});
export const FUNDING_RATE_RECORD = record({
  ...CURRENT_FUNDING_RECORD.properties,
  symbol: Type.Null({ description: 'Always null: the coins stand in `baseCurrency`' }),
  baseCurrency: text('Base and quote', 'BTC_USDT'),
});
export type FundingRateRecord = Static<typeof FUNDING_RATE_RECORD>;
export type CurrentFundingRecord = Static<typeof CURRENT_FUNDING_RECORD>;
