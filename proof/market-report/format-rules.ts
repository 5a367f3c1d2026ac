/** What the rules earned as a part of the document, and as a table for spreadsheets. */

import { formatCsv } from '../../src/terminal/csv.ts';
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';
import { describeRule, NUMBERS_TRIED } from './adversaries/choose-rules.ts';
import { TICKERS_SEEN } from './adversaries/forecast.ts';
import { LOWEST_FEES } from './adversaries/run-adversaries.ts';
import { HOLD_MAX, ORDER_QUOTE } from './adversaries/seat.ts';
import {
  HOPELESS_AFTER,
  LUCK_MAX,
  OCCASIONS_MIN,
  type RuleSummary,
  TRIAL_HOURS_MIN,
  TRIAL_SEEDS_MIN,
} from './adversaries/summarise.ts';
import {
  ALONE_BASES,
  JUMP_EVERY,
  type Report,
  type RuleTrial,
  SHAKEN_TIMES,
} from './make-report.ts';
import { wrap } from './wrap-words.ts';

export function rulesSection({ trials }: Report): string[] {
  const [together, alone, jumps, manipulations] = trials;
  if (together === undefined || alone === undefined) return [];
  const rows = alone.rules.map((own): string[] => {
    const row = together.rules.find(({ name }) => name === own.name);
    const mark = row?.verdict === 'earns' ? ' **earns together**' : '';
    const name = `**${own.name}**: ${describeRule(own.name)}${mark}`;
    const mean = row === undefined ? '' : whole(row.mean);
    return [name, mean, whole(own.mean), whole(own.occasions), verdictOf(own)];
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
      'Results are means in USDT after fees; worst and best seeds, results before fees and seeds',
      'are in [rules.csv](market/rules.csv). The verdict is that of the rule alone, *no*',
      'where it does not earn.',
    ),
    '',
    ...formatMarkdownTable([['rule', 'together', 'alone', 'occasions', 'verdict'], ...rows]),
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
    ...formatMarkdownTable([['after common jumps', ...OWN], ...ownRows(jumps)]),
    '',
    ...wrap(
      'And these move a price on purpose, with 20 million USDT in each of one or two accounts,',
      `alone in ${ALONE_BASES.join(' and ')}:`,
    ),
    '',
    ...formatMarkdownTable([['manipulation', ...OWN], ...ownRows(manipulations)]),
    '',
    ...wrap(
      "A rule earns if its mean is above zero by more than luck explains: Student's t, at a level",
      `at which all these rules together give a false alarm in ${LUCK_MAX * 100} of 100 reports.`,
      'Seeds are judged so, and occasions: an occasion is over when a rule holds nothing, or after',
      `an hour. With fewer than ${OCCASIONS_MIN} of them it is undecided; one that acts so rarely`,
      `that it would not have half of them in all its seeds is given up after ${HOPELESS_AFTER}.`,
      `With fewer than ${TRIAL_SEEDS_MIN} seeds or ${TRIAL_HOURS_MIN} hours nothing is said.`,
      earningWords(trials.slice(0, 4).flatMap(({ rules }) => rules)),
    ),
  ];
}

const OWN = ['mean', 'occasions', 'verdict'] as const;

/** What several in a row do alike is told at the first of them. */
function ownRows(trial: RuleTrial | undefined): string[][] {
  let last = '';
  return (trial?.rules ?? []).map((row) => {
    const words = describeRule(row.name);
    const told = words === last ? '' : `: ${words}`;
    last = words;
    return [`**${row.name}**${told}`, whole(row.mean), whole(row.occasions), verdictOf(row)];
  });
}

const verdictOf = ({ verdict, seeds }: RuleSummary): string => {
  if (verdict === 'undecided') return `undecided, in ${seeds} seeds`;
  return verdict === 'earns' ? '**earns**' : verdict.replace('does not earn', 'no');
};

/** Every figure of every rule, for spreadsheets. */
export const formatRules = ({ trials }: Report): string =>
  formatCsv([
    [
      'trial',
      'rule',
      'mean',
      'worst',
      'best',
      'before fees',
      'seeds',
      'occasions',
      'each',
      'verdict',
    ],
    ...trials.flatMap(({ title, rules }) =>
      rules.map(({ name, mean, worst, best, beforeFees, verdict, ...row }) => [
        ...[title, name, ...[mean, worst, best, beforeFees].map((value) => value.toFixed(0))],
        ...[String(row.seeds), String(row.occasions), row.perOccasion.toFixed(1), verdict],
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
export function forecastSection({ trials }: Report): string[] {
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
