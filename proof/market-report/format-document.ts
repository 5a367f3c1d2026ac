/** The report as a document: words, tables and the pictures beside it. */

import { type Money, toBigInt } from '../../src/domain/units.ts';
import { RUNGS } from '../../src/market/quote-ladder.ts';
import { formatCsv } from '../../src/terminal/csv.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { median, quantile } from '../../src/verdict/quantile.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { describeRule, NUMBERS_TRIED } from './adversaries/choose-rules.ts';
import { TICKERS_SEEN } from './adversaries/forecast.ts';
import { LOWEST_FEES } from './adversaries/run-adversaries.ts';
import { HOLD_MAX, ORDER_QUOTE } from './adversaries/seat.ts';
import {
  LUCK_MAX,
  OCCASIONS_MIN,
  type RuleSummary,
  TRIAL_HOURS_MIN,
  TRIAL_SEEDS_MIN,
} from './adversaries/summarise.ts';
import type { Month } from './drive-month.ts';
import { formatBound, formatMeasured } from './judge-fact.ts';
import {
  ALONE_BASES,
  JUMP_EVERY,
  type Report,
  type RuleTrial,
  SHAKEN_TIMES,
} from './make-report.ts';
import { LOOK_MILLIS, LOOKS } from './probe-impact.ts';
import { DEPTH_BP } from './record-market.ts';
import { SOURCES } from './sources.ts';
import { mean } from './statistics.ts';
import { SIZE_HALF_LIFE } from './stylised-facts.ts';

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

function rulesSection({ trials }: Report): string[] {
  const [together, alone, jumps, manipulations] = trials;
  if (together === undefined || alone === undefined) return [];
  const rows = alone.rules.map((own): string[] => {
    const row = together.rules.find(({ name }) => name === own.name);
    const mark = row?.verdict === 'earns' ? ' **earns together**' : '';
    const name = `**${own.name}**: ${describeRule(own.name)}${mark}`;
    return [name, row === undefined ? '' : whole(row.mean), whole(own.mean), verdictOf(own)];
  });
  return [
    ...wrap(
      `Each rule traded all markets for ${together.hours} hours against ${together.seeds} seeds,`,
      'together with all others but those who would live on the others. Together they compete for',
      `the same quotes, so each was also alone in ${ALONE_BASES.join(' and ')} for ${alone.hours}`,
      `hours against each of ${TRIAL_SEEDS_MIN} seeds, or of more, up to ${alone.seeds}, until it`,
      `had ${OCCASIONS_MIN} occasions. A rule has 100,000 USDT, orders of about`,
      `${whole(ORDER_QUOTE)} and positions up to about ${whole(HOLD_MAX)}. It acts right after a`,
      'beat, before anyone else, and pays the lowest fees that a venue gives anyone,',
      `${LOWEST_FEES.makerFee / 100} bp as a maker and ${LOWEST_FEES.takerFee / 100} as a taker.`,
      'Results are means in USDT after fees; worst and best seeds, results before fees and',
      'occasions are in [rules.csv](market/rules.csv). The verdict is that of the rule alone, *no*',
      'where it does not earn.',
    ),
    '',
    ...formatMarkdownTable([['rule', 'together', 'alone', 'verdict'], ...rows]),
    '',
    ...wrap(
      'News moves all markets at once about three times in two days, so those who wait for it were',
      'also given news about every other minute, or halts, outages of prices, restarts and',
      "handovers of the market's duty with news in them, each rule alone again, against up to",
      `${alone.seeds * SHAKEN_TIMES} seeds with about`,
      `${whole((alone.hours * 3_600_000) / JUMP_EVERY)} moves each. Who never acts found nothing`,
      'old: quotes follow news in its instant, and what has no fresh price is not quoted.',
    ),
    '',
    ...formatMarkdownTable([['after common jumps', 'mean', 'verdict'], ...ownRows(jumps)]),
    '',
    ...wrap(
      'And these move a price on purpose, with 20 million USDT in each of one or two accounts,',
      `alone in ${ALONE_BASES.join(' and ')}:`,
    ),
    '',
    ...formatMarkdownTable([['manipulation', 'mean', 'verdict'], ...ownRows(manipulations)]),
    '',
    ...wrap(
      "A rule earns if its mean is above zero by more than luck explains: Student's t, at a level",
      `at which all these rules together give a false alarm in ${LUCK_MAX * 100} of 100 reports.`,
      'Seeds are judged so, and occasions: an occasion is over when a rule holds nothing, or after',
      `an hour. With fewer than ${OCCASIONS_MIN} of them it is undecided, and with fewer than`,
      `${TRIAL_SEEDS_MIN} seeds or ${TRIAL_HOURS_MIN} hours nothing is said.`,
      earningWords(trials.slice(0, 4).flatMap(({ rules }) => rules)),
    ),
  ];
}

/** What several in a row do alike is told at the first of them. */
function ownRows(trial: RuleTrial | undefined): string[][] {
  let last = '';
  return (trial?.rules ?? []).map((row) => {
    const words = describeRule(row.name);
    const told = words === last ? '' : `: ${words}`;
    last = words;
    return [`**${row.name}**${told}`, whole(row.mean), verdictOf(row)];
  });
}

const verdictOf = ({ verdict }: RuleSummary): string =>
  verdict === 'earns' ? '**earns**' : verdict.replace('does not earn', 'no');

/** Every figure of every rule, for spreadsheets. */
export const formatRules = ({ trials }: Report): string =>
  formatCsv([
    ['trial', 'rule', 'mean', 'worst', 'best', 'before fees', 'occasions', 'each', 'verdict'],
    ...trials.flatMap(({ title, rules }) =>
      rules.map(({ name, mean, worst, best, beforeFees, occasions, perOccasion, verdict }) => [
        ...[title, name, ...[mean, worst, best, beforeFees].map((value) => value.toFixed(0))],
        ...[String(occasions), perOccasion.toFixed(1), verdict],
      ]),
    ),
  ]);

function earningWords(rules: readonly RuleSummary[]): string {
  if (rules.every(({ verdict }) => verdict === 'too few to say')) return 'There are too few here.';
  const earning = new Set(
    rules.filter(({ verdict }) => verdict === 'earns').map(({ name }) => name),
  );
  return earning.size === 0 ? 'None does.' : `These do: ${[...earning].join(', ')}.`;
}

/** The same attack without the seed, with it, and against seeds that somebody would guess. */
function forecastSection({ trials }: Report): string[] {
  return [
    ...wrap(
      'Prices come from a seed, and anyone has the code. The attacker knows the terms of the',
      `markets and when the venue began, and watches the first ${TICKERS_SEEN} index prices of`,
      `each. It lets the price process of every number up to ${whole(NUMBERS_TRIED)} and of common`,
      'words run from the same beginning, takes the seed that fits best, and trades what that seed',
      `says about the next hour, in ${ALONE_BASES.join(' and ')}.`,
    ),
    '',
    ...wrap(
      'A venue draws 256 bits by default, which no list has. Told the seed, the same attacker',
      'knows every price in advance, so a contest on a chosen word can be won by whoever guesses',
      'it. The attacks that must succeed are judged one by one, at',
      `the same ${LUCK_MAX * 100} of 100.`,
    ),
    '',
    ...formatMarkdownTable([
      ['markets', 'tried', 'mean', 'worst', 'best', 'verdict'],
      ...trials
        .slice(4)
        .flatMap(({ title, seeds, hours, rules }) =>
          rules.map(({ mean, worst, best, verdict }) => [
            ...[title, `${seeds} × ${hours} h`],
            ...[mean, worst, best].map(whole),
            verdict,
          ]),
        ),
    ]),
  ];
}
