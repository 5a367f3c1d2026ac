/**
 * Listen keys: names under which an account hears its own events without a signature. An account
 * has one at a time. It lives for an hour from the last time it was asked for, and no longer than
 * the API key that asked for it.
 */
import { randomBytes } from 'node:crypto';
import { type AccountId, accountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { FactHome, FactKind } from '../../facts/fact.ts';
import type { ApiKey } from './key-record.ts';

export interface ListenKey {
  readonly text: string;
  readonly account: AccountId;
  readonly expiresAt: Millis;
}

export type ListenKeyEnd = 'expired' | 'closed' | 'revoked';

type HearEnd = (ended: ListenKey, why: ListenKeyEnd) => void;

/** Of an account, with the API key that asked for it last. */
interface KeptListenKey {
  readonly text: string;
  readonly key: string;
  readonly version: number;
  readonly expiresAt: number;
}

/** The text is for a new one; without it none is made. Null ends the one that there is. */
type ListenRequest = (Pick<ApiKey, 'key' | 'version'> & { readonly text?: string }) | null;

type KnownKeys = { readonly find: (key: string) => ApiKey | undefined };

const LISTEN_KEY_MILLIS = 60 * 60 * 1_000;

const newListenKey = (): string => randomBytes(32).toString('hex');

/** Clients tell a listen key from the name of a stream by this form. */
const FORM = /^[A-Za-z0-9]{64}$/;

export const mayBeListenKey = (name: string): boolean => FORM.test(name);

/** Undefined while it is good: its API key was neither disabled nor renewed, and lives. */
function endOf(
  { key, version, expiresAt }: KeptListenKey,
  keys: KnownKeys,
  now: Millis,
): ListenKeyEnd | undefined {
  if (now >= expiresAt) return 'expired';
  const current = keys.find(key);
  if (current?.version !== version || current.status !== 'active') return 'revoked';
  return current.expiresAt === null || now < current.expiresAt ? undefined : 'revoked';
}

const listenKeysFact = (
  keys: KnownKeys,
  now: () => Millis,
): FactKind<KeptListenKey, ListenRequest, string | null> => ({
  name: 'listen-keys',
  form: 2,
  apply: (state, request) => {
    if (request === null) return [undefined, null];
    const { key, version, text: fresh } = request;
    const isKept = state !== undefined && endOf(state, keys, now()) === undefined;
    const text = isKept ? state.text : fresh;
    if (text === undefined) return [state, null];
    return [{ text, key, version, expiresAt: now() + LISTEN_KEY_MILLIS }, text];
  },
});

export type ListenKeys = Awaited<ReturnType<typeof openListenKeys>>;

export async function openListenKeys(home: FactHome, keys: KnownKeys, now: () => Millis) {
  const { ask, find, follow } = await home.open(listenKeysFact(keys, now));
  /** The accounts of those that have not ended here. */
  const accounts = new Map<string, AccountId>();
  const listeners: HearEnd[] = [];
  const drop = ({ text, expiresAt }: KeptListenKey, why: ListenKeyEnd): void => {
    const account = accounts.get(text);
    if (account === undefined || !accounts.delete(text)) return;
    const ended = { text, account, expiresAt: millis(expiresAt) };
    for (const listener of listeners) listener(ended, why);
  };
  follow((key, state, before) => {
    if (before !== undefined && before.text !== state?.text)
      drop(before, endOf(before, keys, now()) ?? 'closed');
    if (state !== undefined) accounts.set(state.text, accountId(Number(key)));
  });
  /** Ends it here if it is no longer good: every process finds that by itself. */
  const judge = (text: string, account: AccountId): ListenKey | undefined => {
    const known = find(String(account));
    if (known?.text !== text) return undefined;
    const why = endOf(known, keys, now());
    if (why === undefined) return { text, account, expiresAt: millis(known.expiresAt) };
    drop(known, why);
    return undefined;
  };
  const askFor = ({ key, version, account }: ApiKey, text?: string) =>
    ask(String(account), { key, version, ...(text === undefined ? {} : { text }) });
  return {
    /** The account's listen key, prolonged, or a new one. */
    start: async (key: ApiKey) => (await askFor(key, newListenKey())) ?? '',
    /** Undefined if there is none. */
    prolong: async (key: ApiKey) => (await askFor(key)) ?? undefined,
    end: async (account: AccountId) => void (await ask(String(account), null)),
    /** Finds one that is good at this moment. */
    find: (text: string) => {
      const account = accounts.get(text);
      return account === undefined ? undefined : judge(text, account);
    },
    /** Ends those whose hour is over or whose API key is no longer good. */
    sweep: (): void => {
      for (const [text, account] of accounts) judge(text, account);
    },
    onEnd: (listener: HearEnd) => void listeners.push(listener),
  };
}
