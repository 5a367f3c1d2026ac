/** The current standings of all teams, disqualified ones included, without the public delay. */
import { signal } from '@preact/signals';
import type { StandingRecord } from '../../wire/competition/standings.ts';
import { amount, ratio, share, tone } from '../arena/figures.ts';
import { percent } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { type ConsoleWord, tell } from './console-words.ts';
import { ListTools, useList } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { ReadingState } from './reading-state.tsx';
import { sanctioning } from './sanctioning.ts';

const PATH = '/competition/standings';
const sought = signal('');
const sorting: SortingSignal = signal();

export function StandingsView() {
  const { reading, paging } = useList<StandingRecord>(PATH, { sought, sorting, limit: 100 });
  return (
    <>
      <ListTools name="standings" path={PATH} label={tell('findEntrant')} sought={sought} />
      <Standings reading={reading} paging={paging} />
    </>
  );
}

function Standings({ reading, paging }: ReturnType<typeof useList<StandingRecord>>) {
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noEntrants')} />;
  return (
    <div class="sheet tabled">
      <Table
        label={tell('standings')}
        columns={columns()}
        rows={rows}
        keyOf={({ team }) => team}
        sorting={sorting}
      />
      <Pager paging={paging} next={next} />
    </div>
  );
}

/** The names are the orders that the venue knows. */
const columns = (): readonly Column<StandingRecord>[] => [
  {
    name: 'team',
    label: tell('team'),
    isText: true,
    sortBy: 'venue',
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
    sortBy: 'venue',
    cell: (row) => (
      <span class={stateOf(row) === 'trading' ? 'muted' : 'warn'}>{tell(stateOf(row))}</span>
    ),
  },
  { name: 'equity', label: tell('equity'), sortBy: 'venue', cell: ({ equity }) => amount(equity) },
  {
    name: 'roi',
    label: tell('roi'),
    sortBy: 'venue',
    cell: ({ roi }) => <span class={tone(roi)}>{percent(roi)}</span>,
  },
  {
    name: 'maxDrawdown',
    label: tell('drawdown'),
    sortBy: 'venue',
    cell: ({ maxDrawdown }) => share(maxDrawdown),
  },
  { name: 'sharpe', label: tell('sharpe'), sortBy: 'venue', cell: ({ sharpe }) => ratio(sharpe) },
  {
    name: 'roundTrips',
    label: tell('roundTrips'),
    sortBy: 'venue',
    cell: ({ roundTrips }) => String(roundTrips),
  },
  {
    name: 'liquidations',
    label: tell('liquidations'),
    sortBy: 'venue',
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

/** The step of the ladder, if any; otherwise how it stands. */
function stateOf({ state, sanction, idle }: StandingRecord): ConsoleWord {
  if (sanction !== 'none') return sanction;
  return idle && state === 'trading' ? 'idle' : state;
}
