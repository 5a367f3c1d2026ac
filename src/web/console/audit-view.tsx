/** Who changed what, when and why, and the outcome. */
import { signal } from '@preact/signals';
import {
  type AuditEntry,
  auditOutcome,
  auditSentence,
} from '../../wire/competition/audit-sentences.ts';
import { dayAndTime } from '../parts/numbers.ts';
import type { SortingSignal } from '../parts/sorting.tsx';
import { textualColumn } from '../parts/table.tsx';
import { language } from '../shell/language.ts';
import { tell } from './console-words.ts';
import { ListTable, ListTools, useList } from './list-tools.tsx';

const PATH = '/competition/audit';
const sought = signal('');
/** A log is read by time: the newest first, or the oldest. */
const sorting: SortingSignal = signal();

export function AuditView() {
  const list = useList<AuditEntry>(PATH, { sought, sorting, limit: 50 });
  return (
    <>
      <ListTools name="audit" path={PATH} label={tell('findAudit')} sought={sought} />
      <ListTable<AuditEntry>
        of={list}
        empty={tell('noAudit')}
        label={tell('audit')}
        columns={[
          textualColumn('number', tell('entry'), 'venue', ({ number, at }) => (
            <>
              <strong>{number}</strong>&ensp;{dayAndTime(at)}
            </>
          )),
          textualColumn('actor', tell('actor'), ({ actor }) => actor),
          textualColumn('action', tell('action'), (entry) => auditSentence(entry, language.value)),
          textualColumn('reason', tell('reason'), ({ reason }) => reason),
          textualColumn('outcome', tell('outcome'), (entry) => (
            <span class={entry.outcome === 'done' ? 'up' : 'down'}>
              {auditOutcome(entry, language.value)}
            </span>
          )),
        ]}
        keyOf={({ number }) => String(number)}
        sorting={sorting}
      />
    </>
  );
}

/** One entry in one line. */
export function AuditLine({ entry }: { entry: AuditEntry | undefined }) {
  if (entry === undefined) return null;
  return (
    <p class="audit-line" data-audit={entry.number}>
      <strong>{tell('auditEntry', { number: entry.number })}</strong> {dayAndTime(entry.at)} ·{' '}
      {entry.actor} {auditSentence(entry, language.value)} · {auditOutcome(entry, language.value)}
    </p>
  );
}
