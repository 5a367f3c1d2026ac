/** A season through the verbs of the command line, against real doors. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEASON_VERBS } from '../../src/cli/competition/season-verbs.ts';
import { TEAM_VERBS } from '../../src/cli/competition/team-verbs.ts';
import { ENTRANTS_MAX } from '../../src/domain/limits.ts';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { parseFlags } from '../../src/terminal/flags.ts';
import { BEGIN, openSeasonKit, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const FLAGS = {
  values: ['name', 'start', 'end', 'reason', 'team', 'step', 'limit', 'state', 'account', 'delay'],
  switches: ['all', 'closed', 'now', 'missing', 'json'],
};

async function verb(line: string): Promise<string> {
  const [name = '', ...args] = line.split(' ').map((word) => word.replaceAll('_', ' '));
  const known = [...SEASON_VERBS, ...TEAM_VERBS].find((each) => each.name === name);
  const flags = parseFlags(args, FLAGS);
  if (known === undefined || typeof flags === 'string') throw new Error(line);
  const ask = createAskAdmin(kit.demo.admin, 'ann');
  const told = await known.run({ ask, flags, now: async () => kit.demo.now() });
  return 'fault' in told ? `FAULT ${told.fault}` : told.lines.join('\n');
}

test('[ORG-11] a season from its creation to its close', async () => {
  expect(await verb('show')).toContain('FAULT');
  expect(await verb('create --name Cup --start +1h --end +2h')).toMatch(/phase +enrolling/);
  expect(await verb('open')).toMatch(/registrationOpen +true/);
  const [foxes, owls] = [await kit.register('Foxes'), await kit.register('Owls')];
  expect(await verb('registrations')).toMatch(/Foxes.*registered[\s\S]*Owls.*registered/);
  expect(await verb(`reject ${owls.id}`)).toBe('FAULT reject needs --reason');
  expect(await verb(`reject ${owls.id} --reason no_answer`)).toMatch(/state +rejected/);
  expect(await verb('approve --all')).toBe('1 approved');
  expect(await verb(`approve ${foxes.id}`)).toContain('FAULT');
  expect(await verb(`issue ${foxes.id}`)).toMatch(/secretKey +[0-9a-f]{64}/);
  expect(await verb('qualification')).toMatch(/Foxes +false +order, assets/);
  expect(await verb('rules --delay 5m')).toMatch(/leaderboardDelayMillis +300000/);
  expect(await verb('start')).toContain('FAULT');
  expect(await verb('reset')).toContain('1 accounts x 1000.00000000, all clean, money conserved');
  expect(await verb('start')).toContain('too early');
  expect(await verb('start --now')).toMatch(/phase +active/);
  expect(await verb('standings')).toMatch(/1 +Foxes/);
  expect(await verb('surveillance')).toBe('none');
  expect(await verb('sanction --team foxes --step freeze')).toBe('FAULT needs --reason');
  expect(await verb('sanction --team foxes --step freeze --reason review')).toMatch(/frozen/);
  expect(await verb('sanctions')).toMatch(/freeze +ann +review/);
  expect(await verb('ai-logs --missing')).toMatch(/Foxes +0/);
  expect(await verb('end')).toContain('too early');
  expect(await verb('end --reason enough')).toMatch(/phase +ended/);
  expect(await verb('close')).toMatch(/phase +closed/);
  const audit = await verb('audit --limit 3');
  expect(audit).toMatch(/ann +\/competition\/close/);
  expect(audit).toMatch(/more follow: add --after \d+$/);
  expect(kit.demo.venue.read.season.current()?.rules.startAt).toBeLessThan(BEGIN + 3_600_000);
});

test('[REG-4] no more registrations wait than a season takes teams', async () => {
  await kit.openSeason();
  const database = new DatabaseSync(join(kit.folder, 'competition.sqlite'));
  database
    .prepare(
      `WITH RECURSIVE places(place) AS
        (SELECT 1 UNION ALL SELECT place + 1 FROM places WHERE place < ?)
      INSERT INTO registrations (id, season, team, team_key, members, contact, addresses,
        strategy, state, reason, claim_hash, created_at)
      SELECT 'id' || place, 1, place, place, '[]', '', '[]', '', 'registered', '', '', 0
      FROM places`,
    )
    .run(ENTRANTS_MAX - 1);
  await kit.register('Foxes');
  await expect(kit.register('Owls')).rejects.toThrow(`${ENTRANTS_MAX} registrations wait`);
  database.exec("UPDATE registrations SET state = 'rejected' WHERE id = 'id1'");
  database.close();
  await kit.register('Owls');
});

test.each(['reject', 'withdraw'])(
  '[REG-5] to %s what an approval left half-done takes its account out again',
  async (verbName) => {
    await kit.openSeason();
    const { id } = await kit.register('Foxes');
    // The approval came so far, and then the process ended.
    const { venue } = kit.demo;
    await venue.submit({ kind: 'enrol-team', season: 1, team: 'Foxes' });
    const { account } = venue.read.season.entrants()[0]!;
    await kit.organise(`/registrations/${id}/${verbName}`, { reason: 'changed our minds' });
    expect(venue.read.season.entrants()).toHaveLength(0);
    expect(venue.read.account.get(account)).toMatchObject({ status: 'closed', wallet: 0n });
    const again = await kit.enlist('Foxes');
    expect(again.account).not.toBe(account);
  },
);
