import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { runTape } from '../../src/cli/tape/run-tape.ts';
import { readTape } from '../../src/tape/read-tape.ts';
import type { TapeEvent } from '../../src/tape/tape-event.ts';
import { makeRecording } from './make-recording.ts';

const folder = mkdtempSync(join(tmpdir(), 'parquet-'));

/** Four rows of a book as pyarrow 21 writes them, packed again: snappy and dictionaries. */
const SNAPPY = [
  'H4sIAAAAAAACA42Uv2/TUBDHzz/iOGlorcA92SiDh+SpRU2VQiJ16BB+DCBFUKBIRUKqXNclhsQ2tgMBMSCEGKqKEQ',
  'nEyMiEGBgYGBELC38AAwM7HUBCiGc7bpumBE6Wz757n6/f3T156eSleRSR4rEW8ghFgMNnpwBgzXYMx7SqG72w51sB',
  'AhaRzKKMCkooldiKnM6zu8xxMjABgkdTgYnpLEucWj595fKZ5X+COpZbzEWgsvjlgwKRPbhQjP04Wijspz9/TOjw4n',
  '/RgJNYjLKQZrNqkhWYZAn1VHmyLsQdWY+cEdwcq8szqIb1FstErHrt+TNmP1eaG5FJV5snIvu+0mQqR1AdUsmXExVe',
  'eBS1pom1VrQ9JqOzT3DQzGVBPiSXYWDKeJGvTER70QBVCsy21TVQASxUeFW2+mbbcK5bFWhFRByUgrvdNbeThkQWyo',
  'V21wpCo+sl71Md1zQ6q3uiwKITdrAaOIYXtN0wkRIDe31HO88CGc+3TSt5loyu23NCILJW0rYolLCgNUBStN1tIU9k',
  'co885Oh5Ks/MRlNAPpqmwtwi6WuSRkFm4nvpwf5j9gbx6XuObnKj8MIQLA7g3UpjPiT36Tue/hrlZw6i9/dlR+OtQH',
  '/w4zVAq0igDTUxxutkgW4L59iCmB2G0prjRsfLPdKn30T6ShytWB2qOD9Ak5HE7GOOPOHodoa+zIzfa8oORhjDTzmy',
  'ydHfEn0t/R0mW1kiU5m8ycK07hn+rZ4VVk3Pqxq+797Rb1t+YLuOfrwxV5ub17bYuTnwgk/sZC+xH9YfkGgKTbUEAA',
  'A=',
];
/** The same with pages of the second kind, whose flags are runs. */
const SECOND = [
  'H4sIAAAAAAACA42UPW/TUBSGjz/i3KSBWkH3KkYZPLRXLSJVCo3E0MF8DCBFUKBIRapUua5LLBLb2E4oiKEDQ4f8AE',
  'BMDEyoAxMTM2Jg4gcwMDAwlQWYOHbitvkgcOTEue85z+t7zk2ycvHWIpUpp2fqVKRQBDh1dRoANh3XdC27st2O2oEd',
  'UoXmaX6dEgr4UpGAYhnLiCAQwBWjp1N+ai6LiUurl+/cvrL6L06nM/VEBFCXv3xQIY7dG8XkPgGWCsPw5489OLr5P7',
  'CCipomlWNJEd8lCYUy1VPzk0tSMpGt+GaG9ydZi7iq0qU61sRoaf3Fc4xfa8Z2HMpd43wcP9YMLCjQwjgTUXoaj8ag',
  '1XqcRRcdICeAkcsCOUFmoB/qRI+v6KG9rEFJCa2G3TKpCrQwK5aIvWM1TPeePQv1uDYRlfBRa9NrppKMUi5yWnYYmS',
  '2/t55uepbZ3DimAqpTTrgRuqYfNryoZyWHztahdx6FjB84lt37rJgtr+1GwIhW1rocyrSg1UBRtaNtUZER9oTtCvw6',
  'J/Nn456oiA/D9kRYZjuaonEgaH6c7u8/YZvM5+8FvieMwhcGYLkPH3Wa8B32mL8T+c9Rfn4cPTyXQ4+3Ej8QJ3uARh',
  'VtYIYJbTCDf5euYR4PeJhJW07mnJQHrMO/yfyNPNpwaaDhfB/tnUjC7gmsK/CDDH+VmbzVlO2fYAI/E5DnvxW+r/wd',
  'Zq+zjHDC9rMwp/tm8KBtRxXL9ytmEHgP9Y4dhI7n6udqC9WFRa2LX5uxF3zCX+YK/ln9Afn2QOSxBAAA',
];

async function eventsOf(path: string): Promise<TapeEvent[]> {
  const events: TapeEvent[] = [];
  for await (const piece of readTape(path).events) events.push(...piece);
  return events;
}

const fileOf = (name: string, parts: readonly string[]): string => {
  const path = join(folder, name);
  writeFileSync(path, gunzipSync(Buffer.from(parts.join(''), 'base64')));
  return path;
};

test.each([
  ['snappy', SNAPPY],
  ['second', SECOND],
])('[TAPE-25] a table that another program wrote as Parquet is read: %s', async (name, parts) => {
  expect(await eventsOf(fileOf(`${name}.parquet`, parts))).toEqual([
    {
      ...{ kind: 'levels', at: 1_100_000, receivedAt: 1_100_500, symbol: 'BTCUSDT' },
      ...{ isSnapshot: true, bids: [99.9, 2], asks: [100.1, 3] },
    },
    {
      ...{ kind: 'levels', at: 1_200_000, receivedAt: 1_200_500, symbol: 'BTCUSDT' },
      ...{ isSnapshot: false, bids: [99.9, 0, 99.8, 4], asks: [] },
    },
  ]);
});

test('[TAPE-25] a tape is written as Parquet and read back as it was', async () => {
  const { path } = makeRecording(join(folder, 'day.gz'), { changes: 120 });
  const output = { out: () => undefined, err: () => undefined };
  for (const to of ['tardis', 'parquet'])
    expect(await runTape(['convert', path, '--to', to, '--out', folder], output)).toBe(0);
  for (const table of ['BTCUSDT_incremental_book_L2', 'BTCUSDT_trades']) {
    const read = await eventsOf(join(folder, `${table}.parquet`));
    expect(read.length).toBeGreaterThan(60);
    expect(read).toEqual(await eventsOf(join(folder, `${table}.csv.gz`)));
  }
});

test('[TAPE-25] a damaged table stops with its reason', async () => {
  const whole = readFileSync(fileOf('whole.parquet', SNAPPY));
  const path = join(folder, 'damaged.parquet');
  for (let length = 4; length < whole.length; length += 37) {
    writeFileSync(path, whole.subarray(0, length));
    await expect(eventsOf(path)).rejects.toThrow(/damaged.parquet, line \d+: /);
  }
  for (let at = 4; at < whole.length; at += 5) {
    const wrong = Buffer.from(whole);
    wrong[at] = 255 - wrong[at]!;
    writeFileSync(path, wrong);
    await eventsOf(path).catch(({ name }: Error) => expect(name).toBe('TapeDamaged'));
  }
});
