import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPublish, runVerify } from '../../src/cli/competition/run-publish.ts';
import type { Entry } from '../../src/domain/command.ts';
import { sha256 } from '../../src/results/journal-parts.ts';
import { takePublicationKey } from '../../src/results/publication-key.ts';
import { publishSeason } from '../../src/results/publish-season.ts';
import { listPublished } from '../../src/results/published-folder.ts';
import { type Verdict, verifySeason } from '../../src/results/verify-season.ts';
import { unpackResult } from '../kept-folder/keep-folder.ts';
import { playClosed, signAgain, storeEntries } from './published-season.ts';

let root: string;
let result: string;
let entries: Entry[];
let copies = 0;

const quiet = (): void => undefined;
const verify = (folder: string, publicKey: string | null = null): Verdict =>
  verifySeason({ folder, publicKey, out: quiet });

const copy = (): string => {
  copies += 1;
  const folder = join(root, `copy-${copies}`);
  cpSync(result, folder, { recursive: true });
  return folder;
};

beforeAll(async () => {
  entries = playClosed({
    seed: 5,
    hours: 1,
    stepMillis: 150_000,
    tempers: ['reckless', 'reckless', 'giver', 'taker', 'copier', 'reckless'],
  });
  const enrolled = entries.findIndex(({ command }) => command.kind === 'enrol-team');
  const command = { kind: 'enrol-team', season: 1, team: '=1+1' } as const;
  entries[enrolled] = { ...entries[enrolled]!, command };
  root = await storeEntries(entries);
  result = join(root, 'result');
  await publishSeason({
    dataFolder: join(root, 'data'),
    outFolder: result,
    season: null,
    out: quiet,
  });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('[PUB-1] a published season verifies, and ends where it was closed', () => {
  const verdict = verify(result);
  expect(verdict).toMatchObject({ isGood: true });
  const manifest = JSON.parse(readFileSync(join(result, 'manifest.json'), 'utf8'));
  const closedAt = entries.findIndex(({ command }) => command.kind === 'close-season');
  expect(manifest).toMatchObject({ season: 1, final: true, lastSeq: entries[closedAt]!.seq });
  expect(manifest.lastSeq).toBeLessThan(entries.length);
  const standings = JSON.parse(readFileSync(join(result, 'standings.json'), 'utf8'));
  expect(standings.standings).toHaveLength(6);
  expect(standings).toMatchObject({ final: true, phase: 'closed' });
  const csv = readFileSync(join(result, 'standings.csv'), 'utf8').trim().split('\n');
  expect(csv).toHaveLength(7);
  // Teams choose their names: none is a formula to a spreadsheet.
  expect(csv.filter((line) => line.includes('1+1'))).toEqual([expect.stringContaining(",'=1+1,")]);
  const fills = gunzipSync(readFileSync(join(result, 'fills.csv.gz'))).toString();
  expect(fills.split('\n').length).toBeGreaterThan(12);
  expect(readFileSync(join(result, 'attestation.json'), 'utf8')).toContain('"conserved": true');
});

test('[PUB-5] a result of 0.2.0, which told less of a season, still verifies', () => {
  const folder = join(root, 'kept');
  unpackResult('0.2.0', folder);
  expect(verify(folder)).toMatchObject({ isGood: true, manifest: { format: 1 } });
});

test('[PUB-1] the key is made once, for its owner alone, and nothing secret is published', () => {
  const path = join(root, 'data', 'publication-key.pem');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const secret = readFileSync(path, 'utf8');
  for (const file of listPublished(result))
    expect(readFileSync(join(result, file)).includes(secret.split('\n')[1]!)).toBe(false);
  const { publicHex } = takePublicationKey(join(root, 'data'));
  expect(verify(result, publicHex)).toMatchObject({ isGood: true, publicKey: publicHex });
  expect(verify(result, 'ab'.repeat(32))).toMatchObject({
    isGood: false,
    difference: { file: 'public-key.pem' },
  });
});

describe('one flipped byte anywhere', () => {
  const flips = (size: number): number[] => {
    const places = new Set([0, 1, size - 1, size - 2, Math.floor(size / 2)]);
    for (let part = 1; part < 7; part += 1) places.add(Math.floor((size * part) / 7));
    return [...places].filter((place) => place >= 0 && place < size);
  };

  test('[PUB-2] makes verify say no and name the file', () => {
    const files = listPublished(result);
    expect(files.length).toBeGreaterThan(9);
    const passed: string[] = [];
    for (const file of files) {
      const path = join(result, file);
      const good = readFileSync(path);
      try {
        for (const place of flips(good.length)) {
          for (const bit of [1, 0x20]) {
            const bad = Buffer.from(good);
            bad[place]! ^= bit;
            writeFileSync(path, bad);
            const verdict = verify(result);
            const isNamed = !verdict.isGood && verdict.difference.file !== '';
            if (!isNamed) passed.push(`${file} at ${place} bit ${bit}`);
          }
        }
      } finally {
        writeFileSync(path, good);
      }
    }
    expect(passed).toEqual([]);
    expect(verify(result)).toMatchObject({ isGood: true });
  }, 240_000);

  test('[PUB-2] a missing file and a file too many are differences too', () => {
    const folder = copy();
    rmSync(join(folder, 'rules.json'));
    expect(verify(folder)).toMatchObject({ isGood: false, difference: { file: 'rules.json' } });
    const other = copy();
    writeFileSync(join(other, 'more.txt'), '');
    expect(verify(other)).toMatchObject({ isGood: false, difference: { file: 'more.txt' } });
  });
});

describe('an organiser who signs a lie', () => {
  test('[PUB-3] is caught by the figure: file, row, field, expected and found', () => {
    const folder = copy();
    const path = join(folder, 'standings.csv');
    const rows = readFileSync(path, 'utf8').split('\n');
    const column = rows[0]!.split(',').indexOf('equity');
    const cells = rows[2]!.split(',');
    const honest = cells[column]!;
    cells[column] = '99999.00000000';
    rows[2] = cells.join();
    writeFileSync(path, rows.join('\n'));
    signAgain(folder, join(root, 'data'));
    expect(verify(folder)).toEqual({
      isGood: false,
      difference: {
        file: 'standings.csv',
        row: '2',
        field: 'equity',
        expected: honest,
        found: '99999.00000000',
      },
    });
  });

  test('[PUB-3] is caught in the JSON and in the fills', () => {
    const folder = copy();
    const path = join(folder, 'standings.json');
    const board = JSON.parse(readFileSync(path, 'utf8'));
    const honest = board.standings[0].sharpe;
    board.standings[0].turnover = '1.00000000';
    writeFileSync(path, `${JSON.stringify(board, null, 1)}\n`);
    signAgain(folder, join(root, 'data'));
    expect(honest).toBeNull();
    expect(verify(folder)).toMatchObject({
      difference: { file: 'standings.json', row: 'standings.0', field: 'turnover' },
    });
    const other = copy();
    const fills = join(other, 'fills.csv.gz');
    const rows = gunzipSync(readFileSync(fills)).toString().split('\n');
    rows.splice(5, 1);
    writeFileSync(fills, gzipSync(rows.join('\n')));
    signAgain(other, join(root, 'data'));
    expect(verify(other)).toMatchObject({ difference: { file: 'fills.csv.gz', row: '5' } });
  });

  test('[PUB-3] is caught with a file or a field that nothing is compared with', () => {
    const folder = copy();
    writeFileSync(join(folder, 'prizes.csv'), 'team,prize\nfriends,1000\n');
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    const files = [...manifest.files, { file: 'prizes.csv', bytes: 0, sha256: '' }];
    writeFileSync(path, JSON.stringify({ ...manifest, files }));
    signAgain(folder, join(root, 'data'));
    expect(verify(folder)).toMatchObject({ isGood: false, difference: { file: 'prizes.csv' } });
    const other = copy();
    writeFileSync(join(other, 'manifest.json'), JSON.stringify({ ...manifest, winner: 'friends' }));
    signAgain(other, join(root, 'data'));
    expect(verify(other)).toMatchObject({ isGood: false, difference: { file: 'manifest.json' } });
    const outside = copy();
    const [part] = manifest.journal;
    const journal = [{ ...part, file: `../result/${part.file}` }];
    writeFileSync(join(outside, 'manifest.json'), JSON.stringify({ ...manifest, journal }));
    signAgain(outside, join(root, 'data'));
    expect(verify(outside)).toMatchObject({ isGood: false, difference: { file: journal[0].file } });
  });

  test('[PUB-3] is caught with a part that is none', () => {
    const folder = copy();
    const [part] = readdirSync(join(folder, 'journal'));
    writeFileSync(join(folder, 'journal', part!), zstdCompressSync(Buffer.from('no segment')));
    const path = join(folder, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    manifest.journal[0].contentSha256 = sha256('no segment');
    writeFileSync(path, JSON.stringify(manifest));
    signAgain(folder, join(root, 'data'));
    expect(verify(folder)).toMatchObject({ isGood: false, difference: { file: 'journal' } });
  });

  test('[PUB-3] is caught when the journal is another one', async () => {
    const changed = entries.map((entry) =>
      entry.command.kind === 'place-order' && entry.seq % 3 === 0
        ? { ...entry, command: { kind: 'advance-clock' as const } }
        : entry,
    );
    const elsewhere = await storeEntries(changed);
    const forged = join(elsewhere, 'result');
    await publishSeason({
      dataFolder: join(elsewhere, 'data'),
      outFolder: forged,
      season: 1,
      out: quiet,
    });
    const folder = copy();
    rmSync(join(folder, 'journal'), { recursive: true });
    cpSync(join(forged, 'journal'), join(folder, 'journal'), { recursive: true });
    const path = join(folder, 'manifest.json');
    const [mine, its] = [path, join(forged, 'manifest.json')].map((file) =>
      JSON.parse(readFileSync(file, 'utf8')),
    );
    writeFileSync(path, JSON.stringify({ ...its, files: mine.files }));
    signAgain(folder, join(root, 'data'));
    const verdict = verify(folder);
    expect(verdict.isGood).toBe(false);
    rmSync(elsewhere, { recursive: true, force: true });
  });
});

test('[PUB-1] the command line says yes or no, and what is wrong with its words', async () => {
  const lines: string[] = [];
  const output = {
    out: (line: string) => lines.push(line),
    err: (line: string) => lines.push(line),
  };
  expect(await runVerify([result], output)).toBe(0);
  expect(lines.at(-1)).toMatch(/^Yes\. Every figure of season 1, "seed 5", follows/);
  const bad = copy();
  writeFileSync(join(bad, 'rules.json'), '{}');
  expect(await runVerify([bad], output)).toBe(1);
  expect(lines.at(-1)).toMatch(/^No\. rules\.json, season: expected 1, found nothing/);
  expect(await runVerify([], output)).toBe(2);
  expect(await runVerify([result, '--public-key', 'zz'], output)).toBe(2);
  expect(await runPublish([], output)).toBe(2);
  const words = ['--data', join(root, 'data'), '--out'];
  expect(await runPublish([...words, result], output)).toBe(1);
  expect(lines.at(-1)).toContain('is not empty');
  expect(await runPublish([...words, join(root, 'nine'), '--season', '9'], output)).toBe(1);
  expect(lines.at(-1)).toContain('season 9 is not known here');
  expect(existsSync(join(root, 'nine'))).toBe(false);
  expect(readdirSync(root).filter((name) => name.endsWith('.part'))).toEqual([]);
  expect(await runPublish([...words, join(root, 'again')], output)).toBe(0);
  expect(await runVerify([join(root, 'again')], output)).toBe(0);
});
