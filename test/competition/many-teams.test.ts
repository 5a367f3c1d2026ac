/** What an organiser of many teams asks the admin port for, so that nobody clicks 1,500 times. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCallVenue } from '../../src/cli/qualify/signed-client.ts';
import { walk } from '../../src/cli/qualify/walk.ts';
import { millis } from '../../src/domain/units.ts';
import { findDismissal } from '../../src/gateway/competition/registry.ts';
import { BEGIN, HOUR, openSeasonKit, orderBody, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const apply = (body: object, from: string) =>
  kit.send('/competition/registrations', { body, from });

const teamsOf = async (query: string): Promise<string[]> =>
  (await kit.organise(`/registrations?${query}`)).rows.map(({ team }: { team: string }) => team);

test('[REG-4] a class fits behind one address; the organiser sets both limits', async () => {
  await kit.openSeason();
  const register = async (from: number, to: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let team = from; team < to; team += 1)
      statuses.push((await apply(kit.application(`T${team}`), '10.6.0.1')).status);
    return statuses;
  };
  expect(await register(0, 40)).toEqual(new Array(40).fill(200));
  const limits = { open: true, teams: 44, perAddress: 2 };
  expect((await kit.organise('/registration', limits)).limits).toEqual({
    teams: 44,
    perAddress: 2,
  });
  expect((await kit.organise('/registration', { open: true })).limits.teams).toBe(44);
  expect(await register(40, 44)).toEqual([200, 200, 429, 429]);
  expect((await apply(kit.application('Else'), '10.6.0.2')).status).toBe(200);
  expect((await apply(kit.application('More'), '10.6.0.3')).status).toBe(200);
  const full = await apply(kit.application('Late'), '10.6.0.4');
  expect([full.status, full.json.msg]).toEqual([400, expect.stringContaining('44')]);
  const { json } = await kit.send('/competition');
  expect([json.registrations.registered, json.places]).toEqual([44, 44]);
});

test('[ORG-12] an organiser enters teams, finds them and puts them in order', async () => {
  await kit.openSeason();
  await kit.organise('/registration', { open: false });
  for (const team of ['Owls', 'Foxes', 'Bears'])
    await kit.organise('/registrations', kit.application(team));
  expect(await teamsOf('sort=team')).toEqual(['Bears', 'Foxes', 'Owls']);
  expect(await teamsOf('limit=2')).toEqual(['Owls', 'Foxes']);
  expect(await teamsOf('limit=2&after=2')).toEqual(['Bears']);
  expect(await teamsOf('find=fox')).toEqual(['Foxes']);
  expect(await teamsOf('find=BEARS%20ONE')).toEqual(['Bears']);
  expect((await kit.organise('/registrations?limit=2')).total).toBe(3);
  const seen = await kit.admin(
    '/competition/registrations?find=bears%20one',
    undefined,
    kit.observerToken,
  );
  expect(seen.json.rows).toEqual([]);
  const { rows } = await kit.organise('/audit');
  expect(rows[0]).toMatchObject({ action: '/competition/registrations', about: 'team=Bears' });
  const [{ id }] = (await kit.organise('/registrations?find=owls')).rows;
  await kit.organise(`/registrations/${id}/approve`, {});
  const [entry] = (await kit.organise('/audit')).rows;
  expect(entry).toMatchObject({ about: `team=Owls id=${id}`, outcome: 'done' });
});

test('[ORG-13] who is not qualified, or has done nothing, is told before the start', async () => {
  await kit.openSeason();
  const ready = await kit.enlist('Foxes');
  const half = await kit.enlist('Owls');
  await kit.enlist('Sloths');
  await walk({ call: ready.call, now: Date.now, pause: async () => undefined });
  await half.call('/account/assets');
  const { readiness } = await kit.organise('');
  expect(readiness).toEqual({
    unqualified: { count: 2, teams: ['Owls', 'Sloths'] },
    idle: { count: 1, teams: ['Sloths'] },
  });
});

test('[ORG-14] a season whose prizes nobody can win is refused', async () => {
  const season = { name: 'Short', startAt: BEGIN + HOUR, endAt: BEGIN + 25 * HOUR };
  const create = (rules: object) => kit.admin('/competition/seasons', { ...season, ...rules });
  const refused = await create({ activeDaysMin: 2 });
  expect([refused.status, refused.json.msg]).toEqual([
    400,
    expect.stringContaining(
      'activeDaysMin is invalid: nobody could win a prize: at most 1 is possible',
    ),
  ]);
  expect((await create({ roundTripsMin: 500_000 })).json.msg).toContain('432000');
  const made = await create({});
  expect([made.status, made.json.activeDaysMin]).toEqual([200, 1]);
  const changed = await kit.admin('/competition/rules', { activeDaysMin: 3 });
  expect(changed.status).toBe(400);
  const longer = { activeDaysMin: 3, endAt: BEGIN + 80 * HOUR };
  expect((await kit.admin('/competition/rules', longer)).status).toBe(200);
});

test('[SUR-5] a finding is put aside with a note, until its group grows', async () => {
  await kit.openSeason();
  const teams = [await kit.enlist('Foxes'), await kit.enlist('Owls')];
  const keys = JSON.stringify(teams.map(({ account }) => account));
  const visit = async ({ access, apiKey }: (typeof teams)[number]): Promise<void> => {
    await kit.admin(`/keys/${apiKey}/allowlist`, { addresses: ['10.7.0.1'] });
    const call = createCallVenue(kit.demo.baseUrl, access, undefined, {
      'x-forwarded-for': '10.7.0.1',
    });
    expect((await call('/account/assets')).status).toBe(200);
  };
  for (const team of teams) await visit(team);
  const look = async () => (await kit.organise('/surveillance')).findings;
  const [found] = await look();
  expect([found.test, JSON.stringify(found.accounts), found.dismissed]).toEqual([
    'shared-address',
    keys,
    null,
  ]);
  const accounts = found.accounts.map(String);
  await kit.organise('/surveillance/dismiss', { test: found.test, accounts, note: 'one room' });
  expect(await kit.organise('/surveillance')).toMatchObject({
    flagged: 0,
    findings: [{ flagged: true, dismissed: { note: 'one room', actor: 'ann' } }],
  });
  await kit.organise('/surveillance/restore', { test: found.test, accounts });
  expect(await kit.organise('/surveillance')).toMatchObject({ flagged: 1 });
  const put = { test: found.test, accounts: [1, 2, 3], note: '', actor: '', at: millis(0) };
  expect(findDismissal([put], { test: found.test, accounts: [1, 3] })).toBe(put);
  expect(findDismissal([put], { test: found.test, accounts: [1, 2, 3, 4] })).toBeUndefined();
});

test('[ARENA-5] a team is told what it has shown and which logs it owes', async () => {
  await kit.openSeason({ requiresAiLog: true });
  const team = await kit.enlist('Foxes');
  const look = async () =>
    (await kit.send(`/competition/registrations/${team.id}`, { token: team.token })).json;
  expect((await look()).qualification.map(({ at }: { at: number | null }) => at)).toEqual(
    new Array(5).fill(null),
  );
  await team.call('/account/assets');
  expect((await look()).qualification[1]).toEqual({
    step: 'assets',
    at: expect.any(Number),
    evidence: `GET /capi/v2/account/assets from ${team.address}`,
  });
  await kit.startSeason();
  const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
  await kit.pass(120_000);
  const { order_id: order } = JSON.parse(JSON.stringify(placed.body));
  const orders = [{ account: team.account, order, placedAt: expect.any(Number), loggedAt: null }];
  expect((await look()).aiLogs).toEqual({ required: true, missing: 1, orders });
});
