/** A venue on a real port behind a proxy that cuts, and clients that speak to it. */
import type { ClientTerms, PerpetuaClient } from '../../src/client/client.ts';
import { createClient, PerpetuaError } from '../../src/client/client.ts';
import type { AccountId } from '../../src/domain/ids.ts';
import type { NewKey } from '../../src/gateway/keys/key-store.ts';
import { ALICE, type KitSettings, openRestKit, type RestKit } from '../gateway-v2/rest-kit.ts';
import { type CuttingProxy, openCuttingProxy } from './cutting-proxy.ts';

export interface ClientKit {
  readonly rest: RestKit;
  readonly proxy: CuttingProxy;
  readonly clientOf: (
    terms?: Partial<ClientTerms>,
    key?: Partial<NewKey>,
  ) => Promise<PerpetuaClient>;
  readonly close: () => Promise<void>;
}

export async function openClientKit(settings: KitSettings = {}): Promise<ClientKit> {
  const rest = await openRestKit(settings);
  const proxy = await openCuttingProxy(rest.port);
  return {
    rest,
    proxy,
    clientOf: async (terms, key) => {
      const keys = await keysOf(rest, ALICE, key);
      return createClient({
        baseUrl: `http://127.0.0.1:${proxy.port}`,
        now: () => rest.memory.clock.wallNow(),
        ...keys,
        ...terms,
      });
    },
    close: async () => {
      await proxy.close();
      await rest.close();
    },
  };
}

export async function keysOf({ keys }: RestKit, account: AccountId, changes: Partial<NewKey> = {}) {
  const { key, secret, passphrase } = await keys.create({
    account,
    name: 'a client',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
    ...changes,
  });
  return { apiKey: key.key, secretKey: secret, passphrase };
}

/** The error of a call that must fail. */
export async function errorOf(call: Promise<unknown>): Promise<PerpetuaError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof PerpetuaError) return error;
    throw error;
  }
  throw new Error('it did not fail');
}
