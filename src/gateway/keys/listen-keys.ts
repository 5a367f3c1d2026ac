/**
 * Listen keys: names under which an account hears its own events without a signature. An account
 * has one at a time. It lives for an hour from the last time it was asked for, and no longer than
 * the API key that asked for it. None survives a restart.
 */
import { randomBytes } from 'node:crypto';
import type { AccountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { ApiKey } from './kept-keys.ts';

export interface ListenKey {
  readonly text: string;
  readonly account: AccountId;
  /** The API key that asked for it last. */
  key: ApiKey;
  expiresAt: Millis;
}

export type ListenKeyEnd = 'expired' | 'closed' | 'revoked';

export interface ListenKeys {
  /** Returns the account's listen key, prolonged, or a new one. */
  readonly start: (key: ApiKey) => string | Promise<string>;
  /** Prolongs it; undefined if there is none. */
  readonly prolong: (key: ApiKey) => string | undefined | Promise<string | undefined>;
  readonly end: (account: AccountId) => void | Promise<void>;
  /** Finds one that is good at this moment. */
  readonly find: (text: string) => ListenKey | undefined;
  /** Ends those whose hour is over or whose API key is no longer good. */
  readonly sweep: () => void;
  readonly onEnd: (listener: (ended: ListenKey, why: ListenKeyEnd) => void) => void;
  /** All that are known, good or not. */
  readonly list: () => readonly ListenKey[];
}

export interface ListenKeyParts {
  readonly now: () => Millis;
  readonly isGood: (key: ApiKey) => boolean;
}

export const LISTEN_KEY_MILLIS = 60 * 60 * 1_000;

/** Whether the API key that asked for one was neither disabled nor renewed, and has not expired. */
export function isOwnerGood(
  keys: { readonly find: (key: string) => ApiKey | undefined },
  { key, version }: Pick<ApiKey, 'key' | 'version'>,
  now: Millis,
): boolean {
  const current = keys.find(key);
  if (current?.version !== version || current.status !== 'active') return false;
  return current.expiresAt === null || now < current.expiresAt;
}

export const newListenKey = (): string => randomBytes(32).toString('hex');

/** Clients tell a listen key from the name of a stream by this form. */
const FORM = /^[A-Za-z0-9]{64}$/;

export const mayBeListenKey = (name: string): boolean => FORM.test(name);

export function createListenKeys({ now, isGood }: ListenKeyParts): ListenKeys {
  const byText = new Map<string, ListenKey>();
  const byAccount = new Map<AccountId, ListenKey>();
  const listeners: Parameters<ListenKeys['onEnd']>[0][] = [];
  const drop = (ended: ListenKey, why: ListenKeyEnd): void => {
    byText.delete(ended.text);
    byAccount.delete(ended.account);
    for (const listener of listeners) listener(ended, why);
  };
  /** Returns it if it is good, and ends it otherwise. */
  const judge = (known: ListenKey | undefined): ListenKey | undefined => {
    if (known === undefined) return undefined;
    const why = now() >= known.expiresAt ? 'expired' : isGood(known.key) ? undefined : 'revoked';
    if (why === undefined) return known;
    drop(known, why);
    return undefined;
  };
  const prolong = (key: ApiKey): string | undefined => {
    const known = judge(byAccount.get(key.account));
    if (known === undefined) return undefined;
    known.key = key;
    known.expiresAt = millis(now() + LISTEN_KEY_MILLIS);
    return known.text;
  };
  return {
    start: (key) => {
      const known = prolong(key);
      if (known !== undefined) return known;
      const { account } = key;
      const text = newListenKey();
      const made: ListenKey = { text, account, key, expiresAt: millis(now() + LISTEN_KEY_MILLIS) };
      byText.set(text, made);
      byAccount.set(account, made);
      return text;
    },
    prolong,
    end: (account) => {
      const known = byAccount.get(account);
      if (known !== undefined) drop(known, 'closed');
    },
    find: (text) => judge(byText.get(text)),
    sweep: () => {
      for (const known of byText.values()) judge(known);
    },
    onEnd: (listener) => listeners.push(listener),
    list: () => [...byText.values()],
  };
}
