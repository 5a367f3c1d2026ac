/** Keys bound to one dialect, in every dialect. */
import { expect, test } from 'vitest';
import { ALICE, openRestKit } from '../gateway-v2/rest-kit.ts';
import { newWallet } from '../hyperliquid/wallet.ts';
import { DOORS } from './placements.ts';

test('[DIA-22] a key that is bound to one dialect places nothing in another', async () => {
  const kit = await openRestKit();
  await kit.run({ kind: 'set-position-mode', account: ALICE, mode: 'net' });
  const terms = { account: ALICE, name: '', allowlist: null, passphrase: null, expiresAt: null };
  for (const bound of Object.keys(DOORS)) {
    const given = { ...terms, permissions: ['read', 'trade'] as const, dialects: [bound] };
    const wallet = newWallet();
    const issued = await kit.keys.create(given);
    await kit.keys.create({ ...given, key: wallet.address });
    const access = {
      apiKey: issued.key.key,
      secretKey: issued.secret,
      passphrase: issued.passphrase,
      privateKey: wallet.privateKey,
    };
    for (const [name, door] of Object.entries(DOORS)) {
      kit.memory.clock.advance(1);
      const id = `${bound}-${name}`.slice(0, 16);
      const captured = await door.capture(access, kit.memory.clock.wallNow(), id);
      const { path, query, headers, body } = captured;
      const target = query === '' ? path : `${path}?${query}`;
      const sent = { method: 'POST', path: target, headers } as const;
      const { status, text } = await kit.send(body === '' ? sent : { ...sent, body });
      const told = `bound to ${bound}, sent to ${name}: ${text}`;
      expect(door.isRefusal(status, text), told).toBe(name !== bound);
    }
  }
  const mine = kit.venue.read.account.orders({ account: ALICE, contract: null, group: 'working' });
  expect(mine).toHaveLength(Object.keys(DOORS).length);
  await kit.close();
});
