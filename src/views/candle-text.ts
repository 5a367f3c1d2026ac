/**
 * Candles as one line of text per ring. Each row is stored as its difference from the row before,
 * so a venue's candles take a few megabytes of a saved file instead of tens.
 */
import { assert } from '../domain/assert.ts';
import { fineTicks, lots, millis, money, NO_MONEY } from '../domain/units.ts';
import {
  type Candle,
  type CandleRing,
  candleAt,
  candleCount,
  createCandleRing,
  pushCandle,
} from './candle-ring.ts';
import { MINUTE } from './interval.ts';

/**
 * All rows except a number of the oldest. Semicolons separate rows, commas their numbers. A row
 * without trades leaves its volume out.
 */
export function formatCandles(ring: CandleRing, leftOut = 0): string {
  const rows: string[] = [];
  let openAt = 0;
  let close = 0;
  for (let older = leftOut; older < candleCount(ring); older += 1) {
    const row = candleAt(ring, older);
    const minutes = (row.openAt - openAt) / MINUTE;
    const prices = `${row.open - close},${row.high - row.open},${row.open - row.low}`;
    const isStill = row.base === 0 && row.quote === NO_MONEY && row.trades === 0;
    const traded = isStill ? '' : `,${row.base},${row.quote},${row.trades},${tradesText(row)}`;
    rows.push(`${minutes},${prices},${row.close - row.open}${traded}`);
    openAt = row.openAt;
    close = row.close;
  }
  return rows.join(';');
}

const tradesText = ({ takerBase, takerQuote, firstTrade, lastTrade }: Candle): string =>
  `${takerBase},${takerQuote},${firstTrade},${lastTrade}`;

/** The numbers of a row: without trades, of before takers' purchases were kept, and of today. */
const PARTS = [5, 8, 12];

export function parseCandles(text: string, capacity: number): CandleRing {
  const ring = createCandleRing(capacity);
  if (text === '') return ring;
  let before = { openAt: 0, close: 0 };
  for (const row of text.split(';')) {
    const candle = parseRow(row, before);
    pushCandle(ring, candle);
    before = candle;
  }
  return ring;
}

function parseRow(
  text: string,
  before: { readonly openAt: number; readonly close: number },
): Candle {
  const parts = text.split(',');
  const part = (place: number): number => {
    const value = Number(parts[place] ?? 0);
    assert(Number.isSafeInteger(value), 'a saved candle is damaged', text);
    return value;
  };
  assert(PARTS.includes(parts.length), 'a saved candle is damaged', text);
  const open = before.close + part(1);
  return {
    openAt: millis(before.openAt + part(0) * MINUTE),
    open: fineTicks(open),
    high: fineTicks(open + part(2)),
    low: fineTicks(open - part(3)),
    close: fineTicks(open + part(4)),
    base: lots(part(5)),
    quote: money(BigInt(parts[6] ?? 0)),
    trades: part(7),
    takerBase: lots(part(8)),
    takerQuote: money(BigInt(parts[9] ?? 0)),
    firstTrade: part(10),
    lastTrade: part(11),
  };
}
