import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createParquet } from './parquet.ts';

/** Of gzip, without a name. */
const HEADER_BYTES = 10;

/** Where each page of packed values begins and what it holds. */
function pagesOf(bytes: Buffer): Buffer[] {
  const pages: Buffer[] = [];
  for (let at = bytes.indexOf('1f8b08', 0, 'hex'); at >= 0; ) {
    pages.push(inflateRawSync(bytes.subarray(at + HEADER_BYTES)));
    at = bytes.indexOf('1f8b08', at + 1, 'hex');
  }
  return pages;
}

test('[LIFE-11] a Parquet file has every value, and says where they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parquet-'));
  const path = join(folder, 'rows.parquet');
  const file = createParquet(path, [
    { name: 'life', kind: 'text' },
    { name: 'openedAt', kind: 'time' },
    { name: 'result', kind: 'amount?' },
    { name: 'isMaker', kind: 'flag' },
  ]);
  file.add(['life-1', 1_767_571_200_000, -123_456_789n, true]);
  file.add(['é', 0, null, false]);
  file.close();
  const bytes = readFileSync(path);
  rmSync(folder, { recursive: true });
  expect(bytes.subarray(0, 4).toString()).toBe('PAR1');
  expect(bytes.subarray(-4).toString()).toBe('PAR1');
  const footer = bytes.subarray(-8 - bytes.readUInt32LE(bytes.length - 8), -8).toString('latin1');
  for (const name of ['life', 'opened_at', 'result', 'is_maker']) expect(footer).toContain(name);
  const [texts, times, amounts, flags] = pagesOf(bytes);
  expect(texts?.toString('hex')).toBe('060000006c6966652d3102000000c3a9');
  expect(times?.readBigInt64LE(0)).toBe(1_767_571_200_000n);
  // The length of the levels, one group of eight of them, and the first is there.
  expect(amounts?.subarray(0, 6).toString('hex')).toBe('020000000301');
  expect(amounts?.readBigInt64LE(6)).toBe(-123_456_789n);
  expect(amounts).toHaveLength(14);
  expect(flags?.toString('hex')).toBe('01');
});
