/** One key of the Binance dialect and who checks it, without a venue behind. */
import { createSecretKey } from 'node:crypto';
import { accountId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import type { ApiKey } from '../../src/gateway/keys/key-record.ts';

export const SECRET = '0123456789abcdef0123456789abcdef';
export const NOW = millis(1_767_225_600_000);

export const KEY: ApiKey = {
  key: 'perp_k',
  account: accountId(1_002),
  name: '',
  agent: null,
  publicKey: null,
  permissions: new Set(['read', 'trade']),
  allowlist: null,
  dialects: null,
  expiresAt: null,
  status: 'active',
  createdAt: NOW,
  owner: '',
  version: 0,
};

export const AUTHORITY = {
  keys: {
    find: (name: string) => (name === KEY.key ? KEY : undefined),
    secretOf: () => createSecretKey(Buffer.from(SECRET)),
    checkPassphrase: () => 'wrong' as const,
  },
  windowMillis: 30_000,
  explains: true,
  venue: { read: { account: { status: () => 'active' as const } } },
};
