/** A season from its first registration to its end, through whatever door the kit has. */
import { expect } from 'vitest';
import { HOUR, openSeasonKit, orderBody } from './season-kit.ts';

export async function playSeason(): Promise<void> {
  const kit = await openSeasonKit();
  await kit.openSeason({ requiresAiLog: true });
  const [team, other] = [await kit.enlist('Foxes'), await kit.enlist('Owls')];
  await team.call('/account/assets');
  await kit.send('/capi/v2/market/ticker?symbol=cmt_btcusdt', { from: team.address });
  await team.call('/order/placeOrder', '', orderBody('1', '0.0001'));
  await team.call('/order/fills', 'symbol=cmt_btcusdt');
  const { rows: qualified } = await kit.organise('/qualification');
  expect(qualified[0]).toMatchObject({ team: 'Foxes', missing: ['leverage'] });

  await kit.startSeason();
  const placed = await team.call('/order/placeOrder', '', orderBody('1', '0.0100'));
  const { order_id: orderId } = JSON.parse(JSON.stringify(placed.body));
  const log = { stage: 'decision', model: 'm-1', input: {}, output: {}, explanation: 'up' };
  expect(await team.call('/order/uploadAiLog', '', { ...log, orderId })).toMatchObject({
    status: 200,
  });
  expect((await other.call('/order/placeOrder', '', orderBody('3', '0.0100'))).status).toBe(400);
  expect((await kit.organise(`/ai-logs?account=${team.account}`)).rows).toHaveLength(1);

  await kit.pass(3 * HOUR);
  const { json: board } = await kit.send('/competition/leaderboard');
  expect(board.standings.map((row: { team: string }) => row.team).sort()).toEqual([
    'Foxes',
    'Owls',
  ]);
  const { json: season } = await kit.send('/competition');
  expect([season.phase, season.registrations.approved]).toEqual(['ended', 2]);
  await kit.close();
}
