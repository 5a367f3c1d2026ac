/** What many lives come to: quantiles, the worst, and all of them for other programs. */
import { formatDuration } from '../../domain/duration.ts';
import { many } from '../../domain/many.ts';
import { formatCsv } from '../../terminal/csv.ts';
import { formatTable } from '../../terminal/format-table.ts';
import {
  hasLived,
  type LifeFigures,
  type LifeOutcome,
  type LivedLife,
} from '../../verdict/life.ts';
import { quantile } from '../../verdict/quantile.ts';
import { NO_VARIANT, type Variant } from '../../verdict/variants.ts';
import { type LivesChoice, replayCommand } from './lives-words.ts';
import type { RunSubject } from './run-subject.ts';

const PARTS = [5, 25, 50, 75, 95] as const;
const WORST = 3;

/** Without the sign of a loss that is too small to be shown. */
const twoDecimals = (value: number): string => value.toFixed(2).replace(/^-(?=0\.00$)/, '');
export const percentText = (value: number): string => `${twoDecimals(100 * value)} %`;
const wholeNumber = (value: number): string => String(value);

interface FigureColumn {
  readonly name: keyof LifeFigures;
  readonly label: string;
  readonly format: (value: number) => string;
}

/** The figures in the order in which they are shown everywhere. */
export const FIGURES: readonly FigureColumn[] = [
  { name: 'return', label: 'return', format: percentText },
  { name: 'closed', label: 'return, closed at the end', format: percentText },
  { name: 'drawdown', label: 'drawdown', format: percentText },
  { name: 'sharpe', label: 'Sharpe', format: twoDecimals },
  { name: 'fees', label: 'fees, USDT', format: twoDecimals },
  { name: 'funding', label: 'funding, USDT', format: twoDecimals },
  { name: 'fills', label: 'fills', format: wholeNumber },
  { name: 'liquidations', label: 'liquidations', format: wholeNumber },
  { name: 'late', label: 'orders after the end', format: wholeNumber },
];

/** The values of one figure; lives without it are left out. */
export const valuesOf = (lives: readonly LivedLife[], name: keyof LifeFigures): number[] =>
  lives.flatMap(({ figures }) => figures[name] ?? []);

/** The lowest returns, the worst first. */
export const worstOf = (lives: readonly LivedLife[]): LivedLife[] =>
  lives.toSorted((one, other) => one.figures.return - other.figures.return).slice(0, WORST);

export function formatLives(choice: LivesChoice, outcomes: readonly LifeOutcome[]): string[] {
  const lives = outcomes.filter(hasLived);
  const length = formatDuration(Math.round(choice.hours * 3_600) * 1_000);
  const count = `${lives.length} of ${many(choice.seeds.length, 'life', 'lives')} of ${length}`;
  const where = choice.isTape ? 'at most, on recordings' : `from ${choice.startAt}`;
  return [
    `${count} ${where}, ${choice.wallet} USDT each: ${choice.bot}`,
    '',
    ...(lives.length === 0 ? [] : formatQuantiles(lives)),
    ...(lives.length === 0 ? [] : formatWorst(choice, lives)),
    ...formatFailed(outcomes),
  ];
}

function formatQuantiles(lives: readonly LivedLife[]): string[] {
  const isShown = ({ name }: FigureColumn): boolean =>
    (name !== 'late' || lives.some(({ figures }) => figures.late > 0)) &&
    (name !== 'closed' || lives.some(({ figures }) => figures.closed !== figures.return));
  const rows = FIGURES.filter(isShown).map(({ name, label, format }) => {
    const values = valuesOf(lives, name);
    const cells = PARTS.map((part) =>
      values.length === 0 ? '-' : format(quantile(values, part / 100)),
    );
    return [label, ...cells];
  });
  const widths = PARTS.map((_, at) => Math.max(...rows.map((row) => row[at + 1]?.length ?? 0), 5));
  const padded = [['quantile', ...PARTS.map((part) => `${part} %`)], ...rows].map((row) =>
    row.map((cell, at) => (at === 0 ? cell : cell.padStart(widths[at - 1] ?? 0))),
  );
  return formatTable(padded[0] ?? [], padded.slice(1));
}

const formatWorst = (choice: LivesChoice, lives: readonly LivedLife[]): string[] => [
  '',
  lives.length === 1 ? 'To live it again:' : 'The worst, and how to live each again:',
  ...worstOf(lives).flatMap(({ seed, figures }) => [
    `  ${seed}  return ${percentText(figures.return)}, ` +
      `drawdown ${percentText(figures.drawdown)}, liquidations ${figures.liquidations}`,
    `    ${replayCommand(choice, seed, NO_VARIANT)}`,
  ]),
];

function formatFailed(outcomes: readonly LifeOutcome[]): string[] {
  const failed = outcomes.flatMap((life) =>
    hasLived(life) ? [] : [`  ${life.seed}  ${life.failure.replaceAll('\n', '\n    ')}`],
  );
  return failed.length === 0 ? [] : ['', 'Failed:', ...failed];
}

export function livesJson(
  { head, seeds, replayOf }: RunSubject,
  outcomes: readonly LifeOutcome[],
  variant: Variant,
): string {
  const lives = outcomes.filter(hasLived);
  const quantiles = FIGURES.map(({ name }) => {
    const values = valuesOf(lives, name);
    const rows = PARTS.map((part) => [
      `p${part}`,
      values.length === 0 ? null : quantile(values, part / 100),
    ]);
    return [name, Object.fromEntries(rows)];
  });
  const document = {
    ...head,
    asked: seeds.length,
    quantiles: Object.fromEntries(quantiles),
    worst: worstOf(lives).map(({ seed }) => ({ seed, replay: replayOf(seed, variant) })),
    lives: outcomes.map((life) =>
      hasLived(life)
        ? { seed: life.seed, ...life.figures, wallSeconds: Math.round(life.wallSeconds * 10) / 10 }
        : life,
    ),
  };
  return JSON.stringify(document, undefined, 2);
}

export function livesCsv(outcomes: readonly LifeOutcome[]): string {
  const names = [...FIGURES.map(({ name }) => name), 'equity'] as const;
  return formatCsv([
    ['seed', ...names, 'failure'],
    ...outcomes.map((life) =>
      hasLived(life)
        ? [life.seed, ...names.map((name) => String(life.figures[name] ?? '')), '']
        : [life.seed, ...names.map(() => ''), life.failure],
    ),
  ]);
}
