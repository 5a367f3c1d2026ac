/** Finds the entry of the audit log for an action of this tab. */
import { signal } from '@preact/signals';
import { readAdmin } from './admin-client.ts';

export interface AuditEntry {
  readonly number: number;
  readonly at: number;
  readonly role: string;
  readonly actor: string;
  readonly action: string;
  readonly about: string;
  readonly reason: string;
  readonly outcome: string;
}

export interface AuditPage {
  readonly rows: readonly AuditEntry[];
  readonly next: number | null;
}

/** The newest entry that this tab caused. */
export const lastEntry = signal<AuditEntry | undefined>(undefined);

const LOOKED_AT = 10;

/** The entry of a change that was just made or refused. */
export async function findEntry(path: string): Promise<AuditEntry | undefined> {
  const answer = await readAdmin<AuditPage>(`/competition/audit?limit=${LOOKED_AT}`);
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
