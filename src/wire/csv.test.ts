import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('[WEB-7] rows become lines under the names of their fields, quoted where needed', () => {
  const rows = [
    { symbol: 'cmt_btcusdt', size: '0.0001', note: 'a "b", c' },
    { symbol: 'cmt_ethusdt', size: '-1.5', note: '=1+1' },
  ];
  expect(csvOf(rows)).toBe(
    'symbol,size,note\r\ncmt_btcusdt,0.0001,"a ""b"", c"\r\n' + `cmt_ethusdt,-1.5,'=1+1\r\n`,
  );
  expect(csvOf([])).toBe('');
});
