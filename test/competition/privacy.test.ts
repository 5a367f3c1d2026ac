/** No route lets one team see what another has: every endpoint, two accounts. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ENDPOINTS as V2 } from '../../src/gateway/v2/calls.ts';
import { ENDPOINTS as V3 } from '../../src/gateway/v3/calls.ts';
import { callSigned, openSeasonKit, orderBody, type SeasonKit, type Team } from './season-kit.ts';

let kit: SeasonKit;
let victim: Team;
let other: Team;
/** What only the victim may see. */
let secrets: readonly string[];
let orderId: string;
let clientOid: string;

beforeAll(async () => {
  // A refusal for haste would prove nothing.
  kit = await openSeasonKit(['--orders-per-second', '1000', '--cancels-per-second', '1000']);
  await kit.openSeason({ leaderboardDelayMillis: 0 });
  victim = await kit.enlist('Foxes');
  other = await kit.enlist('Owls');
  await victim.call('/account/assets');
  await kit.startSeason();
  clientOid = 'victim-secret-oid';
  const resting = { match_price: '0', price: '80000.0', client_oid: clientOid };
  const placed = await victim.call('/order/placeOrder', '', orderBody('1', '0.0123', resting));
  orderId = JSON.parse(JSON.stringify(placed.body)).order_id;
  await victim.call('/order/placeOrder', '', orderBody('1', '0.0077'));
  const log = { stage: 's', model: 'victim-model', input: {}, output: {}, explanation: 'secret' };
  await victim.call('/order/uploadAiLog', '', { ...log, orderId });
  await kit.pass(120_000);
  secrets = [
    `"${orderId}"`,
    '0.0123',
    'victim-model',
    victim.apiKey,
    victim.access.secretKey,
    victim.access.passphrase,
    victim.address,
    'Foxes@example.org',
    'Foxes one',
  ];
});
afterAll(() => kit.close());

/** Everything that could name somebody else's things. */
const ASKED = (): Readonly<Record<string, unknown>> => ({
  symbol: 'cmt_btcusdt',
  origClientOrderId: clientOid,
  orderIds: [orderId],
  orderId,
  order_id: orderId,
  clientOid,
  client_oid: clientOid,
  accountId: String(victim.account),
  account: String(victim.account),
  ids: [orderId],
  cids: [clientOid],
  size: '0.0001',
  type: '1',
  order_type: '0',
  match_price: '1',
  marginMode: 1,
  longLeverage: '5',
  shortLeverage: '5',
  coin: 'USDT',
  limit: '100',
  pageSize: '100',
});

const exposes = (body: unknown): readonly string[] => {
  const text = JSON.stringify(body);
  return secrets.filter((secret) => text.includes(secret));
};

/** Signed endpoints of both dialects. */
const PRIVATE = [...V2, ...V3].filter(({ permission }) => permission !== null);

test('[ORG-10] no endpoint of the interface tells one team of another', async () => {
  const { client_oid: _own, ...asked } = ASKED();
  const query = new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const refusedAtAll = new Set<number>();
  for (const { method, path } of PRIVATE) {
    const sent = method === 'POST' ? { body: asked } : { query };
    const { status, json } = await callSigned(kit, other, { method, path, ...sent });
    refusedAtAll.add(status);
    // An id that was asked for may be named where it is said that there is none.
    const leaks = exposes(json).filter((secret) => secret !== `"${orderId}"`);
    expect(leaks, path).toEqual([]);
    if (method === 'GET' && status === 200)
      expect(JSON.stringify(json), path).not.toContain(`"${orderId}"`);
  }
  expect(refusedAtAll.has(429)).toBe(false);
  const order = kit.demo.venue.read.account.findOrder(Number(orderId) as never)?.order;
  expect(order).toMatchObject({ status: 'open', size: 123 });
  expect(kit.demo.venue.read.account.positions(victim.account)[0]?.position?.size).toBe(77);
});

test('[ORG-10] [REG-10] nor does what is public, or belongs to another registration', async () => {
  const paths = [
    '/competition',
    '/competition/rules',
    '/competition/leaderboard',
    '/competition/teams/Foxes',
    '/competition/teams/Foxes/equity',
    `/competition/registrations/${victim.id}`,
    '/competition/registrations',
    '/competition/audit',
    '/competition/ai-logs',
    `/competition/ai-logs?account=${victim.account}`,
  ];
  for (const path of paths)
    for (const token of [undefined, other.token, other.access.secretKey]) {
      const { json } = await kit.send(path, token === undefined ? {} : { token });
      expect(exposes(json), path).toEqual([]);
      expect(JSON.stringify(json)).not.toContain(`"account":${victim.account}`);
    }
  const season = await kit.send('/competition');
  const { id } = kit.demo.venue.health().journal;
  const chain = expect.stringMatching(/^[0-9a-f]{16}$/);
  expect(season.json.journal).toEqual({ id, entry: expect.any(Number), chain });
  const team = await kit.send('/competition/teams/Foxes');
  expect(team.json).toMatchObject({ team: 'Foxes', account: null });
  expect(Object.keys(team.json)).not.toContain('positions');
});

test('[ORG-10] the operator’s door opens to no token of a team', async () => {
  for (const token of [other.token, other.access.secretKey, other.apiKey, ''])
    for (const path of ['/competition/registrations', '/keys', '/accounts', '/competition/audit'])
      expect((await kit.admin(path, undefined, token)).status).toBe(403);
});

test('[ORG-4] nothing that an observer reads names people, contacts or keys', async () => {
  // A listen key is opened by the id of a key alone, and the audit log names what was changed.
  for (const verb of ['disable', 'enable'])
    expect((await kit.admin(`/keys/${other.apiKey}/${verb}`, {})).status).toBe(200);
  const { json: document } = await kit.admin('/openapi.json', undefined, 'none');
  const paths = Object.keys(document.paths)
    .filter((path) => document.paths[path].get !== undefined)
    .map((path) => path.replace('{id}', victim.id))
    .map((path) => (path.endsWith('/ai-logs') ? `${path}?account=${victim.account}` : path));
  const told = async (token?: string): Promise<string> => {
    const replies = await Promise.all(paths.map((path) => kit.admin(path, undefined, token)));
    return JSON.stringify(replies.map(({ json }) => json));
  };
  const keys = [victim.apiKey, other.apiKey];
  const personal = [victim.address, 'Foxes@example.org', 'Foxes one', ...keys];
  const all = await told();
  for (const secret of personal) expect(all).toContain(secret);
  expect(all).toContain(`GET /capi/v2/account/assets from ${victim.address}`);
  const seen = await told(kit.observerToken);
  for (const secret of personal) expect(seen).not.toContain(secret);
  expect(seen).toContain('GET /capi/v2/account/assets"');
  // Nor does a search tell what is not shown.
  const sought = `/competition/audit?find=${other.apiKey.slice(0, 13)}`;
  expect((await kit.admin(sought)).json.rows).not.toEqual([]);
  expect((await kit.admin(sought, undefined, kit.observerToken)).json.rows).toEqual([]);
});
