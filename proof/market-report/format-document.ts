/** The report as a document: words, tables and the pictures beside it. */

import { type Money, toBigInt } from '../../src/domain/units.ts';
import { RUNGS } from '../../src/market/quote-ladder.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { median, quantile } from '../../src/verdict/quantile.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import type { Month } from './drive-month.ts';
import { forecastSection, rulesSection } from './format-rules.ts';
import { formatBound, formatMeasured } from './judge-fact.ts';
import type { Report } from './make-report.ts';
import { LOOK_MILLIS, LOOKS } from './probe-impact.ts';
import { DEPTH_BP } from './record-market.ts';
import { SOURCES } from './sources.ts';
import { mean } from './statistics.ts';
import { SIZE_HALF_LIFE } from './stylised-facts.ts';
import { wrap } from './wrap-words.ts';

export const formatDocument = (report: Report): string =>
  `${[
    '# The market',
    '',
    ...introduction(report),
    '',
    '## What must look real',
    '',
    ...factsSection(report),
    '',
    '## Prices',
    '',
    '![Eight price charts](market/prices.svg)',
    '',
    '![Distribution of returns, and kurtosis by horizon](market/returns.svg)',
    '',
    '![Autocorrelation of returns and of their sizes](market/clustering.svg)',
    '',
    '## The book',
    '',
    ...bookWords(),
    '',
    '![Depth by distance](market/depth.svg)',
    '',
    '![Spread over time and by volatility](market/spread.svg)',
    '',
    ...liquiditySection(report.month),
    '',
    '![Turnover and depth over the week](market/week.svg)',
    '',
    '## Impact',
    '',
    ...impactSection(report),
    '',
    '## Basis and funding',
    '',
    '![Funding rates over time and in order, and the basis behind them](market/funding.svg)',
    '',
    '## Open interest and liquidations',
    '',
    '![Open interest, and liquidations of simulated traders](market/open-interest.svg)',
    '',
    '## The house',
    '',
    ...houseSection(report.month),
    '',
    '## Rules that tried to make money from the house',
    '',
    ...rulesSection(report),
    '',
    '## The forecasting attack',
    '',
    ...forecastSection(report),
    '',
    '## Sources',
    '',
    ...SOURCES.flatMap((source, at) => wrap(`${at + 1}. ${source}`)),
  ].join('\n')}\n`;

function introduction({ month, settings }: Report): string[] {
  const { recording, entries, commands, checks, hash } = month;
  const { days, seed, together, alone } = settings;
  return [
    'How the simulated market behaves, measured. This page and its pictures are made by',
    '',
    '```',
    `npx perpetua market report --days ${days} --seed ${seed} \\`,
    `  --rule-seeds ${together.seeds} --rule-hours ${together.hours} \\`,
    `  --alone-seeds ${alone.seeds} --alone-hours ${alone.hours} --out docs/MARKET.md`,
    '```',
    '',
    ...wrap(
      `which drove engine, feed and house for ${days} days of venue time, from a Monday on:`,
      `${whole(entries)} entries with ${whole(commands)} commands and`,
      `${whole(recording.trades)} trades. The same seed gives the same page; this run ended in`,
      `the state \`${hash}\`.`,
    ),
    '',
    ...wrap(
      'Money was conserved at every entry. Books, sums and open interest were checked',
      `${whole(checks.looked)} times, and the state was restored from its own snapshot`,
      `${checks.restored} times. The simulator's auditor worked out the first ${checks.audited}`,
      `entries a second time. The engine refused ${recording.rejects} commands of the house,`,
      `${recording.takeovers} forced closings happened outside the book, and`,
      `${recording.deleveragings} positions were deleveraged.`,
    ),
  ];
}

function factsSection({ facts }: Report): string[] {
  const rows = facts.map((fact, at) => [
    fact.name === facts[at - 1]?.name ? fact.what : `**${fact.name}**: ${fact.what}`,
    formatBound(fact),
    formatMeasured(fact),
    `${fact.elsewhere ?? ''}${fact.verdict === 'holds' ? '' : ` **${fact.verdict}**`}`,
  ]);
  const failing = facts.filter(({ verdict }) => verdict === 'fails').length;
  return [
    ...wrap(
      'Three numbers are the lowest, the median and the highest of the markets. All must lie',
      'within the bound, or only the median if the bound says so. Every bound has two sides, and a',
      'market that stands still fails each of them. Returns are those of the mid. For linear',
      'memory they are divided by their recent size, a mean over the minutes before with a',
      `half-life of ${SIZE_HALF_LIFE}. Numbers in brackets are sources, listed at the end;`,
      '[sources.md](market/sources.md) tells what the market was set to after them.',
      failing === 0 ? 'No fact fails.' : `${failing} of ${facts.length} facts fail.`,
    ),
    '',
    ...formatMarkdownTable([['fact', 'bound', 'measured', 'elsewhere'], ...rows]),
  ];
}

const bookWords = (): string[] =>
  wrap(
    `Three makers share a ladder of ${RUNGS} rungs a side. Gaps grow from rung to rung, faster in`,
    'the deeper markets, and so do sizes, from the touch to one per cent away. Between',
    'them rest limit orders of patient traders. The house knows only what everyone sees: it',
    'estimates volatility from the index and widens its spread with it, offers less in a storm, at',
    'night and at the weekend, leans against its own position, and takers push its mid. When the',
    'index leaps, the ladder stands back by ten basis points and returns within seconds.',
  );

function liquiditySection({ recording, books }: Month): string[] {
  const rows = recording.columns.map((row, at) => [
    row.base,
    ((mean(row.volume) * MINUTES_OF_DAY) / 1e6).toFixed(1),
    median(row.spread).toFixed(2),
    whole(median(row.spreadTicks)),
    median(books[at]?.costs ?? []).toFixed(1),
    (mean(row.depth) / 1e6).toFixed(2),
  ]);
  const heads = [
    'turnover a day, M USDT',
    'spread, bp',
    'spread, ticks',
    'cost of 1 M USDT, bp',
    `depth up to ${DEPTH_BP} bp, M USDT`,
  ];
  return [
    ...wrap(
      'Each contract has its own liquidity. Turnover and depth are means; spread and cost, which',
      'is counted from the middle to the average price, are medians.',
    ),
    '',
    ...formatMarkdownTable([['contract', ...heads], ...rows]),
  ];
}

const MINUTES_OF_DAY = 1_440;

function impactSection({ impacts, metaorders }: Report): string[] {
  const seconds = (looks: number): string => `${(looks * LOOK_MILLIS) / 1_000} s`;
  return [
    ...wrap(
      'Each order was placed in one of two markets driven from the same seed, and both were',
      `followed for ${seconds(LOOKS)}. *Reach* is how far from the best price its`,
      'last lot traded. The book is *refilled* when it holds four fifths of what the other market',
      'has within 5 bp of the best price, in nine of ten seeds.',
    ),
    '',
    ...formatMarkdownTable([
      ['market', 'seeds', 'reach, median', 'reach, worst', 'mid moved at once', 'refilled'],
      ...impacts.map(({ base, reaches, path, refilledAfter }) => [
        base,
        String(reaches.length),
        `${quantile(reaches, 0.5).toFixed(2)} bp`,
        `${Math.max(...reaches).toFixed(2)} bp`,
        `${(path[0] ?? 0).toFixed(2)} bp`,
        seconds(refilledAfter),
      ]),
    ]),
    '',
    '![Impact and refill](market/impact.svg)',
    '',
    ...wrap(
      'And larger orders, traded in a hundred slices within a hundred seconds, each in one of two',
      'markets from the same seed. The impact at the end and what is left of it half an hour later',
      'are means, in the direction of the order.',
    ),
    '',
    ...formatMarkdownTable([
      ['market', "part of a day's turnover", 'side', 'impact', 'left'],
      ...metaorders.map(({ base, part, side, peak, left }) => [
        base,
        `${part * 100} %`,
        side === 'long' ? 'buying' : 'selling',
        `${peak.toFixed(2)} bp`,
        `${left.toFixed(2)} bp`,
      ]),
    ]),
  ];
}

function houseSection({ house, settings }: Month): string[] {
  const usdt = (amount: Money): string => whole(Number(toBigInt(amount)) / 1e8);
  return [
    ...wrap(
      `What the accounts of the house held and earned in ${settings.days} days, in USDT. They pay`,
      'ordinary fees, so the losses of its takers are mostly fees, which are in the fee pool. A',
      'running venue shows the same in `/metrics` and `npx perpetua market show`.',
    ),
    '',
    ...formatMarkdownTable([
      ['account', 'deposited', 'equity', 'trading', 'fees', 'funding'],
      ...house.map(({ who, deposited, equity, trading, fees, funding }) => [
        who,
        ...[deposited, equity, trading, fees, funding].map(usdt),
      ]),
    ]),
  ];
}
