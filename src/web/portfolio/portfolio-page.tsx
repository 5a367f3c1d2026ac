/** What the account made of its money: the curve, the parts, the days and the contracts. */
import { useEffect, useState } from 'preact/hooks';
import type { PerpetuaPortfolioAnswer } from '../../client/client.ts';
import { formatMoment } from '../arena/figures.ts';
import { LineChart, seriesStyle } from '../arena/line-chart.tsx';
import { session } from '../client/session.ts';
import { Inspector } from '../inspector/inspector-panel.tsx';
import { Segments } from '../parts/choice.tsx';
import { kept } from '../parts/controls.tsx';
import { keepAddress } from '../parts/keep-address.ts';
import { amount, share, signedAmount, tone } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { Shell } from '../shell/shell.tsx';
import { ConnectButton } from '../shell/sign-in-dialog.tsx';
import { begin } from '../terminal/begin.ts';
import { PORTFOLIO_ADDRESS, portfolio, RANGES, range, watchPortfolio } from './portfolio-state.ts';
import { ContractResults, DayResults } from './portfolio-tables.tsx';
import { sayPortfolio } from './portfolio-words.ts';

export function PortfolioPage() {
  useEffect(() => keepAddress(PORTFOLIO_ADDRESS), []);
  useEffect(begin, []);
  useEffect(watchPortfolio, []);
  const title = sayPortfolio('portfolio');
  useEffect(() => {
    document.title = `${title} · Perpetua`;
    return () => {
      document.title = 'Perpetua';
    };
  }, [title]);
  return (
    <Shell>
      <div class="portfolio">
        <header class="portfolio-head">
          <h1>{title}</h1>
          <Segments
            label={sayPortfolio('range')}
            options={RANGES.map((value) => ({ value, label: sayPortfolio(value) }))}
            {...kept(range)}
          />
        </header>
        <Content />
        <Inspector />
      </div>
    </Shell>
  );
}

function Content() {
  if (session.value === undefined)
    return (
      <Empty text={sayPortfolio('signIn')}>
        <ConnectButton />
      </Empty>
    );
  const read = portfolio.value;
  if (read === undefined) return <Loading />;
  if (!read.ok) return <Empty text={read.message} />;
  const { value } = read;
  return (
    <>
      {value.isWhole ? null : (
        <p class="warn">{sayPortfolio('shortened', { day: formatMoment(value.startTime) })}</p>
      )}
      <Figures of={value} />
      <Curve of={value} />
      <div class="portfolio-tables">
        <DayResults of={value.days} />
        <ContractResults of={value.contracts} />
      </div>
    </>
  );
}

type FigureName = 'equity' | 'pnl' | 'realised' | 'unrealised' | 'fees' | 'funding' | 'deposits';

/** To the cent; the rest is in the attribute. */
const FIGURES: readonly {
  readonly name: FigureName;
  readonly note?: 'pnlNote' | 'depositsNote';
}[] = [
  { name: 'equity' },
  { name: 'pnl', note: 'pnlNote' },
  { name: 'realised' },
  { name: 'unrealised' },
  { name: 'fees' },
  { name: 'funding' },
  { name: 'deposits', note: 'depositsNote' },
];
const UNSIGNED: readonly FigureName[] = ['equity', 'fees', 'deposits'];

function Figures({ of }: { of: PerpetuaPortfolioAnswer }) {
  const { closed, won } = of;
  return (
    <dl class="portfolio-figures">
      {FIGURES.map(({ name, note }) => (
        <div key={name} data-figure={name} data-exact={of[name]}>
          <dt>{sayPortfolio(name)}</dt>
          {UNSIGNED.includes(name) ? (
            <dd>{amount(of[name])}</dd>
          ) : (
            <dd class={tone(of[name])}>{signedAmount(of[name])}</dd>
          )}
          {note === undefined ? null : <dd class="hint">{sayPortfolio(note)}</dd>}
        </div>
      ))}
      <div data-figure="win-rate">
        <dt>{sayPortfolio('winRate')}</dt>
        <dd>{closed === 0 ? '–' : share(won / closed, 1)}</dd>
        <dd class="hint">{sayPortfolio(closed === 0 ? 'noWins' : 'winNote', { won, closed })}</dd>
      </div>
      {Number(of.covered) === 0 ? null : (
        <div data-figure="covered" data-exact={of.covered}>
          <dt>{sayPortfolio('covered')}</dt>
          <dd>{amount(of.covered)}</dd>
        </div>
      )}
    </dl>
  );
}

/** The gap between the two lines is the result. */
function Curve({ of }: { of: PerpetuaPortfolioAnswer }) {
  const [place, setPlace] = useState<number | undefined>(undefined);
  const { points } = of;
  const at = points.map(({ time }) => time);
  const lines = [
    { name: sayPortfolio('equity'), series: 1, values: points.map((each) => Number(each.equity)) },
    {
      name: sayPortfolio('paidIn'),
      series: 2,
      values: points.map((each) => Number(of.startEquity) + Number(each.deposits)),
    },
  ];
  const shown = place ?? points.length - 1;
  return (
    <Panel
      title={sayPortfolio('curve')}
      class="portfolio-curve"
      tools={<span class="muted">{formatMoment(at[shown] ?? of.endTime)}</span>}
    >
      {points.length < 2 ? (
        <Empty text={sayPortfolio('curveSoon')} />
      ) : (
        <>
          <LineChart
            label={sayPortfolio('curveText', {
              from: formatMoment(at[0] ?? 0),
              to: formatMoment(at.at(-1) ?? 0),
              start: amount(of.startEquity),
              end: amount(of.equity),
              paid: amount(of.deposits),
            })}
            at={at}
            lines={lines}
            point={setPlace}
          />
          <ul class="race-legend">
            {lines.map(({ name, series, values }) => (
              <li key={name} style={seriesStyle(series)}>
                <span class="swatch" aria-hidden="true" />
                <span class="legend-name">{name}</span>
                <span class="legend-value">{amount(String(values[shown] ?? 0))}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}
