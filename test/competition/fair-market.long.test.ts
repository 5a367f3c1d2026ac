/** The seed of a market through seasons: what is public, what is secret, and when it changes. */
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { addSeed } from '../../src/assembly/market-seed.ts';
import { dataFilesOf } from '../../src/gateway/data-files.ts';
import { createFileNotes } from '../../src/gateway/notes.ts';
import { openScene, untilOpen } from '../cli/venue-process.ts';
import { makeFolder, removeBegun, type Sandbox, WALL } from '../time/sandbox.ts';
import {
  beginSeason,
  closeSeason,
  commitmentsOf,
  endSeason,
  isBeat,
  newSeason,
  openVenue,
  passUntilSeeds,
  publish,
  remarksOf,
  seedsOf,
  verify,
  wordsOf,
} from './market-kit.ts';

afterAll(removeBegun);

async function emptyPlace(): Promise<{ data: string; result: (name: string) => string }> {
  const { folder, remove } = await makeFolder();
  const results = await makeFolder();
  onTestFinished(remove);
  onTestFinished(results.remove);
  return { data: folder, result: (name) => join(results.folder, name) };
}

const notesAfter = (sandbox: Sandbox, seq: number): string[] =>
  sandbox
    .entries()
    .filter((entry) => entry.seq > seq && entry.command.kind === 'record-note')
    .map(({ command }) => JSON.stringify(command));

test('[FAIR-1] the commitment is public before, during and after a season', async () => {
  const { data } = await emptyPlace();
  const sandbox = await openVenue(data);
  const [commitment] = commitmentsOf(data);
  const said = { commitment, seed: 'drawn', feed: 'simulated' };
  expect((await sandbox.page('/healthz')).json.market).toEqual(said);
  expect((await sandbox.admin('GET', '/market')).json.commitment).toBe(commitment);
  await beginSeason(sandbox);
  const shown = { commitment, seed: 'secret', feed: 'simulated' };
  for (const path of ['/competition', '/competition/rules'])
    expect((await sandbox.page(path)).json.market).toEqual(shown);
  await endSeason(sandbox);
  await passUntilSeeds(sandbox, data, 2);
  const [, next] = commitmentsOf(data);
  expect((await sandbox.page('/healthz')).json.market.commitment).toBe(next);
  expect((await sandbox.page('/competition')).json.market).toEqual(shown);
  await sandbox.close();
});

test('[FAIR-3] two seasons have two seeds, and a restart in between is no trouble', async () => {
  const { data, result } = await emptyPlace();
  let sandbox = await openVenue(data);
  await sandbox.pass(1_000);
  await beginSeason(sandbox);
  await sandbox.pass(2_000);
  await endSeason(sandbox);
  await expect(publish(data, result('early'))).rejects.toThrow(
    'still runs on the seed of season 1',
  );
  const ended = sandbox.venue.health().seq;
  await sandbox.pass(1_000);
  await publish(data, result('first'));
  const [first, second] = seedsOf(data);
  expect([seedsOf(data).length, second?.word, second?.key === first?.key]).toEqual([
    2,
    null,
    false,
  ]);
  expect(notesAfter(sandbox, ended)[0]).toContain(commitmentsOf(data)[1]);
  const next = sandbox.entries().find((entry) => entry.seq > ended && isBeat(entry));
  expect(next?.at).toBe(second?.fromBeat);
  await closeSeason(sandbox);
  await beginSeason(sandbox);
  await sandbox.pass(2_000);
  const wall = sandbox.wall();
  await sandbox.close();
  // Longer than prices are made up for.
  sandbox = await openVenue(data, wall + 700_137);
  await sandbox.pass(3_000);
  await expect(publish(data, result('running'), 2)).rejects.toThrow('it must have ended');
  await endSeason(sandbox);
  await sandbox.pass(1_000);
  await publish(data, result('second'));
  await publish(data, result('again'), 1);
  await sandbox.close();
  for (const name of ['first', 'second', 'again'])
    expect(wordsOf(verify(result(name))), name).toBe('good');
  expect(remarksOf(verify(result('second')))).toMatch(/\d+ beats waited .* 11m\d+/);
  expect(commitmentsOf(data)).toHaveLength(3);
});

test('[FAIR-3] a seed that was stored right before a crash is the next one', async () => {
  const { data, result } = await emptyPlace();
  let sandbox = await openVenue(data);
  await beginSeason(sandbox);
  await sandbox.pass(1_000);
  await endSeason(sandbox);
  const [wall, ended] = [sandbox.wall(), sandbox.venue.health().seq];
  await sandbox.close();
  const copy = result('copy');
  cpSync(data, copy, { recursive: true });
  // Killed after the file was written, and before the journal said so.
  await addSeed(createFileNotes(dataFilesOf(data)), sandbox.venue.read.at() + 1);
  for (const [folder, name] of [
    [data, 'after'],
    // Killed before the file was written.
    [copy, 'before'],
  ] as const) {
    sandbox = await openVenue(folder, wall + 1_700);
    await sandbox.pass(2_000);
    expect(seedsOf(folder)).toHaveLength(2);
    expect(notesAfter(sandbox, ended).join()).toContain(commitmentsOf(folder)[1]);
    await closeSeason(sandbox);
    await beginSeason(sandbox);
    await sandbox.pass(1_000);
    await endSeason(sandbox);
    await sandbox.pass(1_000);
    for (const season of [1, 2]) {
      await publish(folder, result(`${name}-${season}`), season);
      expect(wordsOf(verify(result(`${name}-${season}`)))).toBe('good');
    }
    await sandbox.close();
  }
});

test('[FAIR-4] prices of a replayed feed are taken as they are, orders are not', async () => {
  const { data, result } = await emptyPlace();
  const shipped = fileURLToPath(new URL('../../examples/replay', import.meta.url));
  const isOwn = (path: string): boolean => path === shipped || /(BTC|ETH|SOL)\.[^/]*$/.test(path);
  cpSync(shipped, result('files'), { recursive: true, filter: isOwn });
  const feed = ['--feed', 'replay', '--feed-folder', result('files')];
  const sandbox = await openVenue(data, WALL, feed);
  await sandbox.pass(1_000);
  await beginSeason(sandbox);
  await sandbox.pass(3_000);
  await endSeason(sandbox);
  await sandbox.pass(1_000);
  await publish(data, result('replay'));
  await sandbox.close();
  const verdict = verify(result('replay'));
  expect(wordsOf(verdict)).toBe('good');
  expect(remarksOf(verdict)).toContain('Prices came from the replay feed');
});

test('[FAIR-3] a season of a venue without a market cannot be checked, and says so', async () => {
  const { data, result } = await emptyPlace();
  const sandbox = await openVenue(data, WALL + 60_000, ['--market', 'off']);
  expect((await sandbox.page('/healthz')).json.market).toBeNull();
  await beginSeason(sandbox);
  await sandbox.pass(1_000);
  await endSeason(sandbox);
  await publish(data, result('off'));
  await sandbox.close();
  expect(wordsOf(verify(result('off')))).toBe('good');
  expect(remarksOf(verify(result('off')))).toContain('cannot be checked');
});

test('[FAIR-2] a season on a chosen seed must be meant', async () => {
  const { data, result } = await emptyPlace();
  const folder = result('word');
  const contracts = ['--contracts', join(data, 'contracts.json'), '--seed', 'lions'];
  const sandbox = await openVenue(folder, WALL, contracts);
  const { status, json } = await newSeason(sandbox);
  expect(status).toBe(400);
  expect(json.msg).toMatch(/is a chosen word, .* or say --public-seed/);
  expect(sandbox.venue.read.season.current()).toBeNull();
  await beginSeason(sandbox, { publicSeed: true });
  expect((await sandbox.page('/competition')).json.market.seed).toBe('public');
  await sandbox.pass(1_000);
  await endSeason(sandbox);
  await sandbox.pass(1_000);
  expect(seedsOf(folder)).toHaveLength(1);
  await publish(folder, result('public'));
  expect(readFileSync(join(result('public'), 'seed.json'), 'utf8')).toContain('"lions"');
  expect(wordsOf(verify(result('public')))).toBe('good');
  expect(remarksOf(verify(result('public')))).toContain('a chosen word');
  await sandbox.close();
});

test('[FAIR-2] the seed of an ended season is no seed for the next one', async () => {
  const { data } = await emptyPlace();
  const sandbox = await openVenue(data);
  await beginSeason(sandbox);
  await endSeason(sandbox);
  await closeSeason(sandbox);
  const { json } = await newSeason(sandbox);
  expect(json.msg).toMatch(/of an earlier season .* try again in a moment/);
  await passUntilSeeds(sandbox, data, 2);
  expect((await newSeason(sandbox)).status).toBe(200);
  await sandbox.close();
});

test('[FAIR-5] no chaos and no other feed while a season is open', async () => {
  const { data } = await emptyPlace();
  const sandbox = await openVenue(data, WALL, ['--sandbox', 'on']);
  await beginSeason(sandbox);
  const shock = () => sandbox.admin('POST', '/chaos/halt', { symbol: 'cmt_btcusdt' });
  expect((await shock()).text).toContain('not while season 1 is open');
  const feed = await sandbox.admin('POST', '/market/feed', { kind: 'replay' });
  expect([feed.status, feed.json.msg]).toEqual([403, expect.stringContaining('season 1 is open')]);
  await endSeason(sandbox);
  expect((await shock()).text).not.toContain('season');
  await sandbox.close();
});

test('[FAIR-1] nothing but market.seed tells the seed', async () => {
  const { data } = await emptyPlace();
  const scene = openScene();
  onTestFinished(scene.close);
  const process = scene.run(
    ...['start', '--data', data, '--port', '0', '--admin-port', '0', '--page', 'off'],
    ...['--log-level', 'debug'],
  );
  await untilOpen(process);
  const admin = JSON.parse(readFileSync(join(data, 'admin.json'), 'utf8'));
  const ask = async (url: string): Promise<string> =>
    (await fetch(url, { headers: { authorization: `Bearer ${admin.token}` } })).text();
  const doors = {
    [admin.baseUrl]: ['/healthz', '/competition', '/competition/rules', '/competition/now'],
    [admin.address]: ['/market', '/metrics', '/overview', '/status', '/time', '/competition'],
  };
  const told: (readonly [string, Buffer])[] = [];
  for (const [door, paths] of Object.entries(doors))
    for (const path of paths) told.push([path, Buffer.from(await ask(`${door}${path}`))]);
  process.child.kill('SIGTERM');
  await process.ended;
  told.push(['output', Buffer.from(process.said() + process.complained())]);
  for (const file of readdirSync(data, { recursive: true, encoding: 'utf8' }))
    if (statSync(join(data, file)).isFile() && file !== 'market.seed')
      told.push([file, readFileSync(join(data, file))]);
  expect(told.length).toBeGreaterThan(15);
  const [{ key } = { key: '' }] = seedsOf(data);
  const bytes = Buffer.from(key, 'hex');
  for (const [what, found] of told)
    for (const form of [bytes, key, key.toUpperCase(), bytes.toString('base64')])
      expect(found.includes(form), what).toBe(false);
});
