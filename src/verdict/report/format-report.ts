/** The report of a run: one page that needs nothing but itself. */
import type { Judgement } from '../judge.ts';
import { distributionsSection, groupsSection, splitSection } from './causes.ts';
import { comparisonsSection, failedSection, livesSection, refusalsSection } from './comparisons.ts';
import { equitySection, fallsSection, tilesSection, verdictSection } from './overview.ts';
import { escaped } from './plot.ts';
import type { ReportInput } from './report-input.ts';
import { STYLE } from './style.ts';
import { tradesSection } from './trades.ts';

/** Turns the page over to the other theme. */
const SCRIPT =
  "document.querySelector('button').onclick=()=>{const r=document.documentElement;" +
  "const dark=r.dataset.theme?r.dataset.theme==='dark':matchMedia('(prefers-color-scheme:dark)')" +
  ".matches;r.dataset.theme=dark?'light':'dark'}";

export function formatReport(input: ReportInput, judgement: Judgement): string {
  const hasLives = input.lives.length > 0;
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escaped(judgement.headline)} ${escaped(input.bot)}</title><style>${STYLE}</style>`,
    '</head><body><main><header><div><div class="eyebrow">Perpetua · verdict</div>',
    `<h1>${escaped(input.bot)}</h1><div class="quiet">${escaped(input.about)}</div></div>`,
    '<button type="button">light / dark</button></header>',
    verdictSection(input, judgement),
    input.preface ?? '',
    ...(hasLives
      ? [
          tilesSection(input),
          equitySection(input),
          splitSection(input),
          comparisonsSection(input, judgement),
          fallsSection(input),
          distributionsSection(input),
          groupsSection(input),
          tradesSection(input),
          refusalsSection(input),
        ]
      : []),
    failedSection(input),
    hasLives ? livesSection(input) : '',
    factsOf(input),
    `</main><script>${SCRIPT}</script></body></html>\n`,
  ].join('\n');
}

const factsOf = ({ facts }: ReportInput): string =>
  `<h2>Made with</h2><div class="card scroll"><table>${facts
    .map(
      ([name, value]) =>
        `<tr><td>${escaped(name)}</td><td><code>${escaped(value)}</code></td></tr>`,
    )
    .join('')}</table></div><footer>The tables behind this page lie beside it, as CSV and as ` +
  'Parquet. Every life can be lived again by its seed.</footer>';
