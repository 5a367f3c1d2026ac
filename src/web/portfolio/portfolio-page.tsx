/** What the account made of its money: the curve, the parts, the days and the contracts. */
import { effect, signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import type { CallTerms, PerpetuaPortfolioAnswer } from '../../client/client.ts';
import { events } from '../account/account-state.ts';
import { formatMoment } from '../arena/figures.ts';
import { LineChart, seriesStyle } from '../arena/line-chart.tsx';
import { askOwn, type CallOutcome, isCutOff, ROUTINE, session } from '../client/call.ts';
import { Inspector } from '../inspector/inspector-panel.tsx';
import { every } from '../parts/again.ts';
import { kept, Segments } from '../parts/controls.tsx';
import { keepAddress, type ShownAddress } from '../parts/keep-address.ts';
import { amount, share, signedAmount, tone } from '../parts/numbers.ts';
import { Empty, Loading, Panel } from '../parts/panel.tsx';
import { keepTitle } from '../shell/route.ts';
import { Shell } from '../shell/shell.tsx';
import { ConnectButton } from '../shell/sign-in-dialog.tsx';
import { begin } from '../terminal/begin.ts';
import { ContractResults, DayResults } from './portfolio-tables.tsx';
import { sayPortfolio } from './portfolio-words.ts';

export function PortfolioPage() {
  useEffect(() => keepAddress(PORTFOLIO_ADDRESS), []);
  useEffect(begin, []);
  useEffect(watchPortfolio, []);
  useEffect(() => keepTitle(() => sayPortfolio('portfolio')), []);
  return (
    <Shell>
      <div class="stack portfolio">
        <header class="ends portfolio-head">
          <h1>{sayPortfolio('portfolio')}</h1>
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

/** The portfolio of the account over the chosen time, read again as things happen. */
export const RANGES = ['day', 'week', 'all'] as const;
type Range = (typeof RANGES)[number];

const DAYS: Readonly<Record<Range, number | undefined>> = { day: 1, week: 7, all: undefined };

export const range = signal<Range>('week');
/** Undefined until it has been read. */
export const portfolio = signal<CallOutcome<PerpetuaPortfolioAnswer> | undefined>(undefined);

const TICK = 1_000;
/** Events come in bursts… */
const SOON = 3_000;
/** …and the mark moves without any. */
const LATER = 15_000;

/** While the view is shown. */
export function watchPortfolio(): () => void {
  let isStale = false;
  let readAt = 0;
  const read = async (terms: CallTerms | undefined): Promise<void> => {
    const [who, chosen] = [session.peek(), range.peek()];
    if (who === undefined) return;
    isStale = false;
    readAt = Date.now();
    const days = DAYS[chosen];
    const outcome = await askOwn(({ perpetua }) => perpetua.portfolio({ days }, terms));
    if (who !== session.peek() || chosen !== range.peek()) return;
    // A call that fails later leaves what is known.
    if (outcome.ok || portfolio.peek()?.ok !== true) portfolio.value = outcome;
  };
  const stopLooking = every(TICK, () => {
    if (isCutOff.peek()) return;
    const passed = Date.now() - readAt;
    if (passed > (isStale || portfolio.peek()?.ok === false ? SOON : LATER)) void read(ROUTINE);
  });
  const stopReading = effect(() => {
    portfolio.value = undefined;
    if (session.value !== undefined && RANGES.includes(range.value)) void read(undefined);
  });
  const stopListening = effect(() => {
    isStale = events.value > 0;
  });
  return () => {
    stopLooking();
    stopReading();
    stopListening();
  };
}

export const PORTFOLIO_ADDRESS: ShownAddress = {
  take: (asked) => {
    range.value = RANGES.find((known) => known === asked.get('range')) ?? range.peek();
  },
  say: () => ({ range: range.value }),
};
