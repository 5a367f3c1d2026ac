/** What the tape must look like to somebody who watches it, and how prices answer to volume. */
import { median } from '../../src/verdict/quantile.ts';
import type { Finding, MonthEvidence } from './judge-fact.ts';
import { DEPTH_BP, type MinuteColumns } from './record-market.ts';
import { gapSpread, SIGN_LAGS, signMemory, type Tape } from './record-tape.ts';
import * as statistics from './statistics.ts';

const tapesOfBtc = (columns: readonly MinuteColumns[]): Tape[] =>
  columns.filter(({ base }) => base === 'BTC').map(({ tape }) => tape);

/** At each lag of the signs of takers. */
const SIGN_BOUNDS = [
  [0.05, 0.4],
  [0.03, 0.3],
  [0.02, 0.2],
  [0.003, 0.12],
] as const;
/** Minutes of the spans in which a calm market is looked at. */
const CALM_SPAN = 360;

export const findTapeFacts = (evidence: MonthEvidence): Finding[] => [
  ...findSignFacts(evidence),
  ...findPaceFacts(evidence),
  ...findRestFacts(evidence),
  ...findAnswerFacts(evidence),
  ...findCalmFacts(evidence),
];

function findSignFacts({ recording: { columns } }: MonthEvidence): Finding[] {
  return SIGN_LAGS.map((lag, place) => {
    const [from = 0, to = 1] = SIGN_BOUNDS[place] ?? [];
    return {
      name: 'trades follow trades',
      what: `acf of the sides of takers at lag ${lag}`,
      bounds: { from, to, days: 1 },
      // In a thin market a hundred takers come in minutes, and orders are done by then.
      ...(lag < 20 ? {} : { judge: 'middle' as const }),
      ...(place === 0 ? { elsewhere: 'positive, with a long memory [12]' } : {}),
      values: columns.map(({ tape }) => signMemory(tape, place)),
    };
  });
}

function findPaceFacts({ recording: { columns }, books }: MonthEvidence): Finding[] {
  const btc = tapesOfBtc(columns);
  const btcBooks = books.filter((_, place) => columns[place]?.base === 'BTC');
  return [
    {
      name: 'trades cluster',
      what: 'deviation of the gaps between takers over their mean',
      bounds: { from: 1.1, to: 4, days: 1 },
      elsewhere: '1 if they came independently',
      values: columns.map(({ tape }) => gapSpread(tape)),
    },
    {
      name: 'people like round numbers',
      what: 'part of BTC sizes with one digit and zeros',
      bounds: { from: 0.1, to: 0.7, days: 1 },
      values: btc.map(({ roundSizes, takers }) => roundSizes / Math.max(1, takers)),
    },
    {
      name: 'people like round numbers',
      what: 'part of BTC takers who trade at a multiple of 10 ticks',
      bounds: { from: 0.15, to: 0.4, days: 0.1 },
      elsewhere: '0.25 [15]; 0.1 if no price were preferred',
      values: btc.map(({ tens, takers }) => tens / Math.max(1, takers)),
    },
    {
      name: 'people like round numbers',
      what: 'at a multiple of 100 ticks',
      bounds: { from: 0.03, to: 0.2, days: 0.1 },
      elsewhere: '0.09 [15]; over 0.1 where 0.01 is expected [16]',
      values: btc.map(({ hundreds, takers }) => hundreds / Math.max(1, takers)),
    },
    {
      name: 'people like round numbers',
      what: `part of what rests in BTC up to ${DEPTH_BP} bp away, at multiples of 10 ticks`,
      bounds: { from: 0.2, to: 0.7, days: 0.1 },
      elsewhere: '0.51 up to 50 bp away [15]',
      values: btcBooks.map(({ round, near }) => round / near),
    },
    {
      name: 'messages',
      what: 'of BTC for each fill',
      bounds: { from: 10, to: 60, days: 0.1 },
      values: btc.map(({ messages, fills }) => messages / Math.max(1, fills)),
    },
    {
      name: 'one-second candles',
      what: 'part of BTC seconds on weekdays, 7:00 to 21:00, without a trade',
      bounds: { from: 0.005, to: 0.15, days: 1 },
      values: btc.map(({ emptySeconds, seconds }) => emptySeconds / Math.max(1, seconds)),
    },
    {
      name: 'spreads open and close',
      what: 'part of the moves of the BTC spread that are one tick',
      bounds: { from: 0.2, to: 0.95, days: 0.1 },
      values: btc.map(({ spreadMoves, spreadSteps }) => spreadSteps / Math.max(1, spreadMoves)),
    },
  ];
}

function findRestFacts({ recording: { columns } }: MonthEvidence): Finding[] {
  const btc = tapesOfBtc(columns);
  return [
    {
      name: 'prices rest and leap',
      what: 'part of seconds in which the middle of BTC stands still',
      bounds: { from: 0.25, to: 0.7, days: 0.1 },
      elsewhere: '0.47 [15]',
      values: btc.map(({ stills, looks }) => stills / Math.max(1, looks)),
    },
    {
      name: 'prices rest and leap',
      what: 'excess kurtosis of its moves in a second, median of hours',
      bounds: { from: 5, to: 60, days: 0.1 },
      elsewhere: '18 [15]',
      values: btc.map(({ kurtoses }) => median(kurtoses)),
    },
  ];
}

function findAnswerFacts({ recording: { columns } }: MonthEvidence): Finding[] {
  const answers = columns.map(({ mid, flow }) =>
    statistics.correlation(flow.slice(1), statistics.returnsOver(mid, 1)),
  );
  return [
    {
      name: 'prices answer to volume',
      what: 'signed volume and return of a minute',
      bounds: { from: 0.3, to: 0.8, days: 1 },
      values: answers,
    },
    {
      name: 'prices answer to volume',
      what: 'part of the variance of a minute that signed volume explains',
      bounds: { from: 0.15, to: 0.6, days: 1, judge: 'middle' },
      values: answers.map((value) => value * value),
    },
  ];
}

/** Spans in which it was calm throughout. */
function findCalmFacts({ recording: { columns, regimes } }: MonthEvidence): Finding[] {
  const starts: number[] = [];
  for (let at = 0; at + CALM_SPAN <= regimes.length; at += CALM_SPAN)
    if (regimes.slice(at, at + CALM_SPAN).every((regime) => regime === 'calm')) starts.push(at);
  const inCalm = (of: (returns: number[]) => number): number[] =>
    columns.map((row) => statistics.mean(starts.map((at) => of(returnsFrom(row, at)))));
  const isSeen = starts.length > 0;
  return [
    {
      name: 'six calm hours',
      what: 'excess kurtosis of 1-minute returns, mean',
      bounds: { from: 2, to: 10, days: 3, judge: 'middle' },
      values: isSeen ? inCalm(statistics.excessKurtosis) : [],
    },
    {
      name: 'six calm hours',
      what: 'acf of absolute 1-minute returns at lag 1, mean',
      bounds: { from: 0.1, to: 0.4, days: 3, judge: 'middle' },
      values: isSeen
        ? inCalm((returns) => statistics.autocorrelation(returns.map(Math.abs), 1))
        : [],
    },
  ];
}

const returnsFrom = ({ mid }: MinuteColumns, at: number): number[] =>
  statistics.returnsOver(mid.slice(at, at + CALM_SPAN), 1);
