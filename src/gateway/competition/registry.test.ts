import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { accountId } from '../../domain/ids.ts';
import { millis } from '../../domain/units.ts';
import { openRegistry } from './registry.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'perpetua-'));
  path = join(folder, 'competition.sqlite');
});
afterEach(() => rmSync(folder, { recursive: true }));

const FOXES = {
  team: 'Foxes',
  members: ['Ann'],
  contact: 'ann@example.org',
  addresses: ['10.0.0.1'],
  strategy: 'to win',
};
const NOW = millis(1_000);

test('[REG-8] what was acknowledged is there after a restart, for its owner only', () => {
  const first = openRegistry(path);
  first.registrations.setOpen(1, true);
  const added = first.registrations.add(1, FOXES, NOW);
  if ('taken' in added) throw new Error('nobody is registered yet');
  const issued = { account: accountId(1_009), apiKey: 'perp_1' };
  first.registrations.approve(added.id, issued, NOW);
  first.qualifications.note(accountId(1_009), { step: 'assets', at: NOW, evidence: 'GET' });
  first.qualifications.note(accountId(1_009), { step: 'assets', at: millis(2), evidence: 'two' });
  first.audit.begin({
    at: NOW,
    role: 'organiser',
    actor: 'ann',
    action: '/x',
    about: '',
    reason: '',
  });
  first.close();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const again = openRegistry(path);
  expect(again.registrations.isOpen(1)).toBe(true);
  expect(again.registrations.isOpen(2)).toBe(false);
  expect(again.registrations.find(added.id)).toMatchObject({ ...FOXES, state: 'approved' });
  expect(again.registrations.findByAccount(accountId(1_009))?.id).toBe(added.id);
  expect(again.registrations.isClaimant(added.id, added.claimToken)).toBe(true);
  expect(again.registrations.isClaimant(added.id, '')).toBe(false);
  expect(again.qualifications.of(accountId(1_009))).toEqual([
    { step: 'assets', at: NOW, evidence: 'GET' },
  ]);
  // Whoever was killed in the middle of a change finds it begun.
  expect(again.audit.list({ find: '', isOldestFirst: false, after: 0, limit: 9 })).toMatchObject([
    { actor: 'ann', outcome: 'begun' },
  ]);
  again.close();
});

test('[REG-3] a name is taken within its season only', () => {
  const { registrations, close } = openRegistry(null);
  registrations.add(1, FOXES, NOW);
  const other = { ...FOXES, team: 'Owls', members: ['Bob', 'ANN'] };
  expect(registrations.add(1, other, NOW)).toEqual({ taken: 'members', name: 'ANN' });
  expect(registrations.add(2, FOXES, NOW)).toHaveProperty('claimToken');
  expect(registrations.countByState(1)).toMatchObject({ registered: 1, approved: 0 });
  close();
});

test('[REG-8] a file of something else, or of another form, stops the start and is named', () => {
  writeFileSync(path, 'no database at all, but long enough to look at it twice');
  expect(() => openRegistry(path)).toThrow(`${path} cannot be used: file is not a database`);
  expect(() => openRegistry(path)).toThrow('Without a copy move it away');
  rmSync(path);
  const foreign = new DatabaseSync(path);
  foreign.exec('CREATE TABLE other (x)');
  foreign.close();
  expect(() => openRegistry(path)).toThrow('a database of something else');
  rmSync(path, { force: true });
  openRegistry(path).close();
  const newer = new DatabaseSync(path);
  newer.exec('PRAGMA user_version = 9');
  newer.close();
  expect(() => openRegistry(path)).toThrow('has form 9');
});
