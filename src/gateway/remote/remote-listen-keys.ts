/**
 * Listen keys that are kept elsewhere: by the process with the files for all gateways, or in the
 * database of a cluster. Each gateway is told of every one, so a user stream may be opened at any
 * of them. The process with the files tells before the owner of the key gets it.
 */
import type { AccountId } from '../../domain/ids.ts';
import { type Millis, millis } from '../../domain/units.ts';
import type { ApiKey } from '../keys/kept-keys.ts';
import type { KeyStore } from '../keys/key-store.ts';
import {
  isOwnerGood,
  type ListenKey,
  type ListenKeyEnd,
  type ListenKeys,
} from '../keys/listen-keys.ts';
import { NOTICES, type Owner, TOPICS } from './owner.ts';

export interface RemoteListenKeys extends ListenKeys {
  readonly hear: (told: ToldListenKey) => void;
  readonly hearOver: (told: ToldListenKeyEnd) => void;
  /** All that there are: others have ended meanwhile. */
  readonly hearAll: (told: readonly ToldListenKey[]) => void;
}

export type ToldListenKey = readonly [text: string, apiKey: string, expiresAt: number];
export type ToldListenKeyEnd = readonly [text: string, why: ListenKeyEnd];

export function createRemoteListenKeys(
  owner: Owner,
  keys: Pick<KeyStore, 'find'>,
  now: () => Millis,
): RemoteListenKeys {
  const ask = async (topic: string, value: string | AccountId): Promise<string | undefined> => {
    const text = await owner.ask(topic, value);
    return typeof text === 'string' ? text : undefined;
  };
  const asks = {
    start: async ({ key }: ApiKey) => (await ask(TOPICS.listenStart, key)) ?? '',
    prolong: ({ key }: ApiKey) => ask(TOPICS.listenProlong, key),
    end: async (account: AccountId) => void (await ask(TOPICS.listenEnd, account)),
  };
  return createToldListenKeys(asks, keys, now);
}

export function createToldListenKeys(
  asks: Pick<ListenKeys, 'start' | 'prolong' | 'end'>,
  keys: Pick<KeyStore, 'find'>,
  now: () => Millis,
): RemoteListenKeys {
  const byText = new Map<string, ListenKey>();
  const listeners: Parameters<ListenKeys['onEnd']>[0][] = [];
  const drop = ([text, why]: ToldListenKeyEnd): void => {
    const ended = byText.get(text);
    byText.delete(text);
    if (ended !== undefined) for (const listener of listeners) listener(ended, why);
  };
  /** The other process finds the same, and tells; whoever looks first ends it here. */
  const endOf = ({ key, expiresAt }: ListenKey): ListenKeyEnd | undefined => {
    if (now() >= expiresAt) return 'expired';
    return isOwnerGood(keys, key, now()) ? undefined : 'revoked';
  };
  const sweep = (): void => {
    for (const known of [...byText.values()]) {
      const why = endOf(known);
      if (why !== undefined) drop([known.text, why]);
    }
  };
  const hear = ([text, apiKey, expiresAt]: ToldListenKey): void => {
    const key = keys.find(apiKey);
    if (key === undefined) return;
    byText.set(text, { text, account: key.account, key, expiresAt: millis(expiresAt) });
  };
  return {
    ...asks,
    find: (text) => {
      const known = byText.get(text);
      if (known !== undefined && endOf(known) !== undefined) sweep();
      return byText.get(text);
    },
    sweep,
    onEnd: (listener) => listeners.push(listener),
    list: () => [...byText.values()],
    hear,
    hearAll: (all) => {
      const known = new Set(all.map(([text]) => text));
      for (const text of [...byText.keys()]) if (!known.has(text)) drop([text, 'expired']);
      for (const told of all) hear(told);
    },
    hearOver: drop,
  };
}

/** For the process that keeps them. */
export interface ServedListenKeys {
  readonly listenKeys: ListenKeys;
  readonly keys: Pick<KeyStore, 'find'>;
  /** Resolves when every gateway has heeded it. */
  readonly notify: (topic: string, value: unknown) => Promise<void>;
}

export function serveListenKeys({ listenKeys, keys, notify }: ServedListenKeys) {
  listenKeys.onEnd(({ text }, why) => {
    const told: ToldListenKeyEnd = [text, why];
    void notify(NOTICES.listenKeyOver, told);
  });
  const tellOf = async (text: string | undefined): Promise<string | null> => {
    const known = listenKeys.list().find((each) => each.text === text);
    if (known === undefined) return null;
    await notify(NOTICES.listenKey, toldOf(known));
    return known.text;
  };
  return {
    [TOPICS.listenStart]: async (apiKey: string) => {
      const key = keys.find(apiKey);
      return key === undefined ? null : tellOf(await listenKeys.start(key));
    },
    [TOPICS.listenProlong]: async (apiKey: string) => {
      const key = keys.find(apiKey);
      return key === undefined ? null : tellOf(await listenKeys.prolong(key));
    },
    [TOPICS.listenEnd]: (account: AccountId) => listenKeys.end(account) ?? null,
  };
}

export const toldOf = ({ text, key, expiresAt }: ListenKey): ToldListenKey => [
  text,
  key.key,
  expiresAt,
];
