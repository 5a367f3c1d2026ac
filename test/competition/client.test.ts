import { Value } from 'typebox/value';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { COMPETITION_ENDPOINTS } from '../../src/wire/competition/document.ts';
import { HOUR, openSeasonKit } from './season-kit.ts';

test('[CLT-2] every endpoint of a competition is a typed call too', async () => {
  const kit = await openSeasonKit();
  onTestFinished(() => kit.close());
  await kit.openSeason();
  const { competition } = createClient({ baseUrl: kit.demo.baseUrl });
  const application = {
    contact: 'ann@example.org',
    addresses: ['10.1.0.1'],
    strategy: 'to win',
  };
  const register = (team: string) =>
    competition.register({ ...application, team, members: [team] });
  const owls = await register('Careful Owls');
  const foxes = await register('Foxes');
  const ours = { id: owls.registrationId, claimToken: owls.claimToken };
  const theirs = { id: foxes.registrationId, claimToken: foxes.claimToken };
  await kit.organise(`/registrations/${ours.id}/approve`, {});
  const answers = new Map<string, unknown>([
    ['competitionRegister', owls],
    ['competitionRegistration', await competition.registration(ours)],
    ['competitionClaim', await competition.claim(ours)],
    ['competitionWithdraw', await competition.withdraw(theirs)],
  ]);
  await kit.startSeason();
  await kit.pass(HOUR);
  const team = 'Careful Owls';
  answers.set('competitionSeason', await competition.season());
  answers.set('competitionNow', await competition.now());
  answers.set('competitionRules', await competition.rules());
  answers.set('competitionBoard', await competition.board());
  answers.set('competitionCurves', await competition.curves({ top: 5, points: 20 }));
  answers.set('competitionTeam', await competition.team({ team }));
  answers.set('competitionEquity', await competition.equity({ team, season: 1 }));
  answers.set('competitionDecisions', await competition.decisions({ team, limit: 5 }));
  for (const { id, response } of COMPETITION_ENDPOINTS)
    expect(Value.Errors(response, answers.get(id)), id).toEqual([]);
  await expect(competition.registration({ ...ours, claimToken: 'guess' })).rejects.toMatchObject({
    code: '404',
    status: 404,
  });
});
