/** Who changed what, when and why, and the outcome. */
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { AuditEntry, AuditPage } from './audit-entries.ts';
import { tell } from './console-words.ts';
import { Pager, usePaging } from './pager.tsx';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';

export function AuditView() {
  const paging = usePaging();
  const reading = useReading<AuditPage>(`/competition/audit?after=${paging.after}&limit=50`);
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
    cell: ({ action }) => <code>{action}</code>,
  },
  { name: 'about', label: tell('about'), isText: true, cell: ({ about }) => about },
  { name: 'reason', label: tell('reason'), isText: true, cell: ({ reason }) => reason },
  {
    name: 'outcome',
    label: tell('outcome'),
    isText: true,
    cell: ({ outcome }) => <span class={outcome === 'done' ? 'up' : 'down'}>{outcome}</span>,
  },
];
