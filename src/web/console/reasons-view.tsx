/** Why the models did what they did: the logs of decisions, found by team, words and time. */
import { signal } from '@preact/signals';
import { SearchField } from '../parts/controls.tsx';
import { dayAndTime } from '../parts/numbers.ts';
import type { SortingSignal } from '../parts/sorting.tsx';
import { numberColumn, textualColumn } from '../parts/table.tsx';
import { tell } from './console-words.ts';
import { ListTable, useList } from './list-tools.tsx';

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
  typed === '' ? {} : { [name]: String(Date.parse(typed)) };

export function ReasonsView() {
  const more = {
    ...(team.value.trim() === '' ? {} : { team: team.value.trim() }),
    ...momentOf('from', from.value),
    ...momentOf('until', until.value),
  };
  const list = useList<Reason>(PATH, { sought, sorting, limit: 50, more });
  return (
    <>
      <div class="row room-tools">
        <SearchField label={tell('findReason')} sought={sought} />
        <SearchField label={tell('findEntrant')} sought={team} />
        <Moment label={tell('reasonsFrom')} of={from} />
        <Moment label={tell('reasonsUntil')} of={until} />
      </div>
      <ListTable<Reason>
        of={list}
        empty={tell('noReasons')}
        label={tell('reasons')}
        columns={[
          textualColumn('time', tell('time'), ({ venueAt }) => dayAndTime(venueAt)),
          textualColumn('team', tell('team'), (row) => (
            <>
              {row.team} <small>{row.account}</small>
            </>
          )),
          numberColumn('order', tell('reasonOrder'), ({ order }) => order ?? '–'),
          textualColumn('model', tell('reasonModel'), ({ stage, model }) => (
            <>
              {model} <small>{stage}</small>
            </>
          )),
          textualColumn('reason', tell('reason'), ({ explanation, input, output }) => (
            <>
              {explanation}
              <details class="reason-facts">
                <summary>{tell('reasonFacts')}</summary>
                <pre>{JSON.stringify({ input, output }, null, 2)}</pre>
              </details>
            </>
          )),
        ]}
        keyOf={keyOf}
      />
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

const keyOf = (row: Reason): string =>
  [row.account, row.venueAt, row.order, row.stage, row.explanation].join(' ');
