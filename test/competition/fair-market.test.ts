/** Seasons on a real venue with a market: what is public, what is secret, what can be checked. */
import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findSeedFile } from '../../src/cli/start/market-seed.ts';
import type { Batch, Command, Entry } from '../../src/domain/command.ts';
import { accountId } from '../../src/domain/ids.ts';
import { fineTicks, millis, seq as toSeq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { commitmentOf } from '../../src/market/seed.ts';
import { formatDifference } from '../../src/proof/season-result/difference.ts';
import { publishSeason } from '../../src/proof/season-result/publish-season.ts';
import { type Verdict, verifySeason } from '../../src/proof/season-result/verify-season.ts';
import { ENGINE_VERSION } from '../../src/venue/open-file-venue.ts';
import { makeFolder, openSandbox, removeBegun, type Sandbox } from '../time/sandbox.ts';

const SEASON_ARGS = ['--sandbox', 'off', '--journal-keep', 'all'];

const quiet = (): void => undefined;
const verify = (folder: string): Verdict => verifySeason({ folder, publicKey: null, out: quiet });
const seedsOf = (data: string) => findSeedFile(join(data, 'market.seed'))?.seeds ?? [];
const publish = (data: string, out: string, season: number | null = null) =>
  publishSeason({ dataFolder: data, outFolder: out, season, seeds: seedsOf(data), out: quiet });

const commitmentsOf = (data: string): string[] =>
  seedsOf(data).map(({ key }) => commitmentOf({ key: Buffer.from(key, 'hex') }));

async function organise(sandbox: Sandbox, path: string, body: object = {}) {
  const { status, json } = await sandbox.admin('POST', `/competition/${path}`, body);
  if (status !== 200) throw new Error(JSON.stringify(json));
  return json;
}

const createBody = (sandbox: Sandbox) => ({
  name: 'Cup',
  startAt: sandbox.wall() + 3_600_000,
  endAt: sandbox.wall() + 7_200_000,
});

/** A whole season of some seconds, with one team that trades. */
async function playSeason(sandbox: Sandbox, more: object = {}): Promise<void> {
  const { venue, pass } = sandbox;
  const created = await organise(sandbox, 'seasons', { ...createBody(sandbox), ...more });
  await venue.submit({ kind: 'enrol-team', season: Number(created.season), team: 'Foxes' });
  await organise(sandbox, 'reset');
  await organise(sandbox, 'start', { now: true });
  await pass(3_000);
  const account = venue.read.season.entrants()[0]?.account ?? accountId(0);
  await venue.submit({ kind: 'close-positions', account, contract: null });
  await pass(3_000);
  await organise(sandbox, 'end', { reason: 'done' });
}

const isBeat = ({ command }: Entry): boolean =>
  command.kind === 'batch' && command.commands[0]?.kind === 'market-beat';

describe('a season with a market', () => {
  let data: string;
  let root: string;
  let result: string;
  let entries: Entry[];
  let before: string;
  let remove: () => Promise<void>;
  let copies = 0;

  beforeAll(async () => {
    const made = await makeFolder();
    ({ remove } = made);
    root = made.folder;
    data = root;
    let sandbox = await openSandbox({ folder: data, args: SEASON_ARGS });
    before = commitmentsOf(data)[0] ?? '';
    await sandbox.pass(2_000);
    await playSeason(sandbox);
    await sandbox.pass(2_000);
    // A restart in between, and a second season on the new seed.
    const wall = sandbox.wall();
    await organise(sandbox, 'close');
    await sandbox.close();
    sandbox = await openSandbox({ folder: data, args: SEASON_ARGS, wall: wall + 700_000 });
    await sandbox.pass(1_000);
    entries = sandbox.entries();
    await sandbox.close();
    result = join(root, 'result');
    await publish(data, result);
  });
  afterAll(async () => {
    await remove();
    await removeBegun();
  });

  /** The journal after an organiser's changes, published and signed as if nothing had happened. */
  async function publishChanged(changed: readonly Entry[]): Promise<string> {
    copies += 1;
    const folder = join(root, `changed-${copies}`);
    const version = ENGINE_VERSION;
    const journal = await openJournal({ dataFolder: folder, version, warn: quiet });
    const numbered = changed.map((entry, at) => ({ ...entry, seq: toSeq(at + 1) }));
    for (let at = 0; at < numbered.length; at += 500)
      await journal.append(numbered.slice(at, at + 500));
    await journal.close();
    cpSync(join(data, 'market.seed'), join(folder, 'market.seed'));
    const out = `${folder}-result`;
    await publish(folder, out);
    return out;
  }

  const wordsOf = (verdict: Verdict): string =>
    verdict.isGood ? 'good' : formatDifference(verdict.difference);

  /** A beat in the middle of the season. */
  const findBeat = (): number => {
    const started = entries.findIndex(({ command }) => command.kind === 'start-season');
    return entries.findIndex((entry, at) => at > started + 3 && isBeat(entry));
  };

  const changeBeat = (at: number, change: (items: Batch['commands']) => Batch['commands']) =>
    entries.map((entry, place): Entry => {
      if (place !== at || entry.command.kind !== 'batch') return entry;
      return { ...entry, command: { kind: 'batch', commands: change(entry.command.commands) } };
    });

  test('[FAIR-3] [FAIR-4] it is published with its seed, and verified beat by beat', () => {
    const verdict = verify(result);
    expect(wordsOf(verdict)).toBe('good');
    const seeds = JSON.parse(readFileSync(join(result, 'seed.json'), 'utf8'));
    expect(seeds).toHaveLength(1);
    expect(commitmentOf({ key: Buffer.from(seeds[0].key, 'hex') })).toBe(before);
    const rules = JSON.parse(readFileSync(join(result, 'rules.json'), 'utf8'));
    expect(rules.market).toEqual({ commitment: before, seed: 'secret', feed: 'simulated' });
    const remarks = verdict.isGood ? verdict.remarks.join(' ') : '';
    expect(remarks).toMatch(/The market: 1\d beats .* every index price and every order/);
    expect(remarks).not.toContain('Before the season');
    expect(remarks).not.toContain('skipped');
  });

  test('[FAIR-4] a bent index price is found and named', async () => {
    const at = findBeat();
    const changed = changeBeat(at, (items) =>
      items.map((item) =>
        item.kind === 'set-index-price' ? { ...item, price: fineTicks(item.price + 1) } : item,
      ),
    );
    const place = `journal, entry ${at + 1}, beat \\d+, cmt_\\w+, set-index-price, price`;
    expect(wordsOf(verify(await publishChanged(changed)))).toMatch(new RegExp(place));
  });

  test.each([
    ['added', (items: Batch['commands']) => [...items, items.at(-1)!]],
    ['removed', (items: Batch['commands']) => items.slice(0, -1)],
  ])('[FAIR-4] an order of the house that was %s is found and named', async (_, change) => {
    const at = findBeat();
    const found = wordsOf(verify(await publishChanged(changeBeat(at, change))));
    expect(found).toMatch(new RegExp(`^journal, entry ${at + 1}, beat \\d+, .*(-order|-orders)`));
    expect(found).toContain('nothing');
  });

  test('[FAIR-4] an order of the house that was changed is found and named', async () => {
    const at = findBeat();
    const changed = changeBeat(at, (items) => {
      const last = items.findLastIndex(({ kind }) => kind === 'place-order');
      return items.map((item, place) =>
        place === last && item.kind === 'place-order'
          ? { ...item, size: (Number(item.size) + 1) as typeof item.size }
          : item,
      );
    });
    expect(wordsOf(verify(await publishChanged(changed)))).toMatch(
      new RegExp(`entry ${at + 1}, beat \\d+, cmt_\\w+, place-order, size: expected \\d+, found`),
    );
  });

  test('[FAIR-4] a price, an order of the house and chaos between beats are found', async () => {
    const at = findBeat();
    const house = entries
      .flatMap(({ command }) => (command.kind === 'batch' ? command.commands : []))
      .find((item) => item.kind === 'place-order');
    const others: readonly (readonly [Command, string])[] = [
      [{ kind: 'set-index-price', contract: 0 as never, price: fineTicks(1) }, 'prices at beats'],
      [
        {
          kind: 'cancel-all-orders',
          account: house!.account,
          contract: null,
          scope: 'all' as never,
        },
        'the house to act at beats only',
      ],
      [{ kind: 'record-note', actor: 'operator', topic: 'chaos', text: 'begins' }, 'no chaos'],
    ];
    for (const [command, words] of others) {
      const added: Entry = { seq: toSeq(1), at: millis(entries[at]!.at), command };
      const changed = [...entries.slice(0, at + 1), added, ...entries.slice(at + 1)];
      const found = wordsOf(verify(await publishChanged(changed)));
      expect(found).toMatch(new RegExp(`^journal, entry ${at + 2}: expected ${words}`));
    }
  });

  test('[FAIR-4] a beat that was taken out is found, with and without trades after it', async () => {
    const at = findBeat();
    const without = [...entries.slice(0, at), ...entries.slice(at + 1)];
    expect(wordsOf(verify(await publishChanged(without)))).toMatch(
      new RegExp(`entry ${at + 1}, beat \\d+ \\(1 beats are missing before it\\)`),
    );
    const traded: Entry = { ...entries[at]!, command: { kind: 'advance-clock' } };
    const instead = [...entries.slice(0, at), traded, ...entries.slice(at + 1)];
    expect(wordsOf(verify(await publishChanged(instead)))).toMatch(
      new RegExp(`^journal, entry ${at + 1}: expected beat \\d+ before entry ${at + 1}`),
    );
  });

  test('[FAIR-4] another seed, or none, is found', async () => {
    const folder = join(root, 'other');
    cpSync(data, folder, { recursive: true, filter: (path) => !path.includes('result') });
    const path = join(folder, 'market.seed');
    const file = JSON.parse(readFileSync(path, 'utf8'));
    const commitment = before;
    const [first, ...rest] = file.seeds;
    writeFileSync(path, JSON.stringify({ ...file, seeds: rest }));
    await publish(folder, join(root, 'none'));
    expect(wordsOf(verify(join(root, 'none')))).toBe(
      `seed.json: expected the seed of the commitment ${commitment}, found nothing`,
    );
    expect(first.word).toBeNull();
  });

  test('[FAIR-3] the venue has drawn another seed, from the first beat after the end', () => {
    const ended = entries.findIndex(({ command }) => command.kind === 'end-season');
    const [first, second] = seedsOf(data);
    expect(second).toMatchObject({ word: null });
    expect(second!.key).not.toBe(first!.key);
    const note = entries.findIndex(
      ({ command }, at) => at > ended && command.kind === 'record-note',
    );
    expect(JSON.stringify(entries[note]!.command)).toContain(commitmentsOf(data)[1]);
    const next = entries.slice(ended).find(isBeat);
    expect(next!.at).toBe(second!.fromBeat * 500);
    expect(next!.seq).toBe(entries[note]!.seq + 1);
  });

  test('[FAIR-1] nothing but market.seed holds a seed', () => {
    const files = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((file) => join(data, file))
      .filter((file) => statSync(file).isFile() && !/market\.seed|seed\.json/.test(file));
    expect(files.length).toBeGreaterThan(5);
    for (const { key } of seedsOf(data)) {
      const bytes = Buffer.from(key, 'hex');
      for (const file of files) {
        const found = readFileSync(file);
        for (const form of [bytes, key, bytes.toString('base64')])
          expect(found.includes(form), file).toBe(false);
      }
    }
  });
});
