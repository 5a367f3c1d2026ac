/** Bytes back into a command. The checksum is good already, so a failure here is a wrong code. */
import type {
  AmendOrder,
  Batch,
  CancelAllOrders,
  CancelOrder,
  Command,
  MarketBeat,
  OrderTarget,
  PlaceOrder,
  SlotMemory,
} from '../domain/command.ts';
import { accountId, contractId, orderId } from '../domain/ids.ts';
import type { OrderOptions, PriceMatch } from '../domain/order.ts';
import { parsePlain } from '../domain/plain-json.ts';
import type { BeginBatch, SessionId } from '../domain/replica-command.ts';
import type { RequestIdentity } from '../domain/request-identity.ts';
import { fineTicks, lots, millis, ticks } from '../domain/units.ts';
import {
  type ByteReader,
  readByte,
  readCount,
  readNumber,
  readText,
  takeBytes,
} from './byte-reader.ts';
import {
  type EntryContent,
  HAS_CLIENT_IDS,
  HAS_CLIENT_ORDER_ID,
  HAS_CONTRACT,
  HAS_EXPIRES_AT,
  HAS_MANDATE,
  HAS_MARGIN_MODE,
  HAS_POSITION_MODE,
  HAS_PRICE,
  HAS_PRICE_MATCH,
  HAS_REQUEST,
  HAS_SELF_TRADE,
  HAS_SIZE,
  HAS_STOP_LOSS,
  HAS_TAKE_PROFIT,
  HAS_UNTIL,
  SESSION_BYTES,
} from './encode-entry.ts';
import { NotDecodable } from './journal-error.ts';
import {
  CANCEL_SCOPE_FIELD,
  CLIENT_IDS_FIELD,
  DUTY_FIELD,
  EFFECT_FIELD,
  EXTENDED_CODES,
  findKind,
  KIND_CODES,
  MARGIN_MODE_FIELD,
  POSITION_MODE_FIELD,
  POSITION_SIDE_FIELD,
  PRICE_MATCH_FIELD,
  SELF_TRADE_FIELD,
  TIME_IN_FORCE_FIELD,
  type WordField,
} from './kind-codes.ts';

type Plain = Exclude<Command, Batch>;

/** Reads exactly up to the reader's end. */
export function decodeEntry(reader: ByteReader, code: number): EntryContent {
  if ((code & HAS_UNTIL) === 0) return decodeSent(reader, code);
  const until = millis(readNumber(reader));
  const takenAt = millis(readNumber(reader));
  const sent = decodeSent(reader, code & ~HAS_UNTIL);
  return takenAt === 0 ? { ...sent, until } : { ...sent, until, takenAt };
}

function decodeSent(reader: ByteReader, code: number): EntryContent {
  if ((code & HAS_MANDATE) !== 0) {
    const mandate = { duty: wordIn(DUTY_FIELD, readByte(reader)), term: readNumber(reader) };
    return { ...decodeSent(reader, code & ~HAS_MANDATE), mandate };
  }
  if ((code & HAS_REQUEST) === 0) return { command: decodeCommand(reader, code) };
  const request = decodeRequest(reader);
  return { command: decodeCommand(reader, code & ~HAS_REQUEST), request };
}

function decodeRequest(reader: ByteReader): RequestIdentity {
  const word = () => reader.view.getInt32(takeBytes(reader, 4), true);
  const words = [word(), word(), word(), word()] as const;
  return { words, receivedAt: millis(readNumber(reader)) };
}

function decodeCommand(reader: ByteReader, code: number): Command {
  const command = code === KIND_CODES.batch ? decodeBatch(reader) : decodePlain(reader, code);
  if (reader.at !== reader.end) {
    throw new NotDecodable(
      `a ${command.kind} leaves ${reader.end - reader.at} bytes of its payload over`,
    );
  }
  return command;
}

function decodePlain(reader: ByteReader, code: number): Plain {
  switch (code) {
    case KIND_CODES['place-order']:
      return decodePlaceOrder(reader);
    case EXTENDED_CODES['place-order']:
      return { ...decodePlaceOrder(reader), options: decodeOptions(reader) };
    case KIND_CODES['cancel-order']:
      return decodeCancelOrder(reader);
    case KIND_CODES['amend-order']:
      return decodeAmendOrder(reader);
    case EXTENDED_CODES['amend-order']:
      return { ...decodeAmendOrder(reader), priceMatch: decodePriceMatch(reader) };
    case KIND_CODES['cancel-all-orders']:
      return decodeCancelAllOrders(reader);
    case KIND_CODES['set-index-price']:
      return {
        kind: 'set-index-price',
        contract: contractId(readNumber(reader)),
        price: fineTicks(readNumber(reader)),
      };
    case KIND_CODES['advance-clock']:
      return { kind: 'advance-clock' };
    case KIND_CODES['market-beat']:
      return decodeMarketBeat(reader);
    case KIND_CODES['begin-batch']:
      return decodeBeginBatch(reader);
    default:
      return decodeJson(reader, code);
  }
}

function decodePlaceOrder(reader: ByteReader): PlaceOrder {
  const words = readByte(reader);
  const has = readByte(reader);
  const account = accountId(readNumber(reader));
  const contract = contractId(readNumber(reader));
  const size = lots(readNumber(reader));
  const price = has & HAS_PRICE ? ticks(readNumber(reader)) : null;
  const takeProfit = has & HAS_TAKE_PROFIT ? ticks(readNumber(reader)) : null;
  const stopLoss = has & HAS_STOP_LOSS ? ticks(readNumber(reader)) : null;
  return {
    kind: 'place-order',
    account,
    contract,
    positionSide: wordIn(POSITION_SIDE_FIELD, words),
    effect: wordIn(EFFECT_FIELD, words),
    size,
    price,
    timeInForce: wordIn(TIME_IN_FORCE_FIELD, words),
    clientOrderId: has & HAS_CLIENT_ORDER_ID ? readText(reader) : null,
    takeProfit,
    stopLoss,
    marginMode: has & HAS_MARGIN_MODE ? wordIn(MARGIN_MODE_FIELD, words) : null,
  };
}

function decodeOptions(reader: ByteReader): OrderOptions {
  const words = readByte(reader);
  const has = readByte(reader);
  const priceMatch = {
    of: wordIn(PRICE_MATCH_FIELD, words),
    level: has & HAS_PRICE_MATCH ? readNumber(reader) : 0,
  };
  return {
    ...(has & HAS_POSITION_MODE ? { positionMode: wordIn(POSITION_MODE_FIELD, words) } : {}),
    ...(has & HAS_SELF_TRADE ? { selfTrade: wordIn(SELF_TRADE_FIELD, words) } : {}),
    ...(has & HAS_PRICE_MATCH ? { priceMatch } : {}),
    ...(has & HAS_EXPIRES_AT ? { expiresAt: millis(readNumber(reader)) } : {}),
    ...(has & HAS_CLIENT_IDS ? { clientIds: wordIn(CLIENT_IDS_FIELD, words) } : {}),
  };
}

function decodePriceMatch(reader: ByteReader): PriceMatch {
  return { of: wordIn(PRICE_MATCH_FIELD, readByte(reader)), level: readNumber(reader) };
}

function decodeCancelOrder(reader: ByteReader): CancelOrder {
  const has = readByte(reader);
  const account = accountId(readNumber(reader));
  return { kind: 'cancel-order', account, target: decodeTarget(reader, has) };
}

function decodeAmendOrder(reader: ByteReader): AmendOrder {
  const has = readByte(reader);
  const account = accountId(readNumber(reader));
  const size = has & HAS_SIZE ? lots(readNumber(reader)) : null;
  const price = has & HAS_PRICE ? ticks(readNumber(reader)) : null;
  return { kind: 'amend-order', account, target: decodeTarget(reader, has), size, price };
}

function decodeTarget(reader: ByteReader, has: number): OrderTarget {
  return has & HAS_CLIENT_ORDER_ID
    ? { by: 'client-order-id', clientOrderId: readText(reader) }
    : { by: 'id', order: orderId(readNumber(reader)) };
}

function decodeCancelAllOrders(reader: ByteReader): CancelAllOrders {
  const words = readByte(reader);
  const account = accountId(readNumber(reader));
  const contract = words & HAS_CONTRACT ? contractId(readNumber(reader)) : null;
  const scope = wordIn(CANCEL_SCOPE_FIELD, words);
  return { kind: 'cancel-all-orders', account, contract, scope };
}

function decodeBatch(reader: ByteReader): Batch {
  const count = readCount(reader);
  // Each command takes at least one byte, so a wrong count cannot allocate without limit.
  if (count > reader.end - reader.at) throw new NotDecodable('a batch counts more than it holds');
  const commands: Plain[] = [];
  for (let item = 0; item < count; item += 1) {
    commands.push(decodePlain(reader, readCount(reader)));
  }
  return { kind: 'batch', commands };
}

function decodeMarketBeat(reader: ByteReader): MarketBeat {
  const beat = readNumber(reader);
  const count = readCount(reader);
  if (count > reader.end - reader.at) throw new NotDecodable('a beat counts more than it holds');
  const memories: SlotMemory[] = [];
  for (let item = 0; item < count; item += 1) {
    const slot = readNumber(reader);
    const length = readCount(reader);
    const start = takeBytes(reader, length);
    // A copy: the reader's bytes are used again.
    memories.push({ slot, bytes: new Uint8Array(reader.bytes.subarray(start, start + length)) });
  }
  return { kind: 'market-beat', beat, memories };
}

const decodeBeginBatch = (reader: ByteReader): BeginBatch => ({
  kind: 'begin-batch',
  session: readSession(reader),
  number: readNumber(reader),
  sentAt: millis(readNumber(reader)),
  position: readNumber(reader),
  count: readNumber(reader),
});

export function readSession(reader: ByteReader): SessionId {
  const start = takeBytes(reader, SESSION_BYTES);
  return reader.bytes.toString('hex', start, start + SESSION_BYTES);
}

function decodeJson(reader: ByteReader, code: number): Plain {
  const kind = findKind(code);
  if (kind === undefined) {
    throw new NotDecodable(
      `command code ${code} is not known to this version; a newer one wrote it, use that`,
    );
  }
  const length = readCount(reader);
  const start = takeBytes(reader, length);
  const value = parseJson(reader.bytes.toString('utf8', start, start + length), kind);
  if (!isOfKind(value, kind)) throw new NotDecodable(`a payload is not the ${kind} it should be`);
  return value;
}

function parseJson(text: string, kind: string): unknown {
  try {
    return parsePlain(text);
  } catch (error) {
    throw new NotDecodable(`the payload of a ${kind} is not JSON`, { cause: error });
  }
}

/** The checksum vouches for the fields: the writer of the record had a command of this type. */
const isOfKind = (value: unknown, kind: string): value is Plain =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === kind;

function wordIn<Word extends string>({ words, shift, mask }: WordField<Word>, byte: number): Word {
  const place = (byte >> shift) & mask;
  const word = words[place];
  if (word === undefined) throw new NotDecodable(`no word has place ${place} in its list`);
  return word;
}
