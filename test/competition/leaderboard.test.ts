import { expect, onTestFinished, test } from 'vitest';
import { openSeasonKit } from './season-kit.ts';

test('[SCO-10] the leaderboard is that of the moment, however soon it is read again', async () => {
  const kit = await openSeasonKit();
  onTestFinished(kit.close);
  await kit.openSeason({ leaderboardDelayMillis: 0 });
  await kit.enlist('Foxes');
  await kit.enlist('Owls');
  await kit.startSeason();
  const look = async () => (await kit.send('/competition/leaderboard')).json;
  const moments: number[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    await kit.pass(60_000);
    const [first, again] = [await look(), await look()];
    expect(again).toEqual(first);
    moments.push(first.shownAt);
    expect((await kit.organise('/standings')).shownAt).toBe(first.shownAt);
  }
  expect(new Set(moments).size).toBe(3);
  await kit.organise('/sanctions', { team: 'Owls', step: 'disqualify', reason: 'wash' });
  expect((await look()).disqualified).toEqual([{ team: 'Owls', reason: 'wash' }]);
  const standings = (await kit.organise('/standings')).rows;
  expect(standings.map(({ rank }: { rank: number | null }) => rank)).toEqual([1, null]);
  await kit.organise('/end', { reason: 'enough' });
  expect(await look()).toMatchObject({ phase: 'ended', standings: [{ team: 'Foxes' }] });
  expect((await kit.organise('/standings')).phase).toBe('ended');
});
