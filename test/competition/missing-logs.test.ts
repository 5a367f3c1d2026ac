/** Orders without a log: what the report names, what it counts, and what a restart makes of it. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { recallDuty } from '../../src/assembly/open-competition.ts';
import { TEAM_VERBS } from '../../src/cli/competition/team-verbs.ts';
import { verbName } from '../../src/cli/operate/run-verbs.ts';
import type { PlaceOrder, PlaceTrigger } from '../../src/domain/command.ts';
import { accountId, contractId } from '../../src/domain/ids.ts';
import { lots, millis, ticks } from '../../src/domain/units.ts';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { openAiLogFile } from '../../src/gateway/ai-logs.ts';
import { createAiDuty, MISSING_KEPT } from '../../src/gateway/competition/ai-duty.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { parseFlags } from '../../src/terminal/flags.ts';
import { createProgress } from '../../src/terminal/progress.ts';
import { HOUR, openSeasonKit, orderBody, type SeasonKit, type Team } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const LOG = { stage: 'decision', model: 'm-1', input: {}, output: {}, explanation: 'up' };

/** Far below the market: it rests, or ends at once. */
const farOrder = (account: number, timeInForce: PlaceOrder['timeInForce']): PlaceOrder => ({
  kind: 'place-order',
  account: accountId(account),
  contract: contractId(0),
  positionSide: 'long',
  effect: 'open',
  size: lots(1),
  price: ticks(1_000),
  timeInForce,
  clientOrderId: null,
  takeProfit: null,
  stopLoss: null,
  marginMode: null,
});

const plan = (account: number, triggerPrice: number): PlaceTrigger => ({
  kind: 'place-trigger',
  account: accountId(account),
  contract: contractId(0),
  purpose: 'plan',
  positionSide: 'long',
  effect: 'open',
  size: lots(1),
  triggerPrice: ticks(triggerPrice),
  triggerSource: 'last',
  price: ticks(1_000),
  clientOrderId: null,
  marginMode: null,
});

/** Those that end at once, those that rest, those that wait for a price. */
async function placeMany(account: number, ending: number): Promise<void> {
  const commands = [
    plan(account, 2_000_000),
    farOrder(account, 'normal'),
    ...Array.from({ length: ending }, () => farOrder(account, 'ioc')),
    farOrder(account, 'normal'),
    plan(account, 2_000_000),
  ];
  await kit.demo.venue.submit({ kind: 'batch', commands });
}

const reported = (team: Team) =>
  kit.organise(`/ai-logs/missing?account=${team.account}&limit=${MISSING_KEPT}`);

/** What a venue that starts now would report. */
async function recalled(team: Team) {
  const { venue } = kit.demo;
  const logs = await openAiLogFile(dataFilesOf(kit.folder).aiLogs);
  const duty = createAiDuty(() => true);
  await recallDuty(venue, duty, logs);
  await logs.close();
  const { rows, older } = duty.missing(accountId(team.account), millis(kit.demo.now()));
  return { rows, older };
}

async function verb(line: string): Promise<string> {
  const known = TEAM_VERBS.find((known) => verbName(known) === 'ai-logs');
  const flags = parseFlags(line.split(' '), { values: ['account'], switches: ['missing'] });
  if (known === undefined || typeof flags === 'string') throw new Error(line);
  const ask = createAskAdmin(kit.demo.admin, 'ann');
  const told = await known.run({
    ask,
    flags,
    now: async () => kit.demo.now(),
    command: (words) => `npx perpetua ${words}`,
    progress: createProgress({ err: () => {} }),
    baseUrl: kit.demo.baseUrl,
  });
  return 'fault' in told ? `FAULT ${told.fault}` : told.lines.join('\n');
}

const upload = async (team: Team, order: number): Promise<void> => {
  const { status } = await team.call('/order/uploadAiLog', '', { ...LOG, orderId: `${order}` });
  expect(status).toBe(200);
};

const trade = async (team: Team, type: '1' | '3'): Promise<number> => {
  const placed = await team.call('/order/placeOrder', '', orderBody(type, '0.0001'));
  expect(placed.status).toBe(200);
  return Number(JSON.parse(JSON.stringify(placed.body)).order_id);
};

test('[AIL-2] the newest are named, the others counted, by answer and verb', async () => {
  await kit.openSeason({ requiresAiLog: true });
  const team = await kit.enlist('Foxes');
  await kit.startSeason();
  for (let round = 0; round < 4; round += 1) {
    await placeMany(team.account, MISSING_KEPT);
    await kit.pass(61_000);
  }
  const late = (await reported(team)).rows.at(-2).order;
  await upload(team, late);
  const placed = 4 * (MISSING_KEPT + 4);
  const answer = await reported(team);
  expect(answer).toMatchObject({ total: MISSING_KEPT, older: placed - MISSING_KEPT });
  expect(answer.rows.at(-2)).toMatchObject({ order: late, loggedAt: expect.any(Number) });
  expect((await kit.organise('/ai-logs/missing')).rows).toMatchObject([{ missing: placed }]);
  const told = await verb(`--missing --account ${team.account}`);
  expect(told).toMatch(new RegExp(`^${placed - MISSING_KEPT} older orders without a log`));
  expect(await recalled(team)).toEqual({ rows: answer.rows, older: answer.older });
});

test('[AIL-2] a restart changes nothing, in whatever phase it comes', async () => {
  await kit.openSeason({ requiresAiLog: true });
  const team = await kit.enlist('Foxes');
  const account = accountId(team.account);
  await kit.startSeason();
  const agree = async (count: number): Promise<void> => {
    const { rows, older } = await reported(team);
    expect(rows.length).toBe(count);
    expect(await recalled(team)).toEqual({ rows, older });
  };
  const [inTime, late] = [await trade(team, '1'), await trade(team, '1')];
  await upload(team, inTime);
  await placeMany(team.account, 3);
  await agree(0);
  await kit.pass(61_000);
  await upload(team, late);
  await agree(8);
  for (const scope of ['working', 'untriggered'] as const)
    await kit.demo.venue.submit({ kind: 'cancel-all-orders', account, contract: null, scope });
  await agree(8);
  await kit.pass(3 * HOUR);
  expect(kit.demo.venue.read.season.current()?.phase).toBe('ended');
  // Closing is free after the end, and no decision of the season.
  await trade(team, '3');
  await kit.pass(61_000);
  await agree(8);
  await kit.organise('/close', {});
  await agree(8);
});
