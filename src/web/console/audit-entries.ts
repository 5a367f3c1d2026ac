/** Finds the entry of the audit log for an action of this tab. */
import { signal } from '@preact/signals';
import type { AuditEntry } from '../../wire/competition/audit-sentences.ts';
import { readAdmin } from './admin-client.ts';

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
