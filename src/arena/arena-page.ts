/**
 * The page of a finished arena: one file that needs nothing but itself. The board with its
 * intervals, equity over all seeds, any two compared, and every decision with its reason beside
 * what came of it, on a slider over time.
 */
import { type BoardColumn, dataOf, formatBoardPage } from '../contest/board-page.ts';
import type { BoardRow } from '../contest/contest-result.ts';
import type { ContestTerms } from '../contest/contest-terms.ts';
import type { NotedDecision } from '../contest/heat-seat.ts';
import { many } from '../domain/many.ts';
import { bandOf, escaped, lineOf, plot, spanOf } from '../verdict/report/plot.ts';
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
  /** Whether heats are still to come. */
  readonly isRunning?: boolean;
}

const REFRESH_SECONDS = 20;

export const aboutArena = ({ contest, terms }: Pick<ArenaPageInput, 'contest' | 'terms'>) =>
  `${many(terms.contestants.length, 'contestant')}, ${many(contest.rules.seeds, 'market')} of ` +
  `${contest.rules.hours} h, a decision every ${contest.rules.cadenceSeconds} s`;

/** Of decisions in the page; the file beside it has all of them. */
const SHOWN_LENGTH_MAX = 3_000_000;

export function formatArenaPage(input: ArenaPageInput): string {
  const { contest, board, played } = input;
  const { rules } = contest;
  return formatBoardPage({
    kind: input.isRunning ? 'arena, running' : 'arena',
    refreshSeconds: input.isRunning ? REFRESH_SECONDS : undefined,
    name: rules.name,
    about: aboutArena(input),
    board,
    columns: COLUMNS,
    scoresOf: (team) =>
      played.flatMap(({ outcome }) =>
        outcome.teams.flatMap((row) => (row.team === team ? [row.score] : [])),
      ),
    sections: played.length === 0 ? [] : [equitySection(input), replaySection(input)],
    commitment: contest.commitment,
    evidence:
      `The folder that this page lies in ${input.isRunning ? 'will have' : 'has'} the key, every ` +
      'request and every answer. To play it all again, without a network or a key of a model, ' +
      'and compare every byte:',
    check: 'npx perpetua arena replay FOLDER',
    style: PAGE_STYLE,
    script: played.length === 0 ? '' : PAGE_SCRIPT,
  });
}

const COLUMNS: readonly BoardColumn<ArenaRow>[] = [
  { head: 'kind', cell: ({ kind }) => kind },
  {
    head: 'unanswered',
    cell: ({ asked, unanswered }) => (asked === 0 ? '' : `${unanswered} of ${asked}`),
  },
  {
    head: 'tokens',
    cell: ({ tokensIn, tokensOut }) => String(tokensIn + tokensOut || ''),
  },
  { head: 'cost', cell: ({ cost }) => (cost === null ? '' : `$${cost.toFixed(4)}`) },
];

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

/** The first heats, as many as a page can carry. */
function replaySection({ contest, played, board }: ArenaPageInput): string {
  const heats = new Map<number, object[]>();
  let length = 0;
  for (const { heat, decisions } of played) {
    const rows = decisions.map(briefly);
    length += JSON.stringify(rows).length;
    if (length > SHOWN_LENGTH_MAX && heats.size > 0) break;
    heats.set(heat, [...(heats.get(heat) ?? []), ...rows]);
  }
  const options = [...heats.keys()].map((heat) => `<option value="${heat}">${heat + 1}</option>`);
  const { contracts } = contest.rules;
  const bases = contracts.map((base) => `<option>${escaped(base)}</option>`);
  return (
    '<h2>Every decision</h2><p class="note">Choose a market and move through its time: what each ' +
    'contestant saw fit to do, why, and what came of it before its next turn.</p>' +
    `<div class="card"><p class="when">Market <select id="heat">${options.join('')}</select> ` +
    '<input id="when" type="range" min="0" value="0" aria-label="Time"> <span id="clock"></span> ' +
    `<button type="button" id="play">play</button> <select id="base" aria-label="Contract">` +
    `${bases.join('')}</select></p><div id="chart"></div>` +
    '<div id="feed" class="feed"></div></div>' +
    dataOf('heats', Object.fromEntries(heats)) +
    dataOf('bases', contracts) +
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
  m: Object.values(row.marks),
  a: row.answer,
  x: row.fault,
  f: row.fills.map(({ contract, side, size, price }) => `${side} ${size} ${contract} at ${price}`),
  r: row.refusals,
});
