/** The address that a team has beside its key, for dialects that sign with a private key. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSeasonKit, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

/** What an account is worth to whoever reads it by its address; nothing if nobody is behind it. */
const worthOf = async (user: string, from: string): Promise<number> => {
  const body = { type: 'clearinghouseState', user };
  const { json } = await kit.send('/hl/info', { body, from });
  return Number(json.marginSummary.accountValue);
};

test('[REG-6] [REG-7] a team has an address too, which ends with its key', async () => {
  await kit.openSeason();
  const { id, token, address: home, wallet, account } = await kit.enlist('Foxes');
  const worth = Number(kit.demo.venue.read.account.wallet(account)) / 1e8;
  expect(worth).toBeGreaterThan(0);
  expect(await worthOf(wallet, home)).toBe(worth);
  expect(await worthOf(wallet, '10.9.9.9')).toBe(0);
  const { address: another, privateKey } = await kit.organise(`/registrations/${id}/issue`, {});
  expect(privateKey).toMatch(/^0x[0-9a-f]{64}$/);
  expect([await worthOf(wallet, home), await worthOf(another, home)]).toEqual([0, worth]);
  await kit.send(`/competition/registrations/${id}/withdraw`, { body: {}, token });
  const { json } = await kit.admin('/keys');
  const own = json.filter((key: { accountId: number }) => key.accountId === account);
  expect(own.map(({ status }: { status: string }) => status)).toEqual(Array(3).fill('disabled'));
});
