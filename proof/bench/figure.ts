/** A figure of a benchmark: what was measured, beside what, and what is asked for. */
import { whole } from '../../src/terminal/format-table.ts';
import { formatMarkdownTable } from '../markdown-table.ts';

export interface Figure {
  readonly what: string;
  readonly measured: string;
  /** The peer, and how this compares with it. */
  readonly beside: string;
  /** Empty where nothing is promised. */
  readonly goal: string;
  readonly isKept: boolean;
  /** What a person gains by it, as a whole sentence, where it is worth the top of a page. */
  readonly gain: string | undefined;
}

interface Measured {
  readonly show: (value: number) => string;
  readonly beside?: string;
  /** What is promised: at least, or at most, so much. */
  readonly least?: number;
  readonly most?: number;
  readonly gain?: (shown: string) => string;
}

export function measured(what: string, value: number, terms: Measured): Figure {
  const { show, beside = '', least, most, gain } = terms;
  const bounds = [
    ...(least === undefined ? [] : [`at least ${show(least)}`]),
    ...(most === undefined ? [] : [`at most ${show(most)}`]),
  ];
  return {
    what,
    measured: show(value),
    beside,
    goal: bounds.join(', '),
    isKept: value >= (least ?? value) && value <= (most ?? value),
    gain: gain?.(show(value)),
  };
}

export const areKept = (figures: readonly Figure[]): boolean =>
  figures.every(({ isKept }) => isKept);

/** A column that is empty in every row is left out. */
export function formatFigures(title: string, figures: readonly Figure[]): string[] {
  const rows = figures.map(({ what, measured, beside, goal, isKept }) => [
    what,
    measured,
    beside,
    isKept ? goal : `**${goal}**`,
  ]);
  const isTold = (_: string, column: number) => rows.some((row) => row[column] !== '');
  const head = [title, 'measured', 'beside', 'goal'];
  return formatMarkdownTable([head, ...rows].map((row) => row.filter(isTold)));
}

/** Three digits count, or all before the point. */
const brief = (value: number): string =>
  Math.abs(value) >= 100 ? whole(Math.round(value)) : String(Number(value.toPrecision(3)));

export const asTimes = (value: number): string => `${brief(value)} ×`;
export const asMillis = (value: number): string => `${brief(value)} ms`;
export const asMicros = (value: number): string => `${brief(value)} µs`;
export const asSeconds = (value: number): string => `${brief(value)} s`;
export const asPart = (value: number): string => `${brief(value * 100)} %`;
export const asMegabytes = (value: number): string => `${brief(value)} MB`;
export const asRate = (value: number): string => `${brief(value)}/s`;
