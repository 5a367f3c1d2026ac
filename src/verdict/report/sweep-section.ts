/** A sweep in the report: a line for one parameter, a heat map for two, and every variant. */
import { many } from '../../domain/many.ts';
import type { SweepVerdict, VariantRow } from '../judge-sweep.ts';
import { type Parameter, variantText } from '../variants.ts';
import { spanWords } from './comparisons.ts';
import { escaped, label, lineOf, plot, spanOf } from './plot.ts';
import { lookOf, percentTick, signedPercent } from './words.ts';

export interface SweepInput {
  readonly parameters: readonly Parameter[];
  readonly verdict: SweepVerdict;
}

export function sweepSection({ parameters, verdict }: SweepInput): string {
  const { rows, chosen } = verdict;
  const [first, second] = parameters;
  const picture =
    parameters.length === 1 && first !== undefined
      ? lineChart(first, rows)
      : parameters.length === 2 && first !== undefined && second !== undefined
        ? heatMap(first, second, rows)
        : '';
  const shown = rows[chosen];
  const found = rows.filter(({ hasEdge }) => hasEdge).length;
  return [
    `<h2>${many(rows.length, 'variant')}</h2><p class="note">Mean return of each on the same `,
    'markets, with its own interval of 95 %. A variant has an edge only if it stands out after a ',
    'correction for the number of tries (a step-down bootstrap over whole markets); ',
    `${found === 0 ? 'none does' : `${found} ${found === 1 ? 'does' : 'do'}`}. `,
    shown === undefined
      ? ''
      : `What follows below is about <b>${escaped(variantText(shown.variant))}</b>.`,
    `</p>${picture === '' ? '' : `<div class="card">${picture}</div>`}`,
    '<div class="card scroll"><table><tr><th>variant</th><th class="n">lives</th>',
    '<th class="n">mean return</th><th class="n">95 % interval</th><th>edge</th></tr>',
    ...rows.toSorted((one, other) => other.mean - one.mean).map(variantRow),
    '</table></div>',
  ].join('');
}

const variantRow = ({ variant, lives, mean, interval, hasEdge }: VariantRow): string =>
  `<tr><td>${escaped(variantText(variant))}</td><td class="n">${lives}</td>` +
  `<td class="n ${lookOf(mean)}">${signedPercent(mean)}</td>` +
  `<td class="n">${interval === undefined ? '-' : spanWords(interval)}</td>` +
  `<td>${hasEdge ? 'yes' : ''}</td></tr>`;

/** At even places: values may be words. */
function lineChart({ name, values }: Parameter, rows: readonly VariantRow[]): string {
  const y = spanOf(
    rows.flatMap(({ mean, interval }) => [mean, interval?.low ?? mean, interval?.high ?? mean]),
  );
  const frame = {
    width: 980,
    height: 280,
    x: [-0.5, values.length - 0.5] as const,
    y,
    title: `Mean return by ${name}`,
    formatX: () => '',
    formatY: percentTick,
  };
  return plot(frame, ({ x, y: place, bottom }) => [
    lineOf(
      rows.map(({ mean }, at) => [x(at), place(mean)]),
      'median',
    ),
    ...rows.flatMap(({ variant, mean, interval, hasEdge }, at) => [
      interval === undefined
        ? ''
        : `<line class="whisker" x1="${x(at)}" x2="${x(at)}" y1="${place(interval.low)}" ` +
          `y2="${place(interval.high)}"/>`,
      `<circle class="${hasEdge ? 'gain' : 'fill'}" cx="${x(at)}" cy="${place(mean)}" r="4"/>`,
      label(x(at), bottom + 18, 'middle', variantText(variant)),
    ]),
  ]);
}

const STRONGEST = 70;

function heatMap(down: Parameter, across: Parameter, rows: readonly VariantRow[]): string {
  const most = Math.max(...rows.map(({ mean }) => Math.abs(mean)), Number.MIN_VALUE);
  const find = (one: string, other: string): VariantRow | undefined =>
    rows.find(
      ({ variant }) => variant.get(down.name) === one && variant.get(across.name) === other,
    );
  const cell = (row: VariantRow | undefined): string => {
    if (row === undefined) return '<td></td>';
    const strength = Math.round((STRONGEST * Math.abs(row.mean)) / most);
    const colour = row.mean >= 0 ? '--up' : '--down';
    const look = `background:color-mix(in srgb,var(${colour}) ${strength}%,transparent)`;
    const span = row.interval === undefined ? '' : spanWords(row.interval);
    const words = `${signedPercent(row.mean)}${row.hasEdge ? ' ★' : ''}`;
    return `<td style="${look}" title="${span}">${words}<br><small>${span}</small></td>`;
  };
  return [
    `<div class="scroll"><table class="heat"><tr><th>${escaped(down.name)} \\ `,
    `${escaped(across.name)}</th>`,
    ...across.values.map((each) => `<th>${escaped(each)}</th>`),
    '</tr>',
    ...down.values.map(
      (one) =>
        `<tr><th>${escaped(one)}</th>` +
        `${across.values.map((other) => cell(find(one, other))).join('')}</tr>`,
    ),
    '</table></div>',
  ].join('');
}
