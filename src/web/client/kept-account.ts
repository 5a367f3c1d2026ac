/**
 * The accounts of this tab, kept for its life, so that a reload does not disconnect. Of a sandbox
 * account only the name is kept: the venue gives its keys to this machine again. Pasted keys are in
 * the storage of the tab, which the browser empties when the tab is closed.
 */
import { effect, signal } from '@preact/signals';
import { findJson } from '../../domain/find-json.ts';
import { keep, readKept } from '../shell/stored-choice.ts';
import { type AccessKeys, session, signIn, signOut } from './call.ts';

interface KeptAccounts {
  readonly pasted: readonly AccessKeys[];
  /** The connected one. */
  readonly name?: string | undefined;
}

const NAME = 'accounts';
const { pasted = [], name }: Partial<KeptAccounts> = Object(
  findJson(readKept(NAME, 'sessionStorage')),
);

/** Pasted in this tab, to switch between them. */
export const pastedAccounts = signal(pasted);

export function enterPasted(account: AccessKeys): void {
  const others = pastedAccounts.peek().filter(({ apiKey }) => apiKey !== account.apiKey);
  pastedAccounts.value = [...others, account];
  signIn(account);
}

/** Disconnecting also forgets the pasted keys; switching keeps them. */
export function disconnect(): void {
  const apiKey = session.peek()?.apiKey;
  pastedAccounts.value = pastedAccounts.peek().filter((account) => account.apiKey !== apiKey);
  signOut();
}

/** Not logged for the inspector: the answer is secret. Empty if this venue offers none. */
export async function fetchSandbox(): Promise<readonly AccessKeys[]> {
  try {
    const response = await fetch('/sandbox/accounts', { method: 'POST', cache: 'no-store' });
    if (!response.ok) return [];
    const { accounts }: { accounts: readonly AccessKeys[] } = await response.json();
    return accounts.map((account) => ({ ...account, isSandbox: true }));
  } catch {
    return [];
  }
}

/** Once, when the page begins. */
export async function resumeAccount(): Promise<void> {
  const named = (account: AccessKeys): boolean => account.name === name;
  if (name !== undefined) {
    const found = pasted.find(named) ?? (await fetchSandbox()).find(named);
    if (found !== undefined && session.peek() === undefined) signIn(found);
  }
  effect(() => {
    const now: KeptAccounts = { pasted: pastedAccounts.value, name: session.value?.name };
    keep(NAME, JSON.stringify(now), 'sessionStorage');
  });
}
