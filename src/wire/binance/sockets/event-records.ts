/** The events of the market streams and of user streams, as the documents describe them. */

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
import { ALGO_RECORD, ORDER_RECORD } from '../orders/order-record.ts';

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

const happenedAt = () => moment('When it happened');
const side = () => word(['BUY', 'SELL'], 'Side of the order');
const positionSide = () => word(['BOTH', 'LONG', 'SHORT'], 'Side of the position');
const order = ORDER_RECORD.properties;
const algo = ALGO_RECORD.properties;

export const ORDER_UPDATE = record({
  e: word(['ORDER_TRADE_UPDATE'], 'Kind of event'),
  E: happenedAt(),
  T: happenedAt(),
  o: record({
    s: symbol(),
    c: order.clientOrderId,
    S: side(),
    o: order.type,
    f: order.timeInForce,
    q: order.origQty,
    p: order.price,
    ap: order.avgPrice,
    sp: order.stopPrice,
    x: word(
      ['NEW', 'CALCULATED', 'TRADE', 'AMENDMENT', 'CANCELED', 'EXPIRED'],
      'What happened; CALCULATED for a new order of the venue',
    ),
    X: order.status,
    i: order.orderId,
    l: decimal('Size of this fill', '0.0010'),
    z: order.executedQty,
    L: decimal('Price of this fill', '90000.1'),
    n: Type.Optional(decimal('Fee of this fill', '0.01800002')),
    N: Type.Optional(text('Coin of the fee', 'USDT')),
    T: happenedAt(),
    t: integer('The trade; 0 for none', 9_001),
    b: word(['0'], 'Always 0'),
    a: word(['0'], 'Always 0'),
    m: flag('Whether the order had been resting'),
    R: order.reduceOnly,
    wt: order.workingType,
    ot: order.origType,
    ps: order.positionSide,
    cp: order.closePosition,
    AP: order.activatePrice,
    cr: order.priceRate,
    pP: order.priceProtect,
    si: integer('Always 0', 0),
    ss: integer('Always 0', 0),
    rp: decimal('Result that this fill realised', '0'),
    V: order.selfTradePreventionMode,
    pm: order.priceMatch,
    gtd: order.goodTillDate,
    er: text('Why it expired, as a number; 0 otherwise', '0'),
  }),
});
export type OrderUpdate = Static<typeof ORDER_UPDATE>;

export const TRADE_LITE = record({
  e: word(['TRADE_LITE'], 'Kind of event'),
  E: happenedAt(),
  T: happenedAt(),
  s: symbol(),
  q: order.origQty,
  p: order.price,
  m: flag('Whether the order had been resting'),
  c: order.clientOrderId,
  S: side(),
  L: decimal('Price of this fill', '90000.1'),
  l: decimal('Size of this fill', '0.0010'),
  t: integer('The trade', 9_001),
  i: order.orderId,
});
export type TradeLite = Static<typeof TRADE_LITE>;

export const ALGO_UPDATE = record({
  e: word(['ALGO_UPDATE'], 'Kind of event'),
  T: happenedAt(),
  E: happenedAt(),
  o: record({
    caid: algo.clientAlgoId,
    aid: algo.algoId,
    at: algo.algoType,
    o: algo.orderType,
    s: symbol(),
    S: side(),
    ps: algo.positionSide,
    f: algo.timeInForce,
    q: algo.quantity,
    X: text('NEW, TRIGGERING, TRIGGERED, FINISHED, CANCELED, EXPIRED or REJECTED', 'NEW'),
    ai: algo.actualOrderId,
    ap: algo.actualPrice,
    aq: algo.actualQty,
    act: algo.actualType,
    tp: algo.triggerPrice,
    p: algo.price,
    V: algo.selfTradePreventionMode,
    wt: algo.workingType,
    pm: algo.priceMatch,
    cp: algo.closePosition,
    pP: algo.priceProtect,
    R: algo.reduceOnly,
    tt: algo.triggerTime,
    gtd: algo.goodTillDate,
    AP: algo.activatePrice,
    cr: algo.callbackRate,
    rm: text('Why it was rejected; empty otherwise', ''),
    ia: flag('Whether a trailing stop follows the price'),
  }),
});
export type AlgoUpdate = Static<typeof ALGO_UPDATE>;

const HELD = {
  s: symbol(),
  ps: positionSide(),
  pa: decimal('Size in the base coin; negative for a short', '0.0010'),
  mt: word(['cross', 'isolated'], 'Margin'),
  iw: decimal('Isolated margin', '0'),
  up: decimal('Unrealised result', '0.01000000'),
};

export const ACCOUNT_UPDATE = record({
  e: word(['ACCOUNT_UPDATE'], 'Kind of event'),
  E: happenedAt(),
  T: happenedAt(),
  a: record({
    m: text('The cause: ORDER, FUNDING_FEE, DEPOSIT, WITHDRAW, MARGIN_TRANSFER and so on', 'ORDER'),
    B: records({
      a: text('The coin', 'USDT'),
      wb: decimal('Wallet', '9999.98199998'),
      cw: decimal('Wallet without isolated margins', '9999.98199998'),
      bc: decimal('The part of the change that is neither a result nor a fee', '0'),
    }),
    P: records({
      ...HELD,
      ep: decimal('Average price', '90000.1'),
      bep: decimal('The same with fees and funding', '90018.1'),
      cr: decimal('Result since it began, before fees', '0'),
      ma: text('The coin of its margin', 'USDT'),
    }),
  }),
});
export type AccountUpdate = Static<typeof ACCOUNT_UPDATE>;

export const CONFIG_UPDATE = record({
  e: word(['ACCOUNT_CONFIG_UPDATE'], 'Kind of event'),
  E: happenedAt(),
  T: happenedAt(),
  ac: record({ s: symbol(), l: integer('Leverage', 25) }),
});

export const MARGIN_CALL = record({
  e: word(['MARGIN_CALL'], 'Kind of event'),
  E: happenedAt(),
  cw: decimal('Wallet without isolated margins', '120.50000000'),
  p: records({
    ...HELD,
    mp: decimal('Mark price', '88000.0'),
    mm: decimal('Maintenance margin', '1.23000000'),
  }),
});

export const LISTEN_KEY_EXPIRED = record({
  e: word(['listenKeyExpired'], 'Kind of event'),
  E: happenedAt(),
  listenKey: text('The listen key that is over', 'a1'.repeat(32)),
});
