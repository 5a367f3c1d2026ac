/** Finished orders as rows of a table: the order, its trigger where it had one, and its end. */
import { assert } from '../domain/assert.ts';
import type { FinishedOrder } from '../domain/history.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import type { Order, Trigger, TriggerOptions } from '../domain/order.ts';
import { parsePlain, stringifyPlain } from '../domain/plain-json.ts';
import { lots, type Millis, millis, ppm, seq, ticks } from '../domain/units.ts';
import { isPlaced } from './archive.ts';
import {
  type ColumnCodec,
  flagColumn,
  integerColumn,
  laterColumn,
  layOut,
  moneyColumn,
  nullableColumn,
  type Stored,
  textColumn,
  wordColumn,
} from './columns.ts';
import type { StoredTable } from './table.ts';
import {
  CANCEL_REASON_WORDS,
  DIRECTION_WORDS,
  EFFECT_WORDS,
  MARGIN_MODE_WORDS,
  ORIGIN_WORDS,
  POSITION_MODE_WORDS,
  POSITION_SIDE_WORDS,
  PURPOSE_WORDS,
  SOURCE_WORDS,
  STATUS_WORDS,
  TIME_IN_FORCE_WORDS,
} from './words.ts';

const isOptions = (value: unknown): value is TriggerOptions =>
  typeof value === 'object' && value !== null;

/** As JSON: orders are not searched by their options. */
const optionsColumn: ColumnCodec<TriggerOptions> = {
  declaration: textColumn.declaration,
  encode: stringifyPlain,
  decode: (stored) => {
    const value = typeof stored === 'string' ? parsePlain(stored) : undefined;
    assert(isOptions(value), 'an order is stored with its options');
    return value;
  },
};

const ORDER = layOut<Omit<Order, 'trigger'>>({
  id: integerColumn(orderId),
  account: integerColumn(accountId),
  contract: integerColumn(contractId),
  positionSide: wordColumn(POSITION_SIDE_WORDS),
  effect: wordColumn(EFFECT_WORDS),
  origin: wordColumn(ORIGIN_WORDS),
  clientOrderId: nullableColumn(textColumn),
  createdAt: integerColumn(millis),
  marginMode: wordColumn(MARGIN_MODE_WORDS),
  positionMode: laterColumn(wordColumn(POSITION_MODE_WORDS), "'hedge'"),
  leverage: integerColumn(Number),
  makerFee: integerColumn(ppm),
  takerFee: integerColumn(ppm),
  status: wordColumn(STATUS_WORDS),
  timeInForce: wordColumn(TIME_IN_FORCE_WORDS),
  price: integerColumn(ticks),
  workingPrice: integerColumn(ticks),
  size: integerColumn(lots),
  filled: integerColumn(lots),
  filledValue: moneyColumn,
  fee: moneyColumn,
  liquidationFee: moneyColumn,
  realisedPnl: moneyColumn,
  freezePrice: integerColumn(ticks),
  openLoss: integerColumn(ticks),
  frozen: moneyColumn,
  takeProfit: integerColumn(ticks),
  stopLoss: integerColumn(ticks),
  takeProfitOrder: integerColumn(orderId),
  stopLossOrder: integerColumn(orderId),
  parent: integerColumn(orderId),
  sibling: integerColumn(orderId),
  options: laterColumn(nullableColumn(optionsColumn), 'NULL'),
});

const END = layOut<Omit<FinishedOrder, 'order'> & { readonly placed: boolean }>({
  finishedAt: integerColumn(millis),
  seq: integerColumn(seq),
  cancelReason: nullableColumn(wordColumn(CANCEL_REASON_WORDS)),
  /** Not part of the row that comes back: which of the two lists show the order. */
  placed: flagColumn,
});

type StoredTrigger = Omit<Trigger, 'activatedAt'> & { readonly activatedAt: Millis | null };

const TRIGGER = layOut<StoredTrigger>(
  {
    purpose: wordColumn(PURPOSE_WORDS),
    source: wordColumn(SOURCE_WORDS),
    direction: wordColumn(DIRECTION_WORDS),
    price: integerColumn(ticks),
    wholePosition: flagColumn,
    firedAt: nullableColumn(integerColumn(millis)),
    firedPrice: integerColumn(ticks),
    activatedAt: laterColumn(nullableColumn(integerColumn(millis)), 'NULL'),
  },
  'trigger_',
);

const NO_TRIGGER: readonly null[] = TRIGGER.names.map(() => null);
const END_START = ORDER.names.length;
const TRIGGER_START = END_START + END.names.length;

export const ORDER_TABLE: StoredTable<FinishedOrder> = {
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
  const trigger = order.trigger === null ? NO_TRIGGER : encodeTrigger(order.trigger);
  const end = END.encode({ ...row, placed: isPlaced(order) });
  return [...ORDER.encode(order), ...end, ...trigger];
}

const encodeTrigger = (trigger: Trigger): Stored[] =>
  TRIGGER.encode({ ...trigger, activatedAt: trigger.activatedAt ?? null });

function decodeTrigger(stored: readonly Stored[]): Trigger {
  const { activatedAt, ...trigger } = TRIGGER.decode(stored, TRIGGER_START);
  return activatedAt === null ? trigger : { ...trigger, activatedAt };
}

function decodeOrder(stored: readonly Stored[]): FinishedOrder {
  const trigger = stored[TRIGGER_START] === null ? null : decodeTrigger(stored);
  const { finishedAt, seq: place, cancelReason } = END.decode(stored, END_START);
  const order: Order = { ...ORDER.decode(stored, 0), trigger };
  return { order, finishedAt, seq: place, cancelReason };
}
