/**
 * Small charts as SVG text. Colours come from a style sheet inside the picture that follows the
 * reader's light or dark setting; nothing else is needed to see them.
 */

import { escaped, roundSteps, label as wordsAt } from '../../src/verdict/report/plot.ts';

export interface ChartSeries {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
  /** A line if absent. */
  readonly look?: 'dashed' | 'dots' | 'bars';
}

export interface Axis {
  readonly label: string;
  readonly scale?: 'linear' | 'log';
  readonly from?: number;
  readonly to?: number;
  /** For labels that are not plain numbers. */
  readonly format?: (value: number) => string;
}

export interface Chart {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly ChartSeries[];
  /** Of half a page if absent. */
  readonly width?: number;
  readonly height?: number;
}

const STYLE = `
  .paper { fill: #ffffff; } .ink { fill: #1f2933; } .quiet { fill: #52606d; }
  .rule { stroke: #e1e6eb; stroke-width: 1; } .axis { stroke: #9aa5b1; stroke-width: 1; }
  text { font: 11px system-ui, -apple-system, 'Segoe UI', sans-serif; }
  .title { font-size: 14px; font-weight: 600; }
  .c0 { --c: #1668c7; } .c1 { --c: #c2410c; } .c2 { --c: #13795b; } .c3 { --c: #8a3ffc; }
  .c4 { --c: #a16207; } .c5 { --c: #64748b; }
  @media (prefers-color-scheme: dark) {
    .paper { fill: #11161c; } .ink { fill: #e6edf3; } .quiet { fill: #9fb0c0; }
    .rule { stroke: #252d36; } .axis { stroke: #5b6875; }
    .c0 { --c: #5aa9ff; } .c1 { --c: #ff8a4c; } .c2 { --c: #3ecf9a; } .c3 { --c: #b794ff; }
    .c4 { --c: #e3b341; } .c5 { --c: #94a3b8; }
  }
  .line { fill: none; stroke: var(--c); stroke-width: 1.6; stroke-linejoin: round; }
  .dashed { fill: none; stroke: var(--c); stroke-width: 1.6; stroke-dasharray: 5 4; }
  .dots { fill: var(--c); } .bars { fill: var(--c); opacity: 0.75; }
`;

const MARGIN = { left: 62, right: 18, top: 42, bottom: 44 };

/** One chart, or several in rows of this many. */
export function formatSvg(charts: readonly Chart[], perRow: number): string {
  const [width, height] = [charts[0]?.width ?? 560, charts[0]?.height ?? 320];
  const rows = Math.ceil(charts.length / perRow);
  const [allWidth, allHeight] = [width * Math.min(perRow, charts.length), height * rows];
  const parts = charts.map((chart, at) => {
    const [x, y] = [(at % perRow) * width, Math.floor(at / perRow) * height];
    return `<g transform="translate(${x} ${y})">${drawChart({ ...chart, width, height })}</g>`;
  });
  const size = `width="${allWidth}" height="${allHeight}" viewBox="0 0 ${allWidth} ${allHeight}"`;
  const name = escaped(charts.map(({ title }) => title).join('; '));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="${name}">`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${allWidth}" height="${allHeight}"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

interface Scale {
  readonly at: (value: number) => number;
  readonly ticks: readonly number[];
}

function drawChart(chart: Chart & { readonly width: number; readonly height: number }): string {
  const { width, height, series } = chart;
  const points = series.flatMap((row) => row.points);
  const [right, bottom] = [width - MARGIN.right, height - MARGIN.bottom];
  const [lefts, ups] = [points.map(([left]) => left), points.map(([, up]) => up)];
  const x = scaleOf(chart.x, lefts, MARGIN.left, right);
  const y = scaleOf(chart.y, ups, bottom, MARGIN.top);
  return [
    `<text class="ink title" x="14" y="20">${escaped(chart.title)}</text>`,
    ...legend(series, width),
    ...y.ticks.flatMap((tick) => [
      horizontal('rule', right, y.at(tick)),
      label(MARGIN.left - 6, y.at(tick) + 4, 'end', formatTick(chart.y, tick)),
    ]),
    ...x.ticks.map((tick) => label(x.at(tick), bottom + 16, 'middle', formatTick(chart.x, tick))),
    horizontal('axis', right, bottom),
    label((MARGIN.left + right) / 2, height - 8, 'middle', chart.x.label),
    label(14, MARGIN.top - 8, 'start', chart.y.label),
    ...series.map((row, at) => drawSeries(row, at, x, y, bottom)),
  ].join('\n');
}

function legend(series: readonly ChartSeries[], width: number): string[] {
  if (series.length < 2) return [];
  let left = width - MARGIN.right;
  return series.toReversed().map((row, back) => {
    const at = series.length - 1 - back;
    left -= row.name.length * 6.4 + 24;
    const mark = `<g class="c${at % 6}">${box(left, 26, 10, 10)}</g>`;
    return mark + label(left + 14, 35, 'start', row.name);
  });
}

const horizontal = (look: string, right: number, y: number): string =>
  `<line class="${look}" x1="${MARGIN.left}" x2="${right}" y1="${px(y)}" y2="${px(y)}"/>`;

const label = (x: number, y: number, anchor: string, text: string): string =>
  wordsAt(x, y, anchor, text, 'quiet');

const box = (x: number, y: number, width: number, height: number): string =>
  `<rect class="bars" x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}"/>`;

function drawSeries(row: ChartSeries, at: number, x: Scale, y: Scale, bottom: number): string {
  const places = row.points
    .filter(([left, up]) => Number.isFinite(x.at(left)) && Number.isFinite(y.at(up)))
    .map(([left, up]) => [px(x.at(left)), px(y.at(up))] as const);
  const inner =
    row.look === 'dots'
      ? places.map(([left, up]) => `<circle class="dots" cx="${left}" cy="${up}" r="2.2"/>`)
      : row.look === 'bars'
        ? drawBars(places, bottom)
        : [`<polyline class="${row.look ?? 'line'}" points="${places.join(' ')}"/>`];
  return `<g class="c${at % 6}">${inner.join('')}</g>`;
}

function drawBars(places: readonly (readonly [number, number])[], bottom: number): string[] {
  const step = (places[1]?.[0] ?? 0) - (places[0]?.[0] ?? 0);
  const width = Math.max(1, step * 0.85);
  return places.map(([left, up]) => box(left - width / 2, up, width, Math.max(0, bottom - up)));
}

function scaleOf(axis: Axis, values: readonly number[], from: number, to: number): Scale {
  const isLog = axis.scale === 'log';
  const usable = values.filter((value) => Number.isFinite(value) && (!isLog || value > 0));
  const low = axis.from ?? usable.reduce((least, value) => Math.min(least, value), Infinity);
  const high = axis.to ?? usable.reduce((most, value) => Math.max(most, value), -Infinity);
  const [start, end] = isLog ? [Math.log10(low), Math.log10(high)] : [low, high];
  const span = end - start || 1;
  const at = (value: number): number =>
    from + (((isLog ? Math.log10(value) : value) - start) / span) * (to - from);
  return { at, ticks: isLog ? decadesOf(low, high) : roundSteps([low, high]) };
}

/** Powers of ten, and values between them if there are few. */
function decadesOf(low: number, high: number): number[] {
  const ticks: number[] = [];
  const between = Math.log10(high / low) > 2 ? [1] : [1, 2, 5];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1)
    for (const times of between) {
      const tick = times * 10 ** power;
      if (tick >= low * 0.999 && tick <= high * 1.001) ticks.push(tick);
    }
  return ticks;
}

const formatTick = ({ format }: Axis, value: number): string =>
  format?.(value) ??
  Number(value.toPrecision(6)).toLocaleString('en', { maximumFractionDigits: 6 });

const px = (value: number): number => Math.round(value * 10) / 10;
