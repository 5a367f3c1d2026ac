import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { planJournal } from '../../../proof/bench/engine-flow.ts';
import { storeState } from '../../../proof/store-state.ts';
import { flip, recordsOf, segmentPaths } from '../../../test/journal/data-folder.ts';
import { apply } from '../../engine/apply.ts';
import { createState } from '../../engine/create-state.ts';
import { stateHash } from '../../engine/snapshot.ts';
import { openJournal } from '../../journal/open-journal.ts';
import { runJournal } from './run-journal.ts';

const ENTRIES = 3_000;
let folder: string;
let finalHash: string;

async function run(...words: string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runJournal([...words, '--data', folder], {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err: err.join('\n') };
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'perpetua-cli-'));
  const journal = await openJournal({
    dataFolder: folder,
    version: 'engine 1',
    segmentBytes: 65_536,
  });
  const state = createState();
  for (const entry of planJournal(ENTRIES)) {
    void journal.append([entry]);
    apply(state, entry);
    if (entry.seq !== 2_100 && entry.seq !== 2_900) continue;
    await journal.flush();
    const hash = stateHash(state);
    await journal.saveSnapshot({ seq: entry.seq, hash, payload: storeState(state) });
  }
  finalHash = stateHash(state);
  await journal.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('[JRN-17] verify checks everything and says so', async () => {
  const { code, out } = await run('verify');
  expect(code).toBe(0);
  expect(out).toMatch(/segment +1 +.* engine 1$/m);
  expect(out).toMatch(/snapshot 0000000000002900.snapshot: good, state hash [0-9a-f]{16}/);
  expect(out).toContain('Good: 3,000 entries, 1 to 3000.');
  const json = JSON.parse((await run('verify', '--json')).out);
  expect(json).toMatchObject({ torn: null, damage: null });
});

test('[JRN-17] verify says that a venue uses the folder, not that a killed one does', async () => {
  const journal = await openJournal({ dataFolder: folder, version: 'engine 1' });
  const { code, out } = await run('verify');
  await journal.close();
  expect(code).toBe(0);
  expect(out).toMatch(
    new RegExp(`\nIn use by process ${process.pid} on .*: all figures are of entry 3000\\.\n`),
  );
  expect(out).toMatch(/ begins with the first entry and replays 3,000 entries\.$/);
  const { pid } = spawnSync('true');
  const left = join(folder, 'venue.holder');
  writeFileSync(left, `process ${pid} on ${hostname()}, started long ago\n`);
  onTestFinished(() => rmSync(left));
  expect((await run('verify')).out).not.toContain('In use');
});

test('[JRN-17] inspect shows entries readably, or as JSON', async () => {
  const { code, out } = await run('inspect', '--from', '2', '--to', '4');
  expect(code).toBe(0);
  expect(out.split('\n')).toEqual([
    '2  2026-01-05T00:00:00.000Z  deposit  account 2  amount 100000000000000',
    expect.stringMatching(
      /^3 {2}2026-01-05T00:00:00.000Z {2}set-index-price {2}contract 0 {2}price/,
    ),
    expect.stringMatching(/^4 {2}.* {2}open-account {2}role "trader" {2}terms \{/),
    'The journal holds entries 1 to 3000.',
  ]);
  expect((await run('inspect')).out.split('\n')).toHaveLength(21);
  const json = await run('inspect', '--from', '2', '--to', '2', '--json');
  expect(JSON.parse(json.out)).toMatchObject({ seq: 2, command: { kind: 'deposit' } });
});

test('[JRN-17] replay rebuilds the state and agrees with the snapshots on the way', async () => {
  const { code, out } = await run('replay');
  expect(code).toBe(0);
  expect(out).toMatch(/after 2100: [0-9a-f]{16}, as its snapshot says/);
  expect(out).toMatch(/after 2900: [0-9a-f]{16}, as its snapshot says/);
  expect(out).toContain(`state hash ${finalHash} after entry 3000`);
  const later = JSON.parse((await run('replay', '--from', '2950', '--json')).out);
  expect(later).toMatchObject({ from: 2_901, to: 3_000, hash: finalHash, differing: [] });
  const part = JSON.parse((await run('replay', '--to', '2500', '--json')).out);
  expect(part).toMatchObject({ from: 1, to: 2_500, applied: 2_500 });
});

test('words that are not understood exit 2', async () => {
  for (const words of [['mend'], ['verify', '--from', 'x'], ['verify', '--colour']]) {
    const { code, err } = await run(...words);
    expect(code).toBe(2);
    expect(err).toContain('Usage: perpetua journal');
  }
});

test.each(['verify', 'inspect', 'replay', 'cut --from 5'])(
  '[JRN-17] %s of what holds no journal fails, and makes nothing',
  async (verb) => {
    const place = mkdtempSync(join(tmpdir(), 'perpetua-nothing-'));
    onTestFinished(() => rmSync(place, { recursive: true, force: true }));
    mkdirSync(join(place, 'empty'));
    writeFileSync(join(place, 'file'), 'text');
    for (const [name, fault] of [
      ['nowhere', 'does not exist'],
      ['empty', 'holds no journal'],
      ['file', 'is not a folder'],
    ] as const) {
      const [out, err]: [string[], string[]] = [[], []];
      const output = {
        out: (line: string) => out.push(line),
        err: (line: string) => err.push(line),
      };
      const elsewhere = [...verb.split(' '), '--json', '--data', join(place, name)];
      expect(await runJournal(elsewhere, output), name).toBe(1);
      expect(out).toEqual([]);
      expect(err).toEqual([
        `perpetua: ${join(place, name)} ${fault}; name the data folder with --data`,
      ]);
    }
    expect(readdirSync(place, { recursive: true }).sort()).toEqual(['empty', 'file']);
  },
);

test('[JRN-17] damage and a snapshot that differs are failures', async () => {
  const path = segmentPaths(folder)[0]!;
  const offset = recordsOf(path)[100]!;
  flip(path, offset + 45, 1);
  const { code, out } = await run('verify');
  expect(code).toBe(1);
  expect(out).toContain(`Damaged: ${path}, offset ${offset}: `);
  const replay = await run('replay');
  expect([replay.code, replay.out]).toEqual([1, '']);
  expect(replay.err).toContain('the journal is damaged');
  flip(path, offset + 45, 1);

  const journal = await openJournal({ dataFolder: folder, version: 'engine 1' });
  const wrong = { seq: journal.lastSeq, hash: 'of another state', payload: Buffer.from('{}') };
  await journal.saveSnapshot(wrong);
  await journal.close();
  const differing = await run('replay');
  expect(differing.code).toBe(1);
  expect(differing.out).toContain(`DIFFERENT after 3000: ${finalHash}, snapshot of another state`);
});

test('[JRN-24] cut gives up what it is told to, and keeps it beside the journal', async () => {
  const spoilt = mkdtempSync(join(tmpdir(), 'perpetua-cut-'));
  onTestFinished(() => rmSync(spoilt, { recursive: true, force: true }));
  const runThere = async (...words: string[]) => {
    const out: string[] = [];
    const print = (line: string) => out.push(line);
    const code = await runJournal([...words, '--data', spoilt], { out: print, err: print });
    return { code, out: out.join('\n') };
  };
  const journal = await openJournal({ dataFolder: spoilt, version: 'x', segmentBytes: 65_536 });
  for (const entry of planJournal(600)) await journal.append([entry]);
  await journal.saveSnapshot({ seq: journal.lastSeq, hash: 'h', payload: Buffer.from('{}') });
  await journal.close();
  expect((await runThere('cut', '--from', '9')).out).toContain('every record is good');
  const path = segmentPaths(spoilt).at(-1)!;
  flip(path, recordsOf(path).at(-1)! + 50, 1);
  const before = readFileSync(path);
  const { out: said } = await runThere('verify');
  expect(said).toContain(`: npx perpetua journal cut --from 600 --data ${spoilt}\n`);
  expect(said.split('may have been acknowledged')).toHaveLength(2);
  expect(said).toMatch(/\nA start refuses, for the same reason\.$/);
  expect(await runThere('cut')).toMatchObject({ code: 2 });
  const wrong = await runThere('cut', '--from', '599');
  expect(wrong).toMatchObject({ code: 1, out: expect.stringContaining('--from 600') });
  expect(readFileSync(path)).toEqual(before);
  const { code, out } = await runThere('cut', '--from', '600');
  expect([code, out]).toEqual([0, expect.stringContaining('Kept: entries up to 599.')]);
  const [, aside = ''] = /taken away is in (\S+)\.$/.exec(out) ?? [];
  expect(readFileSync(join(aside, basename(path)))).toEqual(before);
  expect(readdirSync(aside)).toContain('0000000000000600.snapshot');
  expect((await runThere('verify')).out).toContain('Good: 599 entries, 1 to 599.');
  truncateSync(path, recordsOf(path).at(-3)! + 20);
  expect((await runThere('cut', '--from', '597')).code).toBe(0);
  expect((await runThere('verify')).out).toContain('Good: 596 entries, 1 to 596.');
  const again = await openJournal({ dataFolder: spoilt, version: 'x', segmentBytes: 65_536 });
  expect(again.lastSeq).toBe(596);
  await again.close();
});
