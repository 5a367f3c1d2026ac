/** A season over real HTTP, from the first registration to the final standings. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openApiFaults } from '../kit/openapi-faults.ts';
import { HOUR, openSeasonKit, orderBody, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const apply = (body: object, from?: string) =>
  kit.send('/competition/registrations', { body, ...(from === undefined ? {} : { from }) });

test('[REG-1] a team registers while registration is open, and not otherwise', async () => {
  expect((await apply(kit.application('Foxes'))).json.msg).toContain('registration is closed');
  await kit.openSeason();
  const { status, json } = await apply(kit.application('Foxes'));
  expect([status, json.state, json.season]).toEqual([200, 'registered', 1]);
  expect(json.claimToken).toMatch(/^[0-9a-f]{48}$/);
  await kit.organise('/registration', { open: false });
  expect((await apply(kit.application('Owls'))).json.msg).toContain('registration is closed');
});

const BAD: readonly (readonly [string, object])[] = [
  ['team', { team: '' }],
  ['team', { team: 'x'.repeat(41) }],
  ['team', { team: ' spaced' }],
  ['team', { team: '../etc' }],
  ['members', { members: [] }],
  ['members', { members: ['Ann', 'ANN'] }],
  ['members', { members: [' '] }],
  ['members', { members: Array.from({ length: 11 }, (_, at) => `m${at}`) }],
  ['members', { members: 'Ann' }],
  ['contact', { contact: '' }],
  ['contact', { contact: 'a\u0007b' }],
  ['addresses', { addresses: [] }],
  ['addresses', { addresses: ['nowhere'] }],
  ['addresses', { addresses: ['10.0.0.0/33'] }],
  ['addresses', { addresses: ['0.0.0.0/0'] }],
  ['addresses', { addresses: ['1.1.1.1', '1.1.1.2', '1.1.1.3', '1.1.1.4', '1.1.1.5', '1.1.1.6'] }],
  ['strategy', { strategy: ' ' }],
  ['strategy', { strategy: 'x'.repeat(2_001) }],
  ['strategy', { strategy: 'a\u0000b' }],
];

test('[REG-2] every field is checked, the fault is named, and nothing is kept', async () => {
  await kit.openSeason();
  for (const [place, [field, changes]] of BAD.entries()) {
    const { status, json } = await apply(kit.application('Foxes', changes), `10.5.0.${place}`);
    expect([status, json.msg], JSON.stringify(changes)).toEqual([
      400,
      expect.stringContaining(field),
    ]);
  }
  expect((await kit.organise('/registrations')).rows).toEqual([]);
  expect((await apply(kit.application('Foxes'))).status).toBe(200);
});

test('[REG-3] a team and a person are in one registration, until it is turned down', async () => {
  await kit.openSeason();
  const foxes = await kit.register('Foxes');
  const again = await apply(kit.application('FOXES', { members: ['New'] }));
  expect([again.status, again.json.msg]).toEqual([400, expect.stringContaining('team')]);
  const taken = await apply(kit.application('Owls', { members: ['New', 'foxes  ONE'] }));
  expect([taken.status, taken.json.msg]).toEqual([400, expect.stringContaining('members')]);
  await kit.organise(`/registrations/${foxes.id}/reject`, { reason: 'no contact' });
  expect((await apply(kit.application('Foxes'))).status).toBe(200);
  const mine = await kit.send(`/competition/registrations/${foxes.id}`, { token: foxes.token });
  expect(mine.json).toMatchObject({ state: 'rejected', reason: 'no contact' });
});

test('[REG-5] approval opens one account and one key, however often it is given', async () => {
  await kit.openSeason();
  const { id } = await kit.register('Foxes');
  const path = `/competition/registrations/${id}/approve`;
  const answers = await Promise.all([1, 2, 3].map(() => kit.admin(path, {})));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await kit.admin(path, {})).json.msg).toContain('approved already');
  expect(kit.demo.venue.read.season.entrants()).toHaveLength(1);
  const keys = (await kit.admin('/keys')).json;
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ name: 'Foxes', addresses: ['10.1.0.1'] });
});

test('[REG-5] an approval that a crash cut short is taken up where it stopped', async () => {
  await kit.openSeason();
  const { id } = await kit.register('Foxes');
  // What the first attempt did before the process died: the account, and nothing of the rest.
  await kit.demo.venue.submit({ kind: 'enrol-team', season: 1, team: 'Foxes' });
  const [entrant] = kit.demo.venue.read.season.entrants();
  const { json } = await kit.admin(`/competition/registrations/${id}/approve`, {});
  expect(json.account).toBe(entrant?.account);
  expect(kit.demo.venue.read.season.entrants()).toHaveLength(1);
});

test('[REG-6] credentials are collected once, with the claim token', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  const path = `/competition/registrations/${team.id}/credentials`;
  const again = await kit.send(path, { body: {}, token: team.token });
  expect([again.status, again.json.msg]).toEqual([400, expect.stringContaining('before')]);
  for (const token of ['', 'ab'.repeat(24)])
    expect((await kit.send(path, { body: {}, token })).status).toBe(404);
  expect((await team.call('/account/assets')).status).toBe(200);
  const reissued = await kit.organise(`/registrations/${team.id}/issue`, {});
  expect(reissued.apiKey).toBe(team.apiKey);
  expect(reissued.secretKey).not.toBe(team.access.secretKey);
  expect((await team.call('/account/assets')).status).toBe(400);
});

test('[REG-6] a key works from its own addresses only', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  const other = await kit.enlist('Owls');
  const { createCallVenue } = await import('../../src/cli/qualify/signed-client.ts');
  const from = { 'x-forwarded-for': other.address };
  const call = createCallVenue(kit.demo.baseUrl, team.access, undefined, from);
  expect((await call('/account/assets')).status).toBe(521);
});

test('[REG-7] a team withdraws before the start, and its key ends with it', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  const path = `/competition/registrations/${team.id}/withdraw`;
  expect((await kit.send(path, { body: {}, token: team.token })).json.state).toBe('withdrawn');
  expect((await team.call('/account/assets')).status).toBe(403);
  expect(kit.demo.venue.read.account.get(team.account)).toMatchObject({
    status: 'closed',
    wallet: 0,
  });
  expect((await apply(kit.application('Foxes'))).status).toBe(200);
});

test('[REG-7] nobody withdraws once the season has begun, or is closed', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  await kit.startSeason();
  const path = `/competition/registrations/${team.id}/withdraw`;
  const withdraw = () => kit.send(path, { body: {}, token: team.token });
  expect((await withdraw()).status).toBe(400);
  await kit.organise('/end', { reason: 'enough' });
  await kit.organise('/close', {});
  expect((await withdraw()).status).toBe(400);
  const { rows } = await kit.organise('/registrations');
  expect(rows[0]).toMatchObject({ team: 'Foxes', state: 'approved' });
  expect((await team.call('/account/assets')).status).toBe(200);
});

test('[REG-8] what is known of people is in a file of its own, for its owner only', async () => {
  await kit.openSeason();
  await kit.enlist('Foxes');
  expect(statSync(join(kit.folder, 'competition.sqlite')).mode & 0o777).toBe(0o600);
  const { read, contest } = kit.demo.venue;
  const text = JSON.stringify(
    [read.season.current(), read.season.entrants(), contest.seasons],
    (_, value) => (typeof value === 'bigint' ? String(value) : value),
  );
  for (const secret of ['Foxes one', '@example.org', '10.1.0.1', 'to win'])
    expect(text).not.toContain(secret);
});

test('[QUA-1] qualification is what the account did, with the evidence', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  const missing = async () => (await kit.organise('/qualification')).rows[0].missing;
  expect(await missing()).toEqual(['order', 'assets', 'market', 'leverage', 'fills']);
  await team.call('/account/assets');
  // Too large, then refused: neither counts.
  await team.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  await team.call('/order/placeOrder', '', orderBody('1', '0'));
  expect(await missing()).toEqual(['order', 'market', 'leverage', 'fills']);
  await kit.send('/capi/v2/market/ticker?symbol=cmt_btcusdt', { from: team.address });
  const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
  const leverage = { symbol: 'cmt_ethusdt', marginMode: 1, longLeverage: '5', shortLeverage: '5' };
  await team.call('/account/leverage', '', leverage);
  expect(await missing()).toEqual(['fills']);
  await team.call('/order/fills', 'symbol=cmt_btcusdt');
  const [row] = (await kit.organise('/qualification')).rows;
  expect(row).toMatchObject({ team: 'Foxes', qualified: true, missing: [] });
  const order = row.evidence.find(({ step }: { step: string }) => step === 'order');
  expect(order.evidence).toContain(`order ${JSON.parse(JSON.stringify(placed.body)).order_id} of`);
  expect(order.evidence).toContain('POST /capi/v2/order/placeOrder from 10.1.0.1');
});

test('[QUA-1] a public call of a stranger counts for nobody', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  await team.call('/account/assets');
  await kit.send('/capi/v2/market/contracts', { from: '10.7.7.7' });
  expect((await kit.organise('/qualification')).rows[0].missing).toContain('market');
});

test('[ORG-1] the rules of the season are kept by the venue', async () => {
  await kit.openSeason({ symbols: ['cmt_btcusdt'] });
  const team = await kit.enlist('Foxes');
  const order = (more: object = {}) =>
    team.call('/order/placeOrder', '', orderBody('1', '0.0010', more));
  expect((await order()).status).toBe(200);
  const foreign = await order({ symbol: 'cmt_ethusdt', size: '0.010' });
  expect([foreign.status, foreign.body]).toMatchObject([403, { code: '50003' }]);
  const high = { symbol: 'cmt_btcusdt', marginMode: 1, longLeverage: '21', shortLeverage: '21' };
  const above = await team.call('/account/leverage', '', high);
  expect([above.status, above.body]).toMatchObject([400, { code: '50007' }]);
  await kit.organise('/reset', {});
  expect(await order()).toMatchObject({ status: 403, body: { code: '50004' } });
  await kit.startSeason();
  expect((await order()).status).toBe(200);
  const money = await kit.admin(`/accounts/${team.account}/fund`, { amount: '5' });
  expect(money.json.msg).toContain('season 1');
  await kit.pass(3 * HOUR);
  expect(kit.demo.venue.read.season.current()?.phase).toBe('ended');
  expect(await order()).toMatchObject({ status: 403, body: { code: '50004' } });
  expect((await team.call('/order/placeOrder', '', orderBody('3', '0.0010'))).status).toBe(200);
});

test('[ORG-2] out of turn is refused with the reason, and nothing is half-done', async () => {
  const refused = async (path: string, body: object = {}) =>
    (await kit.admin(`/competition${path}`, body)).json.msg;
  expect(await refused('/reset')).toContain('no season');
  await kit.openSeason();
  const twice = { name: 'Two', startAt: Date.UTC(2026, 5, 1), endAt: Date.UTC(2026, 5, 2) };
  expect(await refused('/seasons', twice)).toContain("Season '1' is not closed");
  expect(await refused('/start')).toContain('needs one that is ready');
  expect(await refused('/reset')).toContain('no account to reset');
  await kit.enlist('Foxes');
  expect(await refused('/start', { now: true })).toContain('needs one that is ready');
  await kit.organise('/reset', {});
  expect(await refused('/start')).toContain('too early');
  await kit.startSeason();
  expect(await refused('/reset')).toContain('The season is active');
  expect(await refused('/rules', { wallet: '5' })).toContain('The season is active');
  expect(await refused('/registration', { open: true })).toContain('active');
  expect(await refused('/sanctions', { team: 'Nobody', step: 'warn', reason: 'x' })).toContain(
    'not enrolled',
  );
});

test('[ORG-3] the reset attests what it found', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  await kit.enlist('Owls');
  await team.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  const found = await kit.organise('/reset', {});
  expect(found).toMatchObject({
    text: '2 accounts x 1000.00000000, all clean, money conserved',
    isSound: true,
    accounts: 2,
    unclean: [],
  });
  expect(found.collateral).toBe(found.deposits);
  expect(found.stateHash).toMatch(/^[0-9a-f]{16}$/);
});

test('[ORG-4] an observer reads teams, not people, and changes nothing', async () => {
  await kit.openSeason();
  const { id } = await kit.register('Foxes');
  const look = (path: string, body?: object) => kit.admin(path, body, kit.observerToken);
  const seen = await look('/competition/registrations');
  expect(seen.json.rows[0]).toMatchObject({ team: 'Foxes', state: 'registered' });
  expect(JSON.stringify(seen.json)).not.toMatch(/example\.org|Foxes one|10\.1\.0/);
  for (const path of ['/competition/close', `/competition/registrations/${id}/approve`])
    expect(await look(path, {})).toMatchObject({ status: 403, json: { code: '40014' } });
  expect((await look('/accounts', { name: 'x' })).status).toBe(403);
});

test('[ORG-5] every change is in the audit log: who, what, why, and what came of it', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  await kit.organise('/sanctions', { team: 'foxes', step: 'warn', reason: 'too loud' });
  await kit.admin('/competition/start', {});
  const { rows } = await kit.organise('/audit?limit=4');
  expect(rows[0]).toMatchObject({
    role: 'organiser',
    actor: 'organiser',
    action: '/competition/start',
    outcome: expect.stringContaining('refused'),
  });
  expect(rows[1]).toMatchObject({ actor: 'ann', reason: 'too loud', outcome: 'done' });
  expect(rows[1].about).toContain('step=warn');
  expect(rows[2].about).toContain(team.id);
  const next = (await kit.organise(`/audit?limit=1&after=${rows[0].number}`)).rows;
  expect(next[0].number).toBe(rows[1].number);
});

test('[ORG-6] the operator’s door describes itself', async () => {
  const { json } = await kit.admin('/openapi.json', undefined, 'none');
  expect(json.openapi).toBe('3.1.0');
  const approve = json.paths['/competition/registrations/{id}/approve'].post;
  expect(approve.parameters[0]).toMatchObject({ name: 'id', in: 'path' });
  const create = json.paths['/competition/seasons'].post.requestBody.content['application/json'];
  expect(create.schema.required).toEqual(['name', 'startAt', 'endAt']);
  const open = await kit.send('/openapi.json');
  expect(openApiFaults(open.json)).toEqual([]);
  expect(openApiFaults(json)).toEqual([]);
});

test('[ORG-7] a throttled team places few orders, and cancels as before', async () => {
  await kit.openSeason();
  const team = await kit.enlist('Foxes');
  await kit.startSeason();
  const order = () => team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
  await kit.organise('/sanctions', { team: 'Foxes', step: 'throttle', reason: 'a flood' });
  const statuses = [(await order()).status, (await order()).status];
  expect(statuses).toEqual([200, 429]);
  expect((await team.call('/order/cancelAllOrders', '', {})).status).not.toBe(429);
});

test('[ORG-8] freezing keeps positions, disqualifying closes them and hides the team', async () => {
  await kit.openSeason({ leaderboardDelayMillis: 0 });
  const team = await kit.enlist('Foxes');
  await kit.enlist('Owls');
  await kit.startSeason();
  await team.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  const positions = () => kit.demo.venue.read.account.positions(team.account);
  await kit.organise('/sanctions', { team: 'Foxes', step: 'freeze', reason: 'review' });
  expect(positions()).toHaveLength(1);
  expect((await team.call('/account/position/allPosition')).body).toHaveLength(1);
  const refused = await team.call('/order/placeOrder', '', orderBody('3', '0.0100'));
  expect(refused).toMatchObject({ status: 403, body: { code: '40013' } });
  await kit.organise('/sanctions', { team: 'Foxes', step: 'disqualify', reason: 'wash' });
  expect(positions()).toEqual([]);
  expect((await team.call('/order/fills')).body).toMatchObject({ list: [{}, {}] });
  await kit.pass(120_000);
  const board = (await kit.send('/competition/leaderboard')).json;
  expect(board.standings.map(({ team: name }: { team: string }) => name)).toEqual(['Owls']);
  expect(board.disqualified).toEqual([{ team: 'Foxes', reason: 'wash' }]);
  const standings = (await kit.organise('/standings')).rows;
  expect(standings.map(({ rank }: { rank: number | null }) => rank)).toEqual([1, null]);
});

test('[ORG-9] start and end come by themselves, also where the venue comes late', async () => {
  await kit.openSeason();
  await kit.enlist('Foxes');
  await kit.organise('/reset', {});
  await kit.pass(HOUR + 5_000);
  expect(kit.demo.venue.read.season.current()?.phase).toBe('active');
  await kit.pass(5 * HOUR);
  expect(kit.demo.venue.read.season.current()).toMatchObject({
    phase: 'ended',
    endedAt: Date.UTC(2026, 2, 2, 3),
  });
});

const LOG = {
  stage: 'decision',
  model: 'm-1',
  input: { price: 1.5 },
  output: { side: 'buy' },
  explanation: 'the trend is up',
};

test('[AIL-1] logs are kept and listed by account and by order', async () => {
  await kit.openSeason();
  const [team, other] = [await kit.enlist('Foxes'), await kit.enlist('Owls')];
  const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
  const { order_id: orderId } = JSON.parse(JSON.stringify(placed.body));
  expect((await team.call('/order/uploadAiLog', '', { ...LOG, orderId })).status).toBe(200);
  expect((await team.call('/order/uploadAiLog', '', LOG)).status).toBe(200);
  expect((await other.call('/order/uploadAiLog', '', { ...LOG, orderId })).status).toBe(404);
  const all = await kit.organise(`/ai-logs?account=${team.account}`);
  expect(all.rows.map(({ order }: { order: number | null }) => order)).toEqual([
    null,
    Number(orderId),
  ]);
  const one = await kit.organise(`/ai-logs?account=${team.account}&orderId=${orderId}`);
  expect(one.rows).toMatchObject([{ order: Number(orderId), model: 'm-1', input: { price: 1.5 } }]);
  expect((await kit.organise(`/ai-logs?account=${other.account}`)).rows).toEqual([]);
});

test('[AIL-2] where logs are required, orders without one are reported', async () => {
  await kit.openSeason({ requiresAiLog: true });
  const [team, other] = [await kit.enlist('Foxes'), await kit.enlist('Owls')];
  await kit.startSeason();
  const place = async () => {
    const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
    return JSON.parse(JSON.stringify(placed.body)).order_id;
  };
  const [logged, late, never] = [await place(), await place(), await place()];
  await team.call('/order/uploadAiLog', '', { ...LOG, orderId: logged });
  const counts = async () => (await kit.organise('/ai-logs/missing')).rows;
  expect((await counts()).map(({ missing }: { missing: number }) => missing)).toEqual([0, 0]);
  await kit.pass(61_000);
  await team.call('/order/uploadAiLog', '', { ...LOG, orderId: late });
  expect(await counts()).toMatchObject([
    { team: 'Foxes', missing: 2 },
    { team: 'Owls', account: other.account, missing: 0 },
  ]);
  const { rows } = await kit.organise(`/ai-logs/missing?account=${team.account}`);
  expect(rows).toMatchObject([
    { order: Number(late), loggedAt: expect.any(Number) },
    { order: Number(never), loggedAt: null },
  ]);
});
