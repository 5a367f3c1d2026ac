/**
 * The page of a result: one file that needs nothing but itself. The board with its intervals, the
 * scores of all markets, and any two compared.
 */
import { many } from '../domain/many.ts';
import { escaped, roundSteps, spanOf } from '../verdict/report/plot.ts';
import { STYLE } from '../verdict/report/style.ts';
import { plainNumber } from '../verdict/report/words.ts';
import type { BoardRow, HeatLine } from './contest-result.ts';
import { FAULTS_MAX } from './heat-seat.ts';

export interface BoardColumn<Row extends BoardRow> {
  readonly head: string;
  readonly cell: (row: Row) => string;
}

export interface BoardPage<Row extends BoardRow> {
  /** What it is the result of. */
  readonly kind: string;
  readonly name: string;
  readonly about: string;
  readonly board: readonly Row[];
  /** Beside those that every board has. */
  readonly columns: readonly BoardColumn<Row>[];
  /** Of each team, by market, in 1e-8 of the capital. */
  readonly scoresOf: (team: string) => readonly number[];
  /** What stands below the board. */
  readonly sections?: readonly string[];
  readonly commitment: string;
  /** What the folder has beside the key, and how to check it all. */
  readonly evidence: string;
  readonly check: string;
  readonly style?: string;
  readonly script?: string;
  /** While more comes: how often it is read again. */
  readonly refreshSeconds?: number | undefined;
}

/** Where programs of both classes take part, whose are run again and whose answers were kept. */
export function contestColumns(lines: readonly HeatLine[]): BoardColumn<BoardRow>[] {
  const boxed = new Set(lines.flatMap(({ answers = [] }) => answers.map(([team]) => team)));
  const classOf = ({ team }: BoardRow): string => (boxed.has(team) ? 'Python' : 'QuickJS');
  return [
    { head: FAILURES, cell: failuresIn(lines) },
    ...(boxed.size === 0 ? [] : [{ head: 'class', cell: classOf }]),
  ];
}

/** The head of a column. */
export const FAILURES = 'decisions failed';

/** Whoever hangs fails at no decision: it is stopped, and has no later ones. */
export const failuresIn =
  (lines: readonly HeatLine[]) =>
  ({ team, faults }: BoardRow): string => {
    const stopped = lines.filter(
      ({ stops, teams }) =>
        stops.some(([name]) => name === team) ||
        teams.some((row) => row.team === team && row.faults >= FAULTS_MAX),
    ).length;
    return stopped === 0 ? `${faults}` : `${faults}; stopped in ${many(stopped, 'heat')}`;
  };

const PARTS_PER_CENT = 1e6;

export function formatBoardPage<Row extends BoardRow>(page: BoardPage<Row>): string {
  const { kind, name, about, board, sections = [], style = '', script = '' } = page;
  const { refreshSeconds: seconds } = page;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    ...(seconds === undefined ? [] : [`<meta http-equiv="refresh" content="${seconds}">`]),
    `<title>${escaped(name)}</title><style>${STYLE}${BOARD_STYLE}${style}</style>`,
    `</head><body><main><header><div><div class="eyebrow">Perpetua · ${kind}</div>`,
    `<h1>${escaped(name)}</h1><div class="quiet">${escaped(about)}</div></div>`,
    '<button type="button" id="theme">light / dark</button></header>',
    verdictSection(board),
    ...(board.length === 0 ? [] : [boardSection(page), scoresSection(page)]),
    ...sections,
    ...(board.length === 0 ? [] : [compareSection(page)]),
    checkSection(page),
    `</main><script>${BOARD_SCRIPT}${board.length === 0 ? '' : PAIR_SCRIPT}${script}</script>`,
    '</body></html>\n',
  ].join('\n');
}

export const percentOf = (score: number): string =>
  `${score > 0 ? '+' : ''}${(score / PARTS_PER_CENT).toFixed(3)} %`;

export interface BoardVerdict {
  readonly isClear: boolean;
  readonly head: string;
  readonly words: string;
}

/** What the first rows say, in words. */
export function judgeBoard(board: readonly BoardRow[]): BoardVerdict {
  const [first, second] = board;
  const unclear = (head: string, words: string) => ({ isClear: false, head, words });
  if (first === undefined) return unclear('Nothing to show yet.', 'No market is over.');
  const [one, two] = [first.team, second?.team];
  if (second === undefined) return unclear(`${one} is alone.`, 'There was nobody else.');
  const level = board.filter(({ rank }) => rank === first.rank).length;
  if (level > 1) {
    const others = level > 2 ? `${level - 1} others` : two;
    return unclear(`${one} and ${others} are level.`, 'Their means are the same.');
  }
  if (first.isApart)
    return {
      isClear: true,
      head: `${one} is ahead, and not by luck.`,
      words: `On the same markets it did better than ${two} by more than chance would give.`,
    };
  return unclear(
    `${one} is ahead, perhaps by luck.`,
    `It and ${two} cannot be told apart with so many markets; more would help.`,
  );
}

function verdictSection(board: readonly BoardRow[]): string {
  const { isClear, head, words } = judgeBoard(board);
  return (
    `<section class="verdict ${isClear ? 'earns' : 'unclear'}"><strong>${escaped(head)}</strong>` +
    `<p>${escaped(words)}</p></section>`
  );
}

export const ranksOf = ({ rankFrom, rankTo }: BoardRow): string =>
  rankFrom === rankTo ? `${rankFrom}` : `${rankFrom}–${rankTo}`;

/** What every board says of a row that may owe its place to luck. */
export const noteOf = ({ isApart }: BoardRow): string =>
  isApart ? '' : 'not distinguishable from the next';

const toneOf = (score: number): string => (score > 0 ? 'up' : score < 0 ? 'down' : '');

function boardSection<Row extends BoardRow>({ board, columns }: BoardPage<Row>): string {
  const isAnyLiquidated = board.some(({ liquidations }) => liquidations > 0);
  const rows = board.map((row) => {
    const cells = [
      `<td class="n">${row.rank}</td><td class="who"><b>${escaped(row.team)}</b>`,
      `<small>${noteOf(row)}</small></td>`,
      `<td class="n ${toneOf(row.score)}">${percentOf(row.score)}</td>`,
      `<td class="n">${percentOf(row.scoreFrom)} to ${percentOf(row.scoreTo)}</td>`,
      `<td class="n">${ranksOf(row)}</td><td class="n">${row.fills}</td>`,
      ...(isAnyLiquidated ? [`<td class="n">${row.liquidations}</td>`] : []),
      ...columns.map(({ cell }) => `<td class="n">${escaped(cell(row))}</td>`),
    ];
    return `<tr>${cells.join('')}</tr>`;
  });
  const heads = ['mean score', 'mean, 95 % sure', 'rank, 95 % sure', 'fills'];
  const more = [...(isAnyLiquidated ? ['liquidated'] : []), ...columns.map(({ head }) => head)];
  return (
    '<h2>Board</h2><div class="card scroll"><table><tr><th class="n">rank</th><th></th>' +
    [...heads, ...more].map((head) => `<th class="n">${head}</th>`).join('') +
    `</tr>${rows.join('')}</table></div>`
  );
}

/** A lane for each: a mark for each market, and the interval of the mean. It fits any width. */
function scoresSection<Row extends BoardRow>({ board, scoresOf }: BoardPage<Row>): string {
  const all = board.map(({ team }) => scoresOf(team));
  const [low, high] = spanOf(all.flat());
  const at = (score: number): string =>
    `${(((score - low) / (high - low || 1)) * 100).toFixed(2)}%`;
  const lane = (name: string, marks: readonly string[]): string =>
    `<div class="lane"><b>${escaped(name)}</b><div>${marks.join('')}</div></div>`;
  const lanes = board.map(({ team, scoreFrom, scoreTo }, place) =>
    lane(team, [
      `<i class="mean" style="left:${at(scoreFrom)};width:${at(low + scoreTo - scoreFrom)}" `,
      `title="${escaped(team)}: where the mean is, 95 % sure"></i>`,
      ...(all[place] ?? []).map(
        (score, market) =>
          `<i${score < 0 ? ' class="less"' : ''} style="left:${at(score)}" ` +
          `title="${escaped(team)}, market ${market + 1}: ${percentOf(score)}"></i>`,
      ),
    ]),
  );
  const steps = roundSteps([low / PARTS_PER_CENT, high / PARTS_PER_CENT]).map(
    (step) => `<span style="left:${at(step * PARTS_PER_CENT)}">${plainNumber(step)}</span>`,
  );
  return (
    '<h2>Every market</h2><p class="note">The score of each in every market, in per cent of the ' +
    'capital, and where the mean is, 95 % sure.</p><div class="card lanes">' +
    `${lanes.join('')}${lane('', steps)}</div>`
  );
}

function compareSection<Row extends BoardRow>({ board, scoresOf }: BoardPage<Row>): string {
  const scores = Object.fromEntries(
    board.map(({ team }) => [team, scoresOf(team).map((score) => score / PARTS_PER_CENT)]),
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

/** For the script of a page. Whatever somebody wrote, it ends no script. */
export const dataOf = (name: string, value: unknown): string =>
  `<script type="application/json" id="data-${name}">` +
  `${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`;

const checkSection = <Row extends BoardRow>(page: BoardPage<Row>): string =>
  '<h2>Check it</h2><div class="card"><p>The markets were drawn from a key that nobody knew. The ' +
  `commitment to it and to the rules was told before: <code>${page.commitment}</code></p>` +
  `<p>${page.evidence}</p>` +
  `<pre>${page.check}</pre></div><footer>Made by Perpetua.</footer>`;

const BOARD_STYLE = `
select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--rule);
  border-radius:8px;padding:3px 8px}
.who{white-space:nowrap}
.who small{display:block;color:var(--quiet)}
code{overflow-wrap:anywhere}
.lane{display:grid;grid-template-columns:minmax(84px,20%) 1fr;gap:14px;font-size:12.5px;
  align-items:center}
.lane b{overflow-wrap:anywhere}
.lane div{position:relative;height:26px;margin-right:14px}
.lane i{position:absolute;top:6px;width:2px;height:14px;margin-left:-1px;background:var(--up)}
.lane .less{background:var(--down)}
.lane .mean{top:8px;height:10px;margin:0;background:var(--soft);opacity:.2;border-radius:2px}
.lane span{position:absolute;top:6px;transform:translateX(-50%);color:var(--quiet)}
.lane:last-child{border-top:1px solid var(--rule)}
.bars{display:flex;align-items:center;gap:3px;height:120px}
.bars i{flex:1;min-width:3px;max-width:26px;border-radius:2px;background:var(--up)}
.bars i.less{background:var(--down)}`.replaceAll('\n', '');

/** It takes all texts as texts, never as HTML. */
const BOARD_SCRIPT = `
const $=(id)=>document.getElementById(id);
const data=(name)=>JSON.parse($('data-'+name).textContent);
const make=(tag,look,text)=>{const it=document.createElement(tag);if(look)it.className=look;
  if(text!==undefined)it.textContent=text;return it};
$('theme').onclick=()=>{const r=document.documentElement;
  const dark=r.dataset.theme?r.dataset.theme==='dark':
    matchMedia('(prefers-color-scheme:dark)').matches;r.dataset.theme=dark?'light':'dark'};
`;

const PAIR_SCRIPT = `
const scores=data('scores');
const pair=()=>{
  const one=scores[$('one').value]||[],two=scores[$('two').value]||[];
  const gaps=one.map((score,at)=>score-two[at]);
  const won=gaps.filter((gap)=>gap>0).length,even=gaps.filter((gap)=>gap===0).length;
  const mean=gaps.reduce((sum,gap)=>sum+gap,0)/(gaps.length||1);
  const most=Math.max(1e-9,...gaps.map(Math.abs));
  const bars=make('div','bars');
  for(const [at,gap] of gaps.entries()){const bar=make('i',gap<0?'less':'');
    const high=Math.max(1,Math.abs(gap)/most*58);bar.style.height=high+'px';
    bar.style.transform='translateY('+(gap<0?high/2:-high/2)+'px)';
    bar.title='market '+(at+1)+': '+gap.toFixed(3)+' %';bars.append(bar)}
  $('pair').replaceChildren(make('p','note',$('one').value+' did better in '+won+' of '+
    gaps.length+' markets'+(even?', the same in '+even:'')+'; by '+mean.toFixed(3)+
    ' % of the capital in the mean.'),bars)};
$('one').onchange=$('two').onchange=pair;pair();
`;
