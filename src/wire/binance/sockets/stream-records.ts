/** The events of the market streams, as the documents describe them. */
import { type Static, Type } from 'typebox';
import {
  decimal,
  flag,
  integer,
  levelPairField,
  list,
  moment,
  record,
  records,
  text,
  word,
} from '../../record-field.ts';

const at = () => moment('When it was sent');
const symbol = () => text('The symbol', 'BTCUSDT');
const KIND = { ps: text('The pair', 'BTCUSDT'), st: integer('Always 1: settled in USDT', 1) };

export const AGGREGATE_EVENT = record({
  e: word(['aggTrade'], 'Kind of event'),
  E: at(),
  s: symbol(),
  a: integer('The aggregate: the id of its trade', 7_001),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0020'),
  nq: decimal('The same: no order here is hidden', '0.0020'),
  f: integer('First trade', 7_001),
  l: integer('Last trade', 7_001),
  T: moment('When it happened'),
  m: flag('Whether the buyer had been resting'),
  st: KIND.st,
});

export const TRADE_EVENT = record({
  e: word(['trade'], 'Kind of event'),
  E: at(),
  T: moment('When it happened'),
  s: symbol(),
  t: integer('The trade', 9_001),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0010'),
  X: word(['MARKET'], 'Always MARKET'),
  m: flag('Whether the buyer had been resting'),
});
export type TradeEvent = Static<typeof TRADE_EVENT>;

export const MARK_EVENT = record({
  e: word(['markPriceUpdate'], 'Kind of event'),
  E: at(),
  s: symbol(),
  p: decimal('Mark price', '90100.00000000'),
  ap: decimal('The same', '90100.00000000'),
  P: decimal('The same', '90100.00000000'),
  i: decimal('Index price', '90095.00000000'),
  r: decimal('The rate that is forming', '0.00010000'),
  T: moment('When funding settles next'),
  st: KIND.st,
});
export type MarkEvent = Static<typeof MARK_EVENT>;

const CANDLE = {
  t: moment('When it begins'),
  T: moment('When it ends, inclusive'),
  i: text('The interval', '1m'),
  f: integer('First trade; 0 for none', 9_001),
  L: integer('Last trade; 0 for none', 9_002),
  o: decimal('First price', '90000.0'),
  c: decimal('Last price', '90000.1'),
  h: decimal('Highest price', '90000.1'),
  l: decimal('Lowest price', '90000.0'),
  v: decimal('Volume in the base coin', '0.0020'),
  n: integer('Number of trades', 2),
  x: flag('Whether it is over'),
  q: decimal('Turnover in the quote coin', '180.00'),
  V: decimal('What takers bought of the volume', '0.0010'),
  Q: decimal('What takers bought of the turnover', '90.00'),
  B: word(['0'], 'Always 0'),
};

export const KLINE_EVENT = record({
  e: word(['kline'], 'Kind of event'),
  E: at(),
  s: symbol(),
  k: record({ s: symbol(), ...CANDLE }),
});

export const CONTINUOUS_EVENT = record({
  e: word(['continuous_kline'], 'Kind of event'),
  E: at(),
  ps: KIND.ps,
  ct: word(['PERPETUAL'], 'Kind of contract'),
  k: record(CANDLE),
});
export type Kline = Static<typeof CONTINUOUS_EVENT>['k'];

const DAY = {
  c: decimal('Price of the last trade', '90000.1'),
  o: decimal('Price 24 hours ago', '89000.0'),
  h: decimal('Highest price of 24 hours', '91000.0'),
  l: decimal('Lowest price of 24 hours', '88000.0'),
  v: decimal('Volume of 24 hours in the base coin', '100.0000'),
  q: decimal('Turnover of 24 hours in the quote coin', '9000000.00'),
};

export const MINI_EVENT = record({
  e: word(['24hrMiniTicker'], 'Kind of event'),
  E: at(),
  s: symbol(),
  ...DAY,
  ...KIND,
});
export type MiniEvent = Static<typeof MINI_EVENT>;

export const DAY_EVENT = record({
  e: word(['24hrTicker'], 'Kind of event'),
  E: at(),
  s: symbol(),
  p: decimal('Change over 24 hours', '1000.1'),
  P: decimal('The same in per cent', '1.124'),
  w: decimal('Turnover by volume', '90010.0'),
  Q: decimal('Size of the last trade', '0.0010'),
  ...DAY,
  O: moment('When the 24 hours began'),
  C: moment('When they ended'),
  F: integer('First trade; 0 for none', 1),
  L: integer('Last trade; 0 for none', 9_002),
  n: integer('Number of trades', 9_002),
  ...KIND,
});
export type DayEvent = Static<typeof DAY_EVENT>;

export const BEST_EVENT = record({
  e: word(['bookTicker'], 'Kind of event'),
  u: integer('Its id among the changes of the book', 2_403),
  E: at(),
  T: moment('When it was taken'),
  s: symbol(),
  b: decimal('Highest bid; 0 for none', '90000.0'),
  B: decimal('Size at it', '1.5000'),
  a: decimal('Lowest ask; 0 for none', '90000.1'),
  A: decimal('Size at it', '0.7000'),
  ...KIND,
});
export type BestEvent = Static<typeof BEST_EVENT>;

export const DEPTH_EVENT = record({
  e: word(['depthUpdate'], 'Kind of event'),
  E: at(),
  T: moment('When it was taken'),
  s: symbol(),
  U: integer('First id', 2_400),
  u: integer('Last id', 2_407),
  pu: integer('Last id of the event before', 2_399),
  b: list(levelPairField()),
  a: list(levelPairField()),
  ...KIND,
});
export type DepthEvent = Static<typeof DEPTH_EVENT>;

export const FORCED_EVENT = record({
  e: word(['forceOrder'], 'Kind of event'),
  E: at(),
  o: record({
    s: symbol(),
    S: word(['BUY', 'SELL'], 'Side of the order'),
    o: word(['LIMIT'], 'Always LIMIT'),
    f: word(['IOC'], 'Always IOC'),
    q: decimal('Size in the base coin', '0.0140'),
    p: decimal('Price', '88000.0'),
    ap: decimal('Average price of its fills', '88010.0'),
    X: word(['FILLED', 'PARTIALLY_FILLED'], 'What has become of it'),
    l: decimal('Size of its last fill', '0.0140'),
    z: decimal('Filled part of the size', '0.0140'),
    T: moment('When it was filled'),
  }),
  ...KIND,
});
export type ForcedEvent = Static<typeof FORCED_EVENT>;

export const LISTING_EVENT = record({
  e: word(['contractInfo'], 'Kind of event'),
  E: at(),
  s: symbol(),
  ps: KIND.ps,
  ct: word(['PERPETUAL'], 'Kind of contract'),
  dt: moment('The day that perpetual contracts are said to end'),
  ot: moment('Always 0'),
  cs: word(['TRADING', 'HALT'], 'Whether it can be traded'),
  bks: records({
    bs: integer('Number of the band', 1),
    bnf: Type.Number({ description: 'Notional above which it begins' }),
    bnc: Type.Number({ description: 'Notional at which it ends' }),
    mmr: Type.Number({ description: 'Rate of maintenance margin' }),
    cf: Type.Number({ description: 'Taken off it' }),
    mi: integer('Least leverage', 1),
    ma: integer('Highest leverage', 400),
  }),
  st: KIND.st,
});
export type ListingEvent = Static<typeof LISTING_EVENT>;
