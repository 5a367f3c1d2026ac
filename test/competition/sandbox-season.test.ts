/** A season in a sandbox: its result says so, and how often venue time was changed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder, openSandbox, removeBegun } from '../time/sandbox.ts';
import {
  beginSeason,
  closeSeason,
  endSeason,
  openVenue,
  publish,
  remarksOf,
  verify,
  wordsOf,
} from './market-kit.ts';

afterAll(removeBegun);

const rulesOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'rules.json'), 'utf8'));

test('[FAIR-6] a season in a sandbox is marked, and every change of its time is told', async () => {
  const { folder: data, remove } = await makeFolder();
  const sandbox = await openSandbox({ folder: data, args: ['--journal-keep', 'all'] });
  await sandbox.pass(1_000);
  const time = (path: string, body: object = {}) => sandbox.admin('POST', `/time/${path}`, body);
  // Nobody competes yet: how fast time passes is no part of what happened.
  await time('speed', { speed: 2 });
  await beginSeason(sandbox);
  expect((await time('speed', { speed: 20 })).status).toBe(200);
  await sandbox.pass(1_000);
  expect((await time('pause')).status).toBe(200);
  expect((await time('step', { by: '10s' })).status).toBe(200);
  await sandbox.pass(1_000);
  expect((await time('resume')).status).toBe(200);
  expect((await time('speed', { speed: 0 })).status).toBe(400);
  await sandbox.pass(1_000);
  const shown = await sandbox.page('/competition/rules');
  expect(shown.json).toMatchObject({ sandbox: 'on', timeChanges: 4 });
  await endSeason(sandbox);
  await time('speed', { speed: 1 });
  await sandbox.pass(2_000);
  await closeSeason(sandbox);
  await sandbox.close();
  const result = join(data, 'result');
  await publish(data, result);
  const verdict = verify(result);
  expect(wordsOf(verdict)).toBe('good');
  expect(remarksOf(verdict)).toContain('The venue was a sandbox (on)');
  expect(remarksOf(verdict)).toContain('changed venue time 4 times');
  expect(rulesOf(result)).toMatchObject({ sandbox: 'on', timeChanges: 4 });
  await remove();
});

test('[FAIR-6] a season elsewhere has no mark until a restart as a sandbox', async () => {
  const { folder: data, remove } = await makeFolder();
  const venue = await openVenue(data);
  await venue.pass(1_000);
  await beginSeason(venue);
  await venue.pass(1_000);
  expect((await venue.admin('POST', '/time/speed', { speed: 20 })).status).toBe(403);
  expect((await venue.page('/competition/rules')).json).not.toHaveProperty('sandbox');
  const wall = venue.wall();
  await venue.close();
  const args = ['--journal-keep', 'all', '--speed', '3'];
  const sandbox = await openSandbox({ folder: data, args, wall: wall + 1_000 });
  await sandbox.pass(2_000);
  expect((await sandbox.page('/competition/rules')).json).toMatchObject({
    sandbox: 'on, time runs 3 times as fast',
  });
  await sandbox.close();
  await remove();
});
