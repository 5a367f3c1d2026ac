/**
 * The page of a finished arena: one file that needs nothing but itself. The board with its
 * intervals, equity over all seeds, any two compared, and every decision with its reason beside
 * what came of it, on a slider over time.
 */
import type { ContestTerms } from '../contest/contest-folder.ts';
import type { BoardRow } from '../contest/contest-result.ts';
import type { NotedDecision } from '../contest/heat-seat.ts';
import { bandOf, escaped, lineOf, plot, spanOf } from '../verdict/report/plot.ts';
import { STYLE } from '../verdict/report/style.ts';
import { PAGE_SCRIPT, PAGE_STYLE } from './arena-page-script.ts';
import type { ArenaTerms, ContestantTerms } from './arena-terms.ts';
import type { PlayedHeat } from './play-arena.ts';

/** What a contestant is on the board. */
export interface ArenaRow extends BoardRow {
  readonly kind: ContestantTerms['kind'];
  readonly asked: number;
  readonly unanswered: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** In dollars; null where no prices were named. */
  readonly cost: number | null;
}

export interface ArenaPageInput {
  readonly contest: ContestTerms;
  readonly terms: ArenaTerms;
  readonly played: readonly PlayedHeat[];
  readonly board: readonly ArenaRow[];
}

const PARTS_PER_CENT = 1e6;
/** Of decisions in the page; the file beside it has all of them. */
const SHOWN_LENGTH_MAX = 3_000_000;

export function formatArenaPage(input: ArenaPageInput): string {
  const { contest, terms, board } = input;
  const { rules } = contest;
  const about =
    `${terms.contestants.length} contestants, ${rules.seeds} markets of ${rules.hours} h, ` +
    `a decision every ${rules.cadenceSeconds} s`;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(rules.name)}</title><style>${STYLE}${PAGE_STYLE}</style>`,
    '</head><body><main><header><div><div class="eyebrow">Perpetua · arena</div>',
    `<h1>${escaped(rules.name)}</h1><div class="quiet">${escaped(about)}</div></div>`,
    '<button type="button" id="theme">light / dark</button></header>',
    verdictOf(board),
    boardSection(board),
    equitySection(input),
    compareSection(input),
    replaySection(input),
    checkSection(contest),
    `</main><script>${PAGE_SCRIPT}</script></body></html>\n`,
  ].join('\n');
}

const percent = (score: number): string =>
  `${score > 0 ? '+' : ''}${(score / PARTS_PER_CENT).toFixed(3)} %`;

function verdictOf(board: readonly ArenaRow[]): string {
  const [first, second] = board;
  if (first === undefined) return '';
  const isAhead = first.isApart && second !== undefined;
  const head = isAhead
    ? `${first.team} is ahead, and not by luck.`
    : `${first.team} is ahead, perhaps by luck.`;
  const words = isAhead
    ? `On the same markets it did better than ${second.team} more often than chance would have it.`
    : second === undefined
      ? 'There was nobody else.'
      : `It and ${second.team} cannot be told apart with so many markets; more would help.`;
  return (
    `<section class="verdict ${isAhead ? 'earns' : 'unclear'}"><strong>${escaped(head)}</strong>` +
    `<p>${escaped(words)}</p></section>`
  );
}

const toneOf = (score: number): string => (score > 0 ? 'up' : score < 0 ? 'down' : '');

function boardSection(board: readonly ArenaRow[]): string {
  const rows = board.map((row) => {
    const ranks = row.rankFrom === row.rankTo ? `${row.rankFrom}` : `${row.rankFrom}–${row.rankTo}`;
    const cells = [
      `<td class="n">${row.rank}</td><td class="who"><b>${escaped(row.team)}</b> `,
      `<span class="quiet">${row.kind}</span></td>`,
      `<td class="n ${toneOf(row.score)}">${percent(row.score)}</td>`,
      `<td class="n">${percent(row.scoreFrom)} to ${percent(row.scoreTo)}</td>`,
      `<td class="n">${ranks}</td><td class="n">${row.fills}</td>`,
      `<td class="n">${row.liquidations}</td>`,
      `<td class="n">${row.asked === 0 ? '' : `${row.unanswered} of ${row.asked}`}</td>`,
      `<td class="n">${row.tokensIn + row.tokensOut || ''}</td>`,
      `<td class="n">${row.cost === null ? '' : `$${row.cost.toFixed(4)}`}</td>`,
      `<td class="note">${row.isApart ? '' : 'not distinguishable from the next'}</td>`,
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  const heads = ['rank', 'contestant', 'mean return', '95 % of means', '95 % of ranks', 'fills'];
  const more = ['liquidated', 'unanswered', 'tokens', 'cost', ''];
  return (
    '<h2>Board</h2><div class="card scroll"><table><tr>' +
    [...heads, ...more]
      .map((head, at) => `<th class="${at === 1 || at === 10 ? '' : 'n'}">${head}</th>`)
      .join('') +
    `</tr>${rows.join('')}</table></div>`
  );
}

/** A band over all seeds for each: where half of them are, and all of them. */
function equitySection({ contest, played, board }: ArenaPageInput): string {
  const { capital } = contest.rules;
  const pathsOf = (team: string): number[][] =>
    played.flatMap(({ decisions }) => {
      const own = decisions.filter((row) => row.team === team);
      return own.length === 0
        ? []
        : [own.map(({ equity }) => (100 * (equity - capital)) / capital)];
    });
  const paths = board.map(({ team }) => ({ team, paths: pathsOf(team) }));
  const y = spanOf(paths.flatMap(({ paths: own }) => own.flat()));
  const cards = paths.map(({ team, paths: own }) => {
    const steps = Math.max(1, ...own.map(({ length }) => length));
    const at = (step: number, part: number): number => {
      const values = own
        .map((path) => path[step] ?? path.at(-1) ?? 0)
        .sort((one, two) => one - two);
      return values[Math.round(part * (values.length - 1))] ?? 0;
    };
    const frame = { width: 480, height: 190, x: [0, steps - 1] as const, y };
    const chart = plot(
      { ...frame, title: `Return of ${team} in per cent, over all markets` },
      (scale) => {
        const points = (part: number): (readonly [number, number])[] =>
          Array.from({ length: steps }, (_, step) => [scale.x(step), scale.y(at(step, part))]);
        return [
          bandOf(points(1), points(0), 'wide'),
          bandOf(points(0.75), points(0.25), 'near'),
          lineOf(points(0.5), 'median'),
        ];
      },
    );
    return `<div class="card"><h3>${escaped(team)}</h3>${chart}</div>`;
  });
  return (
    '<h2>Return over all markets</h2><p class="note">In per cent of the capital, by decision: ' +
    'the median, the middle half, and all markets.</p>' +
    `<div class="two">${cards.join('')}</div>`
  );
}

function compareSection({ played, board }: ArenaPageInput): string {
  const scores = Object.fromEntries(
    board.map(({ team }) => [
      team,
      played.flatMap(({ outcome }) =>
        outcome.teams.flatMap((row) => (row.team === team ? [row.score / PARTS_PER_CENT] : [])),
      ),
    ]),
  );
  const options = (chosen: number): string =>
    board
      .map(({ team }, at) => `<option${at === chosen ? ' selected' : ''}>${escaped(team)}</option>`)
      .join('');
  return (
    '<h2>Any two, market by market</h2><div class="card"><p><select id="one">' +
    `${options(0)}</select> and <select id="two">${options(1)}</select></p><div id="pair"></div>` +
    `</div>${dataOf('scores', scores)}`
  );
}

/** The first heats, as many as a page can carry. */
function replaySection({ played, board }: ArenaPageInput): string {
  const heats = new Map<number, object[]>();
  let length = 0;
  for (const { heat, decisions } of played) {
    const rows = decisions.map(briefly);
    length += JSON.stringify(rows).length;
    if (length > SHOWN_LENGTH_MAX && heats.size > 0) break;
    heats.set(heat, [...(heats.get(heat) ?? []), ...rows]);
  }
  const options = [...heats.keys()].map((heat) => `<option value="${heat}">${heat + 1}</option>`);
  return (
    '<h2>Every decision</h2><p class="note">Choose a market and move through its time: what each ' +
    'contestant saw fit to do, why, and what came of it before its next turn.</p>' +
    `<div class="card"><p>Market <select id="heat">${options.join('')}</select> ` +
    '<input id="when" type="range" min="0" value="0" aria-label="Time"> <span id="clock"></span> ' +
    '<button type="button" id="play">play</button></p><div id="chart"></div>' +
    '<div id="feed" class="feed"></div></div>' +
    dataOf('heats', Object.fromEntries(heats)) +
    dataOf(
      'names',
      board.map(({ team }) => team),
    )
  );
}

/** Short names keep the page small. */
const briefly = (row: NotedDecision): object => ({
  t: row.team,
  s: row.step,
  at: row.at,
  e: row.equity,
  m: Object.values(row.marks)[0] ?? 0,
  a: row.answer,
  x: row.fault,
  f: row.fills.map(({ contract, side, size, price }) => `${side} ${size} ${contract} at ${price}`),
  r: row.refusals,
});

/** Whatever contestants wrote, it ends no script. */
const dataOf = (name: string, value: unknown): string =>
  `<script type="application/json" id="data-${name}">` +
  `${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

const checkSection = ({ commitment }: ContestTerms): string =>
  '<h2>Check it</h2><div class="card"><p>The markets were drawn from a key that nobody knew. Its ' +
  `commitment was told before anyone was asked: <code>${commitment}</code></p><p>The folder that ` +
  'this page lies in has the key, every request and every answer. To play it all again, without ' +
  'a network or a key of a model, and compare every byte:</p>' +
  '<pre>npx perpetua arena replay FOLDER</pre></div>' +
  '<footer>Made by Perpetua.</footer>';
