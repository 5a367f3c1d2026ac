/**
 * The market of a fork: with the same seed it does what the original does, entry by entry; with
 * another one it differs after the point, and can be repeated too.
 */
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { oneMarket } from '../../proof/program.ts';
import { stringifyPlain } from '../../src/domain/plain-json.ts';
import { findAdminAddress } from '../../src/gateway/data-files.ts';
import { nodeFiles } from '../../src/journal/files.ts';
import { viewJournal } from '../../src/journal/find-journal.ts';
import { untilOpen, type VenueProcess, withScene } from '../cli/venue-process.ts';

const START = Date.UTC(2026, 0, 5);
const SPAN = 150_000;
const DOORS = ['--port', '0', '--admin-port', '0', '--page', 'off'];

async function untilVenueTime(folder: string, at: number): Promise<void> {
  const { address = '', token = '' } = findAdminAddress(join(folder, 'admin.json')) ?? {};
  const headers = { authorization: `Bearer ${token}` };
  const now = async (): Promise<number> =>
    JSON.parse(await (await fetch(`${address}/time`, { headers })).text()).venueTime;
  while ((await now()) < at) await sleep(50);
}

async function stop({ child, ended }: VenueProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

/** As text, up to the end of the span. */
async function entriesOf(folder: string): Promise<string[]> {
  const view = viewJournal(nodeFiles, folder, () => undefined);
  const entries: string[] = [];
  for await (const some of view.read(view.firstSeq))
    for (const entry of some) if (entry.at < START + SPAN) entries.push(stringifyPlain(entry));
  return entries;
}

test('[FORK-7] the same seed leads on as in the original, another one elsewhere', async () => {
  await withScene(async ({ folder, run }) => {
    const place = (name: string): string => join(folder, name);
    const begin = [...DOORS, ...oneMarket(folder), '--sandbox-accounts', '1'];
    const start = (name: string, ...words: string[]): VenueProcess =>
      run('start', ...begin, '--data', place(name), '--speed', '60', ...words);
    const fork = async (name: string, ...words: string[]): Promise<void> => {
      const made = run('fork', '--from', place('first'), '--data', place(name), ...words);
      expect(await made.ended, made.complained()).toBe(0);
    };
    const first = start('first', '--seed', 'fox', '--start-at', '2026-01-05T00:00:00Z');
    await untilOpen(first);
    await untilVenueTime(place('first'), START + 45_000);
    await fork('same');
    await untilVenueTime(place('first'), START + SPAN);
    // In the middle of a minute and of a block of prices.
    const point = ['--at', '2026-01-05T00:00:48.700Z'];
    await fork('hare', ...point, '--seed', 'hare');
    await fork('again', ...point, '--seed', 'hare');
    await fork('new', ...point, '--seed', 'new');
    await stop(first);
    renameSync(join(place('first'), 'market.seed'), place('lost'));
    const seedless = run('fork', '--from', place('first'), '--data', place('none'));
    expect(await seedless.ended).toBe(1);
    expect(seedless.complained()).toContain('market.seed is missing, and the market is drawn');
    const original = await entriesOf(place('first'));

    const shared = (await entriesOf(place('hare'))).length;
    expect(shared).toBeGreaterThan(50);
    // Killed soon after the point, a fork goes on as if it had not been.
    const killed = start('again');
    await untilOpen(killed);
    await untilVenueTime(place('again'), START + 53_000);
    killed.child.kill('SIGKILL');
    await killed.ended;
    for (const name of ['same', 'hare', 'again', 'new']) {
      const venue = start(name);
      await untilOpen(venue);
      await untilVenueTime(place(name), START + SPAN);
      await stop(venue);
    }
    expect(await entriesOf(place('same'))).toEqual(original);
    const hare = await entriesOf(place('hare'));
    const other = await entriesOf(place('new'));
    expect(await entriesOf(place('again'))).toEqual(hare);
    for (const entries of [hare, other])
      expect(entries.slice(0, shared)).toEqual(original.slice(0, shared));
    const last = (entries: readonly string[]): string | undefined => entries.at(-1);
    expect(new Set([original, hare, other].map(last)).size).toBe(3);
  });
});
