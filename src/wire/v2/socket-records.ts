/** The rows that the sockets send. */
import type { Static } from 'typebox';
import {
  decimal,
  flag,
  idText,
  integer,
  list,
  momentText,
  record,
  text,
  word,
} from '../record-field.ts';
import {
  ACCOUNT_FIELDS,
  FILL_FIELDS,
  ORDER_FIELDS,
  POSITION_FIELDS,
  POSITION_PLACE,
} from '../socket-fields.ts';
import { TIME_IN_FORCE_NAMES } from './codes.ts';
import { PLAN_STATUSES } from './orders/order-record.ts';

const symbol = () => text('The contract', 'cmt_btcusdt');

export const SOCKET_TICKER = record({
  symbol: symbol(),
  priceChange: decimal('Change of the price over 24 hours', '43.0'),
  priceChangePercent: decimal('The same as a fraction', '0.000474'),
  trades: decimal('Number of trades in 24 hours', '104510'),
  size: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  value: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  high: decimal('Highest price of 24 hours', '91234.0'),
  low: decimal('Lowest price of 24 hours', '89900.5'),
  lastPrice: decimal('Price of the last trade', '90755.3'),
  markPrice: decimal('Mark price', '90755.2'),
});
export type SocketTicker = Static<typeof SOCKET_TICKER>;

export const SOCKET_KLINE = record({
  symbol: symbol(),
  klineTime: momentText('When the candle begins'),
  size: decimal('Volume in the base coin', '12.3456'),
  value: decimal('Turnover in the quote coin', '1111104.00000'),
  high: decimal('Highest price', '90010.0'),
  low: decimal('Lowest price', '89990.0'),
  open: decimal('First price', '90000.0'),
  close: decimal('Last price', '90001.5'),
});
export type SocketKline = Static<typeof SOCKET_KLINE>;

const level = () =>
  record({
    price: decimal('Price', '90000.1'),
    size: decimal('Size in the base coin; 0 where the level is gone', '0.0160'),
  });

export const SOCKET_DEPTH = record({
  startVersion: idText('First change of the frame'),
  endVersion: idText('Last change of the frame; the next frame begins one after it'),
  level: integer('Levels of each side', 15),
  depthType: word(['SNAPSHOT', 'CHANGED'], 'All levels, or those that changed'),
  symbol: symbol(),
  asks: list(level()),
  bids: list(level()),
});
export type SocketDepth = Static<typeof SOCKET_DEPTH>;

export const SOCKET_TRADE = record({
  time: momentText('When it happened'),
  price: decimal('Price', '90000.1'),
  size: decimal('Size in the base coin', '0.0160'),
  value: decimal('Value in the quote coin', '1440.00160'),
  buyerMaker: flag('Whether the buyer had been resting: the taker sold'),
});
export type SocketTrade = Static<typeof SOCKET_TRADE>;

const coin = () => text('The coin', 'USDT');
const amount = (description: string) => decimal(description, '1000.00000000');
const marginMode = () => word(['SHARED', 'ISOLATED'], 'Cross or isolated margin');
const combined = () => word(['COMBINED'], 'Always combined');
const zero = () => word(['0'], 'Always 0');

export const SOCKET_ACCOUNT = record({
  coinId: coin(),
  marginMode: marginMode(),
  crossContractId: zero(),
  isolatedPositionId: idText('The isolated position; 0 in cross margin'),
  amount: amount('Collateral'),
  ...ACCOUNT_FIELDS,
});
export type SocketAccount = Static<typeof SOCKET_ACCOUNT>;

export const SOCKET_POSITION = record({
  id: idText('The position'),
  coinId: coin(),
  contractId: symbol(),
  side: word(['LONG', 'SHORT'], 'Side'),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...POSITION_FIELDS,
  ...POSITION_PLACE,
});
export type SocketPosition = Static<typeof SOCKET_POSITION>;

export const SOCKET_FILL = record({
  id: idText('The trade'),
  coinId: coin(),
  contractId: symbol(),
  orderId: idText('The order'),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...FILL_FIELDS,
});
export type SocketFill = Static<typeof SOCKET_FILL>;

export const SOCKET_ORDER = record({
  id: idText('The order'),
  coinId: coin(),
  contractId: symbol(),
  marginMode: marginMode(),
  separatedMode: combined(),
  separatedOpenOrderId: zero(),
  ...ORDER_FIELDS,
  type: word(
    ['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP_MARKET', 'TAKE_PROFIT_LIMIT', 'TAKE_PROFIT_MARKET'],
    'Kind of order',
  ),
  timeInForce: word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes'),
  status: word(PLAN_STATUSES, 'What has become of it'),
});
export type SocketOrder = Static<typeof SOCKET_ORDER>;
