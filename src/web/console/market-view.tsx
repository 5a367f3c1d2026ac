/** Feeds, contracts, chaos, faults and venue time. */
import { formatLength, formatMoment } from '../arena/figures.ts';
import { percent, withCommas } from '../parts/numbers.ts';
import { type Column, Table } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import { FaultsPanel } from './faults-panel.tsx';
import { CHAOS, calming, feeding, pacing, pausing, resuming, stepping } from './market-acts.ts';
import { overview, type VenueTime } from './overview-feed.ts';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';

interface ContractRow {
  readonly symbol: string;
  readonly indexPrice: string;
  readonly markPrice: string;
  readonly spreadBp: number | null;
  readonly fundingRate: string;
  readonly openInterest: string;
  readonly halted: boolean;
  readonly indexAgeMillis: number;
}

interface ChaosRow {
  readonly kind: string;
  readonly what: string;
  readonly symbols: readonly string[];
  readonly until: number | null;
}

interface Market {
  readonly source: string | null;
  readonly regime: string | null;
  readonly contracts: readonly ContractRow[];
  readonly chaos: readonly ChaosRow[];
}

export function MarketView() {
  const reading = useReading<Market>('/market');
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { source, regime, contracts, chaos } = reading.value;
  const symbols = contracts.map(({ symbol }) => symbol);
  return (
    <div class="stack">
      <section class="sheet" aria-label={tell('feed')}>
        <header class="sheet-head">
          <div>
            <h2>{tell('feed')}</h2>
            <p>
              {source ?? tell('noMarket')}
              {regime === null ? '' : ` · ${regime}`}
            </p>
          </div>
          {source === null ? null : (
            <div class="acts">
              <ActButton label={tell('chooseFeed')} act={feeding} />
            </div>
          )}
        </header>
      </section>
      {overview.value === undefined ? null : <Time of={overview.value.time} />}
      {source === null ? null : <Chaos rows={chaos} symbols={symbols} />}
      <FaultsPanel />
      <section class="sheet tabled" aria-label={tell('contracts')}>
        <h2>{tell('contracts')}</h2>
        <Table
          label={tell('contracts')}
          columns={columns()}
          rows={contracts}
          keyOf={({ symbol }) => symbol}
        />
      </section>
    </div>
  );
}

function Time({ of }: { of: VenueTime | null }) {
  if (of === null)
    return (
      <section class="sheet" aria-label={tell('venueTime')}>
        <h2>{tell('venueTime')}</h2>
        <p class="muted">{tell('noTime')}</p>
      </section>
    );
  const isPaused = of.state === 'paused';
  return (
    <section class="sheet" aria-label={tell('venueTime')}>
      <header class="sheet-head">
        <div>
          <h2>{tell('venueTime')}</h2>
          <p>
            <strong>{formatMoment(of.venueTime)}</strong> ·{' '}
            {isPaused ? tell('paused') : tell('speedNow', { speed: of.speed })}
            {of.aheadMillis > 1_000
              ? ` · ${tell('ahead', { time: formatLength(of.aheadMillis) })}`
              : ''}
          </p>
        </div>
        <div class="acts">
          <ActButton label={tell('setSpeed')} act={() => pacing(of.speed)} />
          {isPaused ? (
            <ActButton label={tell('resumeTime')} act={resuming} kind="main" />
          ) : (
            <ActButton label={tell('pause')} act={pausing} />
          )}
          <ActButton label={tell('stepTime')} act={stepping} />
        </div>
      </header>
    </section>
  );
}

function Chaos({ rows, symbols }: { rows: readonly ChaosRow[]; symbols: readonly string[] }) {
  return (
    <section class="sheet" aria-label={tell('chaos')}>
      <header class="sheet-head">
        <div>
          <h2>{tell('chaos')}</h2>
          <p class="muted">{tell('chaosText')}</p>
        </div>
      </header>
      {rows.length === 0 ? (
        <p class="hint">{tell('nothingOn')}</p>
      ) : (
        <ul class="chaos-on">
          {rows.map(({ kind, what, symbols: where, until }) => (
            <li key={`${kind} ${where.join(' ')} ${what}`}>
              <span class="badge warn">{kind}</span> {what}{' '}
              <span class="muted">
                {where.length === symbols.length ? tell('allContracts') : where.join(', ')},{' '}
                {until === null ? tell('untilCalm') : tell('until', { time: formatMoment(until) })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div class="acts">
        {CHAOS.map(({ word, act }) => (
          <ActButton key={word} label={tell(word)} act={() => act(symbols)} />
        ))}
        {rows.length === 0 ? null : <ActButton label={tell('calm')} act={calming} kind="main" />}
      </div>
    </section>
  );
}

const RATE_DECIMALS = 4;

const columns = (): readonly Column<ContractRow>[] => [
  {
    name: 'symbol',
    label: tell('symbol'),
    isText: true,
    cell: ({ symbol, halted }) => (
      <>
        <strong>{symbol}</strong>{' '}
        <span class={`badge ${halted ? 'down' : ''}`}>
          {tell(halted ? 'haltedContract' : 'tradingContract')}
        </span>
      </>
    ),
  },
  { name: 'index', label: tell('index'), cell: ({ indexPrice }) => withCommas(indexPrice) },
  { name: 'mark', label: tell('mark'), cell: ({ markPrice }) => withCommas(markPrice) },
  { name: 'spread', label: tell('spread'), cell: ({ spreadBp }) => spreadBp ?? '–' },
  {
    name: 'funding',
    label: tell('funding'),
    cell: ({ fundingRate }) => percent(fundingRate, RATE_DECIMALS),
  },
  {
    name: 'interest',
    label: tell('openInterest'),
    cell: ({ openInterest }) => withCommas(openInterest),
  },
  {
    name: 'age',
    label: tell('indexAge'),
    cell: ({ indexAgeMillis }) => `${(indexAgeMillis / 1_000).toFixed(1)} s`,
  },
];
