/**
 * Small charts as SVG inside the report. Colours are names of the style sheet, so that they follow
 * the theme, and nothing is fetched.
 */

import { printable } from '../../terminal/printable.ts';
import { plainNumber } from './words.ts';

export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  /** From and to, in the unit of the values. */
  readonly x: readonly [number, number];
  readonly y: readonly [number, number];
  readonly formatX?: (value: number) => string;
  readonly formatY?: (value: number) => string;
  /** What it shows, for those who do not see it. */
  readonly title: string;
  /** Without grid and words, for a picture in a row of a table. */
  readonly isBare?: boolean;
}

export type PlotScale = ReturnType<typeof scaleOf>;

const MARGIN = { left: 56, right: 14, top: 12, bottom: 26 };
const BARE = { left: 2, right: 2, top: 4, bottom: 4 };

export function plot(frame: PlotFrame, draw: (scale: PlotScale) => readonly string[]): string {
  const { width, height, title, isBare = false } = frame;
  const scale = scaleOf(frame, isBare ? BARE : MARGIN);
  const grid = isBare ? [] : gridOf(frame, scale);
  return [
    `<svg class="plot" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">`,
    ...grid,
    ...draw(scale),
    '</svg>',
  ].join('');
}

function scaleOf({ width, height, x, y }: PlotFrame, margin: typeof MARGIN) {
  const [left, right] = [margin.left, width - margin.right];
  const [top, bottom] = [margin.top, height - margin.bottom];
  const place = ([from, to]: readonly [number, number], low: number, high: number) => {
    const span = to - from || 1;
    return (value: number): number => px(low + ((value - from) / span) * (high - low));
  };
  return { x: place(x, left, right), y: place(y, bottom, top), left, right, top, bottom };
}

const TICKS = 5;

function gridOf(frame: PlotFrame, { x, y, left, right, bottom }: PlotScale): string[] {
  const { formatX = plainNumber, formatY = plainNumber } = frame;
  const rows = roundSteps(frame.y).map(
    (value) =>
      `<line class="${value === 0 ? 'zero' : 'grid'}" x1="${left}" x2="${right}" ` +
      `y1="${y(value)}" y2="${y(value)}"/>${label(left - 8, y(value) + 4, 'end', formatY(value))}`,
  );
  const columns = roundSteps(frame.x).map((value) =>
    label(x(value), bottom + 18, 'middle', formatX(value)),
  );
  return [...rows, ...columns];
}

/** Round numbers, about as many as fit. */
export function roundSteps([low, high]: readonly [number, number]): number[] {
  const step = roundStep((high - low) / TICKS || 1);
  const steps: number[] = [];
  for (let at = Math.ceil(low / step - 1e-9); at * step <= high + step * 1e-9; at += 1)
    steps.push(at === 0 ? 0 : at * step);
  return steps;
}

export function roundStep(rough: number): number {
  const unit = 10 ** Math.floor(Math.log10(rough));
  return unit * ([1, 2, 5, 10].find((times) => unit * times >= rough * (1 - 1e-9)) ?? 10);
}

/** A span that holds all values and zero, with some room. */
export function spanOf(values: Iterable<number>): readonly [number, number] {
  let [low, high] = [0, 0];
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  const room = 0.06 * (high - low || 1);
  return [low < 0 ? low - room : 0, high > 0 ? high + room : 0];
}

export const label = (x: number, y: number, anchor: string, text: string, look = ''): string =>
  `<text class="${look}" x="${px(x)}" y="${px(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;

type Points = readonly (readonly [x: number, y: number])[];

export const lineOf = (points: Points, look: string): string =>
  `<polyline class="${look}" points="${points.map((point) => point.map(px).join()).join(' ')}"/>`;

export const bandOf = (upper: Points, lower: Points, look: string): string =>
  `<polygon class="${look}" points="${[...upper, ...lower.toReversed()]
    .map((point) => point.map(px).join())
    .join(' ')}"/>`;

export interface BarPlace {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Shown when it is pointed at. */
  readonly tip: string;
}

export const barOf = ({ x, y, width, height, tip }: BarPlace, look: string): string =>
  `<rect class="${look}" x="${px(x)}" y="${px(y)}" width="${px(Math.max(0.5, width))}" ` +
  `height="${px(Math.max(0.5, height))}" rx="1.5"><title>${escaped(tip)}</title></rect>`;

const px = (value: number): number => Math.round(value * 10) / 10;

export const escaped = (text: string): string =>
  printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
