/** The current standings of all teams, disqualified ones included, without the public delay. */
import { signal } from '@preact/signals';
import type { StandingRecord } from '../../wire/competition/standings.ts';
import { amount, ratio, share, tone } from '../arena/figures.ts';
import { percent } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { tell } from './console-words.ts';
import { EntrantTools, findQuery } from './entrant-tools.tsx';
import { Pager, usePaging } from './pager.tsx';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';
import { sanctioning } from './sanctioning.ts';
import { readWhole, utcText } from './save-csv.tsx';

const sought = signal('');

export const StandingsView = () => (
  <>
    <EntrantTools name="standings" sought={sought} load={loadStandings} />
    <Standings key={sought.value} />
  </>
);

const loadStandings = async (): Promise<readonly object[] | undefined> =>
  (await readWhole<StandingRecord>('/competition/standings'))?.map(
    ({ improvedAt, eliminatedAt, ...row }) => ({
      ...row,
      improved_utc: utcText(improvedAt),
      eliminated_utc: utcText(eliminatedAt),
    }),
  );

function Standings() {
  const paging = usePaging();
  const path = `/competition/standings?${findQuery(sought)}after=${paging.after}&limit=100`;
  const reading = useReading<{ rows: readonly StandingRecord[]; next: number | null }>(path);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noEntrants')} />;
  return (
    <div class="sheet tabled">
      <Table label={tell('standings')} columns={columns()} rows={rows} keyOf={({ team }) => team} />
      <Pager paging={paging} next={next} />
    </div>
  );
}

const columns = (): readonly Column<StandingRecord>[] => [
  {
    name: 'team',
    label: tell('team'),
    isText: true,
    cell: ({ rank, team, account }) => (
      <>
        <strong>{rank ?? '–'}</strong>&ensp;{team} <small>{account}</small>
      </>
    ),
  },
  {
    name: 'state',
    label: tell('state'),
    isText: true,
    cell: ({ state, sanction }) => (
      <span class={state === 'trading' && sanction === 'none' ? 'muted' : 'warn'}>
        {sanction === 'none' ? state : sanction}
      </span>
    ),
  },
  { name: 'equity', label: tell('equity'), cell: ({ equity }) => amount(equity) },
  {
    name: 'roi',
    label: tell('roi'),
    cell: ({ roi }) => <span class={tone(roi)}>{percent(roi)}</span>,
  },
  { name: 'drawdown', label: tell('drawdown'), cell: ({ maxDrawdown }) => share(maxDrawdown) },
  { name: 'sharpe', label: tell('sharpe'), cell: ({ sharpe }) => ratio(sharpe) },
  { name: 'trips', label: tell('roundTrips'), cell: ({ roundTrips }) => String(roundTrips) },
  {
    name: 'liquidations',
    label: tell('liquidations'),
    cell: ({ liquidations }) => String(liquidations),
  },
  {
    name: 'acts',
    label: tell('sanctionWord'),
    cell: ({ team }) => (
      <ActButton label={tell('sanctionTeam')} about={team} act={() => sanctioning(team, '')} />
    ),
  },
];
