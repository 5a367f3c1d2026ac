/** The operator's door over real HTTP. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { DEFAULT_TERMS } from '../../src/domain/account.ts';
import { accountId } from '../../src/domain/ids.ts';
import { lots, money } from '../../src/domain/units.ts';
import { createAdminServer } from '../../src/gateway/admin/admin-server.ts';
import { isBearer, loadAdminToken } from '../../src/gateway/admin/token.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { DIALECTS } from '../../src/gateway/dialects.ts';
import { createMetrics } from '../../src/gateway/metrics.ts';
import { createFileNotes } from '../../src/gateway/notes.ts';
import { DEFAULT_CONNECTIONS } from '../../src/gateway/settings.ts';
import { systemError } from '../journal/faulty-files.ts';
import { MIDDLE, orderOf } from '../venue/market.ts';
import { type EdgeKit, openEdgeKit, type Received, sendTo } from './edge-kit.ts';

const TOKEN = 'ab'.repeat(32);
const ASSETS = { path: '/capi/v2/account/assets' };
const PLACE = { path: '/capi/v2/order/placeOrder', body: '{}' };

let kit: EdgeKit;
let admin: ReturnType<typeof createAdminServer>;
let port: number;
beforeAll(async () => {
  kit = await openEdgeKit();
  const { keys } = kit;
  const { venue } = kit.memory;
  admin = createAdminServer({
    venue,
    keys,
    token: TOKEN,
    metrics: createMetrics(venue, { process: true }),
    logger: kit.gateway.edge.logger,
    connections: DEFAULT_CONNECTIONS,
    isRemoteAllowed: false,
    usualDeposit: money(10_000_00000000n),
  });
  await admin.listen({ host: '127.0.0.1', port: 0 });
  const address = admin.server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  await admin.close();
  await kit.close();
});
beforeEach(() => kit.memory.advance(61_000));

const ask = (path: string, fields?: object, token = TOKEN): Promise<Received> => {
  const headers = { authorization: `Bearer ${token}` };
  const body = fields === undefined ? {} : { body: JSON.stringify(fields) };
  return sendTo(port, { path, headers, ...body });
};

const signingOf = ({ json }: Received) => ({
  key: json.apiKey,
  secret: json.secretKey,
  passphrase: json.passphrase,
});

test('[GATE-26] without the token nobody learns or changes anything', async () => {
  for (const token of ['', 'cd'.repeat(32), TOKEN.slice(1)]) {
    const { status, json } = await ask('/accounts', undefined, token);
    expect([status, json.code]).toEqual([403, '40014']);
  }
  expect((await sendTo(port, { path: '/keys' })).status).toBe(403);
});

test('[GATE-26] an account is opened with money and a key that works at once', async () => {
  const opened = await ask('/accounts', { name: 'bob', deposit: '2500.5' });
  expect(opened.json).toEqual({
    name: 'bob',
    accountId: 1_002,
    apiKey: expect.stringMatching(/^perp_[0-9a-f]{32}$/),
    secretKey: expect.stringMatching(/^[0-9a-f]{64}$/),
    passphrase: expect.stringMatching(/^[A-Za-z0-9]{20}$/),
  });
  const signing = signingOf(opened);
  expect((await kit.sendSigned(ASSETS, signing)).status).toBe(200);
  const listed = (await ask('/accounts')).json;
  expect(listed).toEqual([
    expect.objectContaining({ accountId: 1_001, name: 'alice', wallet: '10000.00000000' }),
    expect.objectContaining({ accountId: 1_002, name: 'bob', wallet: '2500.50000000' }),
  ]);
  expect((await ask('/keys')).text).not.toContain(signing.secret);
});

test('[BYB-24] [GATE-26] a key is issued for the public half of an RSA key', async () => {
  const pairOf = (modulusLength: number) => generateKeyPairSync('rsa', { modulusLength });
  const pem = (key: KeyObject, type: 'spki' | 'pkcs8'): string =>
    key.export({ type, format: 'pem' } as never).toString();
  const { publicKey, privateKey } = pairOf(2_048);
  const rsaPublicKey = pem(publicKey, 'spki');
  const account = 1_001;
  const issued = await ask('/keys', { account, name: 'rsa', rsaPublicKey });
  expect(issued.json).toMatchObject({ secretKey: '', passphrase: '' });
  const { apiKey } = issued.json;
  const listed = (await ask('/keys')).json.find((each: { apiKey: string }) => {
    return each.apiKey === apiKey;
  });
  expect(listed).toMatchObject({ dialects: ['bybit'], rsaPublicKey });
  const rotated = await ask(`/keys/${apiKey}/rotate`, {});
  expect(rotated.status).toBe(400);
  for (const [odd, said] of [
    [{ rsaPublicKey: pem(privateKey, 'pkcs8') }, 'that is a private key'],
    [{ rsaPublicKey: 'nothing' }, 'a public key is RSA'],
    [{ rsaPublicKey: pem(pairOf(1_024).publicKey, 'spki') }, 'of 2048 to 4096 bits'],
    [{ rsaPublicKey: pem(generateKeyPairSync('ed25519').publicKey, 'spki') }, 'a public key is'],
    [{ rsaPublicKey, dialects: ['v2'] }, 'must be bybit where rsaPublicKey is sent'],
  ] as const) {
    const { status, text } = await ask('/keys', { account, ...odd });
    expect([status, text]).toEqual([400, expect.stringContaining(said)]);
  }
});

test('[GATE-55] an account starts with the usual money; a second key leaves its name', async () => {
  const { accountId: account } = (await ask('/accounts', { name: 'dora' })).json;
  const poor = (await ask('/accounts', { name: 'eve', deposit: '0' })).json.accountId;
  await ask('/keys', { account });
  await ask('/keys', { account, name: 'doras-bot' });
  const listed: { accountId: number }[] = (await ask('/accounts')).json;
  const row = (wanted: number) => listed.find((known) => known.accountId === wanted);
  expect(row(account)).toMatchObject({ name: 'dora', wallet: '10000.00000000' });
  expect(row(poor)).toMatchObject({ name: 'eve', wallet: '0.00000000' });
});

test('[GATE-55] a name in use, or just being given, is refused and opens nothing', async () => {
  const count = async (): Promise<number> => (await ask('/accounts')).json.length;
  const before = await count();
  const twins = await Promise.all([1, 2].map(() => ask('/accounts', { name: 'twin' })));
  expect(twins.map(({ status }) => status).sort()).toEqual([200, 400]);
  const holder = twins.find(({ status }) => status === 200)?.json.accountId;
  const again = await ask('/accounts', { name: 'twin' });
  expect([again.status, again.json.code]).toEqual([400, '40020']);
  expect(again.json.msg).toContain(`"twin" is the name of account ${holder}; choose another`);
  expect(await count()).toBe(before + 1);
});

test('[GATE-26] accounts are funded, reset and frozen', async () => {
  const funded = await ask('/accounts/1001/fund', { amount: '10' });
  expect(funded.json.wallet).toBe('10010.00000000');
  expect((await ask('/accounts/1001/reset', { wallet: '1000' })).json.wallet).toBe('1000.00000000');
  const frozen = await ask('/accounts/1001/status', { status: 'frozen', note: 'asked' });
  expect(frozen.json.status).toBe('frozen');
  expect((await kit.sendSigned(PLACE)).json.code).toBe('40013');
  expect((await kit.sendSigned(ASSETS)).status).toBe(200);
  await ask('/accounts/1001/status', { status: 'active' });
  expect((await kit.sendSigned(PLACE)).json.code).not.toBe('40013');
});

test('[GATE-58] a house account gets no key and no reset, and money only on purpose', async () => {
  const opened = await kit.memory.venue.submit({
    kind: 'open-account',
    role: 'house',
    terms: DEFAULT_TERMS,
  });
  const event = 'events' in opened ? opened.events[0] : undefined;
  const house = event?.kind === 'account-opened' ? event.account : 0;
  const keys = (await ask('/keys')).json.length;
  for (const [path, fields] of [
    ['/keys', { account: house }],
    [`/accounts/${house}/fund`, { amount: '5' }],
    [`/accounts/${house}/fund`, { amount: '5', own: false }],
    [`/accounts/${house}/reset`, { wallet: '5' }],
    [`/accounts/${house}/status`, { status: 'frozen' }],
  ] as const) {
    const { status, json } = await ask(path, fields);
    expect([status, json.code], path).toEqual([400, '40020']);
    expect(json.msg).toContain(`account ${house} is the venue’s own (house)`);
  }
  expect((await ask('/keys')).json).toHaveLength(keys);
  const funded = await ask(`/accounts/${house}/fund`, { amount: '5', own: true });
  expect(funded.json).toMatchObject({ role: 'house', status: 'active', wallet: '5.00000000' });
});

test('[GATE-26] keys are issued, listed, bound to addresses, disabled and rotated', async () => {
  const issued = await ask('/keys', { account: 1001, readOnly: true, passphrase: 'chosenOne1' });
  const signing = signingOf(issued);
  expect(signing.passphrase).toBe('chosenOne1');
  const code = async () => (await kit.sendSigned(ASSETS, signing)).json.code;
  expect(await code()).toBeUndefined();
  await ask(`/keys/${signing.key}/allowlist`, { addresses: ['203.0.113.0/24'] });
  expect(await code()).toBe('40018');
  const freed = await ask(`/keys/${signing.key}/allowlist`, { any: true });
  expect(freed.json).toMatchObject({ addresses: null, permissions: ['read'] });
  await ask(`/keys/${signing.key}/disable`, {});
  expect(await code()).toBe('40753');
  await ask(`/keys/${signing.key}/enable`, {});
  expect(await code()).toBeUndefined();
  const rotated = await ask(`/keys/${signing.key}/rotate`, {});
  expect(rotated.json.apiKey).toBe(signing.key);
  expect(await code()).toBe('40009');
  expect((await kit.sendSigned(ASSETS, signingOf(rotated))).status).toBe(200);
});

test('[GATE-26] an address is issued with its private key and renews none', async () => {
  const ids = DIALECTS.filter(({ issueAddress }) => issueAddress !== undefined).map(({ id }) => id);
  const issued = await ask('/keys', { account: 1001, name: 'signer', dialects: ids });
  expect(issued.json).toMatchObject({ name: 'signer', passphrase: '' });
  const { apiKey } = issued.json;
  const { json } = await ask('/keys');
  const listed = json.find((key: { readonly apiKey: string }) => key.apiKey === apiKey);
  expect(listed).toMatchObject({ isAddress: true, dialects: ids });
  expect(json[0]).toMatchObject({ isAddress: false });
  const refused = await ask(`/keys/${apiKey}/rotate`, {});
  expect([refused.status, refused.json.msg]).toEqual([
    400,
    expect.stringContaining('issue another'),
  ]);
});

test('[GATE-26] contracts are priced, halted and resumed, and the status shows it', async () => {
  expect((await ask('/contracts/cmt_btcusdt/index', { price: '90000.5' })).status).toBe(200);
  await ask('/contracts/cmt_btcusdt/halt', {});
  const { json } = await ask('/status');
  expect(json).toMatchObject({ status: 'trading', recovery: { replayed: 0 } });
  expect(json.contracts[0]).toMatchObject({
    symbol: 'cmt_btcusdt',
    halted: true,
    indexPrice: '90000.500',
  });
  expect((await ask('/contracts/cmt_btcusdt/resume', {})).json.halted).toBe(false);
});

test('[GATE-26] a status that was set is told so, though a position stays open', async () => {
  await ask('/contracts/cmt_btcusdt/index', { price: '90000' });
  const opened = ['left', 'right'].map((name) => ask('/accounts', { name, deposit: '9000' }));
  const [left, right] = (await Promise.all(opened)).map(({ json }) => accountId(json.accountId));
  const { submit } = kit.memory.venue;
  await submit({ ...orderOf(left!, 'long', MIDDLE), size: lots(10) });
  await submit({ ...orderOf(right!, 'short', MIDDLE), size: lots(10) });
  expect(kit.memory.venue.read.account.positions(left!)[0]?.position?.size).toBe(10);
  await ask('/contracts/cmt_btcusdt/halt', {});
  const done = await ask(`/accounts/${left}/status`, { status: 'disqualified' });
  expect([done.status, done.json.status]).toEqual([200, 'disqualified']);
  await ask('/contracts/cmt_btcusdt/resume', {});
});

test.each([
  ['/accounts', {}, 'Parameter name cannot be empty'],
  ['/accounts', { name: 'x', deposit: '1e5' }, 'deposit'],
  ['/accounts', { name: 'x', deposti: '5' }, 'deposti is unknown, did you mean deposit?'],
  ['/accounts', { name: 'x', deposit: '-5' }, 'must not be below 0'],
  ['/accounts/1001/fund', { amount: '0' }, 'must be above 0'],
  ['/accounts/4711/fund', { amount: '5' }, 'there is no account 4711'],
  ['/accounts/1/reset', { wallet: '5' }, ''],
  ['/keys', { account: 1001, passphrase: 'short' }, '8 to 32 letters and digits'],
  ['/keys', { account: 1001, addresses: ['0.0.0.0/0'] }, 'wider than /24'],
  ['/keys', { account: 4711 }, 'there is no account 4711'],
  ['/keys', { account: 1 }, 'account 1 is the venue’s own (fees)'],
  ['/accounts/2/fund', { amount: '5' }, 'account 2 is the venue’s own (insurance)'],
  ['/accounts/2/status', { status: 'frozen' }, 'account 2 is the venue’s own (insurance)'],
  ['/keys/perp_x/disable', {}, 'no such key'],
  ['/keys/perp_x/rotate', {}, 'no such key'],
  ['/contracts/cmt_x/halt', {}, 'symbol'],
  ['/contracts/cmt_btcusdt/index', { price: '0' }, 'price'],
])('[GATE-26] %s %j says what is wrong', async (path, fields, words) => {
  const { status, json } = await ask(path, fields);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(status).toBeLessThan(500);
  expect(json.msg).toContain(words);
});

test('[GATE-59] a change that fails half-way for want of room says so', async () => {
  vi.spyOn(kit.keys, 'create').mockRejectedValueOnce(systemError('ENOSPC'));
  const { status, json } = await ask('/keys', { account: 1001 });
  expect([status, json.code]).toEqual([507, '50000']);
  expect(json.msg).toContain('no room is left on the disk');
  expect(json.msg).toContain('see what was done before you ask again');
});

test('[GATE-26] an unknown path lists what there is', async () => {
  const { status, json } = await ask('/account');
  expect(status).toBe(404);
  expect(json.msg).toContain('POST /accounts/:account/fund');
});

test('[GATE-27] [GATE-46] health needs no token, metrics do', async () => {
  expect((await sendTo(port, { path: '/healthz' })).status).toBe(200);
  const closed = await sendTo(port, { path: '/metrics' });
  expect([closed.status, closed.json.code]).toEqual([403, '40014']);
  const { text } = await ask('/metrics');
  expect(text).toContain('perpetua_trading 1');
  expect(text).toContain('perpetua_event_loop_utilization');
});

test('[GATE-46] strangers are heard so often, the operator always', async () => {
  const statuses = [];
  for (let n = 0; n < 1_005; n += 1)
    statuses.push((await sendTo(port, { path: '/metrics' })).status);
  expect(statuses.slice(0, 1_000).every((status) => status === 403)).toBe(true);
  expect(statuses.slice(1_000)).toEqual([429, 429, 429, 429, 429]);
  expect((await ask('/metrics')).status).toBe(200);
});

test('[GATE-24] the log of what the operator did holds no secrets', async () => {
  kit.lines.length = 0;
  const opened = await ask('/accounts', { name: 'carol' });
  const text = kit.lines.join('');
  expect(text).toContain('/accounts');
  for (const word of [opened.json.secretKey, opened.json.passphrase, TOKEN])
    expect(text).not.toContain(word);
});

test('[GATE-26] the token is made once and only its owner can read it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'perpetua-'));
  try {
    const files = dataFilesOf(join(folder, 'inner'));
    const path = files.adminToken;
    const load = (tell?: (message: string) => void): Promise<string> =>
      loadAdminToken(createFileNotes(files), 'adminToken', tell);
    const token = await load();
    expect(token).toMatch(/^[0-9a-f]{64}$/);
    expect(await load()).toBe(token);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await readFile(path, 'utf8')).toBe(`${token}\n`);
    expect(isBearer(`Bearer ${token}`, token)).toBe(true);
    expect(isBearer(undefined, token)).toBe(false);
    expect(isBearer(token, token)).toBe(false);
    await writeFile(path, 'nonsense');
    const told: string[] = [];
    const fresh = await load((message) => told.push(message));
    expect(fresh).toMatch(/^[0-9a-f]{64}$/);
    expect(fresh).not.toBe(token);
    expect(told).toEqual([expect.stringContaining(`${path} is not 64 hexadecimal digits`)]);
    expect(await readFile(path, 'utf8')).toBe(`${fresh}\n`);
  } finally {
    await rm(folder, { recursive: true });
  }
});
