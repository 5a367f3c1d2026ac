/** The current standings of all teams, disqualified ones included, without the public delay. */
import { signal } from '@preact/signals';
import type { StandingRecord } from '../../wire/competition/standings.ts';
import { amount, percent, ratio, share, tone } from '../parts/numbers.ts';
import type { SortingSignal } from '../parts/sorting.tsx';
import { numberColumn, textualColumn } from '../parts/table.tsx';
import { ActButton } from './act.tsx';
import { type ConsoleWord, tell } from './console-words.ts';
import { ListTable, ListTools, useList } from './list-tools.tsx';
import { sanctioning } from './sanctioning.ts';

const PATH = '/competition/standings';
const sought = signal('');
const sorting: SortingSignal = signal();

export function StandingsView() {
  const list = useList<StandingRecord>(PATH, { sought, sorting, limit: 100 });
  return (
    <>
      <ListTools name="standings" path={PATH} label={tell('findEntrant')} sought={sought} />
      <ListTable<StandingRecord>
        of={list}
        empty={tell('noEntrants')}
        label={tell('standings')}
        // The names are the orders that the venue knows.
        columns={[
          textualColumn('team', tell('team'), 'venue', ({ rank, team, account }) => (
            <>
              <strong>{rank ?? '–'}</strong>&ensp;{team} <small>{account}</small>
            </>
          )),
          textualColumn('state', tell('state'), 'venue', (row) => (
            <span class={stateOf(row) === 'trading' ? 'muted' : 'warn'}>{tell(stateOf(row))}</span>
          )),
          numberColumn('equity', tell('equity'), 'venue', ({ equity }) => amount(equity)),
          numberColumn('roi', tell('roi'), 'venue', ({ roi }) => (
            <span class={tone(roi)}>{percent(roi)}</span>
          )),
          numberColumn('maxDrawdown', tell('drawdown'), 'venue', ({ maxDrawdown }) =>
            share(maxDrawdown),
          ),
          numberColumn('sharpe', tell('sharpe'), 'venue', ({ sharpe }) => ratio(sharpe)),
          numberColumn('roundTrips', tell('roundTrips'), 'venue', ({ roundTrips }) => roundTrips),
          numberColumn(
            'liquidations',
            tell('liquidations'),
            'venue',
            ({ liquidations }) => liquidations,
          ),
          numberColumn('acts', tell('sanctionWord'), ({ team }) => (
            <ActButton
              label={tell('sanctionTeam')}
              about={team}
              act={() => sanctioning(team, '')}
            />
          )),
        ]}
        keyOf={({ team }) => team}
        sorting={sorting}
      />
    </>
  );
}

/** The step of the ladder, if any; otherwise how it stands. */
function stateOf({ state, sanction, idle }: StandingRecord): ConsoleWord {
  if (sanction !== 'none') return sanction;
  return idle && state === 'trading' ? 'idle' : state;
}
