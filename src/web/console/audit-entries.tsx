/** Entries of the audit log: that of an action of this tab, and one in one line. */
import { signal } from '@preact/signals';
import {
  type AuditEntry,
  auditOutcome,
  auditSentence,
} from '../../wire/competition/audit-sentences.ts';
import { dayAndTime } from '../parts/numbers.ts';
import { language } from '../shell/language.ts';
import { readAdmin } from './admin-client.ts';
import { tell } from './console-words.ts';

/** The newest entry that this tab caused. */
export const lastEntry = signal<AuditEntry | undefined>(undefined);

const LOOKED_AT = 10;

/** The entry of a change that was just made or refused. */
export async function findEntry(path: string): Promise<AuditEntry | undefined> {
  const answer = await readAdmin<{ readonly rows: readonly AuditEntry[] }>(
    `/competition/audit?limit=${LOOKED_AT}`,
  );
  if (!answer.ok) return undefined;
  const entry = answer.value.rows.find(({ action }) => isOfPath(action, path));
  if (entry !== undefined) lastEntry.value = entry;
  return entry;
}

/** `/keys/:key/rotate` is the action of `/keys/k1/rotate`. */
export function isOfPath(action: string, path: string): boolean {
  const wanted = action.split('/');
  const parts = path.split('/');
  return (
    wanted.length === parts.length &&
    wanted.every((part, place) => part.startsWith(':') || part === parts[place])
  );
}

export function AuditLine({ entry }: { entry: AuditEntry | undefined }) {
  if (entry === undefined) return null;
  return (
    <p class="audit-line" data-audit={entry.number}>
      <strong>{tell('auditEntry', { number: entry.number })}</strong> {dayAndTime(entry.at)} ·{' '}
      {entry.actor} {auditSentence(entry, language.value)} · {auditOutcome(entry, language.value)}
    </p>
  );
}
