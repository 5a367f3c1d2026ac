/** A season through the verbs of the command line, against real doors. */
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SEASON_VERBS } from '../../src/cli/competition/season-verbs.ts';
import { TEAM_VERBS } from '../../src/cli/competition/team-verbs.ts';
import { tellAnswer, verbName } from '../../src/cli/operate/run-verbs.ts';
import { ENTRANTS_MAX } from '../../src/domain/limits.ts';
import { createAskAdmin } from '../../src/gateway/admin/admin-client.ts';
import { parseFlags } from '../../src/terminal/flags.ts';
import { EXIT } from '../../src/terminal/output.ts';
import { createProgress } from '../../src/terminal/progress.ts';
import { BEGIN, openSeasonKit, type SeasonKit } from './season-kit.ts';

let kit: SeasonKit;
beforeEach(async () => {
  kit = await openSeasonKit();
});
afterEach(() => kit.close());

const FLAGS = {
  values: [
    ...['name', 'start', 'end', 'reason', 'team', 'step', 'limit', 'state', 'account', 'delay'],
    ...['find', 'sort', 'teams', 'per-address', 'claims', 'test', 'accounts', 'note', 'idle'],
  ],
  switches: ['all', 'closed', 'now', 'missing', 'json', 'csv', 'descending'],
};

async function verb(line: string): Promise<string> {
  const [name = '', ...args] = line.split(' ').map((word) => word.replaceAll('_', ' '));
  const known = [...SEASON_VERBS, ...TEAM_VERBS].find((each) => verbName(each) === name);
  const flags = parseFlags(args, FLAGS);
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
  return 'fault' in told ? `FAULT ${told.code} ${told.fault}` : told.lines.join('\n');
}

test('[ORG-11] a season from its creation to its close, each verb in words', async () => {
  expect(await verb('show')).toBe('FAULT 1 there is no season yet');
  const created = await verb('create --name Cup --start +1h --end +2h');
  expect(created).toMatch(/^Season 1, "Cup", is created\.\n {2}starts .* UTC, in 1h\n/);
  expect(created).toContain('1000 USDT (1000 USDT to test with), leverage up to 20');
  expect(created).toMatch(/\nNext: let teams register: npx perpetua competition open$/);
  expect(await verb('open')).toMatch(/^Season 1, "Cup", takes registrations now; 0 of 5000 places/);
  const [foxes, owls] = [await kit.register('Foxes'), await kit.register('飞狐队')];
  expect(await verb('registrations')).toMatch(/Foxes.*registered[\s\S]*飞狐队.*registered/);
  expect(await verb('show')).toContain('Next: approve the 2 that wait: npx perpetua competition');
  expect(await verb(`reject ${owls.id}`)).toBe('FAULT 2 reject needs --reason');
  expect(await verb('reject')).toBe('FAULT 2 reject needs --reason');
  expect(await verb(`reject ${owls.id} --reason no_answer`)).toBe('飞狐队 is rejected.');
  expect(await verb('approve --all')).toMatch(/^1 team is approved\.\nNext: see who can trade: /);
  expect(await verb(`approve ${foxes.id}`)).toMatch(/^FAULT 1 .*the registration is approved/);
  expect(await verb(`issue ${foxes.id}`)).toMatch(/^New credentials of Foxes.*\n[\s\S]*secretKey/);
  expect(await verb('qualification')).toMatch(/Foxes +false +order, assets/);
  expect(await verb('rules --delay 5m')).toMatch(/leaderboard +5m late/);
  expect(await verb('start')).toMatch(/^FAULT 1 The season is enrolling; this needs one that is/);
  const reset = await verb('reset');
  expect(reset).toMatch(/1 account with 1000 USDT each, all clean, and no money was made or lost/);
  expect(reset).toMatch(/\nNext: it starts by itself .*: npx perpetua competition start --now$/);
  expect(await verb('start')).toMatch(/^FAULT 1 It is too early/);
  expect(await verb('start --now')).toMatch(
    /^Season 1, "Cup", has begun with 1 team, at [\s\S]*Next: watch it: .*standings\n/,
  );
  expect(await verb('standings')).toMatch(/1 +Foxes/);
  expect(await verb('surveillance')).toBe('Nothing looks odd.');
  expect(await verb('sanction --team foxes --step freeze')).toBe('FAULT 2 sanction needs --reason');
  expect(await verb('sanction --team foxes --step freeze --reason review')).toMatch(
    /^foxes \(account \d+\) is frozen: it keeps its positions .*\nPublished with it: "review"$/,
  );
  expect(await verb('sanctions')).toMatch(/freeze +ann +review/);
  expect(await verb('ai-logs --missing')).toMatch(/Foxes +0/);
  expect(await verb('end')).toMatch(/^FAULT 1 It is too early/);
  expect(await verb('end --reason enough')).toMatch(
    /has ended, at .* UTC; its orders are canceled\.\nNext: review it: /,
  );
  expect(await verb('close')).toMatch(
    /is closed: its result is final\.\nNext: publish the result: .* publish --out result$/,
  );
  const audit = await verb('audit --limit 3');
  expect(audit).toMatch(/ann +made the result final +done/);
  expect(audit).toMatch(/more follow: add --after \d+$/);
  expect(kit.demo.venue.read.season.current()?.rules.startAt).toBeLessThan(BEGIN + 3_600_000);
});

test('[CLI-25] a refusal is in words, a venue that is not there is another kind', async () => {
  const refused = await verb('start');
  expect(refused).not.toMatch(/[A-Z]_[A-Z]/);
  const nowhere = createAskAdmin({ address: 'http://127.0.0.1:1', token: '' });
  expect(tellAnswer(await nowhere('GET', '/time'), () => [])).toEqual({
    fault: 'nothing answers at http://127.0.0.1:1: is the venue running?',
    code: EXIT.absent,
  });
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
  await expect(kit.register('Owls')).rejects.toThrow(`all ${ENTRANTS_MAX} places are taken`);
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
    expect(venue.read.account.get(account)).toMatchObject({ status: 'closed', wallet: 0 });
    const again = await kit.enlist('Foxes');
    expect(again.account).not.toBe(account);
  },
);

test('[ORG-15] lists come and go as files of a spreadsheet; findings are dismissed', async () => {
  await verb('create --name Cup --start +1h --end +2h --idle ranked');
  expect(await verb('show')).toMatch(/never traded +ranked like the others/);
  expect(await verb('open --teams 2 --per-address 9')).toContain('0 of 2 places are taken, 0 wait');
  const [file, claims] = [join(kit.folder, 'teams.csv'), join(kit.folder, 'claims.csv')];
  const lines = ['Owls,Ann;Bob', '飞狐队,王', 'Late,Zoe'].map((row) => `${row},x@y,127.0.0.1,win`);
  writeFileSync(file, ['team,members,contact,addresses,strategy', ...lines].join('\r\n'));
  expect(await verb(`import ${file}`)).toBe(
    'FAULT 2 import needs --claims with the name of a new file: claims are shown once',
  );
  const imported = await verb(`import ${file} --claims ${claims}`);
  expect(imported).toMatch(
    /^2 of 3 teams are entered\.\nNot entered: Late: all 2 places are taken/,
  );
  expect(statSync(claims).mode & 0o077).toBe(0);
  expect(readFileSync(claims, 'utf8')).toMatch(/^team,contact,claim,link\r\nOwls,x@y,.*my-team#/);
  await verb('approve --all');
  const teams = await verb('registrations --csv');
  expect(teams.split('\r\n').map((line) => line.split(',').slice(0, 3))).toEqual([
    ['team', 'state', 'members'],
    ['Owls', 'approved', 'Ann; Bob'],
    ['飞狐队', 'approved', '王'],
  ]);
  expect(await verb('registrations --find 王 --sort team --descending')).not.toContain('Owls');
  expect(await verb('qualification --csv')).toMatch(/^team,account,qualified,missing,order_utc/);
  expect(await verb('standings --csv')).toMatch(/^rank,team,account,podium,idle/);
  expect(await verb('audit --find approved_飞狐队 --csv')).toMatch(
    /,approved 飞狐队,,done,[^\n]*$/,
  );
  expect(await verb('audit --find places')).toMatch(
    /entered Late +refused: all 2 places are taken/,
  );
  expect(await verb('surveillance')).toBe('Nothing looks odd.');
  const about = '--test copying --accounts 1001,1002';
  expect(await verb(`dismiss ${about}`)).toBe('FAULT 2 dismiss needs --note');
  expect(await verb(`dismiss ${about} --note same_room`)).toMatch(/1001, 1002 is dismissed\.$/);
  expect(await verb(`restore ${about}`)).toMatch(/is open again\.$/);
});
