/** What every home of the registry promises, and what replicas that share one see. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { accountId } from '../../src/domain/ids.ts';
import { millis } from '../../src/domain/units.ts';
import type { RegistrationPage } from '../../src/gateway/competition/registrations.ts';
import {
  openPostgresRegistry,
  openSqliteRegistry,
  type Registry,
} from '../../src/gateway/competition/registry.ts';
import { freshDatabase, freshRecords, hasPostgres } from '../kit/postgres.ts';

interface Home {
  readonly home: string;
  readonly isShared: boolean;
  /** Each call of what it returns opens the same registry once more. */
  readonly make: () => Promise<() => Promise<Registry>>;
}

const HOMES: readonly Home[] = [
  {
    home: 'sqlite',
    isShared: false,
    make: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'perpetua-'));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      return async () => {
        const registry = openSqliteRegistry(join(folder, 'competition.sqlite'));
        onTestFinished(registry.close);
        return registry;
      };
    },
  },
  ...(hasPostgres ? [{ home: 'postgres', isShared: true, make: makePostgres }] : []),
];

async function makePostgres() {
  const url = await freshDatabase();
  return async () => openPostgresRegistry(await freshRecords(url));
}

const FOXES = {
  team: 'Foxes',
  members: ['Ann'],
  contact: 'ann@example.org',
  addresses: ['10.0.0.1'],
  strategy: 'to win',
};
const NOW = millis(1_000);

const EVERYONE: RegistrationPage = {
  season: 1,
  state: null,
  find: '',
  isPeopleSearched: true,
  sort: 'applied',
  descending: false,
  after: 0,
  limit: 100,
};

const NOTE = { at: NOW, role: 'organiser', actor: 'ann', action: '/x', about: '', reason: '' };

async function add({ registrations }: Registry, application = FOXES, season = 1) {
  const added = await registrations.add(season, application, NOW);
  if (!('id' in added)) throw new Error(JSON.stringify(added));
  return added;
}

test.each(HOMES)(
  '[REG-8] [REC-7] what was acknowledged is there after a restart ($home)',
  async ({ make }) => {
    const open = await make();
    const first = await open();
    expect(await first.isUnused()).toBe(true);
    await first.registrations.setOpen(1, true);
    await first.registrations.setLimits(1, { teams: 9, perAddress: 3 });
    const added = await add(first);
    const issued = { account: accountId(1_009), apiKey: 'perp_1' };
    expect(await first.registrations.approve(added.id, issued, NOW)).toBe(true);
    expect(await first.registrations.approve(added.id, issued, NOW)).toBe(false);
    const shown = { step: 'assets', at: NOW, evidence: 'GET' } as const;
    await first.qualifications.note(accountId(1_009), shown);
    await first.qualifications.note(accountId(1_009), { ...shown, at: millis(2), evidence: 'two' });
    await first.audit.begin(NOTE);
    first.close();
    const again = await open();
    expect(await again.isUnused()).toBe(false);
    expect(await again.registrations.isOpen(1)).toBe(true);
    expect(await again.registrations.isOpen(2)).toBe(false);
    expect(await again.registrations.limits(1)).toEqual({ teams: 9, perAddress: 3 });
    expect(await again.registrations.find(added.id)).toMatchObject({
      ...FOXES,
      ...issued,
      state: 'approved',
      createdAt: NOW,
      decidedAt: NOW,
      claimedAt: null,
    });
    expect((await again.registrations.findByAccount(accountId(1_009)))?.id).toBe(added.id);
    expect(await again.registrations.isClaimant(added.id, added.claimToken)).toBe(true);
    expect(await again.registrations.isClaimant(added.id, '')).toBe(false);
    expect(await again.qualifications.of(accountId(1_009))).toEqual([shown]);
    expect(await again.qualifications.all()).toEqual(new Map([[accountId(1_009), [shown]]]));
    // Whoever was killed in the middle of a change finds it begun.
    const page = { find: '', isOldestFirst: false, after: 0, limit: 9 };
    expect(await again.audit.list(page)).toMatchObject([{ actor: 'ann', outcome: 'begun' }]);
  },
);

test.each(HOMES)(
  '[REG-3] [REC-7] a name is taken within its season only ($home)',
  async ({ make }) => {
    const registry = await (await make())();
    const { registrations } = registry;
    const { id } = await add(registry);
    const other = { ...FOXES, team: 'Owls', members: ['Bob', 'ANN'] };
    expect(await registrations.add(1, other, NOW)).toEqual({ taken: 'members', name: 'ANN' });
    const same = { ...FOXES, team: 'FOXES', members: ['Eve'] };
    expect(await registrations.add(1, same, NOW)).toEqual({ taken: 'team', name: 'FOXES' });
    expect(await registrations.add(2, FOXES, NOW)).toHaveProperty('claimToken');
    expect(await registrations.countByState(1)).toMatchObject({ registered: 1, approved: 0 });
    await registrations.decline(id, { state: 'rejected', reason: 'no' }, NOW);
    expect(await registrations.find(id)).toMatchObject({ state: 'rejected', reason: 'no' });
    expect(await registrations.add(1, other, NOW)).toHaveProperty('claimToken');
  },
);

test.each(HOMES)(
  '[REG-4] [REC-7] no more are taken than there are places ($home)',
  async ({ make, isShared }) => {
    const open = await make();
    const registry = await open();
    const doors = [registry, isShared ? await open() : registry];
    await registry.registrations.setLimits(1, { teams: 5, perAddress: 200 });
    const applying = Array.from({ length: 12 }, (_, at) => {
      const application = { ...FOXES, team: `Team ${at >> 1}`, members: [`Member ${at}`] };
      return doors[at % 2]!.registrations.add(1, application, NOW);
    });
    const answers = await Promise.all(applying);
    expect(answers.filter((answer) => 'id' in answer)).toHaveLength(5);
    expect((await registry.registrations.list(EVERYONE)).total).toBe(5);
    const full = await registry.registrations.add(1, { ...FOXES, team: 'Late' }, NOW);
    expect(full).toEqual({ places: 5 });
  },
);

test.each(HOMES)(
  '[ORG-12] [REC-7] lists are sorted, searched and cut alike ($home)',
  async ({ make }) => {
    const registry = await (await make())();
    const { registrations } = registry;
    const teams = ['zeta', 'Éclair', 'alpha 100%', 'Beta_1', 'alpha'];
    const ids: string[] = [];
    for (const [at, team] of teams.entries()) {
      const people = { members: [`Person ${at}`], contact: `P${at}@Example.org` };
      ids.push((await add(registry, { ...FOXES, team, ...people })).id);
    }
    await registrations.approve(ids[1]!, { account: accountId(7), apiKey: 'a' }, NOW);
    await registrations.approve(ids[3]!, { account: accountId(5), apiKey: 'b' }, NOW);
    const listed = async (over: Partial<RegistrationPage>) =>
      (await registrations.list({ ...EVERYONE, ...over })).rows.map(({ team }) => team);
    expect(await listed({})).toEqual(teams);
    expect(await listed({ descending: true })).toEqual(teams.toReversed());
    const byName = ['alpha', 'alpha 100%', 'Beta_1', 'zeta', 'Éclair'];
    expect(await listed({ sort: 'team' })).toEqual(byName);
    const byAccount = ['zeta', 'alpha 100%', 'alpha', 'Beta_1', 'Éclair'];
    expect(await listed({ sort: 'account' })).toEqual(byAccount);
    expect(await listed({ sort: 'account', descending: true })).toEqual(byAccount.toReversed());
    expect(await listed({ state: 'approved' })).toEqual(['Éclair', 'Beta_1']);
    expect(await listed({ find: 'ALPHA' })).toEqual(['alpha 100%', 'alpha']);
    expect(await listed({ find: '0%' })).toEqual(['alpha 100%']);
    expect(await listed({ find: '_' })).toEqual(['Beta_1']);
    expect(await listed({ find: '!' })).toEqual([]);
    expect(await listed({ find: 'éclair' })).toEqual(['Éclair']);
    expect(await listed({ find: 'person 3' })).toEqual(['Beta_1']);
    expect(await listed({ find: 'p3@example' })).toEqual(['Beta_1']);
    expect(await listed({ find: 'person 3', isPeopleSearched: false })).toEqual([]);
    const page = await registrations.list({ ...EVERYONE, after: 2, limit: 2 });
    expect(page).toMatchObject({
      total: 5,
      next: 4,
      rows: [{ team: teams[2] }, { team: teams[3] }],
    });
  },
);

test.each(HOMES)(
  '[REG-6] [REC-7] credentials are collected once ($home)',
  async ({ make, isShared }) => {
    const open = await make();
    const here = await open();
    const there = isShared ? await open() : here;
    const { id } = await add(here);
    const claims = [here, there, here].map(({ registrations }) => registrations.claim(id, NOW));
    expect((await Promise.all(claims)).filter(Boolean)).toHaveLength(1);
    await here.registrations.unclaim(id);
    expect(await there.registrations.claim(id, NOW)).toBe(true);
  },
);

test.each(HOMES)(
  '[ORG-5] [REC-7] the audit log is read from either end ($home)',
  async ({ make }) => {
    const { audit } = await (await make())();
    for (let at = 0; at < 7; at += 1) {
      const finish = await audit.begin({ ...NOTE, about: `team=T${at}`, actor: `actor ${at % 2}` });
      await finish(at === 6 ? 'x'.repeat(999) : 'done');
    }
    const page = { find: '', isOldestFirst: false, after: 0, limit: 3 };
    const newest = await audit.list(page);
    expect(newest.map(({ about }) => about)).toEqual(['team=T6', 'team=T5', 'team=T4']);
    expect(newest[0]?.outcome).toBe('x'.repeat(300));
    const next = await audit.list({ ...page, after: newest[2]!.number });
    expect(next.map(({ about }) => about)).toEqual(['team=T3', 'team=T2', 'team=T1']);
    const oldest = await audit.list({ ...page, isOldestFirst: true, find: 'actor 1' });
    expect(oldest.map(({ about }) => about)).toEqual(['team=T1', 'team=T3', 'team=T5']);
  },
);

test.each(HOMES)(
  '[SUR-5] [REC-7] findings are dismissed and restored ($home)',
  async ({ make }) => {
    const { dismissals } = await (await make())();
    const dismissal = { test: 'mirror', accounts: [1, 2], note: 'brothers', actor: 'ann', at: NOW };
    await dismissals.add(1, dismissal);
    await dismissals.add(1, { ...dismissal, note: 'sisters' });
    await dismissals.add(1, { ...dismissal, accounts: [3], at: millis(2) });
    expect((await dismissals.list(1)).map(({ note }) => note)).toEqual(['brothers', 'sisters']);
    expect(await dismissals.remove(1, 'mirror', [1, 2])).toBe(true);
    expect(await dismissals.remove(1, 'mirror', [1, 2])).toBe(false);
    expect(await dismissals.list(2)).toEqual([]);
  },
);

test.runIf(hasPostgres)('[REC-7] a text that PostgreSQL cannot hold harms nothing', async () => {
  const registry = await (await makePostgres())();
  const { id } = await add(registry, { ...FOXES, strategy: 'to\0win \ud800' });
  expect(await registry.registrations.find(id)).toMatchObject({ strategy: 'to\ufffdwin \ufffd' });
});
