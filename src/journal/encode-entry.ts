/**
 * A command as bytes. The kinds that come by the million are compact; the others are JSON, which an
 * operator can read in a hex dump. A command that would not read back equal is refused here.
 */
import type {
  AmendOrder,
  Batch,
  CancelAllOrders,
  CancelOrder,
  Command,
  Entry,
  MarketBeat,
  OrderTarget,
  PlaceOrder,
} from '../domain/command.ts';
import type { OrderOptions, PriceMatch } from '../domain/order.ts';
import { stringifyPlain } from '../domain/plain-json.ts';
import type { BeginBatch, SessionId } from '../domain/replica-command.ts';
import {
  type ByteWriter,
  NUMBER_BYTES_MAX,
  reserve,
  writeByte,
  writeCount,
  writeNumber,
  writeText,
} from './byte-writer.ts';
import { NotStorable } from './journal-error.ts';
import {
  CANCEL_SCOPE_FIELD,
  CLIENT_IDS_FIELD,
  codeOf,
  DUTY_FIELD,
  EFFECT_FIELD,
  MARGIN_MODE_FIELD,
  POSITION_MODE_FIELD,
  POSITION_SIDE_FIELD,
  PRICE_MATCH_FIELD,
  SELF_TRADE_FIELD,
  TIME_IN_FORCE_FIELD,
  type WordField,
} from './kind-codes.ts';

/** The most that a compact command takes besides its texts. */
const COMPACT_BYTES_MAX = 4 + 8 * NUMBER_BYTES_MAX;

/** What a record stores besides place and time. */
export type EntryContent = Omit<Entry, 'seq' | 'at'>;

/** Bit of the code: sixteen bytes of the request's hash and its time stand before the command. */
export const HAS_REQUEST = 0x8000;
/** Bit of the code: a duty and its term stand before the command, and before its request. */
export const HAS_MANDATE = 0x4000;
/** Bit of the code: until when it takes effect and when it got its place stand before all this. */
export const HAS_UNTIL = 0x2000;
const WORD_BYTES = 4;

/** The kind of a code without these bits. */
export const plainCode = (code: number): number => code & ~(HAS_REQUEST | HAS_MANDATE | HAS_UNTIL);

/** Writes the payload and returns its code. */
export function encodeEntry(writer: ByteWriter, content: EntryContent): number {
  const { until, takenAt } = content;
  if (until === undefined) return encodeSent(writer, content);
  reserve(writer, 2 * NUMBER_BYTES_MAX);
  writeNumber(writer, until);
  // A batch on its way to the log has no place yet.
  writeNumber(writer, takenAt ?? 0);
  return encodeSent(writer, content) | HAS_UNTIL;
}

function encodeSent(writer: ByteWriter, content: EntryContent): number {
  const { command, request, mandate } = content;
  if (mandate !== undefined) {
    reserve(writer, 1 + NUMBER_BYTES_MAX);
    writeByte(writer, bitsOf(DUTY_FIELD, mandate.duty));
    writeNumber(writer, mandate.term);
    const signed = request === undefined ? { command } : { command, request };
    return encodeSent(writer, signed) | HAS_MANDATE;
  }
  if (request === undefined) return encodeCommand(writer, command);
  reserve(writer, REQUEST_BYTES_MAX);
  for (const word of request.words) {
    writer.view.setInt32(writer.at, word, true);
    writer.at += WORD_BYTES;
  }
  writeNumber(writer, request.receivedAt);
  return encodeCommand(writer, command) | HAS_REQUEST;
}

const REQUEST_BYTES_MAX = 4 * WORD_BYTES + NUMBER_BYTES_MAX;

/** Writes the command and returns the code of its kind. */
function encodeCommand(writer: ByteWriter, command: Command): number {
  reserve(writer, COMPACT_BYTES_MAX);
  switch (command.kind) {
    case 'advance-clock':
      break;
    case 'set-index-price':
      writeNumber(writer, command.contract);
      writeNumber(writer, command.price);
      break;
    case 'place-order':
      encodePlaceOrder(writer, command);
      break;
    case 'cancel-order':
      encodeCancelOrder(writer, command);
      break;
    case 'amend-order':
      encodeAmendOrder(writer, command);
      break;
    case 'cancel-all-orders':
      encodeCancelAllOrders(writer, command);
      break;
    case 'batch':
      encodeBatch(writer, command);
      break;
    case 'market-beat':
      encodeMarketBeat(writer, command);
      break;
    case 'begin-batch':
      encodeBeginBatch(writer, command);
      break;
    default:
      encodeJson(writer, command);
  }
  return codeOf(command);
}

/** Bits of the second byte of an order: which of its optional fields are there. */
export const HAS_PRICE = 1;
export const HAS_CLIENT_ORDER_ID = 2;
export const HAS_TAKE_PROFIT = 4;
export const HAS_STOP_LOSS = 8;
export const HAS_MARGIN_MODE = 16;
export const HAS_SIZE = 32;
export const HAS_CONTRACT = 64;

/** The first byte holds the words: side, effect, time in force and margin mode. */
function encodePlaceOrder(writer: ByteWriter, order: PlaceOrder): void {
  const { price, clientOrderId, takeProfit, stopLoss, marginMode } = order;
  writeByte(
    writer,
    bitsOf(POSITION_SIDE_FIELD, order.positionSide) |
      bitsOf(EFFECT_FIELD, order.effect) |
      bitsOf(TIME_IN_FORCE_FIELD, order.timeInForce) |
      (marginMode === null ? 0 : bitsOf(MARGIN_MODE_FIELD, marginMode)),
  );
  writeByte(
    writer,
    (price === null ? 0 : HAS_PRICE) |
      (clientOrderId === null ? 0 : HAS_CLIENT_ORDER_ID) |
      (takeProfit === null ? 0 : HAS_TAKE_PROFIT) |
      (stopLoss === null ? 0 : HAS_STOP_LOSS) |
      (marginMode === null ? 0 : HAS_MARGIN_MODE),
  );
  writeNumber(writer, order.account);
  writeNumber(writer, order.contract);
  writeNumber(writer, order.size);
  if (price !== null) writeNumber(writer, price);
  if (takeProfit !== null) writeNumber(writer, takeProfit);
  if (stopLoss !== null) writeNumber(writer, stopLoss);
  if (clientOrderId !== null) writeText(writer, clientOrderId);
  if (order.options !== undefined) encodeOptions(writer, order.options);
}

/** Bits of the second byte of options: which of them are there. */
export const HAS_POSITION_MODE = 1;
export const HAS_SELF_TRADE = 2;
export const HAS_PRICE_MATCH = 4;
export const HAS_EXPIRES_AT = 8;
export const HAS_CLIENT_IDS = 16;

/** The first byte holds the words: position mode, self-trade, price match and client ids. */
function encodeOptions(writer: ByteWriter, options: OrderOptions): void {
  const { positionMode, selfTrade, priceMatch, expiresAt, clientIds } = options;
  reserve(writer, 2 + 2 * NUMBER_BYTES_MAX);
  writeByte(
    writer,
    (positionMode === undefined ? 0 : bitsOf(POSITION_MODE_FIELD, positionMode)) |
      (selfTrade === undefined ? 0 : bitsOf(SELF_TRADE_FIELD, selfTrade)) |
      (priceMatch === undefined ? 0 : bitsOf(PRICE_MATCH_FIELD, priceMatch.of)) |
      (clientIds === undefined ? 0 : bitsOf(CLIENT_IDS_FIELD, clientIds)),
  );
  writeByte(
    writer,
    (positionMode === undefined ? 0 : HAS_POSITION_MODE) |
      (selfTrade === undefined ? 0 : HAS_SELF_TRADE) |
      (priceMatch === undefined ? 0 : HAS_PRICE_MATCH) |
      (expiresAt === undefined ? 0 : HAS_EXPIRES_AT) |
      (clientIds === undefined ? 0 : HAS_CLIENT_IDS),
  );
  if (priceMatch !== undefined) writeNumber(writer, priceMatch.level);
  if (expiresAt !== undefined) writeNumber(writer, expiresAt);
}

function encodePriceMatch(writer: ByteWriter, { of, level }: PriceMatch): void {
  reserve(writer, 1 + NUMBER_BYTES_MAX);
  writeByte(writer, bitsOf(PRICE_MATCH_FIELD, of));
  writeNumber(writer, level);
}

function encodeCancelOrder(writer: ByteWriter, command: CancelOrder): void {
  writeByte(writer, targetBits(command.target));
  writeNumber(writer, command.account);
  encodeTarget(writer, command.target);
}

function encodeAmendOrder(writer: ByteWriter, command: AmendOrder): void {
  const { target, size, price } = command;
  writeByte(
    writer,
    targetBits(target) | (size === null ? 0 : HAS_SIZE) | (price === null ? 0 : HAS_PRICE),
  );
  writeNumber(writer, command.account);
  if (size !== null) writeNumber(writer, size);
  if (price !== null) writeNumber(writer, price);
  encodeTarget(writer, target);
  if (command.priceMatch !== undefined) encodePriceMatch(writer, command.priceMatch);
}

const targetBits = (target: OrderTarget): number => (target.by === 'id' ? 0 : HAS_CLIENT_ORDER_ID);

function encodeTarget(writer: ByteWriter, target: OrderTarget): void {
  if (target.by === 'id') writeNumber(writer, target.order);
  else writeText(writer, target.clientOrderId);
}

function encodeCancelAllOrders(writer: ByteWriter, command: CancelAllOrders): void {
  const { contract } = command;
  writeByte(
    writer,
    bitsOf(CANCEL_SCOPE_FIELD, command.scope) | (contract === null ? 0 : HAS_CONTRACT),
  );
  writeNumber(writer, command.account);
  if (contract !== null) writeNumber(writer, contract);
}

function encodeBatch(writer: ByteWriter, batch: Batch): void {
  writeCount(writer, batch.commands.length);
  for (const command of batch.commands) {
    reserve(writer, NUMBER_BYTES_MAX);
    writeCount(writer, codeOf(command));
    encodeCommand(writer, command);
  }
}

function encodeMarketBeat(writer: ByteWriter, { beat, memories }: MarketBeat): void {
  writeNumber(writer, beat);
  writeCount(writer, memories.length);
  for (const { slot, bytes } of memories) {
    reserve(writer, 2 * NUMBER_BYTES_MAX);
    writeNumber(writer, slot);
    encodeBytes(writer, bytes);
  }
}

export const SESSION_BYTES = 8;

function encodeBeginBatch(writer: ByteWriter, command: BeginBatch): void {
  const { session, number, sentAt, position, count } = command;
  writeSession(writer, session);
  writeNumber(writer, number);
  writeNumber(writer, sentAt);
  writeNumber(writer, position);
  writeNumber(writer, count);
}

/** The caller has reserved the room. */
export function writeSession(writer: ByteWriter, session: SessionId): void {
  if (!/^[0-9a-f]{16}$/.test(session)) throw new NotStorable(`"${session}" is no session`);
  writer.bytes.set(Buffer.from(session, 'hex'), writer.at);
  writer.at += SESSION_BYTES;
}

function encodeBytes(writer: ByteWriter, bytes: Uint8Array): void {
  reserve(writer, NUMBER_BYTES_MAX + bytes.length);
  writeCount(writer, bytes.length);
  writer.bytes.set(bytes, writer.at);
  writer.at += bytes.length;
}

function encodeJson(writer: ByteWriter, command: Command): void {
  expectPlain(command, command.kind);
  encodeBytes(writer, Buffer.from(stringifyPlain(command), 'utf8'));
}

/** JSON would silently turn these values into others. */
function expectPlain(value: unknown, path: string): void {
  if (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) {
    throw new NotStorable(`${path} is ${Object.is(value, -0) ? '-0' : value}: cannot be stored`);
  }
  if (value === undefined) throw new NotStorable(`${path} is undefined: cannot be stored`);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) expectPlain(inner, `${path}.${key}`);
}

/** The list alone says which words there are: a word it lacks does not compile. */
function bitsOf<Word extends string>(
  { words, shift }: WordField<Word>,
  word: NoInfer<Word>,
): number {
  const place = words.indexOf(word);
  if (place < 0) throw new NotStorable(`"${word}" is not one of ${words.join(', ')}`);
  return place << shift;
}
