/**
 * The claim of one's own team: which registration, and the token that proves it. It lives as long
 * as the tab, so that a reload keeps it. A link carries it behind the #, which no server sees; it
 * is taken out of the address at once.
 */
import { effect, signal } from '@preact/signals';
import { callWithToken, type TokenOutcome } from '../client/token-call.ts';
import { localeHeader } from '../shell/language.ts';
import { keep, readKept } from '../shell/stored-choice.ts';

export interface Claim {
  readonly id: string;
  readonly token: string;
}

const NAME = 'claim';

export const claimText = ({ id, token }: Claim): string => `${id}.${token}`;

export const ownClaim = signal<Claim | undefined>(
  findClaim(takeFragment() ?? readKept(NAME, 'sessionStorage')),
);

effect(() => {
  const own = ownClaim.value;
  keep(NAME, own === undefined ? '' : claimText(own), 'sessionStorage');
});

/** A claim as typed, or in a link that was pasted whole. */
export function findClaim(text: string): Claim | undefined {
  const [, id, token] = /(?:^|#)([0-9a-f]{16})\.([0-9a-f]{48})$/.exec(text.trim()) ?? [];
  return id === undefined || token === undefined ? undefined : { id, token };
}

function takeFragment(): string | undefined {
  const text = location.hash;
  if (findClaim(text) === undefined) return undefined;
  history.replaceState(null, '', location.pathname);
  return text;
}

/** A call of a team about its registration. */
export const askAsTeam = <Value>(
  path: string,
  { body, own }: { readonly body?: object; readonly own?: Claim },
): Promise<TokenOutcome<Value>> =>
  callWithToken(`/competition/registrations${path}`, {
    token: own?.token,
    headers: { locale: localeHeader() },
    body,
  });
