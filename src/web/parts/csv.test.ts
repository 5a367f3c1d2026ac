import { expect, test } from 'vitest';
import { accountFileName, csvOf } from './csv.ts';

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

test('[WEB-49] a file is named after its account and day', () => {
  const at = Date.UTC(2026, 2, 2, 23, 59);
  expect(accountFileName('fills', 'sandbox-1', at)).toBe('fills-sandbox-1-2026-03-02.csv');
  expect(accountFileName('bills', 'pk_12/34…', at)).toBe('bills-pk_1234-2026-03-02.csv');
});
