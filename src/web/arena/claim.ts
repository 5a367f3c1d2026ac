/**
 * The claim of one's own team: which registration, and the token that proves it. It lives as long
 * as the tab, so that a reload keeps it. A link carries it behind the #, which no server sees; it
 * is taken out of the address at once.
 */
import { effect, signal } from '@preact/signals';
import { localeHeader } from '../shell/language.ts';

export interface Claim {
  readonly id: string;
  readonly token: string;
}

const NAME = 'perpetua.claim';

export const ownClaim = signal<Claim | undefined>(findClaim(takeFragment() ?? readKept()));

effect(() => {
  try {
    if (ownClaim.value === undefined) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, claimText(ownClaim.value));
  } catch {}
});

export const claimText = ({ id, token }: Claim): string => `${id}.${token}`;

/** A claim as typed, or in a link that was pasted whole. */
export function findClaim(text: string | null): Claim | undefined {
  const [, id, token] = /(?:^|#)([0-9a-f]{16})\.([0-9a-f]{48})$/.exec(text?.trim() ?? '') ?? [];
  return id === undefined || token === undefined ? undefined : { id, token };
}

function takeFragment(): string | null {
  if (findClaim(location.hash) === undefined) return null;
  const text = location.hash;
  history.replaceState(null, '', location.pathname);
  return text;
}

function readKept(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

export type TeamAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  /** Zero if nobody answered. */
  | { readonly ok: false; readonly status: number; readonly message: string };

/** A call of a team about its registration; without a body it only reads. */
export async function askAsTeam<Value>(
  path: string,
  { body, own }: { readonly body?: object; readonly own?: Claim },
): Promise<TeamAnswer<Value>> {
  const headers: Record<string, string> = { locale: localeHeader() };
  if (own !== undefined) headers['authorization'] = `Bearer ${own.token}`;
  if (body !== undefined) headers['content-type'] = 'application/json';
  const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) };
  try {
    const response = await fetch(`/competition/registrations${path}`, {
      ...sent,
      headers,
      cache: 'no-store',
      credentials: 'omit',
    });
    const answer = await response.json();
    if (response.ok) return { ok: true, value: answer };
    return { ok: false, status: response.status, message: String(answer.msg ?? '') };
  } catch {
    return { ok: false, status: 0, message: '' };
  }
}
