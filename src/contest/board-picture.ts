/** The board as a picture to share: one SVG of the size that pages show beside a link. */
import { escaped, spanOf } from '../verdict/report/plot.ts';
import { judgeBoard, percentOf, ranksOf } from './board-page.ts';
import type { BoardRow } from './contest-result.ts';

export interface BoardPicture {
  readonly name: string;
  readonly about: string;
  readonly board: readonly BoardRow[];
  readonly commitment: string;
}

const WIDTH = 1_200;
const HEIGHT = 630;
const ROWS_MAX = 8;
const FIRST_ROW = 200;
const ROW_HEIGHT = 44;
/** Where intervals are drawn. */
const FROM = 470;
const TO = 1_130;
const LENGTH_MAX = 46;

export function formatBoardPicture({ name, about, board, commitment }: BoardPicture): string {
  const shown = board.slice(0, ROWS_MAX);
  const [low, high] = spanOf([
    0,
    ...shown.flatMap(({ scoreFrom, scoreTo }) => [scoreFrom, scoreTo]),
  ]);
  const x = (score: number): number =>
    Math.round(FROM + ((score - low) / (high - low || 1)) * (TO - FROM));
  const rows = shown.map((row, place) => {
    const { team, score, scoreFrom, scoreTo } = row;
    const y = FIRST_ROW + place * ROW_HEIGHT;
    const tone = score < 0 ? '#f0816a' : '#46c79c';
    const width = x(scoreTo) - x(scoreFrom);
    return [
      text(70, y, ranksOf(row), '#93a1b0'),
      text(150, y, team.length > 14 ? `${team.slice(0, 13)}…` : team, '#e8edf2'),
      text(450, y, percentOf(score), tone, 'end'),
      `<g fill="${tone}"><rect x="${x(scoreFrom)}" y="${y - 16}" width="${width}" height="12" `,
      `opacity=".4"/><rect x="${x(score) - 2}" y="${y - 20}" width="4" height="20"/></g>`,
    ].join('');
  });
  const left = board.length - shown.length;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" ` +
      `height="${HEIGHT}" font-family="system-ui,sans-serif" font-size="24">`,
    `<title>${escaped(name)}</title><rect width="${WIDTH}" height="${HEIGHT}" fill="#0f1318"/>`,
    text(70, 84, short(name), '#e8edf2', 'start', 42),
    text(70, 120, short(about, 2 * LENGTH_MAX), '#93a1b0', 'start', 22),
    text(70, 152, short(judgeBoard(board).head, 2 * LENGTH_MAX), '#e8edf2', 'start', 22),
    `<path d="M${x(0)} 172V${FIRST_ROW + (shown.length - 1) * ROW_HEIGHT + 14}" stroke="#4a5764"/>`,
    ...rows,
    ...(left > 0
      ? [text(150, FIRST_ROW + ROWS_MAX * ROW_HEIGHT, `and ${left} more`, '#93a1b0')]
      : []),
    text(70, 598, `Perpetua · committed to ${commitment.slice(0, 16)}…`, '#93a1b0', 'start', 18),
    text(TO, 598, 'ranks and bars: where they are, 95 % sure', '#93a1b0', 'end', 18),
    '</svg>\n',
  ].join('\n');
}

const short = (words: string, most = LENGTH_MAX): string =>
  words.length > most ? `${words.slice(0, most - 1)}…` : words;

const text = (x: number, y: number, words: string, fill: string, anchor = 'start', size = 24) =>
  `<text x="${x}" y="${y}" fill="${fill}" text-anchor="${anchor}" font-size="${size}">` +
  `${escaped(words)}</text>`;
