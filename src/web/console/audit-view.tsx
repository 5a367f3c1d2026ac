/** Who changed what, when and why, and the outcome. */
import { signal } from '@preact/signals';
import {
  type AuditEntry,
  auditOutcome,
  auditSentence,
} from '../../wire/competition/audit-sentences.ts';
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import type { SortingSignal } from '../parts/sorting.tsx';
import { type Column, Table } from '../parts/table.tsx';
import { language } from '../shell/language.ts';
import { tell } from './console-words.ts';
import { ListTools, useList } from './list-tools.tsx';
import { Pager } from './pager.tsx';
import { ReadingState } from './reading-state.tsx';

const PATH = '/competition/audit';
const sought = signal('');
/** A log is read by time: the newest first, or the oldest. */
const sorting: SortingSignal = signal();

export function AuditView() {
  const { reading, paging } = useList<AuditEntry>(PATH, { sought, sorting, limit: 50 });
  return (
    <>
      <ListTools name="audit" path={PATH} label={tell('findAudit')} sought={sought} />
      <Entries reading={reading} paging={paging} />
    </>
  );
}

function Entries({ reading, paging }: ReturnType<typeof useList<AuditEntry>>) {
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noAudit')} />;
  return (
    <div class="sheet tabled">
      <Table
        label={tell('audit')}
        columns={columns()}
        rows={rows}
        keyOf={({ number }) => String(number)}
        sorting={sorting}
      />
      <Pager paging={paging} next={next} />
    </div>
  );
}

const columns = (): readonly Column<AuditEntry>[] => [
  {
    name: 'number',
    label: tell('entry'),
    isText: true,
    sortBy: 'venue',
    cell: ({ number, at }) => (
      <>
        <strong>{number}</strong>&ensp;{dayAndTime(at)}
      </>
    ),
  },
  { name: 'actor', label: tell('actor'), isText: true, cell: ({ actor }) => actor },
  {
    name: 'action',
    label: tell('action'),
    isText: true,
    cell: (entry) => auditSentence(entry, language.value),
  },
  { name: 'reason', label: tell('reason'), isText: true, cell: ({ reason }) => reason },
  {
    name: 'outcome',
    label: tell('outcome'),
    isText: true,
    cell: (entry) => (
      <span class={entry.outcome === 'done' ? 'up' : 'down'}>
        {auditOutcome(entry, language.value)}
      </span>
    ),
  },
];
