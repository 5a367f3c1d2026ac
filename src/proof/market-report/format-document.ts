/** The report as a document: words, tables and the pictures beside it. */
import { formatMarkdownTable } from '../../terminal/format-table.ts';
import { HOLD_MAX, ORDER_QUOTE } from './adversaries/seat.ts';
import type { RuleSummary } from './adversaries/summarise.ts';
import type { Month } from './drive-month.ts';
import { FOLLOWED_BEATS, type Impact } from './probe-impact.ts';
import { quantile } from './statistics.ts';
import type { Fact } from './stylised-facts.ts';

export interface Report {
  readonly month: Month;
  readonly facts: readonly Fact[];
  readonly impacts: readonly Impact[];
  readonly rules: readonly RuleSummary[];
  readonly adversarySeeds: number;
  readonly adversaryHours: number;
}

export const formatDocument = (report: Report): string =>
  `${[
    '# The market',
    '',
    ...introduction(report),
    '',
    '## What must look real, and does',
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
    '## Impact',
    '',
    ...impactSection(report.impacts),
    '',
    '## Basis and funding',
    '',
    '![Basis and funding](market/funding.svg)',
    '',
    '## The house',
    '',
    ...houseSection(report.month),
    '',
    '## Rules that tried to make money from the house',
    '',
    ...rulesSection(report),
  ].join('\n')}\n`;

function introduction({ month }: Report): string[] {
  const { settings, recording, entries, commands, checks, hash } = month;
  const { days, seed } = settings;
  return [
    'How the simulated market behaves, measured. This page and its pictures are made by',
    '',
    '```',
    `npx perpetua market report --days ${days} --seed ${seed} --out docs/MARKET.md`,
    '```',
    '',
    ...wrap(
      `which drove engine, feed and house for ${days} days of venue time:`,
      `${whole(entries)} entries with ${whole(commands)} commands`,
      `and ${whole(recording.trades)} trades. The same seed gives the same page; this run ended`,
      `in the state \`${hash}\`.`,
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

const LINE_WIDTH = 116;

/** Wraps one paragraph into lines of readable length. */
function wrap(...parts: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of parts.join(' ').split(' ')) {
    if (line.length + word.length >= LINE_WIDTH) {
      lines.push(line);
      line = '';
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

function factsSection({ facts }: Report): string[] {
  const rows = facts.map(({ name, what, bound, measured, isHeld }) => [
    `${name}: ${what}`,
    bound,
    measured,
    isHeld ? 'yes' : '**no**',
  ]);
  return [
    ...wrap(
      'Three numbers are the lowest, the median and the highest of the markets. All must lie',
      'within the bound, or only the median if the bound says so: a month has only 720 hours and',
      '30 days, so chance alone makes markets differ. Returns are those of the mid, because the',
      'last price jumps between bid and ask.',
    ),
    '',
    ...formatMarkdownTable([['fact', 'bound', 'measured', 'holds'], ...rows]),
  ];
}

const bookWords = (): string[] =>
  wrap(
    'Three makers share a ladder of 18 rungs a side. Gaps grow by a quarter from rung to rung and',
    'sizes fiftyfold, from 5,000 USDT at the touch to 250,000 one per cent away. Between them',
    'rest limit orders of patient traders. The house knows only what everyone sees: it estimates',
    'volatility from the index and widens its spread with it, it leans against its own position,',
    'and takers push its mid. When the index leaps, the ladder stands back by ten basis points',
    'for one tick.',
  );

function impactSection(impacts: readonly Impact[]): string[] {
  const seconds = (ticks: number): string => `${ticks / 2} s`;
  return [
    ...wrap(
      'Each order was placed in one of two markets driven from the same seed, and both were',
      `followed for ${FOLLOWED_BEATS / 2} seconds. *Reach* is how far from the best price its`,
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
  ];
}

function houseSection({ house, settings }: Month): string[] {
  const usdt = (amount: bigint): string => whole(Math.round(Number(amount) / 1e8));
  return [
    ...wrap(
      `What the accounts of the house held and earned in ${settings.days} days, in USDT. They pay`,
      'ordinary fees, so the losses of its takers are mostly fees, which are in the fee pool. A',
      'running venue shows the same in `/metrics` and `npx perpetua market show`.',
    ),
    '',
    ...formatMarkdownTable([
      ['account', 'deposited', 'equity', 'trading', 'fees', 'funding'],
      ...house.map((row) => [
        row.who,
        usdt(row.deposited),
        usdt(row.equity),
        usdt(row.trading),
        usdt(row.fees),
        usdt(row.funding),
      ]),
    ]),
  ];
}

function rulesSection({ rules, adversarySeeds, adversaryHours }: Report): string[] {
  return [
    ...wrap(
      `Each rule traded all markets for ${adversaryHours} hours against ${adversarySeeds} seeds,`,
      `with 100,000 USDT, orders of about ${whole(ORDER_QUOTE)} and positions up to about`,
      `${whole(HOLD_MAX)}. It acts right after a tick, before anyone else, and pays ordinary fees.`,
      'Results are in USDT after fees; *before fees* is what it would have kept without them.',
    ),
    '',
    ...formatMarkdownTable([
      ['rule', 'mean', 'worst seed', 'best seed', 'before fees'],
      ...rules.map(({ rule, mean, worst, best, beforeFees }) => [
        `**${rule.name}**: ${rule.says}`,
        whole(Math.round(mean)),
        whole(Math.round(worst)),
        whole(Math.round(best)),
        whole(Math.round(beforeFees)),
      ]),
    ]),
    '',
    ...wrap(
      'A single lucky seed proves nothing: positions are held, and prices move. A rule makes money',
      'from the house if its mean is above zero by more than two standard errors.',
      earningWords(rules),
    ),
  ];
}

function earningWords(rules: readonly RuleSummary[]): string {
  const earning = rules.filter(({ earns }) => earns).map(({ rule }) => rule.name);
  return earning.length === 0 ? 'None does.' : `These do: ${earning.join(', ')}.`;
}

const whole = (value: number): string => value.toLocaleString('en');
