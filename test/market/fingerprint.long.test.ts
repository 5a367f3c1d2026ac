/**
 * The same seed and start give the same entries, byte for byte: without doors as fast as the
 * machine can, in a real process that is stopped, killed and started again, and in uneven steps.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import type { Settings } from '../../src/assembly/settings.ts';
import {
  fingerprintOf,
  printJournal,
  runFingerprint,
} from '../../src/cli/market/run-fingerprint.ts';
import { readSettings } from '../../src/cli/settings/read-settings.ts';
import { findAdminAddress } from '../../src/gateway/data-files.ts';
import { type Scene, untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';

const START = Date.UTC(2026, 0, 5);
const SPAN = 3 * 60_000;
/** A loaded machine is slow, not wrong. */
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const DOORS = ['--port', '0', '--admin-port', '0', '--page', 'off'];

/** Three contracts and one account: what the journal holds depends on both. */
function shapeOf(scene: Scene): string[] {
  const table = join(scene.folder, 'contracts.json');
  const shipped = readFileSync(new URL('../../contracts/default.json', import.meta.url), 'utf8');
  writeFileSync(table, JSON.stringify(JSON.parse(shipped).slice(0, 3)));
  return ['--contracts', table, '--sandbox-accounts', '1'];
}

const BEGINNING = ['--seed', 'fox', '--start-at', '2026-01-05T00:00:00Z'];

function settingsOf(args: readonly string[]): Settings {
  const outcome = readSettings({ args, environment: {}, readText: () => undefined });
  if ('faults' in outcome) throw new Error(outcome.faults.join('; '));
  return outcome.settings;
}

interface Time {
  readonly state: string;
  readonly venueTime: number;
}

async function ask(data: string, path: string, body?: object): Promise<Time> {
  const { address = '', token = '' } = findAdminAddress(join(data, 'admin.json')) ?? {};
  const answer = await fetch(`${address}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return JSON.parse(await answer.text());
}

async function stop({ child, ended }: VenueProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** Runs until that venue time, with a fifth of a second taken from it now and then. */
async function disturbUntil({ child }: VenueProcess, data: string, until: number): Promise<void> {
  while ((await ask(data, '/time')).venueTime < until) {
    child.kill('SIGSTOP');
    await sleep(200);
    child.kill('SIGCONT');
    await sleep(100);
  }
}

async function runDisturbed(scene: Scene, shape: readonly string[]): Promise<string> {
  const data = join(scene.folder, 'disturbed');
  const begin = [...DOORS, ...shape, '--data', data];
  const first = scene.run('start', ...begin, ...BEGINNING, '--speed', '40');
  await untilOpen(first);
  await disturbUntil(first, data, START + SPAN / 3);
  first.child.kill('SIGKILL');
  await first.ended;
  // It knows by itself where it began and with which seed.
  const second = scene.run('start', ...begin, '--speed', '90');
  await untilOpen(second);
  await disturbUntil(second, data, START + SPAN + 1_000);
  await stop(second);
  return data;
}

async function runStepped(scene: Scene, shape: readonly string[]): Promise<string> {
  const data = join(scene.folder, 'stepped');
  const begin = [...DOORS, ...shape, '--data', data, '--time', 'stepped'];
  let venue = scene.run('start', ...begin, ...BEGINNING);
  await untilOpen(venue);
  const steps = ['1ms', '499ms', '777ms', '1m', '13s', '250ms', '1m7s', '45s'];
  for (const by of steps) {
    await ask(data, '/time/step', { by });
    await expect.poll(async () => (await ask(data, '/time')).state).toBe('paused');
    if (by !== '1m') continue;
    await stop(venue);
    venue = scene.run('start', ...begin);
    await untilOpen(venue);
  }
  await stop(venue);
  return data;
}

test('[TIME-13] a fast, a disturbed and a stepped run have the same fingerprint', () =>
  withScene(async (scene) => {
    const shape = shapeOf(scene);
    const fast = fingerprintOf(settingsOf([...shape, ...BEGINNING]), SPAN);
    expect(fast).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const lastAt = typeof fast === 'string' ? 0 : fast.lastAt;
    expect(lastAt).toBeLessThanOrEqual(START + SPAN);
    expect(lastAt).toBeGreaterThan(START + SPAN - 4_400);
    const [disturbed, stepped] = await Promise.all([
      runDisturbed(scene, shape),
      runStepped(scene, shape),
    ]);
    const span = { byMillis: SPAN, entry: undefined };
    expect(printJournal(disturbed, span)).toEqual(fast);
    expect(printJournal(stepped, span)).toEqual(fast);
    const said: string[] = [];
    const output = {
      out: (line: string) => said.push(line),
      err: (line: string) => said.push(line),
    };
    expect(await runFingerprint(['--data', stepped, '--hours', '0.05'], output)).toBe(0);
    expect(said[0]).toBe(typeof fast === 'string' ? fast : fast.hash);
    const other = fingerprintOf(settingsOf([...shape, ...BEGINNING, '--seed', 'hen']), SPAN);
    expect(other).not.toEqual(fast);
  }));
