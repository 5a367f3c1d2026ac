/**
 * Reads the two messages of USDⓈ-M streams that most of a recording consists of straight from their
 * text: changes of a book and best quotes. JSON.parse would make a list and two texts for each
 * level. A text that looks a little different is left to it.
 */
import type { FlatLevels } from './tape-event.ts';

interface Scanned {
  readonly e: string;
  readonly T: number;
  readonly s: string;
}

interface ScannedDepth extends Scanned {
  readonly u: number;
  readonly pu: number;
  readonly scanned: readonly [bids: FlatLevels, asks: FlatLevels];
}

interface ScannedQuote extends Scanned {
  readonly b: string;
  readonly a: string;
}

const AROUND = '^\\{"stream":"[^"]*","data":\\{';
const TIMES = '"E":\\d+,"T":(\\d+),"s":"([^"\\\\]+)",';
const DEPTH = new RegExp(
  `${AROUND}"e":"depthUpdate",${TIMES}"U":\\d+,"u":(\\d+),"pu":(\\d+),"b":\\[`,
);
const QUOTED = new RegExp(
  `${AROUND}"e":"bookTicker","u":\\d+,"s":"([^"\\\\]+)","b":"([\\d.]+)","B":"[\\d.]+",` +
    '"a":"([\\d.]+)","A":"[\\d.]+","T":(\\d+),"E":\\d+\\}\\}$',
);
const BETWEEN = '],"a":[';
const END = ']}}';

const [ZERO, NINE] = [0x30, 0x39];
const [QUOTE, COMMA, POINT, OPEN, CLOSE] = [0x22, 0x2c, 0x2e, 0x5b, 0x5d];
/** Below this, digits are exact as a number, and divided by a power of ten the nearest one. */
const DIGITS_MAX = 2 ** 53;
const DIVISOR_MAX = 1e22;

/** Undefined if the text is not exactly such a message. */
export function scanMessage(text: string): ScannedDepth | ScannedQuote | undefined {
  const quote = QUOTED.exec(text);
  if (quote === null) return scanDepth(text);
  const [, s = '', b = '', a = '', time] = quote;
  return { e: 'bookTicker', T: Number(time), s, b, a };
}

function scanDepth(text: string): ScannedDepth | undefined {
  const head = DEPTH.exec(text);
  if (head === null) return undefined;
  const [whole, time, s = '', last, before] = head;
  const [bids, asks]: [number[], number[]] = [[], []];
  const middle = scanPairs(text, whole.length, bids);
  if (middle < 0 || !text.startsWith(BETWEEN, middle)) return undefined;
  const end = scanPairs(text, middle + BETWEEN.length, asks);
  if (end < 0 || text.slice(end) !== END) return undefined;
  const scanned = [bids, asks] as const;
  return { e: 'depthUpdate', T: Number(time), s, u: Number(last), pu: Number(before), scanned };
}

/** `["1.5","2"],…` up to the bracket behind the last pair, or minus one. */
function scanPairs(text: string, from: number, flat: number[]): number {
  let place = from;
  if (text.charCodeAt(place) === CLOSE) return place;
  for (;;) {
    if (text.charCodeAt(place) !== OPEN) return -1;
    for (let side = 0; side < 2; side += 1) {
      if (text.charCodeAt(place + 1) !== QUOTE) return -1;
      place += 2;
      let digits = 0;
      let divisor = 0;
      const begin = place;
      let code = text.charCodeAt(place);
      for (; code !== QUOTE; code = text.charCodeAt(place)) {
        if (code >= ZERO && code <= NINE) {
          digits = digits * 10 + (code - ZERO);
          divisor *= 10;
        } else if (code === POINT && divisor === 0 && place > begin) divisor = 1;
        else return -1;
        place += 1;
      }
      if (place === begin || digits >= DIGITS_MAX) return -1;
      if (divisor === 1 || divisor > DIVISOR_MAX) return -1;
      flat.push(divisor === 0 ? digits : digits / divisor);
      place += 1;
      if (text.charCodeAt(place) !== (side === 0 ? COMMA : CLOSE)) return -1;
    }
    place += 1;
    const code = text.charCodeAt(place);
    if (code === CLOSE) return place;
    if (code !== COMMA) return -1;
    place += 1;
  }
}
