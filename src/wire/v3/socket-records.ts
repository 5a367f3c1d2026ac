/** The rows that the sockets send. */
import type { Static } from 'typebox';
import { coin, marginType, plainSymbolText } from '../contract-query.ts';
import {
  decimal,
  flag,
  idText,
  integer,
  levelPairField,
  list,
  moment,
  record,
  text,
  word,
} from '../record-field.ts';
import { ACCOUNT_FIELDS, FILL_FIELDS, ORDER_FIELDS, POSITION_PLACE } from '../socket-fields.ts';
import { positionFields } from './account/positions.ts';
import { ORDER_TYPES, STATUS_NAMES, TIME_IN_FORCE_NAMES } from './codes.ts';
import { combined } from './endpoint.ts';

export const SOCKET_TICKER = record({
  s: plainSymbolText(),
  p: decimal('Change over 24 hours', '43.0'),
  P: decimal('The same as a fraction', '0.000474'),
  w: decimal('Average price of 24 hours, weighted by size; 0 for none', '90611.2'),
  c: decimal('Price of the last trade', '90755.3'),
  o: decimal('Price 24 hours ago', '90712.3'),
  h: decimal('Highest price of 24 hours', '91234.0'),
  l: decimal('Lowest price of 24 hours', '89900.5'),
  v: decimal('Volume of 24 hours in the base coin', '25615.0755'),
  q: decimal('Turnover of 24 hours in the quote coin', '2321170547.37995'),
  O: moment('When the 24 hours began'),
  C: moment('When they ended'),
  n: integer('Number of trades', 48_211),
  m: decimal('Mark price', '90755.2'),
  i: decimal('Index price', '90797.161'),
});
export type SocketTicker = Static<typeof SOCKET_TICKER>;

export const SOCKET_TRADE = record({
  T: moment('When it happened'),
  t: idText('The trade'),
  p: decimal('Price', '90000.1'),
  q: decimal('Size in the base coin', '0.0160'),
  v: decimal('Value in the quote coin', '1440.00160'),
  m: flag('Whether the buyer had been resting: the taker sold'),
});
export type SocketTrade = Static<typeof SOCKET_TRADE>;

export const SOCKET_KLINE = record({
  t: moment('When the candle begins'),
  T: moment('When it ends'),
  s: plainSymbolText(),
  i: text('The interval', '1m'),
  o: decimal('Open', '90000.0'),
  c: decimal('Close', '90001.5'),
  h: decimal('High', '90010.0'),
  l: decimal('Low', '89990.0'),
  v: decimal('Volume in the base coin', '12.3456'),
  n: integer('Number of trades', 31),
  q: decimal('Turnover in the quote coin', '1111104.0'),
  V: decimal('Not counted: always 0', '0'),
  Q: decimal('Not counted: always 0', '0'),
});
export type SocketKline = Static<typeof SOCKET_KLINE>;

/** The fields of a depth frame besides its event, time and symbol. */
export const depthFields = {
  U: integer('The number of the change that this follows', 4_710),
  u: integer('The number of the last change in this', 4_711),
  l: integer('Levels of each side', 15),
  d: word(['SNAPSHOT', 'CHANGED'], 'Whether it is the whole window'),
  b: list(levelPairField()),
  a: list(levelPairField()),
};

const amount = (description: string) => decimal(description, '1000.00000000');

export const SOCKET_ACCOUNT = record({
  coin: coin(),
  marginMode: marginType(),
  crossSymbol: text('Always empty', ''),
  available: amount('Free for new orders'),
  frozen: amount('Held by working orders'),
  equity: amount('Everything, unrealised results included'),
  isolatedPositionId: idText('Always 0'),
  amount: amount('Collateral: cash less what longs cost plus what shorts brought in'),
  ...ACCOUNT_FIELDS,
});
export type SocketAccount = Static<typeof SOCKET_ACCOUNT>;

export const SOCKET_POSITION = record({
  id: idText('The position'),
  coin: coin(),
  symbol: plainSymbolText(),
  marginMode: marginType(),
  separatedOpenOrderId: idText('Always 0'),
  ...positionFields,
  ...POSITION_PLACE,
});
export type SocketPosition = Static<typeof SOCKET_POSITION>;

export const SOCKET_FILL = record({
  id: idText('The fill'),
  coin: coin(),
  symbol: plainSymbolText(),
  orderId: idText('The order'),
  marginMode: marginType(),
  separatedMode: combined(),
  separatedOpenOrderId: idText('Always 0'),
  ...FILL_FIELDS,
});
export type SocketFill = Static<typeof SOCKET_FILL>;

export const SOCKET_ORDER = record({
  id: idText('The order'),
  coin: coin(),
  symbol: plainSymbolText(),
  marginMode: marginType(),
  separatedMode: combined(),
  separatedOpenOrderId: idText('Always 0'),
  ...ORDER_FIELDS,
  type: word(ORDER_TYPES, 'Kind of order'),
  timeInForce: word(Object.values(TIME_IN_FORCE_NAMES), 'How it executes'),
  status: word([...new Set(Object.values(STATUS_NAMES))], 'What has become of it'),
});
export type SocketOrder = Static<typeof SOCKET_ORDER>;
