/**
 * A capture of the public streams of Binance USDⓈ-M: the recorder's time in nanoseconds, a blank,
 * and the message. A change of the book follows the one before if its `pu` is the `u` of that one.
 * Changes that a snapshot has already do not count.
 */
import { SYMBOLS_MAX } from './check-event.ts';
import { scanMessage } from './scan-message.ts';
import {
  type FlatLevels,
  MICROS_PER_MILLI,
  type TapeCounts,
  type TapeEvent,
} from './tape-event.ts';
import {
  flattenLevels,
  indexEvents,
  type LineReader,
  type LineReaderTerms,
  microsOf,
  splitReceived,
  type TapeFormat,
  toAmount,
} from './tape-format.ts';

/** The words of the messages that are read; everything else in them is passed over. */
interface Message {
  readonly e?: string;
  readonly T?: number;
  readonly E?: number;
  readonly s?: string;
  readonly u?: number;
  readonly pu?: number;
  readonly lastUpdateId?: number;
  readonly bids?: Pairs;
  readonly asks?: Pairs;
  readonly b?: Pairs | string;
  readonly a?: Pairs | string;
  readonly p?: string;
  readonly q?: string;
  readonly m?: boolean;
  readonly i?: string;
  readonly r?: string;
  /** Of a message that was not parsed but scanned: its bids and asks. */
  readonly scanned?: readonly [bids: FlatLevels, asks: FlatLevels];
}
type Pairs = readonly (readonly [price: string, size: string])[];

/** How far the book of a symbol is known. */
interface Chain {
  /** The last change that the book has. */
  last: number;
  hasSnapshot: boolean;
  /** Until the first snapshot, which may be older than some of them when it comes. */
  readonly waiting: { readonly message: Message; readonly moment: Moment }[];
}

/** A snapshot is asked for when the streams begin: after so many changes there is none. */
const WAITING_MAX = 1_000;

export const USDM_CAPTURE: TapeFormat = {
  name: 'capture of Binance USDⓈ-M streams',
  isBegunBy: (text) => isReceived(text),
  createReader: createCaptureReader,
};

function isReceived(text: string): boolean {
  const [receivedAt, rest] = splitReceived(text);
  return receivedAt > 0 && rest.startsWith('{');
}

const NOTHING: readonly TapeEvent[] = [];
const QUOTE_STREAM = '@bookTicker","data":{"e":"bookTicker",';

/** A line of the best quotes that is not torn. */
const isQuote = (text: string): boolean =>
  text.startsWith(QUOTE_STREAM, text.indexOf('@')) && text.endsWith('}}');

function createCaptureReader(
  counts: TapeCounts,
  _first: string,
  { hasQuotes }: LineReaderTerms,
): LineReader {
  const chains = new Map<string, Chain>();
  const chainOf = (symbol: string): Chain => {
    const known = chains.get(symbol);
    if (known !== undefined) return known;
    if (chains.size === SYMBOLS_MAX) throw new Error(`it has more than ${SYMBOLS_MAX} symbols`);
    const chain = { last: 0, hasSnapshot: false, waiting: [] };
    chains.set(symbol, chain);
    return chain;
  };
  const read = (text: string): readonly TapeEvent[] => {
    if (!hasQuotes && isQuote(text)) return NOTHING;
    const [receivedAt, rest] = splitReceived(text);
    if (receivedAt === 0) throw new Error('not a time in nanoseconds and a message');
    const message = parseMessage(rest);
    const { T, E } = message;
    if (message.e === undefined && message.lastUpdateId === undefined) {
      counts.unread += 1;
      return [];
    }
    // There `T` is when funding is next settled.
    const time = message.e === 'markPriceUpdate' ? E : (T ?? E);
    const at = (time ?? 0) * MICROS_PER_MILLI;
    if (!Number.isSafeInteger(at) || at <= 0) throw new Error('the message has no time T or E');
    const moment = { at, receivedAt };
    if (message.lastUpdateId !== undefined) return snapshotOf(message, moment, chains, counts);
    switch (message.e) {
      case 'depthUpdate':
        return changesOf(message, moment, chainOf(symbolOf(message)), counts);
      case 'trade':
        return [tradeOf(message, moment)];
      case 'bookTicker': {
        if (!hasQuotes) return NOTHING;
        const [bid, ask] = [toAmount(message.b), toAmount(message.a)];
        return [{ kind: 'quote', ...moment, symbol: symbolOf(message), bid, ask }];
      }
      case 'markPriceUpdate':
        return indexEvents(
          { ...moment, symbol: symbolOf(message) },
          { price: message.i, mark: message.p, fundingRate: message.r, fundingAt: microsOf(T) },
        );
      default:
        counts.unread += 1;
        return [];
    }
  };
  return { read, end: () => [] };
}

type Moment = Pick<TapeEvent, 'at' | 'receivedAt'>;

/** A stream's message has its name around it; the answer of a request has not. */
function parseMessage(text: string): Message {
  const scanned = scanMessage(text);
  if (scanned !== undefined) return scanned;
  const parsed: Message & { readonly data?: Message } = JSON.parse(text);
  return parsed.data ?? parsed;
}

function symbolOf({ s }: Message): string {
  if (typeof s !== 'string' || s === '') throw new Error('the message names no symbol');
  return s;
}

function changesOf(
  message: Message,
  moment: Moment,
  chain: Chain,
  counts: TapeCounts,
): readonly TapeEvent[] {
  const { u = 0, pu = 0 } = message;
  if (!chain.hasSnapshot) {
    chain.last = u;
    chain.waiting.push({ message, moment });
    if (chain.waiting.length < WAITING_MAX) return [];
    throw new Error(`no snapshot of a book among its first ${WAITING_MAX} changes`);
  }
  if (u <= chain.last) {
    counts.early += 1;
    return [];
  }
  // The first change after a snapshot may have begun before it.
  if (pu > chain.last) counts.gaps += 1;
  chain.last = u;
  const [bids, asks] = message.scanned ?? [flattenLevels(message.b), flattenLevels(message.a)];
  return [{ kind: 'levels', ...moment, symbol: symbolOf(message), isSnapshot: false, bids, asks }];
}

/** It does not say whose it is: that book is meant whose changes have come nearest to it. */
function snapshotOf(
  message: Message,
  moment: Moment,
  chains: ReadonlyMap<string, Chain>,
  counts: TapeCounts,
): readonly TapeEvent[] {
  const { lastUpdateId = 0, s } = message;
  const away = ([, { last }]: [string, Chain]): number => Math.abs(last - lastUpdateId);
  const [nearest] = [...chains].sort((one, other) => away(one) - away(other));
  const symbol = s ?? nearest?.[0];
  const chain = symbol === undefined ? undefined : chains.get(symbol);
  if (symbol === undefined || chain === undefined)
    throw new Error('a snapshot comes before any change of a book: whose it is cannot be told');
  // One that is older than the book would take it back.
  if (chain.hasSnapshot && lastUpdateId < chain.last) {
    counts.early += 1;
    return [];
  }
  chain.last = lastUpdateId;
  chain.hasSnapshot = true;
  const waiting = chain.waiting.splice(0);
  const [bids, asks] = [flattenLevels(message.bids), flattenLevels(message.asks)];
  return [
    { kind: 'levels', ...moment, symbol, isSnapshot: true, bids, asks },
    ...waiting.flatMap((held) => changesOf(held.message, held.moment, chain, counts)),
  ];
}

function tradeOf(message: Message, moment: Moment): TapeEvent {
  const { p, q, m } = message;
  return {
    kind: 'trade',
    ...moment,
    symbol: symbolOf(message),
    price: toAmount(p),
    size: toAmount(q),
    takerSide: m === true ? 'sell' : 'buy',
  };
}
