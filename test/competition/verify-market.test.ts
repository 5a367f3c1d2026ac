/** What an organiser changed in the market of a season is found and named. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Batch, Command, Entry } from '../../src/domain/command.ts';
import { fineTicks, lots, millis, seq as toSeq } from '../../src/domain/units.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { commitmentOf } from '../../src/market/seed.ts';
import { MarketCheck } from '../../src/results/market-check.ts';
import {
  createReplay,
  recoverStart,
  replayEntry,
  storeStart,
} from '../../src/results/season-replay.ts';
import { ENGINE_VERSION } from '../../src/venue/open-venue.ts';
import { signAgain } from '../competition-scores/published-season.ts';
import { makeFolder, removeBegun, WALL } from '../time/sandbox.ts';
import {
  beginSeason,
  closeSeason,
  commitmentsOf,
  endSeason,
  isBeat,
  openVenue,
  publish,
  quiet,
  remarksOf,
  verify,
  wordsOf,
} from './market-kit.ts';

let root: string;
let data: string;
let result: string;
let entries: Entry[];
let copies = 0;
let remove: () => Promise<void>;

beforeAll(async () => {
  const made = await makeFolder();
  data = made.folder;
  const results = await makeFolder();
  root = results.folder;
  remove = async () => {
    await made.remove();
    await results.remove();
  };
  // Venue time does not begin with a beat, nor with a block of prices.
  const sandbox = await openVenue(data, WALL + 12_345);
  await sandbox.pass(2_000);
  await beginSeason(sandbox);
  await sandbox.pass(6_000);
  await endSeason(sandbox);
  await sandbox.pass(2_000);
  await closeSeason(sandbox);
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

/** A beat in the middle of the season, in which the house places an order. */
const findBeat = (): number => {
  const started = entries.findIndex(({ command }) => command.kind === 'start-season');
  return entries.findIndex(
    (entry, at) =>
      at > started + 3 &&
      isBeat(entry) &&
      entry.command.kind === 'batch' &&
      entry.command.commands.some(({ kind }) => kind === 'set-index-price') &&
      entry.command.commands.some(({ kind }) => kind === 'place-order'),
  );
};

const changeBeat = (at: number, change: (items: Batch['commands']) => Batch['commands']) =>
  entries.map((entry, place): Entry => {
    if (place !== at || entry.command.kind !== 'batch') return entry;
    return { ...entry, command: { kind: 'batch', commands: change(entry.command.commands) } };
  });

test('[FAIR-3] [FAIR-4] a season is published with its seed, and decided again', () => {
  const verdict = verify(result);
  expect(wordsOf(verdict)).toBe('good');
  const seeds = JSON.parse(readFileSync(join(result, 'seed.json'), 'utf8'));
  const [commitment] = commitmentsOf(data);
  expect(seeds).toHaveLength(1);
  expect(commitmentOf({ key: Buffer.from(seeds[0].key, 'hex') })).toBe(commitment);
  const rules = JSON.parse(readFileSync(join(result, 'rules.json'), 'utf8'));
  expect(rules.market).toEqual({ commitment, seed: 'secret', feed: 'simulated' });
  const remarks = remarksOf(verdict);
  expect(remarks).toMatch(/The market: \d+ beats .* every index price and every order/);
  expect(remarks).not.toMatch(/Before the season|waited/);
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
      place === last && item.kind === 'place-order' ? { ...item, size: lots(item.size + 1) } : item,
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
        scope: 'working',
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
    new RegExp(`entry ${at + 1}, beat \\d+ \\(\\d+ms after it was due\\)`),
  );
  const traded: Entry = { ...entries[at]!, command: { kind: 'advance-clock' } };
  const instead = [...entries.slice(0, at), traded, ...entries.slice(at + 1)];
  expect(wordsOf(verify(await publishChanged(instead)))).toMatch(
    new RegExp(`^journal, entry ${at + 1}: expected beat \\d+ before entry ${at + 1}`),
  );
});

test('[FAIR-4] another seed, another word and no seed are found', async () => {
  const [commitment = ''] = commitmentsOf(data);
  const folder = join(root, 'other');
  cpSync(result, folder, { recursive: true });
  const path = join(folder, 'seed.json');
  const [seed] = JSON.parse(readFileSync(path, 'utf8'));
  const reveal = (changes: object): string => {
    writeFileSync(path, JSON.stringify([{ ...seed, ...changes }]));
    signAgain(folder, data);
    return wordsOf(verify(folder));
  };
  const expected = `seed.json: expected the seed of the commitment ${commitment}`;
  expect(reveal({ key: 'ab'.repeat(32) })).toContain(`${expected}, found one of`);
  expect(reveal({ fromBeat: 10_000_000_000_000 })).toBe(`${expected}, found nothing`);
  expect(reveal({ word: 'lions' })).toContain('seed.json: expected the key of the word lions');
  writeFileSync(path, 'null');
  signAgain(folder, data);
  expect(wordsOf(verify(folder))).toContain('seed.json: expected a list of seeds');
});

test('[FAIR-4] [PUB-4] a result that begins later brings the memory of the market', () => {
  const replay = createReplay();
  const opened = entries.findIndex(({ command }) => command.kind === 'open-season');
  for (const entry of entries.slice(0, opened)) replayEntry(replay, entry);
  const restored = recoverStart(storeStart(replay));
  if (restored === undefined) throw new Error('a start is not one');
  const seeds = JSON.parse(readFileSync(join(result, 'seed.json'), 'utf8'));
  const check = new MarketCheck(restored, seeds, 1);
  for (const entry of entries.slice(opened)) {
    expect(check.look(entry)).toBeUndefined();
    replayEntry(restored, entry);
  }
  expect(check.remarks()).toEqual([expect.stringMatching(/^The market: \d+ beats/)]);
});
