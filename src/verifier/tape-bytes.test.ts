import { gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readGivenTape } from './tape-bytes.ts';

const TRADES =
  'timestamp,symbol,side,size,price,tickDirection,trdMatchID\n' +
  '1723161256.3222,BTCUSDT,Buy,0.25,61800.3,PlusTick,abc\n';

test.each([
  ['zstd', zstdCompressSync(TRADES)],
  ['npz', Buffer.from('PK\u0003\u0004')],
  ['npy', Buffer.from('\u0093NUMPY', 'latin1')],
  ['Parquet', Buffer.from('PAR1')],
])('[CTS-13] a browser says that it does not read %s', async (name, bytes) => {
  const reading = readGivenTape([['day', bytes]], []);
  await expect(reading).rejects.toThrow(`a browser does not read ${name}: `);
});

test('[CTS-13] text is read, plain and packed, and without tapes there is none', async () => {
  for (const bytes of [Buffer.from(TRADES), gzipSync(TRADES)])
    expect(await readGivenTape([['day', bytes]], [])).toBeDefined();
  expect(await readGivenTape([], [])).toBeUndefined();
});
