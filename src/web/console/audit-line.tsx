/** One entry of the audit log in one line. */
import { dayAndTime } from '../parts/numbers.ts';
import type { AuditEntry } from './audit-entries.ts';
import { outcomeOf, sentenceOf } from './audit-sentences.ts';
import { tell } from './console-words.ts';

export function AuditLine({ entry }: { entry: AuditEntry | undefined }) {
  if (entry === undefined) return null;
  return (
    <p class="audit-line" data-audit={entry.number}>
      <strong>{tell('auditEntry', { number: entry.number })}</strong> {dayAndTime(entry.at)} ·{' '}
      {entry.actor} {sentenceOf(entry)} · {outcomeOf(entry)}
    </p>
  );
}
