/** Who is let in, and the order in which reasons to refuse are found. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { accountId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import type { IssuedKey, NewKey } from '../../src/gateway/keys/key-store.ts';
import { ACCOUNT, type EdgeKit, openEdgeKit } from './edge-kit.ts';

const ASSETS = '/capi/v2/account/assets';
const PLACE = '/capi/v2/order/placeOrder';

let kit: EdgeKit;
beforeAll(async () => {
  kit = await openEdgeKit({ sandboxHelp: false });
});
afterAll(() => kit.close());
/** Past the minute in which failures are counted. */
beforeEach(() => kit.memory.advance(61_000));

const issue = (changes: Partial<NewKey>): Promise<IssuedKey> =>
  kit.keys.create({
    account: ACCOUNT,
    name: 'other',
    permissions: ['read', 'trade'],
    allowlist: null,
    passphrase: null,
    expiresAt: null,
    ...changes,
  });

const as = ({ key, secret, passphrase }: IssuedKey) => ({ key: key.key, secret, passphrase });

test.each([
  ['ACCESS-KEY', '40001', 'Header "ACCESS_KEY" is required'],
  ['ACCESS-SIGN', '40002', 'Header "ACCESS_SIGN" is required'],
  ['ACCESS-TIMESTAMP', '40003', 'Header "ACCESS_TIMESTAMP" is required'],
  ['ACCESS-PASSPHRASE', '40011', 'Header "ACCESS_PASSPHRASE" is required'],
])('[GATE-3] without %s: %s', async (name, code, msg) => {
  const { status, json } = await kit.sendSigned({ path: ASSETS, headers: { [name]: '' } });
  expect([status, json]).toEqual([400, { code, msg, requestTime: expect.any(Number), data: null }]);
});

test('[GATE-3] the first reason counts, in the order of the interface', async () => {
  const { key } = as(await issue({ allowlist: ['10.0.0.0/24'] }));
  const text = { 'Content-Type': 'text/plain' };
  const order = { path: PLACE, body: '{}' };
  const wrong = { key: 'nobody', secret: 'x', passphrase: 'y', timestamp: 'z' };
  const codes = [
    await kit.send({ ...order, headers: text }),
    await kit.sendSigned({ ...order, headers: text }, wrong),
    await kit.sendSigned(order, wrong),
    await kit.sendSigned(order, { ...wrong, timestamp: '1000000000000' }),
    await kit.sendSigned(order, { key: 'nobody', secret: 'x', passphrase: 'y' }),
    await kit.sendSigned(order, { key, secret: 'x', passphrase: 'y' }),
    await kit.sendSigned(order, { secret: 'x', passphrase: 'y' }),
    await kit.sendSigned(order, { passphrase: 'y' }),
  ].map(({ json }) => json.code);
  expect(codes).toEqual(['40001', '40007', '40005', '40008', '40006', '40018', '40009', '40012']);
});

test('[GATE-3] a body must be JSON by its type', async () => {
  for (const type of ['text/plain', 'application/jsonp', 'application/x-www-form-urlencoded', '']) {
    const headers = { 'Content-Type': type };
    const { status, json } = await kit.sendSigned({ path: PLACE, body: '{}', headers });
    expect([status, json.code]).toEqual([400, '40007']);
  }
});

test.each([
  ['30 s behind', -30_000, 200, ''],
  ['30 s ahead', 30_000, 200, ''],
  ['one more behind', -30_001, 400, 'which is 30001 ms later'],
  ['one more ahead', 30_001, 400, 'which is 30001 ms earlier'],
])('[GATE-4] a timestamp %s', async (_, offset, expected, words) => {
  const timestamp = String(kit.memory.clock.wallNow() + offset);
  const { status, json } = await kit.sendSigned({ path: ASSETS }, { timestamp });
  expect(status).toBe(expected);
  if (expected === 200) return;
  expect(json).toMatchObject({ code: '40008', msg: expect.stringContaining(words) });
});

test.each(['1767571200', '17675712005000', '1767571200.5', '-1767571200500', '0x19b8', 'now'])(
  '[GATE-4] %s is no timestamp',
  async (timestamp) => {
    const { json } = await kit.sendSigned({ path: ASSETS }, { timestamp });
    expect(json.code).toBe('40005');
  },
);

test('[GATE-5] an address that is not on the list gets 521 and is named', async () => {
  const listed = await issue({ allowlist: ['203.0.113.7', '2001:db8::/48'] });
  const { status, json, headers } = await kit.sendSigned({ path: ASSETS }, as(listed));
  expect(status).toBe(521);
  expect(headers['content-type']).toContain('application/json');
  expect(json).toMatchObject({ code: '40018', data: null });
  expect(json.msg).toBe('Invalid IP request: 127.0.0.1 is not on the allowlist of this key');
  await kit.keys.setAllowlist(listed.key.key, ['127.0.0.0/24']);
  expect((await kit.sendSigned({ path: ASSETS }, as(listed))).status).toBe(200);
  await kit.keys.setAllowlist(listed.key.key, []);
  expect((await kit.sendSigned({ path: ASSETS }, as(listed))).status).toBe(521);
});

test('[CONSOLE-5] an address that is not on the list is refused; nothing failed', async () => {
  const { metrics } = kit.gateway.edge;
  const listed = await issue({ allowlist: ['203.0.113.7'] });
  const before = metrics.count();
  expect((await kit.sendSigned({ path: ASSETS }, as(listed))).status).toBe(521);
  const { refused, failed } = metrics.count();
  expect([refused - before.refused, failed - before.failed]).toEqual([1, 0]);
});

test('[GATE-7] a key without the permission gets 403', async () => {
  const reader = as(await issue({ permissions: ['read'] }));
  const trader = as(await issue({ permissions: ['trade'] }));
  expect((await kit.sendSigned({ path: ASSETS }, reader)).status).toBe(200);
  const place = await kit.sendSigned({ path: PLACE, body: '{}' }, reader);
  expect([place.status, place.json.code]).toEqual([403, '40022']);
  const read = await kit.sendSigned({ path: ASSETS }, trader);
  expect([read.status, read.json.code]).toEqual([403, '40014']);
});

test('[GATE-7] a key that is disabled, expired or rotated ends at once', async () => {
  const issued = await issue({ expiresAt: millis(kit.memory.clock.wallNow() + 5_000) });
  const code = async () => (await kit.sendSigned({ path: ASSETS }, as(issued))).json.code;
  expect(await code()).toBeUndefined();
  await kit.keys.setStatus(issued.key.key, 'disabled');
  expect(await code()).toBe('40753');
  await kit.keys.setStatus(issued.key.key, 'active');
  expect(await code()).toBeUndefined();
  await kit.memory.advance(5_000);
  expect(await code()).toBe('40753');
  await kit.keys.rotate(issued.key.key);
  expect(await code()).toBe('40009');
});

test('[GATE-7] a frozen account reads and may not trade, an unknown one neither', async () => {
  const { venue } = kit.memory;
  const set = (status: 'frozen' | 'disqualified' | 'active') =>
    venue.submit({ kind: 'set-account-status', account: ACCOUNT, status, note: '' });
  const trade = () => kit.sendSigned({ path: PLACE, body: '{}' });
  for (const status of ['frozen', 'disqualified'] as const) {
    await set(status);
    const refused = await trade();
    expect([refused.status, refused.json.code]).toEqual([403, '40013']);
    expect(refused.json.msg).toContain(status);
    expect((await kit.sendSigned({ path: ASSETS })).status).toBe(200);
  }
  await set('active');
  expect((await trade()).json.code).not.toBe('40013');
  const lost = await issue({ account: accountId(4_711) });
  const unknown = await kit.sendSigned({ path: ASSETS }, as(lost));
  expect([unknown.status, unknown.json.code]).toEqual([403, '50004']);
});

test('[DIA-17] without help a missing header is named and nothing else', async () => {
  const headers = { 'OK-ACCESS-KEY': 'x', 'X-BAPI-SIGN': 'y' };
  const { json } = await kit.send({ path: ASSETS, headers });
  expect(json.msg).toBe('Header "ACCESS_KEY" is required');
});

test('[GATE-22] without help a 40009 says no more than that', async () => {
  const { json } = await kit.sendSigned({ path: ASSETS }, { secret: 'x' });
  expect(json.msg).toBe('API verification failed');
});

test('[GATE-28] messages are English unless the locale asks for Chinese', async () => {
  const msg = async (locale: string) =>
    (await kit.send({ path: ASSETS, headers: { locale } })).json.msg;
  expect(await msg('zh-CN')).toBe('请求头"ACCESS_KEY"不能为空');
  expect(await msg('en-US')).toBe('Header "ACCESS_KEY" is required');
  expect(await msg('fr')).toBe('Header "ACCESS_KEY" is required');
});

test('[GATE-8] ten wrong passphrases lock the key for five minutes', async () => {
  const issued = await issue({});
  const guess = () => kit.sendSigned({ path: ASSETS }, { ...as(issued), passphrase: 'wrongone' });
  for (let n = 0; n < 10; n += 1) expect((await guess()).json.code).toBe('40012');
  const locked = await kit.sendSigned({ path: ASSETS }, as(issued));
  expect([locked.status, locked.json.code, locked.headers['retry-after']]).toEqual([
    429,
    '429',
    '300',
  ]);
  await kit.memory.advance(300_000);
  expect((await kit.sendSigned({ path: ASSETS }, as(issued))).status).toBe(200);
});

test('[GATE-8] guesses without the secret do not lock the owner out', async () => {
  const issued = await issue({});
  const guess = async () => {
    const wrong = { key: issued.key.key, secret: 'x', passphrase: 'wrongone' };
    return (await kit.sendSigned({ path: ASSETS }, wrong)).json.code;
  };
  for (let n = 0; n < 12; n += 1) expect(await guess()).toBe('40009');
  expect((await kit.sendSigned({ path: ASSETS }, as(issued))).status).toBe(200);
});
