/** One entry of the audit log in one line. */
import {
  type AuditEntry,
  auditOutcome,
  auditSentence,
} from '../../wire/competition/audit-sentences.ts';
import { dayAndTime } from '../parts/numbers.ts';
import { language } from '../shell/language.ts';
import { tell } from './console-words.ts';

export function AuditLine({ entry }: { entry: AuditEntry | undefined }) {
  if (entry === undefined) return null;
  return (
    <p class="audit-line" data-audit={entry.number}>
      <strong>{tell('auditEntry', { number: entry.number })}</strong> {dayAndTime(entry.at)} ·{' '}
      {entry.actor} {auditSentence(entry, language.value)} · {auditOutcome(entry, language.value)}
    </p>
  );
}
