/** Reasons that the rules show to everyone: as late as the leaderboard, and to nobody before. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSeasonKit, orderBody, type SeasonKit, type Team } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const DELAY = 300_000;
const WORDS = 'Foxes smell rain';
const LOG = { stage: 'decide', model: 'fox-1', input: { secretInput: 1 }, output: { plan: 2 } };

async function logged(team: Team, changes: object, explanation = WORDS): Promise<string> {
  const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0123', changes));
  const { order_id: orderId } = JSON.parse(JSON.stringify(placed.body));
  const { status } = await team.call('/order/uploadAiLog', '', { ...LOG, orderId, explanation });
  expect(status).toBe(200);
  return orderId;
}

const shown = async (query = '') => (await kit.send(`/competition/decisions?${query}`)).json;

async function begin(rules: object) {
  await kit.openSeason({ leaderboardDelayMillis: DELAY, ...rules });
  const foxes = await kit.enlist('Foxes');
  const owls = await kit.enlist('Owls');
  await kit.startSeason();
  await kit.pass(60_000);
  return { foxes, owls };
}

test('[AIL-3] a reason is shown beside its order once the leaderboard gets there', async () => {
  const { foxes } = await begin({ showsReasons: true });
  const resting = await logged(foxes, { match_price: '0', price: '80000.0' });
  const taken = await logged(foxes, {}, 'Buy what falls');
  for (let minute = 0; minute < 7; minute += 1) await kit.pass(60_000);
  const { decisions, shownAt } = await shown('team=Foxes');
  expect(shownAt).toBeLessThanOrEqual(kit.demo.now() - DELAY);
  expect(decisions).toMatchObject([
    {
      ...{ team: 'Foxes', model: 'fox-1', stage: 'decide', reason: 'Buy what falls' },
      order: { id: taken, action: 'open-long', size: '0.0123', status: 'filled', filled: '0.0123' },
    },
    { reason: WORDS, order: { id: resting, price: '80000.0', status: 'working', fills: [] } },
  ]);
  expect(decisions[0].order.fills.length).toBeGreaterThan(0);
  // What the model was given and answered stays between the team and the organiser.
  expect(JSON.stringify(decisions)).not.toMatch(/secretInput|plan/);

  // What happens to an order meanwhile is not told before its time either.
  const { status } = await foxes.call('/order/cancel_order', '', { orderId: resting });
  expect(status).toBe(200);
  const soon = (await shown('team=Foxes')).decisions[1].order;
  expect(soon).toMatchObject({ status: 'working', price: null, size: null });
  for (let minute = 0; minute < 7; minute += 1) await kit.pass(60_000);
  const later = (await shown('team=Foxes&limit=2')).decisions[1].order;
  expect(later).toMatchObject({ status: 'canceled', price: '80000.0', filled: '0.0000' });
  // Whoever goes back in time sees what was so then.
  const then = await shown(`team=Foxes&until=${shownAt}`);
  expect(then).toMatchObject({ shownAt, decisions: [{}, { order: { status: 'working' } }] });
  const [{ at }] = decisions;
  expect((await shown(`until=${at - 1}`)).decisions).toEqual([]);
  expect((await shown(`until=${Number.MAX_SAFE_INTEGER}`)).shownAt).toBeGreaterThan(shownAt);
  expect((await kit.send('/competition/decisions?until=soon')).status).toBe(400);
  expect((await shown('team=Owls')).decisions).toEqual([]);
  expect((await shown('limit=1')).decisions).toHaveLength(1);
  for (const limit of ['0', '201', 'x', '1.5'])
    expect((await kit.send(`/competition/decisions?limit=${limit}`)).status, limit).toBe(400);
});

test('[AIL-3] nobody reads a reason before that, by any path or token', async () => {
  const { foxes, owls } = await begin({ showsReasons: true });
  const orderId = await logged(foxes, { match_price: '0', price: '80000.0' });
  await kit.pass(120_000);
  const paths = [
    '/competition/decisions',
    '/competition/decisions?team=Foxes&limit=200',
    '/competition/decisions?season=1&team=Foxes',
    `/competition/decisions?team=Foxes&until=${Number.MAX_SAFE_INTEGER}`,
    `/competition/decisions?shownAt=${kit.demo.now()}&now=${kit.demo.now()}`,
    '/competition/teams/Foxes',
    '/competition/leaderboard',
    `/competition/ai-logs?account=${foxes.account}`,
  ];
  for (const path of paths)
    for (const token of [undefined, owls.token, owls.access.secretKey]) {
      const { json } = await kit.send(path, token === undefined ? {} : { token });
      // An id has few digits, and the time of an answer many: it is looked for as it would be told.
      for (const secret of [WORDS, 'fox-1', `"${orderId}"`, `:${orderId},`])
        expect(JSON.stringify(json), path).not.toContain(secret);
    }
});

test('[AIL-3] the last hours stay untold while the leaderboard is frozen', async () => {
  const { foxes } = await begin({ showsReasons: true, leaderboardFreezeMillis: 6_000_000 });
  for (let round = 0; round < 3; round += 1) await kit.pass(600_000);
  await logged(foxes, {});
  await kit.pass(2 * DELAY);
  expect(JSON.stringify(await shown())).not.toContain(WORDS);
  await kit.pass(7_200_000);
  await kit.organise('/close', {});
  expect((await shown()).decisions).toMatchObject([{ reason: WORDS, order: { filled: '0.0123' } }]);
});

test('[AIL-3] where the rules do not say so, reasons are the organiser’s alone', async () => {
  const { foxes } = await begin({});
  await logged(foxes, {});
  for (let round = 0; round < 4; round += 1) await kit.pass(DELAY);
  expect(await shown()).toMatchObject({ shownAt: null, decisions: [] });
  await kit.pass(7_200_000);
  expect(JSON.stringify(await shown('season=1'))).not.toContain(WORDS);
  expect((await kit.organise('/ai-logs')).rows).toMatchObject([{ explanation: WORDS }]);
});
