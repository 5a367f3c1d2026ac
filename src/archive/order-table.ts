/** Finished orders as rows of a table: the order, its trigger where it had one, and its end. */
import type { FinishedOrder } from '../domain/history.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import type { Order, Trigger } from '../domain/order.ts';
import { lots, millis, ppm, seq, ticks } from '../domain/units.ts';
import { isPlaced } from './archive.ts';
import { exact, flag, integer, layOut, nullable, type Stored, text, word } from './columns.ts';
import type { Table } from './table.ts';
import {
  CANCEL_REASONS,
  DIRECTIONS,
  EFFECTS,
  MARGIN_MODES,
  ORIGINS,
  POSITION_SIDES,
  PURPOSES,
  SOURCES,
  STATUSES,
  TIMES_IN_FORCE,
} from './words.ts';

const ORDER = layOut<Omit<Order, 'trigger'>>({
  id: integer(orderId),
  account: integer(accountId),
  contract: integer(contractId),
  positionSide: word(POSITION_SIDES),
  effect: word(EFFECTS),
  origin: word(ORIGINS),
  clientOrderId: nullable(text),
  createdAt: integer(millis),
  marginMode: word(MARGIN_MODES),
  leverage: integer(Number),
  makerFee: integer(ppm),
  takerFee: integer(ppm),
  status: word(STATUSES),
  timeInForce: word(TIMES_IN_FORCE),
  price: integer(ticks),
  workingPrice: integer(ticks),
  size: integer(lots),
  filled: integer(lots),
  filledValue: exact,
  fee: exact,
  liquidationFee: exact,
  realisedPnl: exact,
  freezePrice: integer(ticks),
  openLoss: integer(ticks),
  frozen: exact,
  takeProfit: integer(ticks),
  stopLoss: integer(ticks),
  takeProfitOrder: integer(orderId),
  stopLossOrder: integer(orderId),
  parent: integer(orderId),
  sibling: integer(orderId),
});

const END = layOut<Omit<FinishedOrder, 'order'> & { readonly placed: boolean }>({
  finishedAt: integer(millis),
  seq: integer(seq),
  cancelReason: nullable(word(CANCEL_REASONS)),
  /** Not part of the row that comes back: which of the two lists show the order. */
  placed: flag,
});

const TRIGGER = layOut<Trigger>(
  {
    purpose: word(PURPOSES),
    source: word(SOURCES),
    direction: word(DIRECTIONS),
    price: integer(ticks),
    wholePosition: flag,
    firedAt: nullable(integer(millis)),
    firedPrice: integer(ticks),
  },
  'trigger_',
);

const NO_TRIGGER: readonly null[] = TRIGGER.names.map(() => null);
const END_START = ORDER.names.length;
const TRIGGER_START = END_START + END.names.length;

export const ORDER_TABLE: Table<FinishedOrder> = {
  name: 'orders',
  names: [...ORDER.names, ...END.names, ...TRIGGER.names],
  declarations: [
    ...ORDER.declarations,
    ...END.declarations,
    ...TRIGGER.declarations.map((declaration) => declaration.replace(' NOT NULL', '')),
  ],
  encode: encodeOrder,
  decode: decodeOrder,
};

function encodeOrder(row: FinishedOrder): Stored[] {
  const { order } = row;
  const trigger = order.trigger === null ? NO_TRIGGER : TRIGGER.encode(order.trigger);
  const end = END.encode({ ...row, placed: isPlaced(order) });
  return [...ORDER.encode(order), ...end, ...trigger];
}

function decodeOrder(stored: readonly Stored[]): FinishedOrder {
  const trigger = stored[TRIGGER_START] === null ? null : TRIGGER.decode(stored, TRIGGER_START);
  const { finishedAt, seq: place, cancelReason } = END.decode(stored, END_START);
  const order: Order = { ...ORDER.decode(stored, 0), trigger };
  return { order, finishedAt, seq: place, cancelReason };
}
