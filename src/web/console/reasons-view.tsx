/** Why the models did what they did: the logs of decisions, found by team, words and time. */
import { signal } from '@preact/signals';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { SearchField } from '../parts/search-field.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { tell } from './console-words.ts';
import { useList } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { ReadingState } from './reading-state.tsx';

interface Reason {
  readonly team: string;
  readonly account: number;
  readonly venueAt: number;
  readonly order: number | null;
  readonly stage: string;
  readonly model: string;
  readonly explanation: string;
  readonly input: unknown;
  readonly output: unknown;
}

const PATH = '/competition/ai-logs';
const sought = signal('');
const team = signal('');
const [from, until] = [signal(''), signal('')];
/** They come newest first, and in no other order. */
const sorting: SortingSignal = signal();

/** Of a field of the browser, which is in local time. */
const momentOf = (name: string, typed: string): Readonly<Record<string, string>> =>
  typed === '' ? {} : { [name]: String(new Date(typed).getTime()) };

export function ReasonsView() {
  const more = {
    ...(team.value.trim() === '' ? {} : { team: team.value.trim() }),
    ...momentOf('from', from.value),
    ...momentOf('until', until.value),
  };
  const { reading, paging } = useList<Reason>(PATH, { sought, sorting, limit: 50, more });
  return (
    <>
      <div class="room-tools">
        <SearchField label={tell('findReason')} sought={sought} />
        <SearchField label={tell('findEntrant')} sought={team} />
        <Moment label={tell('reasonsFrom')} of={from} />
        <Moment label={tell('reasonsUntil')} of={until} />
      </div>
      <Reasons reading={reading} paging={paging} />
    </>
  );
}

const Moment = ({ label, of }: { label: string; of: typeof from }) => (
  <label class="line">
    <span>{label}</span>
    <input
      type="datetime-local"
      value={of.value}
      onInput={(event) => {
        of.value = event.currentTarget.value;
      }}
    />
  </label>
);

function Reasons({ reading, paging }: ReturnType<typeof useList<Reason>>) {
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noReasons')} />;
  return (
    <div class="sheet tabled">
      <Table label={tell('reasons')} columns={columns()} rows={rows} keyOf={keyOf} />
      <Pager paging={paging} next={next} />
    </div>
  );
}

const keyOf = (row: Reason): string =>
  [row.account, row.venueAt, row.order, row.stage, row.explanation].join(' ');

const columns = (): readonly Column<Reason>[] => [
  { name: 'time', label: tell('time'), isText: true, cell: ({ venueAt }) => dayAndTime(venueAt) },
  {
    name: 'team',
    label: tell('team'),
    isText: true,
    cell: (row) => (
      <>
        {row.team} <small>{row.account}</small>
      </>
    ),
  },
  { name: 'order', label: tell('reasonOrder'), cell: ({ order }) => order ?? '–' },
  {
    name: 'model',
    label: tell('reasonModel'),
    isText: true,
    cell: ({ stage, model }) => (
      <>
        {model} <small>{stage}</small>
      </>
    ),
  },
  {
    name: 'reason',
    label: tell('reason'),
    isText: true,
    cell: ({ explanation, input, output }) => (
      <>
        {explanation}
        <details class="reason-facts">
          <summary>{tell('reasonFacts')}</summary>
          <pre>{JSON.stringify({ input, output }, null, 2)}</pre>
        </details>
      </>
    ),
  },
];
