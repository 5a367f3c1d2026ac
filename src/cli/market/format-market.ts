/** The market of a running venue as one page of text. */

import { formatTable } from '../../terminal/format-table.ts';
import { formatChaos } from '../chaos/run-chaos.ts';
import { type AnswerFields, fieldsOf, numberOf, rowsOf, textOf } from '../operate/tell.ts';
import { formatTime } from '../time/run-time.ts';

const COLUMNS = [
  'contract',
  'index',
  'mark',
  'bid',
  'ask',
  'spread bp',
  'basis bp',
  'bids 10bp',
  'asks 10bp',
  'funding %',
  'open interest',
  'volume 24h',
] as const;

export function formatMarket(body: unknown): string[] {
  const { time, source, regime, commitment, contracts, house, chaos } = fieldsOf(body);
  const mood = typeof regime === 'string' ? `, ${regime}` : '';
  return [
    ...formatTable(COLUMNS, rowsOf(contracts).map(cellsOf)),
    '',
    `feed        ${source === null ? 'none' : `${textOf(source)}${mood}`}`,
    ...(typeof commitment === 'string' ? [`commitment  ${commitment}`] : []),
    ...(time === null ? [] : formatTime(time)),
    '',
    ...formatHouse(rowsOf(house)),
    ...formatChaos(chaos),
  ];
}

export function formatFeed(body: unknown): string[] {
  const { source } = fieldsOf(body);
  return [`prices come from: ${textOf(source)}`];
}

export function formatStatus(body: unknown): string[] {
  const { symbol, halted } = fieldsOf(body);
  return [`${textOf(symbol)} ${halted === true ? 'is halted' : 'trades'}`];
}

/** The age at which the engine and the interface call an index stale. */
const STALE_MILLIS = 30_000;

function cellsOf(row: AnswerFields): string[] {
  const { symbol, halted, indexAgeMillis, indexPrice, markPrice, bestBid, bestAsk } = row;
  const { spreadBp, basisBp, bidDepth, askDepth, fundingRate, openInterest, volume24h } = row;
  const isStale = numberOf(indexAgeMillis) > STALE_MILLIS;
  const notes = [halted === true ? 'halted' : '', isStale ? 'stale' : ''].filter(Boolean);
  return [
    [textOf(symbol), ...notes].join(' '),
    textOf(indexPrice),
    textOf(markPrice),
    priceText(bestBid),
    priceText(bestAsk),
    textOf(spreadBp),
    textOf(basisBp),
    textOf(bidDepth),
    textOf(askDepth),
    `${Number((Number(fundingRate) * 100).toFixed(6))}`,
    textOf(openInterest),
    textOf(volume24h),
  ];
}

/** An empty side of the book has no price. */
const priceText = (price: unknown): string => (Number(price) === 0 ? '-' : textOf(price));

/** Money with two decimals: eight tell a person nothing here. */
function formatHouse(rows: readonly AnswerFields[]): string[] {
  const [first] = rows;
  if (first === undefined) return [];
  const [who = '', ...amounts] = Object.keys(first);
  const cells = rows.map((row) => [
    textOf(row[who]),
    ...amounts.map((name) => Number(row[name]).toFixed(2)),
  ]);
  return [...formatTable(['house (USDT)', ...amounts], cells), ''];
}
