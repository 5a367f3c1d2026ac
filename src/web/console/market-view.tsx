/** Feeds, contracts, chaos, faults and venue time. */
import { formatLength, formatMoment } from '../arena/figures.ts';
import { percent, withCommas } from '../parts/numbers.ts';
import { Sheet } from '../parts/panel.tsx';
import { numberColumn, Table, textualColumn } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import { FaultsPanel } from './faults-panel.tsx';
import {
  calming,
  causing,
  feeding,
  pacing,
  pausing,
  resuming,
  stepping,
  TROUBLE_NAMES,
} from './market-acts.ts';
import { overview, type VenueTime } from './overview-feed.ts';
import { ReadingState, useReading } from './reading.tsx';

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
      <Sheet
        title={tell('feed')}
        text={`${source ?? tell('noMarket')}${regime === null ? '' : ` · ${regime}`}`}
        acts={source === null ? null : <ActButton label={tell('chooseFeed')} act={feeding} />}
      />
      {overview.value === undefined ? null : <Time of={overview.value.time} />}
      {source === null ? null : <Chaos rows={chaos} symbols={symbols} />}
      <FaultsPanel />
      <Sheet title={tell('contracts')} class="tabled">
        <Table<ContractRow>
          label={tell('contracts')}
          columns={[
            textualColumn('symbol', tell('contract'), ({ symbol, halted }) => (
              <>
                <strong>{symbol}</strong>{' '}
                <span class={`badge ${halted ? 'down' : ''}`}>
                  {tell(halted ? 'haltedContract' : 'tradingContract')}
                </span>
              </>
            )),
            numberColumn('index', tell('index'), ({ indexPrice }) => withCommas(indexPrice)),
            numberColumn('mark', tell('mark'), ({ markPrice }) => withCommas(markPrice)),
            numberColumn('spread', tell('spread'), ({ spreadBp }) => spreadBp ?? '–'),
            numberColumn('funding', tell('funding'), (row) =>
              percent(row.fundingRate, RATE_DECIMALS),
            ),
            numberColumn('interest', tell('openInterest'), ({ openInterest }) =>
              withCommas(openInterest),
            ),
            numberColumn(
              'age',
              tell('indexAge'),
              (row) => `${(row.indexAgeMillis / 1_000).toFixed(1)} s`,
            ),
          ]}
          rows={contracts}
          keyOf={({ symbol }) => symbol}
        />
      </Sheet>
    </div>
  );
}

function Time({ of }: { of: VenueTime | null }) {
  const title = tell('venueTime');
  if (of === null) return <Sheet title={title} hint={tell('noTime')} />;
  const isPaused = of.state === 'paused';
  return (
    <Sheet
      title={title}
      text={
        <>
          <strong>{formatMoment(of.venueTime)}</strong> ·{' '}
          {isPaused ? tell('paused') : tell('speedNow', { speed: of.speed })}
          {of.aheadMillis > 1_000
            ? ` · ${tell('ahead', { time: formatLength(of.aheadMillis) })}`
            : ''}
        </>
      }
      acts={
        <div class="acts">
          <ActButton label={tell('setSpeed')} act={() => pacing(of.speed)} />
          {isPaused ? (
            <ActButton label={tell('resumeTime')} act={resuming} kind="main" />
          ) : (
            <ActButton label={tell('pause')} act={pausing} />
          )}
          <ActButton label={tell('stepTime')} act={stepping} />
        </div>
      }
    />
  );
}

function Chaos({ rows, symbols }: { rows: readonly ChaosRow[]; symbols: readonly string[] }) {
  return (
    <Sheet title={tell('chaos')} hint={tell('chaosText')}>
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
        {TROUBLE_NAMES.map((name) => (
          <ActButton key={name} label={tell(name)} act={() => causing(name, symbols)} />
        ))}
        {rows.length === 0 ? null : <ActButton label={tell('calm')} act={calming} kind="main" />}
      </div>
    </Sheet>
  );
}

const RATE_DECIMALS = 4;
