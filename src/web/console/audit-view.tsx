/** Who changed what, when and why, and the outcome. */
import { dayAndTime } from '../parts/numbers.ts';
import { Empty } from '../parts/panel.tsx';
import { type Column, Table } from '../parts/table.tsx';
import type { AuditEntry, AuditPage } from './audit-entries.ts';
import { outcomeOf, sentenceOf } from './audit-sentences.ts';
import { tell } from './console-words.ts';
import { Pager, usePaging } from './pager.tsx';
import { useReading } from './reading.ts';
import { ReadingState } from './reading-state.tsx';
import { CsvButton, readWhole, utcText } from './save-csv.tsx';

export function AuditView() {
  const paging = usePaging();
  const reading = useReading<AuditPage>(`/competition/audit?after=${paging.after}&limit=50`);
  if (reading.value === undefined) return <ReadingState of={reading} />;
  const { rows, next } = reading.value;
  if (rows.length === 0) return <Empty text={tell('noAudit')} />;
  return (
    <div class="sheet tabled">
      <div class="sheet-head">
        <span />
        <CsvButton name="audit" load={loadAudit} />
      </div>
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

const loadAudit = async (): Promise<readonly object[] | undefined> =>
  (await readWhole<AuditEntry>('/competition/audit'))?.map((entry) => ({
    entry: entry.number,
    time_utc: utcText(entry.at),
    who: entry.actor,
    role: entry.role,
    action: sentenceOf(entry),
    reason: entry.reason,
    outcome: outcomeOf(entry),
    subject: entry.about,
  }));

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
  { name: 'action', label: tell('action'), isText: true, cell: sentenceOf },
  { name: 'reason', label: tell('reason'), isText: true, cell: ({ reason }) => reason },
  {
    name: 'outcome',
    label: tell('outcome'),
    isText: true,
    cell: (entry) => (
      <span class={entry.outcome === 'done' ? 'up' : 'down'}>{outcomeOf(entry)}</span>
    ),
  },
];
