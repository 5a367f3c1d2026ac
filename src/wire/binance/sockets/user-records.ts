/** The events of a user stream, as the documents describe them. */
import { type Static, Type } from 'typebox';
import { decimal, flag, integer, moment, record, records, text, word } from '../../record-field.ts';
import { ALGO_RECORD, ORDER_RECORD } from '../orders/order-record.ts';

const at = () => moment('When it happened');
const symbol = () => text('The symbol', 'BTCUSDT');
const side = () => word(['BUY', 'SELL'], 'Side of the order');
const positionSide = () => word(['BOTH', 'LONG', 'SHORT'], 'Side of the position');
const order = ORDER_RECORD.properties;
const algo = ALGO_RECORD.properties;

export const ORDER_UPDATE = record({
  e: word(['ORDER_TRADE_UPDATE'], 'Kind of event'),
  E: at(),
  T: at(),
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
    T: at(),
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
  E: at(),
  T: at(),
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
  T: at(),
  E: at(),
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
  E: at(),
  T: at(),
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
  E: at(),
  T: at(),
  ac: record({ s: symbol(), l: integer('Leverage', 25) }),
});

export const MARGIN_CALL = record({
  e: word(['MARGIN_CALL'], 'Kind of event'),
  E: at(),
  cw: decimal('Wallet without isolated margins', '120.50000000'),
  p: records({
    ...HELD,
    mp: decimal('Mark price', '88000.0'),
    mm: decimal('Maintenance margin', '1.23000000'),
  }),
});

export const LISTEN_KEY_EXPIRED = record({
  e: word(['listenKeyExpired'], 'Kind of event'),
  E: at(),
  listenKey: text('The listen key that is over', 'a1'.repeat(32)),
});
